"""Views that are as the library made them."""

from collections.abc import Iterator
from typing import Any, TypeVar
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

View = TypeVar("View")

_known: list[tuple[ref[Any], Any]] = []
"""The view that was checked last and the deal in it, each with what was read from its history.

A screen asks for pictures, sentences and names of the same view, one after the other.
"""


def checked_view(view: View, expected: str, *kinds: type[Recordable]) -> View:
    """Return a view as the library makes it; refuse what is none, or was changed by hand.

    It is read again from its own history, so that nothing is shown that could not have happened.

    Args:
        view: What was given as a view.
        expected: What would have been right.
        *kinds: The types of views that will do.

    Returns:
        An equal view, in which everything is of the right type.

    Raises:
        ArgumentError: It is something else; above all, it is no full state.
    """
    if type(view) not in kinds:
        raise ArgumentError.wrong_type("view", expected, view)
    for known, as_made in _known:
        if known() is view and as_made == view:
            return as_made  # type: ignore[no-any-return]
    made: Any
    try:
        made = from_record(to_record(view))  # type: ignore[arg-type]
    except RecordError:
        made = None
    if made != view:
        raise ArgumentError("altered_view")
    pairs: list[tuple[Any, Any]] = [(view, made), (made, made)]
    if isinstance(view, MatchView):
        pairs += [(view.deal, made.deal), (made.deal, made.deal)]
    _known[:] = [(ref(given), known) for given, known in pairs]
    return made  # type: ignore[no-any-return]


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
