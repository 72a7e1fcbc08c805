"""Views that are as the library made them."""

from collections.abc import Iterator

from asnas_core import (
    Action,
    BettingNode,
    Hand,
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
    try:
        as_made = from_record(to_record(view))  # type: ignore[arg-type]
    except RecordError:
        as_made = None
    if as_made != view:
        raise ArgumentError("altered_view")


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
