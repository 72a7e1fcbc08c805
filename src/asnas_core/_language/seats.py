"""What is known of the seats of a table: marks, and names that are safe to show."""

import unicodedata
from collections.abc import Iterator, Sequence
from typing import cast

from asnas_core import PublicView, Seat, SeatView
from asnas_core._language.catalogue import catalogue
from asnas_core._language.phrases import phrase
from asnas_core._language.views import checked_view
from asnas_core.errors import ArgumentError

_LONGEST_NAME = 40
_LONGEST_LOOK = 400
"""How much of a name is looked at; what is taken out of it does not count for its length."""

_MOST_MARKS = 3
_LONGEST_SIGN = 3
_JOINERS = frozenset("\u200c\u200d")  # Persian words and pictures of people need them
_INVISIBLE = _JOINERS | {
    *map(chr, (0x34F, 0x640, 0x17B4, 0x17B5)),
    *map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))),
}
"""What has no look of its own: joiners, the line that draws letters out, marks of variants."""

_ALIKE = str.maketrans("\u064a\u0649\u0643", "\u06cc\u06cc\u06a9")  # Arabic letters in Persian
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
_UNSHOWABLE = frozenset({"Cc", "Cn", "Co", "Cs"})
_WITHOUT_INK = frozenset({"Cf", "Me", "Mn", "Zs"})


def seat_names(
    view: PublicView, language: str = "en", *, names: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Return what the seats of a table are called, as its viewer reads them.

    Names may come from strangers. What could harm the text around them is taken out: controls,
    line ends, heaps of marks, what turns the direction of writing or does not show; a name of more
    than 40 characters is cut. A name of which nothing is left, or that would pass for "You" or the
    number of a seat, is replaced by the number.

    Args:
        view: A view of a deal.
        language: One of `LANGUAGES`.
        names: What the players are called, by seat; None numbers the seats.

    Returns:
        A name for each seat; that of the viewer is "You".

    Raises:
        ArgumentError: There is no such language; this is not a view of a deal, or one that was
            changed by hand; or these are not as many names as seats.

    Example:
        >>> from asnas_core import start_match, view_match
        >>> view = view_match(start_match(7), 0).deal
        >>> seat_names(view)
        ('You', 'Seat 1', 'Seat 2', 'Seat 3')
        >>> seat_names(view, "nb", names=["Ada", "Bo", "", "Dina"])
        ('Du', 'Bo', 'Plass 2', 'Dina')
    """
    view = checked_view(view, "a view made by view_deal()", PublicView, SeatView)
    return called(view, language, names)


def seat_marks(view: PublicView) -> tuple[tuple[str, ...], ...]:
    """Tell what everybody knows of the seats: whose turn it is, who deals, has looked or folded.

    Args:
        view: A view of a deal.

    Returns:
        For each seat the keys of `Names.terms` that hold for it, of winner, turn, dealer, folded,
        looked and blind, in this order. That a seat has looked is not said where the rules have
        all cards seen from the start.

    Raises:
        ArgumentError: This is not a view of a deal, or one that was changed by hand.

    Example:
        >>> from asnas_core import start_match, view_match
        >>> seat_marks(view_match(start_match(7), 2).deal)
        (('dealer', 'blind'), ('turn', 'blind'), ('blind',), ('blind',))
    """
    view = checked_view(view, "a view made by view_deal()", PublicView, SeatView)
    return tuple(tuple(_marks(view, seat)) for seat in range(view.rules.seats))


def _marks(view: PublicView, seat: Seat) -> Iterator[str]:
    facts = {
        "winner": view.settlement is not None and seat in view.settlement.winners,
        "turn": view.turn == seat,
        "dealer": view.dealer == seat,
        "folded": view.folded[seat],
        "looked": view.rules.concealed and view.looked[seat],
        "blind": not view.looked[seat],
    }
    return (mark for mark, is_so in facts.items() if is_so)


def called(view: PublicView, language: str, names: object) -> tuple[str, ...]:
    """Return what the seats are called, for a view that was checked."""
    words = catalogue(language)
    seats, you = view.rules.seats, words["terms"]["you"]
    numbered = [phrase("events.seat", language, seat=seat) for seat in range(seats)]
    given = [""] * seats if names is None else _checked(names, seats)
    taken = {"", *map(_compared, (*numbered, you))}
    safe = zip(map(_safe, given), numbered, strict=True)
    shown = [number if _compared(name) in taken else name for name, number in safe]
    if isinstance(view, SeatView):
        shown[view.seat] = you
    return tuple(shown)


def _checked(names: object, seats: int) -> list[str]:
    if issubclass(type(names), tuple):
        given = list(tuple.__getitem__(cast("tuple[str, ...]", names), slice(None)))
    elif issubclass(type(names), list):
        given = list.__getitem__(cast("list[str]", names), slice(None))
    else:
        raise ArgumentError.wrong_type("names", "a tuple or list of names", names)
    for name in given:
        if not issubclass(type(name), str):
            raise ArgumentError.wrong_type("each name", "text", name)
    if len(given) != seats:
        raise ArgumentError("names_count", expected=seats, names=len(given))
    return given


def _safe(name: str) -> str:
    """Return a name without what could harm the text around it; "" if nothing of it shows."""
    text = " ".join(_kept(str.__getitem__(name, slice(_LONGEST_LOOK))).split())
    if all(unicodedata.category(letter) in _WITHOUT_INK for letter in text):
        return ""
    return text if len(text) <= _LONGEST_NAME else text[: _LONGEST_NAME - 1] + "…"


def _kept(name: str) -> str:
    kept, marks = "", 0
    for letter in name:
        category = unicodedata.category(letter)
        marks = marks + 1 if category in ("Me", "Mn") else 0
        if letter.isspace() or letter in _BLANKS:
            kept += " "
        elif category in _UNSHOWABLE or _is_a_sentence(letter):
            kept += "\ufffd"
        elif marks <= _MOST_MARKS and (category != "Cf" or letter in _JOINERS):
            kept += letter
    return kept


def _is_a_sentence(letter: str) -> bool:
    """Tell whether a letter stands for many, and is as wide as they are."""
    return letter == "\ufdfd" or len(unicodedata.normalize("NFKC", letter)) > _LONGEST_SIGN


def name_key(name: str) -> str:
    """Return what the eye compares of a name: names with the same key pass for each other.

    Two people at a table should not have the same key. Letters that only look alike, such as those
    of Latin and Cyrillic, have different ones.

    Args:
        name: What a player is called.

    Returns:
        The name without what does not show, without the difference of large and small letters, and
        with one form of each digit and of letters that have several.

    Raises:
        ArgumentError: This is not text.

    Example:
        >>> name_key("Ann") == name_key("ANN"), name_key("Ann") == name_key("Anna")
        (True, False)
    """
    if not issubclass(type(name), str):
        raise ArgumentError.wrong_type("name", "text", name)
    return _compared(str.__getitem__(name, slice(_LONGEST_LOOK)))


def _compared(name: str) -> str:
    """Return a name as the eye compares it."""
    seen = "".join(letter for letter in name if letter not in _INVISIBLE)
    folded = unicodedata.normalize("NFKC", seen).casefold()
    text = unicodedata.normalize("NFKC", folded).translate(_ALIKE)
    return "".join(str(unicodedata.digit(letter, letter)) for letter in text)
