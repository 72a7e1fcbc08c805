"""How a table stands, in a sentence or two."""

from collections.abc import Iterator, Sequence

from asnas_core import MatchView, PublicView, SeatView
from asnas_core._language.seats import called
from asnas_core._language.teller import Teller, match_sentence, result_sentence
from asnas_core._language.views import checked_view


def status(
    view: PublicView | MatchView, language: str = "en", *, names: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Tell how a table stands: whose turn it is, or how the deal and the match have ended.

    Args:
        view: What the reader may see, of a deal or of a match.
        language: One of `LANGUAGES`.
        names: What the players are called, by seat; None numbers the seats. The reader is always
            "you".

    Returns:
        One sentence; where a match is over two, about its last deal and about the match.

    Raises:
        ArgumentError: There is no such language; this is not a view, or one that was changed by
            hand; or these are not as many names as seats.

    Example:
        >>> from asnas_core import start_match, view_match
        >>> match = start_match(7)
        >>> status(view_match(match, 0), names=["Ada", "Bo", "Cy", "Di"])
        ("It is Bo's turn",)
        >>> status(view_match(match, 1))
        ('It is your turn',)
    """
    view = checked_view(
        view, "a view made by view_deal() or view_match()", PublicView, SeatView, MatchView
    )
    return tuple(status_sentences(view, language, called(deal_of(view), language, names)))


def status_sentences(
    view: PublicView | MatchView, language: str, names: Sequence[str]
) -> Iterator[str]:
    """Tell how a table stands, for a view that was checked and names that are safe."""
    deal = deal_of(view)
    you = deal.seat if isinstance(deal, SeatView) else None
    teller = Teller(language=language, names=tuple(names), you=you)
    if deal.turn is not None:
        yield teller.about(deal.turn, "events.turn")
    if deal.settlement is not None:
        yield result_sentence(deal.settlement, teller)
    if isinstance(view, MatchView) and view.winners:
        yield match_sentence(view.winners, teller)


def deal_of(view: PublicView | MatchView) -> PublicView:
    """Return the deal that a view shows."""
    return view.deal if isinstance(view, MatchView) else view
