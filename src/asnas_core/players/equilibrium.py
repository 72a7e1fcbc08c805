"""The solution of the game with 20 cards, for two, three and four seats.

What it promises
    Nobody who alone departs from the solution gains by it: at most its ``nash_conv`` in points a
    deal, less than one ten-thousandth. At a table of two, it therefore cannot be beaten. At a table
    of three or four the promise means no more than it says. Seats that work together against a
    third can gain. So can others at a table where several play something else: one seat that keeps
    to the solution among three that raise wildly may lose, because what the wild ones lose to each
    other need not go to it.

Why who looked plays no part
    The solution was computed for seats that all know their cards, and here a seat that has not
    looked looks. Looking costs nothing and is not answered by anybody, as nobody's choice depends
    on it. So whoever plays blind against the solution only does what it could also do with its
    cards known, and what is best for each hand is at least as good as what is best for all of them
    together. Departing by playing blind therefore gains no more than departing with open eyes.
"""

from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import attrs

from asnas_core import (
    DEFAULT_RULES,
    Action,
    ArgumentError,
    Rules,
    RulesError,
    SeatView,
)
from asnas_core.players._solution import Row, Solution, read_solution
from asnas_core.players._worth import action_values
from asnas_core.situations import hand_number

__all__ = [
    "Advice",
    "Solution",
    "advise",
    "policy",
    "read_solution",
    "solution_for",
]


_ASIDE: dict[str, Any] = {"deals": DEFAULT_RULES.deals, "concealed": DEFAULT_RULES.concealed}
"""What plays no part in a single deal that is played with cards known."""


@attrs.frozen(kw_only=True)
class Advice:
    """What the solution says about one action.

    Attributes:
        action: The action.
        probability: How often the solution takes it here.
        value: The score of the deal to expect if it is taken now and everybody plays the solution
            from here on, in points; None where the others' play never leads here.
    """

    action: Action
    probability: float
    value: float | None


def policy(view: SeatView, solution: Solution | None = None) -> dict[Action, float]:
    """Tell how often the solution takes each action.

    Args:
        view: The view of a seat whose turn it is.
        solution: Another solution than the one that comes with the library.

    Returns:
        The probability of each legal action; they sum to 1. It does not depend on who else looked,
        and a seat that has not looked looks.

    Raises:
        RulesError: There is no solution for these rules.
        HandError: The view was changed by hand, and has no hand that can be dealt.
        ArgumentError: This is not the view of a seat whose turn it is, or it was changed by hand.

    Example:
        >>> from asnas_core import apply_action, deal, format_hand, shuffled_pack, view_deal
        >>> state = deal(shuffled_pack(14))
        >>> policy(view_deal(state, 1))[Action.LOOK]
        1.0
        >>> view = view_deal(apply_action(state, Action.LOOK), 1)
        >>> format_hand(view.hand)
        'SZAZZ'
        >>> for action, chance in policy(view).items():
        ...     print(f"{action}: {chance:.2f}")
        call: 0.91
        raise: 0.09
        fold: 0.00
    """
    return _chances(view, _solution(view, solution))


def advise(view: SeatView, solution: Solution | None = None) -> tuple[Advice, ...]:
    """Tell what the solution does and what each action is worth, as a coach would.

    Args:
        view: The view of a seat whose turn it is.
        solution: Another solution than the one that comes with the library.

    Returns:
        One `Advice` for each legal action, in their order.

    Raises:
        RulesError: There is no solution for these rules.
        HandError: The view was changed by hand, and has no hand that can be dealt.
        ArgumentError: This is not the view of a seat whose turn it is, or it was changed by hand.

    Example:
        With a high card, calling loses; raising is a bluff, and in the long run neither better nor
        worse than folding:

        >>> from asnas_core import apply_action, deal, format_hand, shuffled_pack, view_deal
        >>> view = view_deal(apply_action(deal(shuffled_pack(8)), Action.LOOK), 1)
        >>> format_hand(view.hand)
        'CSABZ'
        >>> for advice in advise(view):
        ...     worth = round(advice.value, 1) + 0  # no -0.0
        ...     print(f"{advice.action}: {advice.probability:.2f}, worth {worth}")
        call: 0.00, worth -0.8
        raise: 0.07, worth 0.0
        fold: 0.93, worth 0.0
    """
    known = _solution(view, solution)
    chances = _chances(view, known)
    number = _number(view, known)
    values = (
        known.blind(number) if Action.LOOK in chances else action_values(known, number, _hand(view))
    )
    scale = view.rules.opening_stake / known.rules.opening_stake
    return tuple(
        Advice(
            action=action,
            probability=chances[action],
            value=None if value is None else value * scale,
        )
        for action, value in zip(chances, values, strict=True)
    )


def solution_for(rules: Rules) -> Solution | None:
    """Return the solution that comes with the library for some rules, or None.

    Args:
        rules: The rules. Stakes may be any multiple of those that were solved; deals do not matter
            and neither does whether hands are concealed.

    Returns:
        A solution for two, three or four seats with 20 cards and a highest stake of four opening
        stakes.

    Raises:
        ArgumentError: These are not rules.

    Example:
        >>> solution_for(Rules(seats=3)).nash_conv < 0.0001
        True
        >>> print(solution_for(Rules(copies=5)))
        None
    """
    if type(rules) is not Rules:
        raise ArgumentError.wrong_type("rules", "Rules", rules)
    return _solution_for(rules)


@lru_cache(64)
def _solution_for(rules: Rules) -> Solution | None:
    unit = rules.opening_stake
    stakes = rules.raise_step == unit and rules.max_stake == unit * DEFAULT_RULES.max_stake
    if stakes and rules.free_fold and rules.copies == DEFAULT_RULES.copies:
        return _shipped(rules.seats)
    return None


@cache
def _shipped(seats: int) -> Solution:
    return read_solution(
        (files("asnas_core.players") / "solutions" / f"{seats}.solution").read_bytes()
    )


def _solution(view: SeatView, given: Solution | None) -> Solution:
    if type(view) is not SeatView:
        raise ArgumentError.wrong_type("view", "a SeatView, which a spectator has not", view)
    if [*map(type, (view.rules, view.legal_actions))] != [Rules, tuple]:
        raise ArgumentError("altered_view")
    if not view.legal_actions:
        raise ArgumentError("no_turn", seat=view.seat)
    if given is None:
        shipped = _solution_for(view.rules)
        if shipped is None:
            raise RulesError("rules_unsolved")
        return shipped
    if type(given) is not Solution:
        raise ArgumentError.wrong_type("solution", "a Solution", given)
    if attrs.evolve(given.rules, **_ASIDE) != attrs.evolve(view.rules, **_ASIDE):
        raise ArgumentError("other_solution", seats=given.rules.seats)
    return given


def _chances(view: SeatView, solution: Solution) -> dict[Action, float]:
    if Action.LOOK in view.legal_actions:
        return {action: float(action is Action.LOOK) for action in view.legal_actions}
    return dict(zip(view.legal_actions, _row(view, solution), strict=True))


def _number(view: SeatView, solution: Solution) -> int:
    try:
        actions = tuple([action for _, action in view.history if action is not Action.LOOK])
        number = solution.numbers[actions]
    except (KeyError, TypeError, ValueError):
        raise ArgumentError("altered_view") from None
    if not _fits(view, solution, number):
        raise ArgumentError("altered_view")
    return number


def _fits(view: SeatView, solution: Solution, number: int) -> bool:
    """Tell whether a view has the legal actions of its situation, looks left out."""
    legal = solution.legal_actions(number)
    return view.legal_actions[-len(legal) :] == legal and len(view.legal_actions) <= len(legal) + 1


def _hand(view: SeatView) -> int:
    if view.hand is None:
        raise ArgumentError("altered_view")
    return hand_number(view.hand, view.rules)


def _row(view: SeatView, solution: Solution) -> Row:
    return solution.rows(_number(view, solution))[_hand(view)]
