"""Going once more through a deal or a match, state by state."""

from collections.abc import Iterator
from typing import overload

from asnas_core._checks import exactly
from asnas_core._deal import DealState, apply_action, deal
from asnas_core._match import next_deal, play
from asnas_core._match_state import MatchState, from_start


@overload
def replay(x: DealState) -> Iterator[DealState]: ...
@overload
def replay(x: MatchState) -> Iterator[MatchState]: ...
def replay(x: DealState | MatchState) -> Iterator[DealState] | Iterator[MatchState]:
    """Go through every state of a deal or a match, from its start to the one given.

    Args:
        x: A deal or a match at any moment.

    Returns:
        An iterator over its states. The first is as dealt, each next one is an action or, in a
        match, a new deal further, and the last one equals ``x``.

    Raises:
        ArgumentError: This is neither a deal nor a match.

    Example:
        >>> from asnas_core import play, start_match
        >>> match = play(play(start_match(7), "look"), "call")
        >>> [state.move_number for state in replay(match)]
        [0, 1, 2]
    """
    if type(x) is DealState:
        return _replay_deal(x)
    return _replay_match(exactly("x", x, MatchState, "a DealState or a MatchState"))


def _replay_deal(state: DealState) -> Iterator[DealState]:
    step = deal(state.pack, dealer=state.dealer, rules=state.rules)
    yield step
    for action in state.actions:
        step = apply_action(step, action)
        yield step


def _replay_match(match: MatchState) -> Iterator[MatchState]:
    step = from_start(match)
    yield step
    for number, state in enumerate(match.deals):
        if number:
            step = next_deal(step)
            yield step
        for action in state.actions:
            step = play(step, action)
            yield step
