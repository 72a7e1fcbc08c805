"""Sentences of a catalogue with their blanks filled in."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from string import Formatter
from typing import Literal, TypeAlias

from asnas_core.errors import ArgumentError, AsNasError, Param
from asnas_core.locales._catalogue import Catalogue, catalogue
from asnas_core.locales._numbers import number_text, points_text

Value: TypeAlias = str | int | float | Fraction
"""What a blank can be filled with."""

About: TypeAlias = Literal["you", "other"]
"""Whom a sentence is about: the reader, or somebody else."""

_SPOKEN = ("events", "terminal")
"""The tables of a catalogue that hold sentences."""

_LONGEST_ECHO = 40
_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"
_DIRECTIONS = {"L": "ltr", "R": "rtl", "AL": "rtl"}


def phrase(key: str, language: str = "en", *, about: About = "other", **values: Value) -> str:
    """Return a sentence of a catalogue with its blanks filled in.

    Args:
        key: The table and the key of the sentence, such as "events.raise".
        language: One of `LANGUAGES`.
        about: "you" for the form that speaks to the reader, where the sentence has two.
        **values: What goes into the blanks, by their names: text, or numbers, which are written
            in the language's own way.

    Returns:
        The sentence.

    Raises:
        ArgumentError: There is no such language or sentence, or a blank has no value.

    Example:
        >>> phrase("events.raise", "en", name="Anna", stake=3)
        'Anna raises to 3'
        >>> phrase("events.raise", "nb", about="you", stake=3)
        'Du høyner til 3'
    """
    words = catalogue(language)
    table, _, name = str(key).partition(".")
    entry = words[table].get(name) if table in _SPOKEN else None
    if isinstance(entry, dict):
        entry = entry.get(about)
    if not isinstance(entry, str):
        raise ArgumentError("unknown_phrase", key=str(key)[:_LONGEST_ECHO])
    try:
        return filled(entry, values, words)
    except KeyError as missing:
        raise ArgumentError("missing_value", key=key, missing=str(missing.args[0])) from None


def points(amount: Fraction | int, language: str = "en", *, signed: bool = False) -> str:
    """Write an amount of points exactly, in the digits of a language.

    Args:
        amount: The points; fractions of a point come from shared pots.
        language: One of `LANGUAGES`.
        signed: Whether a gain gets a plus.

    Returns:
        A whole number, a fraction, or both.

    Raises:
        ArgumentError: There is no such language, or the amount is not a number of points.

    Example:
        >>> points(Fraction(7, 3)), points(3, signed=True), points(12, "fa")
        ('2 1/3', '+3', '۱۲')
    """
    if isinstance(amount, bool) or not isinstance(amount, int | Fraction):
        raise ArgumentError.wrong_type("amount", "a Fraction or an int", amount)
    return points_text(Fraction(amount), catalogue(language), signed=signed)


def error_text(error: AsNasError, language: str = "en") -> str:
    """Return the message of an error in a language.

    Params such as ``expected``, which name a type or a value for the person who writes the
    program, stay English.

    Args:
        error: Any error of the library.
        language: One of `LANGUAGES`.

    Returns:
        Its message; that of an error with a code of your own is the one it came with.

    Raises:
        ArgumentError: There is no such language, or this is not an error of the library.

    Example:
        >>> from asnas_core import parse_hand
        >>> try:
        ...     parse_hand("AAS")
        ... except AsNasError as error:
        ...     print(error_text(error, "nb"))
        en hånd har 5 kort, ikke 3
    """
    words = catalogue(language)
    if not isinstance(error, AsNasError):
        raise ArgumentError.wrong_type("error", "an AsNasError", error)
    template = words["errors"].get(error.code)
    if template is None:
        return str(error)
    params = {name: _param(param, words) for name, param in error.params.items()}
    try:
        return filled(template, params, words)
    except KeyError:  # an error made by hand, without all of its params
        return str(error)


def filled(template: str, values: Mapping[str, Value], words: Catalogue) -> str:
    """Fill in the blanks of a sentence.

    Raises:
        KeyError: A blank has no value.
    """
    parts: list[str] = []
    for text, name, form, conversion in Formatter().parse(template):
        parts.append(text)
        if name is not None:
            parts.append(_written(values[name], form or "", conversion, words))
    return "".join(parts)


def separated(items: Iterable[str], words: Catalogue) -> str:
    """Write items as "a, b, c"."""
    return str(words["lists"]["separator"].join(items))


def listed(items: Sequence[str], words: Catalogue, joint: Literal["and", "or"] = "and") -> str:
    """Write one or more items as "a, b and c"."""
    *first, last = items
    return str(words["lists"][joint].format(separated(first, words), last)) if first else last


def _written(value: Value, form: str, conversion: str | None, words: Catalogue) -> str:
    if not isinstance(value, str):
        return number_text(value, form, words)
    return isolated(repr(value) if conversion else value, words["direction"])


def isolated(text: str, direction: str) -> str:
    """Keep a text of the other direction from mixing with the sentence around it."""
    letters = (letter for letter in text if unicodedata.category(letter) != "Cf")
    directions = {_DIRECTIONS.get(unicodedata.bidirectional(letter)) for letter in letters}
    if directions <= {direction, None} or _ISOLATE in text:
        return text
    return f"{_ISOLATE}{text}{_END_OF_ISOLATE}"


def _param(param: Param, words: Catalogue) -> Value:
    if isinstance(param, list):
        items = [words["actions"].get(item, item) for item in param]
        return separated(items, words) or str(words["lists"]["nothing"])
    if isinstance(param, str):
        return str(words["actions"].get(param, param))
    return "None" if param is None else param
