"""What the seats of a table are called, safe to show whatever their players call themselves."""

import unicodedata
from collections.abc import Sequence

from asnas_core import PublicView, SeatView
from asnas_core._language.catalogue import catalogue
from asnas_core._language.phrases import phrase
from asnas_core._language.views import checked_view
from asnas_core.errors import ArgumentError

_LONGEST_NAME = 40
_DIRECTION_CONTROLS = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
_UNSHOWABLE = frozenset({"Cc", "Cn", "Co", "Cs", "Zl", "Zp"})


def seat_names(
    view: PublicView, language: str = "en", *, names: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Return what the seats of a table are called, as its viewer reads them.

    Names may come from strangers. What could harm the text around them is taken out: controls,
    line ends, marks that turn the direction of writing; a name of more than 40 characters is cut.

    Args:
        view: A view of a deal.
        language: One of `LANGUAGES`.
        names: What the players are called, by seat; None numbers the seats. An empty name is
            replaced by the number, too.

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
    checked_view(view, "a view made by view_deal()", PublicView, SeatView)
    return called(view, language, names)


def called(view: PublicView, language: str, names: object) -> tuple[str, ...]:
    """Return what the seats are called, for a view that was checked."""
    words = catalogue(language)
    seats = view.rules.seats
    given = [""] * seats if names is None else _checked(names, seats)
    you = view.seat if isinstance(view, SeatView) else None
    return tuple(
        words["terms"]["you"]
        if seat == you
        else _safe(name) or phrase("events.seat", language, seat=seat)
        for seat, name in enumerate(given)
    )


def _checked(names: object, seats: int) -> Sequence[str]:
    if not isinstance(names, tuple | list) or not all(isinstance(name, str) for name in names):
        raise ArgumentError.wrong_type("names", "a tuple or list of names", names)
    if len(names) != seats:
        raise ArgumentError("names_count", expected=seats, names=len(names))
    return names


def _safe(name: str) -> str:
    words = " ".join(str.__str__(name).split())  # a line end is a space
    kept = (letter for letter in words if letter not in _DIRECTION_CONTROLS)
    text = "".join(
        "\ufffd" if unicodedata.category(letter) in _UNSHOWABLE else letter for letter in kept
    )
    return text if len(text) <= _LONGEST_NAME else text[: _LONGEST_NAME - 1] + "…"
