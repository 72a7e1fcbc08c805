"""Reading strictly: every fault is a `RecordError` that points at its place."""

import re
from collections import Counter
from typing import Any, cast

import attrs

from asnas_core._checks import safe_param
from asnas_core._rules import MOST_DEALS
from asnas_core.errors import Param, RecordError

LONGEST_RECORD = 4_000_000
_LONGEST_LIST = MOST_DEALS  # no list of a record is longer than one with an item for each deal
_MOST_DIGITS = 18
_LONGEST_KEY = 80


class _Repeated(dict[str, Any]):
    """An object in which a key stands twice; what follows from it is never used."""

    key: str


class _Unusable:
    """Stands for a number that no record holds: NaN, an infinity, -0, or one of many digits."""


def parse(text: str) -> object:
    """Parse JSON, keeping what cannot be used, so that `Place` can point at it.

    Raises:
        RecordError: The text is too long, too deep, or not JSON.
    """
    if len(text) > LONGEST_RECORD:
        raise fault("record_too_long", "", maximum=LONGEST_RECORD, size=len(text))
    import json  # noqa: PLC0415  # takes 2 ms, spared to whoever saves nothing

    # Raised outside of the handlers: a chained JSONDecodeError would carry the whole text.
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=lambda _: _Unusable(),
            parse_int=_integer,
        )
    except RecursionError:
        error = fault("record_too_deep", "")
    except json.JSONDecodeError as broken:
        error = fault("record_not_json", "", line=broken.lineno, column=broken.colno)
    raise error


def _integer(digits: str) -> int | _Unusable:
    unusable = digits == "-0" or len(digits.lstrip("-")) > _MOST_DIGITS
    return _Unusable() if unusable else int(digits)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        value = _Repeated(value)
        value.key = next(key for key, count in counts.items() if count > 1)
    return value


def fault(code: str, pointer: str, **params: Param) -> RecordError:
    """Return the error for a fault at a place."""
    return RecordError(code, pointer=pointer, **params)


@attrs.frozen(eq=False, repr=False)
class Place:
    """A value in a record and where it stands.

    Subclasses of dict, list and str are read past their own methods, as in `_checks`.
    """

    value: object
    pointer: str = ""

    def __getitem__(self, key: str) -> "Place":
        """Go to what stands under a key of an object."""
        mapping = self._mapping()
        if key not in mapping:
            raise fault("record_missing", _join(self.pointer, key))
        return Place(mapping[key], _join(self.pointer, key))

    def __contains__(self, key: str) -> bool:
        return key in self._mapping()

    def array(self, size: int | None = None) -> list["Place"]:
        """Return the items of a list, of that size if one is given."""
        if not issubclass(type(self.value), list):
            raise self._wrong("a list")
        values = list.__getitem__(cast("list[object]", self.value), slice(None))
        if len(values) > _LONGEST_LIST:
            expected = f"a list of at most {_LONGEST_LIST}"
            raise fault("record_value", self.pointer, expected=expected)
        if size is not None and len(values) != size:
            raise fault("record_value", self.pointer, expected=f"a list of {size}")
        return [Place(item, _join(self.pointer, index)) for index, item in enumerate(values)]

    def integer(self) -> int:
        """Return a whole number; 1.0 is not one."""
        if type(self.value) is not int:
            raise self._wrong("a whole number")
        return self.value

    def boolean(self) -> bool:
        """Return true or false."""
        if type(self.value) is not bool:
            raise self._wrong("true or false")
        return self.value

    def text(self, pattern: str, expected: str) -> str:
        """Return text that matches a pattern as a whole."""
        if not issubclass(type(self.value), str):
            raise self._wrong(expected)
        value = str.__str__(cast("str", self.value))
        if not re.fullmatch(pattern, value):
            raise fault("record_value", self.pointer, expected=expected)
        return value

    @property
    def is_null(self) -> bool:
        """Whether null stands here."""
        return self.value is None

    def must_equal(self, expected: object) -> None:
        """Check that exactly this stands here: same keys, same types, same values.

        Raises:
            RecordError: It points at the first difference.
        """
        if isinstance(expected, dict):
            mapping = self._mapping()
            for key in mapping:
                if key not in expected:
                    raise fault("record_unknown", _join(self.pointer, key))
            for key, value in expected.items():
                self[key].must_equal(value)
        elif isinstance(expected, list):
            items = self.array()
            for item, value in zip(items, expected, strict=False):
                item.must_equal(value)
            if len(items) != len(expected):
                raise fault("record_mismatch", self.pointer)
        elif type(self.value) is not type(expected):
            raise self._wrong(_NAMES[type(expected)])
        elif self.value != expected:
            raise fault("record_mismatch", self.pointer)

    def _mapping(self) -> dict[str, object]:
        if type(self.value) is _Repeated:
            raise fault("record_duplicate", _join(self.pointer, self.value.key))
        if not issubclass(type(self.value), dict):
            raise self._wrong("an object")
        pairs = list(dict.items(cast("dict[str, object]", self.value)))
        for key, _ in pairs:
            if type(key) is not str:
                raise fault("record_unknown", _join(self.pointer, key))
        return dict(pairs)

    def _wrong(self, expected: str) -> RecordError:
        kind = type(self.value)
        got = next((name for known, name in _NAMES.items() if known is kind), "something else")
        return fault("record_type", self.pointer, expected=expected, got=got)


_NAMES = {
    dict: "an object",
    _Repeated: "an object",
    list: "a list",
    str: "text",
    int: "a whole number",
    float: "a number with a fraction or exponent",
    bool: "true or false",
    type(None): "null",
    _Unusable: "a number that no record holds",
}
"""What JSON calls the Python types."""


def _join(pointer: str, key: object) -> str:
    """Append a key to a JSON Pointer (RFC 6901); a very long key is cut."""
    if isinstance(key, str):
        text = str.__str__(key)
    else:
        text = repr(safe_param(key if type(key) is int else type(key).__name__))
    text = text if len(text) <= _LONGEST_KEY else f"{text[:_LONGEST_KEY]}…"
    text = text.encode(errors="backslashreplace").decode()  # half a character could not be logged
    return f"{pointer}/{text.replace('~', '~0').replace('/', '~1')}"
