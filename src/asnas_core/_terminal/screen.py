"""What the output goes to: lines of 80 columns at most, with or without colour.

Colour only ever repeats what the text says. The width is the same everywhere, so that the same
match gives the same text on a terminal, in a pipe and in a file.
"""

import sys
import textwrap
import unicodedata
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TextIO, TypeAlias

WIDTH = 80

_WITHOUT_WIDTH = ("Cf", "Me", "Mn")


class Ink(StrEnum):
    """What a piece of text is, as the ANSI code it is painted with."""

    HEADING = "1"
    FAINT = "2"
    WIN = "1;32"
    GAIN = "32"
    LOSS = "31"
    YOU = "35"
    # The backgrounds of the painted cards; gold and yellow are close, so Sarbaz is white.
    AS = "1;97;40"
    SHAH = "30;42"
    BIBI = "30;43"
    SARBAZ = "30;47"
    COULI = "97;41"


Paint: TypeAlias = Callable[[str, Ink], str]
"""Paints a text, or leaves it as it is."""


def plain(text: str, _: Ink) -> str:
    """Leave the text as it is."""
    return text


def coloured(text: str, ink: Ink) -> str:
    """Paint the text with ANSI codes."""
    return f"\x1b[{ink}m{text}\x1b[0m"


def paint_for(stream: TextIO, environment: Mapping[str, str]) -> Paint:
    """Choose colour or none for a stream.

    Args:
        stream: What the output goes to.
        environment: The environment variables. NO_COLOR switches colour off; else FORCE_COLOR
            switches it on (0 does not); else TERM=dumb switches it off; else a terminal gets it.

    Returns:
        `coloured` or `plain`.
    """
    if environment.get("NO_COLOR"):
        return plain
    if environment.get("FORCE_COLOR", "0") not in ("", "0"):
        return coloured
    if environment.get("TERM") == "dumb":
        return plain
    # The old Windows console shows the codes instead of the colours.
    old_console = sys.platform == "win32" and "WT_SESSION" not in environment
    return coloured if stream.isatty() and not old_console else plain


def wrapped(text: str, indent: str = "", columns: int = WIDTH) -> list[str]:
    """Break a text into lines that fit; the lines after the first are indented."""
    return textwrap.wrap(
        text, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def width(text: str) -> int:
    """Return how many columns a text takes: joiners and marks of direction take none."""
    return sum(unicodedata.category(letter) not in _WITHOUT_WIDTH for letter in text)


def left(text: str, columns: int) -> str:
    """Fill a text up to a number of columns."""
    return text + " " * (columns - width(text))


def right(text: str, columns: int) -> str:
    """Put a text to the right of a number of columns."""
    return " " * (columns - width(text)) + text
