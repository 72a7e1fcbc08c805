"""Checks of what callers hand in, and the making of values that callers cannot make.

Each check returns the value in the library's own type, or raises before anything was built. A
subclass of `str`, `bytes`, `tuple` or `list` is read past its own methods: what counts is what it
holds, and not what it says it holds.
"""

import operator
from collections.abc import Sequence
from contextlib import suppress
from typing import SupportsIndex, TypeVar, cast

from asnas_core._actions import Action
from asnas_core.errors import ArgumentError, IllegalActionError, Param, SeatError

T = TypeVar("T")

_LONGEST_TEXT = 40
_LARGEST_NUMBER = 10**18

wrong_type = ArgumentError.wrong_type


def exactly(argument: str, value: object, kind: type[T], expected: str) -> T:
    """Return the value if it is of this very type, as a subclass could break its promises."""
    if type(value) is kind:
        return value
    raise wrong_type(argument, expected, value)


def boolean(argument: str, value: object) -> bool:
    """Return the value if it is True or False, and nothing that is merely like them."""
    return exactly(argument, value, bool, "True or False")


def integer(argument: str, value: object, expected: str = "an integer") -> int:
    """Return the value as an int; any integer type will do, but not a bool."""
    if type(value) is int:
        return value
    if hasattr(type(value), "__index__") and type(value) is not bool:
        # An array of numbers has the method of an integer, and fails when it is called.
        with suppress(Exception):
            return operator.index(cast("SupportsIndex", value))
    raise wrong_type(argument, expected, value)


def plain_text(argument: str, value: object, expected: str = "text") -> str:
    """Return the value as a str."""
    if issubclass(type(value), str):
        return str.__str__(cast("str", value))
    raise wrong_type(argument, expected, value)


def plain_bytes(argument: str, value: object, expected: str = "bytes") -> bytes:
    """Return the value as bytes."""
    if issubclass(type(value), bytes):
        return bytes.__getitem__(cast("bytes", value), slice(None))
    raise wrong_type(argument, expected, value)


def items(argument: str, value: Sequence[T], expected: str) -> tuple[T, ...]:
    """Return the items of a tuple or list; nothing else has an order that can be relied on."""
    if type(value) is tuple:
        return value
    if issubclass(type(value), tuple):
        return tuple.__getitem__(cast("tuple[T, ...]", value), slice(None))
    if issubclass(type(value), list):
        return tuple(list.__getitem__(cast("list[T]", value), slice(None)))
    raise wrong_type(argument, f"a tuple or list of {expected}", value)


def table_seat(argument: str, value: object, seats: int, expected: str = "an integer") -> int:
    """Return the value as a seat of a table with that many seats."""
    seat = integer(argument, value, expected)
    if not 0 <= seat < seats:
        raise SeatError("seat_range", argument=argument, last=seats - 1, seat=safe_param(seat))
    return seat


def refusal(
    kind: type[IllegalActionError],
    code: str,
    action: Action | str,
    seat: int | None,
    legal: Sequence[Action] = (),
    **params: Param,
) -> IllegalActionError:
    """Return the error for an action, with who tried it and what would have been accepted."""
    names = [option.value for option in legal]
    return kind(code, action=safe_param(action), seat=seat, legal=names, **params)


def safe_param(value: str | int) -> Param:
    """Make an outsider's text or number fit for a message: short, and harmless in a log.

    Text is cut, and a number too large to print becomes words.
    """
    if isinstance(value, str):
        # Line ends, escapes of a terminal and lone surrogates would do harm.
        start = str.__str__(value)[: _LONGEST_TEXT + 1]
        safe = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in start)
        return safe if len(safe) <= _LONGEST_TEXT else f"{safe[:_LONGEST_TEXT]}…"
    return value if abs(value) < _LARGEST_NUMBER else "a number of 19 or more digits"


def filled(kind: type[T], **values: object) -> T:
    """Make an instance of a frozen class whose own constructor is closed."""
    made = object.__new__(kind)
    for name, value in values.items():
        object.__setattr__(made, name, value)
    return made
