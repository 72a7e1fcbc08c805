"""Views that are as the library made them."""

from collections.abc import Iterator
from weakref import ref

from asnas_core import (
    Action,
    BettingNode,
    Hand,
    MatchView,
    PublicView,
    Recordable,
    RecordError,
    Seat,
    Settlement,
    betting_graph,
    from_record,
    rank_hand,
    to_record,
)
from asnas_core.errors import ArgumentError

_known: list[tuple[ref[object], object]] = []
"""The view that was checked last and the deal in it, each with what was read from its history.

A screen asks for pictures, sentences and names of the same view, one after the other.
"""


def checked_view(view: object, expected: str, *kinds: type[Recordable]) -> None:
    """Refuse what is not a view, or was changed by hand.

    It is read again from its own history, so that nothing is shown that could not have happened.

    Args:
        view: What was given as a view.
        expected: What would have been right.
        *kinds: The types of views that will do.

    Raises:
        ArgumentError: It is something else; above all, it is no full state.
    """
    if type(view) not in kinds:
        raise ArgumentError.wrong_type("view", expected, view)
    if any(known() is view and as_made == view for known, as_made in _known):
        return
    try:
        as_made = from_record(to_record(view))  # type: ignore[arg-type]
    except RecordError:
        as_made = None
    if as_made != view:
        raise ArgumentError("altered_view")
    _known[:] = [(ref(view), as_made)]
    if isinstance(view, MatchView) and isinstance(as_made, MatchView):
        _known.append((ref(view.deal), as_made.deal))


def deeds(view: PublicView) -> Iterator[tuple[Seat, Action, BettingNode, bool]]:
    """Give who did what, the node after it, and whether that seat has seen its cards by then."""
    node = betting_graph(view.rules)
    for seat, action in view.history:
        node = node.child(action)
        yield seat, action, node, node.looked[(seat - view.dealer - 1) % view.rules.seats]


def shown_hands(result: Settlement) -> list[tuple[Seat, Hand]]:
    """List the hands of a showdown with their seats, the best first."""
    shown = [(seat, hand) for seat, hand in enumerate(result.revealed) if hand is not None]
    return sorted(shown, key=lambda pair: rank_hand(pair[1]), reverse=True)
