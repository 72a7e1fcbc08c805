"""What one seat, or somebody who only watches, may know of a match."""

from fractions import Fraction
from typing import TYPE_CHECKING, Generic, Literal, overload

import attrs

from asnas_core._checks import exactly
from asnas_core._deal import Seat
from asnas_core._match_state import MatchState
from asnas_core._settlement import Settlement
from asnas_core._view import PublicView, SeatView, Spectator, Viewer, view_deal

# Python knows `default` from 3.13 on, type checkers always: a bare MatchView is one of PublicView.
if TYPE_CHECKING:
    from typing_extensions import TypeVar

    DealView_co = TypeVar("DealView_co", bound=PublicView, covariant=True, default=PublicView)
else:
    from typing import TypeVar

    DealView_co = TypeVar("DealView_co", bound=PublicView, covariant=True)


@attrs.frozen(kw_only=True)
class MatchView(Generic[DealView_co]):
    """What one seat, or a spectator, may know of a match. Sequences are by seat.

    Attributes:
        deal: The view of the deal that is going on, or of the last one: a `SeatView` for a seat, a
            `PublicView` for a spectator.
        deal_number: The number of that deal, from 1.
        move_number: Actions played so far in the match; an answer names it (see `play`).
        totals: Each seat's score of all finished deals, in points, exactly.
        settlements: The results of the finished deals, in order.
        is_over: Whether the match is over.
        winners: Every seat with the highest total; () until the match is over.
        commitment: What the host published of its seed; None when the seed is too short to commit
            to, or packs were given.
        contributions: What other parties put into the shuffle.
    """

    deal: DealView_co
    deal_number: int
    move_number: int
    totals: tuple[Fraction, ...]
    settlements: tuple[Settlement, ...]
    is_over: bool
    winners: tuple[Seat, ...]
    commitment: str | None
    contributions: tuple[bytes, ...]


@overload
def view_match(match: MatchState, seat: Literal[Spectator.SPECTATOR]) -> MatchView: ...
@overload
def view_match(match: MatchState, seat: Seat) -> MatchView[SeatView]: ...
@overload
def view_match(match: MatchState, seat: Viewer) -> MatchView: ...
def view_match(match: MatchState, seat: Viewer) -> MatchView:
    """Show a match to one seat, or to a spectator.

    Args:
        match: A match at any moment.
        seat: Whom to show it to: a seat, or `SPECTATOR`. There is no default.

    Returns:
        Its view; ``deal`` is a `SeatView` for a seat.

    Raises:
        SeatError: There is no such seat.
        ArgumentError: This is not a match, or neither a seat nor `SPECTATOR`.

    Example:
        >>> from asnas_core import start_match
        >>> view_match(start_match(7), 1).deal.legal_actions[0]
        <Action.LOOK: 'look'>
    """
    exactly("match", match, MatchState, "a MatchState")
    return MatchView(
        deal=view_deal(match.deal, seat),
        deal_number=match.deal_number,
        move_number=match.move_number,
        totals=match.totals,
        settlements=match.settlements,
        is_over=match.is_over,
        winners=match.winners,
        commitment=match.commitment,
        contributions=match.contributions,
    )
