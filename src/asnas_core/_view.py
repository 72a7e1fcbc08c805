"""Views: what one seat, or somebody who only watches, may know of a deal.

A view is a type of its own. It is built from the public state and from hands that its viewer
may see, and it holds nothing else: no state, no pack, no seed. Two deals that differ only in cards
that a viewer may not see give that viewer equal views.

Nobody is ever told a folded hand. Where all other cards are shown, it can be worked out: with 20
cards and three hands shown, the fourth is what is missing.
"""

from enum import Enum
from typing import Any, Literal, TypeAlias, overload

import attrs

from asnas_core._actions import Action
from asnas_core._betting import BettingNode
from asnas_core._cards import Hand
from asnas_core._checks import exactly, table_seat
from asnas_core._deal import DEAL_EXPECTED, DealState, Seat, by_seat, live_seats, seat_on_turn
from asnas_core._rules import Rules
from asnas_core._settlement import Settlement, settle


class Spectator(Enum):
    """The type of `SPECTATOR`, its only member."""

    SPECTATOR = "spectator"
    """The viewer who holds no seat."""


SPECTATOR: Literal[Spectator.SPECTATOR] = Spectator.SPECTATOR
"""The viewer who holds no seat, and sees what everybody at the table sees."""

Viewer: TypeAlias = Seat | Spectator
"""Whom a view is for."""

History: TypeAlias = tuple[tuple[Seat, Action], ...]


@attrs.frozen(kw_only=True)
class PublicView:
    """What everybody may know of a deal. Sequences are by seat; amounts are points.

    Attributes:
        rules: The rules it is played by.
        dealer: Who dealt and opened.
        turn: Whose turn it is, or None when the deal is over.
        stakes: What each seat has put in.
        folded: Whether each seat has left the deal.
        looked: Whether each seat has seen its cards; all True where hands are not concealed.
        pot: All stakes together.
        highest_stake: The stake that every live seat has to match.
        live_seats: The seats that have not folded.
        history: Who did what so far, in order, looks included.
        is_over: Whether the deal is over.
        revealed: The hands shown to everybody, None for the others; all None before a showdown.
        settlement: The result, or None before the end.
    """

    rules: Rules
    dealer: Seat
    turn: Seat | None
    stakes: tuple[int, ...]
    folded: tuple[bool, ...]
    looked: tuple[bool, ...]
    pot: int
    highest_stake: int
    live_seats: tuple[Seat, ...]
    history: History
    is_over: bool
    revealed: tuple[Hand | None, ...]
    settlement: Settlement | None


@attrs.frozen(kw_only=True)
class SeatView(PublicView):
    """What one seat may know of a deal: all that is public, and its own part.

    Attributes:
        seat: Whose view this is.
        hand: Its cards, in the order dealt, once it has looked or they were revealed; else None.
        legal_actions: What it can do now; () when it is not its turn.
        to_call: What it would have to add to match the highest stake, in points; 0 after folding
            and when the deal is over.
    """

    seat: Seat
    hand: Hand | None
    legal_actions: tuple[Action, ...]
    to_call: int


@overload
def view_deal(state: DealState, seat: Literal[Spectator.SPECTATOR]) -> PublicView: ...
@overload
def view_deal(state: DealState, seat: Seat) -> SeatView: ...
@overload
def view_deal(state: DealState, seat: Viewer) -> PublicView: ...
def view_deal(state: DealState, seat: Viewer) -> PublicView:
    """Show a deal to one seat, or to a spectator.

    Args:
        state: A deal at any moment.
        seat: Whom to show it to: a seat, or `SPECTATOR`. There is no default.

    Returns:
        A `SeatView` for a seat, a `PublicView` for a spectator.

    Raises:
        SeatError: There is no such seat.
        ArgumentError: This is not a deal, or neither a seat nor `SPECTATOR`.

    Example:
        >>> from asnas_core import Action, apply_action, deal, format_hand, shuffled_pack
        >>> state = apply_action(deal(shuffled_pack(7)), Action.LOOK)
        >>> format_hand(view_deal(state, 1).hand), view_deal(state, 2).hand
        ('AZZSC', None)
    """
    exactly("state", state, DealState, DEAL_EXPECTED)
    settlement = settle(state) if state.is_over else None
    public = public_part(state.rules, state.dealer, state.node, state.history, settlement)
    if seat is SPECTATOR:
        return PublicView(**public)
    owner = table_seat("seat", seat, state.rules.seats, "a seat or SPECTATOR")
    return SeatView(**public, **own_part(public, state.node, owner, state.hands[owner]))


def public_part(
    rules: Rules,
    dealer: Seat,
    node: BettingNode,
    history: History,
    settlement: Settlement | None,
) -> dict[str, Any]:
    """Return the fields of a view that everybody may know."""
    return {
        "rules": rules,
        "dealer": dealer,
        "turn": seat_on_turn(node, dealer),
        "stakes": by_seat(node.stakes, dealer),
        "folded": by_seat(node.folded, dealer),
        "looked": by_seat(node.looked, dealer),
        "pot": sum(node.stakes),
        "highest_stake": max(node.stakes),
        "live_seats": live_seats(node, dealer),
        "history": history,
        "is_over": node.position is None,
        "revealed": (None,) * rules.seats if settlement is None else settlement.revealed,
        "settlement": settlement,
    }


def own_part(
    public: dict[str, Any], node: BettingNode, seat: Seat, hand: Hand | None
) -> dict[str, Any]:
    """Return the fields that a seat's view adds; the hand is kept only if the seat may see it."""
    may_see = public["looked"][seat] or public["revealed"][seat] is not None
    out = public["is_over"] or public["folded"][seat]
    return {
        "seat": seat,
        "hand": hand if may_see else None,
        "legal_actions": node.legal_actions if public["turn"] == seat else (),
        "to_call": 0 if out else public["highest_stake"] - public["stakes"][seat],
    }
