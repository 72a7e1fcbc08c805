"""Looking back: what the solution says about each decision of a seat."""

from itertools import pairwise

import attrs

from asnas_core import (
    SPECTATOR,
    Action,
    ArgumentError,
    MatchState,
    Seat,
    SeatView,
    replay,
    view_deal,
)
from asnas_core.players.equilibrium import Advice, Solution, advise


@attrs.frozen(kw_only=True)
class ReviewedDecision:
    """One decision of a seat, looked at afterwards.

    Attributes:
        deal_number: The number of the deal, from 1.
        view: What the seat saw when it decided.
        action: What it did.
        advice: What the solution says about each action it could take.
        given_up: How many points it gave up: by how much the best action was worth more. None where
            the solution's play never leads there.
    """

    deal_number: int
    view: SeatView
    action: Action
    advice: tuple[Advice, ...]
    given_up: float | None


def review(
    match: MatchState, seat: Seat, solution: Solution | None = None
) -> tuple[ReviewedDecision, ...]:
    """Look back at the decisions of a seat, by what it knew when it made them.

    Args:
        match: A match, over or not; what was played of it is looked at.
        seat: Whose decisions.
        solution: Another solution than the one that comes with the library.

    Returns:
        Every decision in order.

    Raises:
        RulesError: There is no solution for the rules of the match.
        SeatError: The table has no such seat.
        ArgumentError: An argument is of the wrong kind.

    Example:
        >>> from asnas_core import start_match
        >>> from asnas_core.players import LEVELS, play_match
        >>> match = play_match(start_match(7), dict.fromkeys(range(4), LEVELS["random"]))
        >>> worst = max(review(match, 0), key=lambda decision: decision.given_up or 0)
        >>> print(worst.deal_number, worst.action, round(worst.given_up, 2))
        3 call 0.79
        >>> best = max(worst.advice, key=lambda advice: advice.value)
        >>> print(best.action, round(best.value, 2))
        look 0.15
    """
    if type(match) is not MatchState:
        raise ArgumentError.wrong_type("match", "a MatchState", match)
    if seat is SPECTATOR:  # for which there is a view, but nothing to decide
        raise ArgumentError.wrong_type("seat", "a seat", seat)
    own = view_deal(match.deal, seat).seat  # refuses what is not a seat of the table
    return tuple(
        _reviewed(number, view_deal(state, own), after.actions[-1], solution)
        for number, deal in enumerate(match.deals, 1)
        for state, after in pairwise(replay(deal))
        if state.turn == own
    )


def _reviewed(
    deal_number: int, view: SeatView, action: Action, solution: Solution | None
) -> ReviewedDecision:
    advice = advise(view, solution)
    values = {option.action: option.value for option in advice}
    known = [value for value in values.values() if value is not None]
    taken = values[action]
    given_up = None if taken is None else max(known) - taken
    return ReviewedDecision(
        deal_number=deal_number, view=view, action=action, advice=advice, given_up=given_up
    )
