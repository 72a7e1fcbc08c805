"""A picture: a text of SVG that shows itself, and what goes into such a text."""

import re
from collections.abc import Iterable
from typing import Literal
from unicodedata import category, east_asian_width

import attrs

from asnas_core._language.catalogue import catalogue
from asnas_core._language.phrases import separated
from asnas_core.locales import Names

INK = "#1b1216"
PAPER = "#fff3da"

_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NARROW, _USUAL, _BROAD = 0.34, 0.64, 1.0
_THIN_LETTERS = frozenset("fijlrt.,:;|!'()[] ")
_MARKS = frozenset({"Mn", "Me", "Cf"})
_JOINER = "\u200d"


class Picture(str):
    """The text of an SVG picture, which a notebook shows as the picture.

    It is plain text, and complete: write it to a file, or put it into a page as it is. There is no
    script, style sheet, font, image or id in it, so many pictures can stand in one page.

    Example:
        >>> from asnas_core import Rank
        >>> from asnas_core.svg import card
        >>> picture = card(Rank.AS)
        >>> str(picture)[:5], str(picture)[-6:]
        ('<svg ', '</svg>')
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """Tell the size in place of thousands of characters; `str` gives the text itself."""
        return f"<Picture of {len(self)} characters>"

    def _repr_svg_(self) -> str:
        """Return the text, as Jupyter asks for it."""
        return str(self)


def drawn(
    size: tuple[int, int], shapes: Iterable[str], *, words: Names, title: str, desc: str
) -> Picture:
    """Put shapes together to a picture; title and description are plain text."""
    width, height = size
    # A page may be written in another direction than the picture, which says its own therefore.
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img" lang="{words.language}" xml:lang="{words.language}"'
        f' direction="{words.direction}" font-family="sans-serif" font-weight="700">'
        f"<title>{escaped(title)}</title><desc>{escaped(desc)}</desc>{''.join(shapes)}</svg>"
    )


def escaped(text: str) -> str:
    """Make a text fit to stand in XML."""
    return _NOT_IN_XML.sub("\ufffd", text).translate(_ENTITIES)


def enclosed(text: str) -> str:
    """Keep the direction of a text from mixing with the words around it."""
    return f"\u2068{text}\u2069"


def in_a_row(items: Iterable[str], words: Names) -> str:
    """Write items one after the other, with the commas of the language."""
    return separated(items, catalogue(words.language))


def width_of(text: str) -> float:
    """Guess how wide a text is, in sizes of its font: there is no font to measure it with."""
    return sum(map(_width_of_letter, text))


def _width_of_letter(letter: str) -> float:
    if category(letter) in _MARKS:
        return 0
    if east_asian_width(letter) in "WF" or letter in "MWmw@%":
        return _BROAD
    return _NARROW if letter in _THIN_LETTERS else _USUAL


def shortened(text: str, width: float) -> str:
    """Cut a text that is wider, and let an ellipsis say so; marks stay with their letters."""
    if width_of(text) <= width:
        return text
    kept = len(text) - 1
    while kept and (width_of(text[:kept]) > width - 1 or _is_joined(text, kept)):
        kept -= 1
    return text[:kept].rstrip() + "…"


def _is_joined(text: str, place: int) -> bool:
    """Tell whether what stands before and after a place is one sign."""
    return category(text[place]) in _MARKS or text[place - 1] == _JOINER


@attrs.frozen(kw_only=True)
class Letters:
    """How a line of text is written.

    Attributes:
        size: The size of its font.
        room: How wide it may be.
        fill: Its colour.
        anchor: Which part of it stands at its place.
    """

    size: int
    room: int
    fill: str = PAPER
    anchor: Literal["start", "middle", "end"] = "middle"


def label(text: str, place: tuple[int, int], letters: Letters) -> str:
    """Write a line of text at a place on its base line, smaller where the room is too small."""
    x, y = place
    size, room = letters.size, letters.room
    width, fit = width_of(text) * size, ""
    if width > room:
        # Fonts differ: where it seems to get tight, the width is set.
        size = max(round(size * room / width), size * 3 // 5)
        fit = f' textLength="{room}" lengthAdjust="spacingAndGlyphs"'
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" fill="{letters.fill}"'
        f' text-anchor="{letters.anchor}" unicode-bidi="isolate"{fit}>{escaped(text)}</text>'
    )
