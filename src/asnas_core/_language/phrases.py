"""Sentences of a catalogue with their blanks filled in."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from string import Formatter
from typing import Literal, TypeAlias

from asnas_core._language.catalogue import Catalogue, catalogue
from asnas_core._language.numbers import number_text

Value: TypeAlias = str | int | float | Fraction
"""What a blank can be filled with."""

About: TypeAlias = Literal["you", "other"]
"""Whom a sentence is about: the reader, or somebody else."""

_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"
_DIRECTIONS = {"L": "ltr", "R": "rtl", "AL": "rtl"}


def phrase(key: str, language: str, *, about: About = "other", **values: Value) -> str:
    """Return a sentence of a catalogue with its blanks filled in.

    Texts go in as they are: names of players have to come from `seat_names`.

    Args:
        key: The table and the key of the sentence, such as "events.raise".
        language: One of `LANGUAGES`.
        about: "you" for the form that speaks to the reader, where the sentence has two.
        **values: What goes into the blanks, by their names: text, or numbers, which are written
            in the language's own way.

    Returns:
        The sentence.

    Raises:
        ArgumentError: There is no such language.
        KeyError: There is no such sentence, or a blank has no value.

    Example:
        >>> phrase("events.raise", "en", name="Anna", stake=3)
        'Anna raises to 3'
        >>> phrase("events.raise", "nb", about="you", stake=3)
        'Du høyner til 3'
    """
    words = catalogue(language)
    return filled(template(key, about, words), values, words)


def template(key: str, about: About, words: Catalogue) -> str:
    """Return a sentence of a catalogue with its blanks."""
    table, _, name = key.partition(".")
    entry = words[table][name]
    return str(entry[about] if isinstance(entry, dict) else entry)


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
