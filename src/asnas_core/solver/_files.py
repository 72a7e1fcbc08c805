"""Strategies as the small files that players play from."""

from collections.abc import Iterable

import numpy as np

from asnas_core import ArgumentError, Rules
from asnas_core.players._solution import PARTS, write_solution
from asnas_core.players.equilibrium import Solution
from asnas_core.situations import all_hands, histories
from asnas_core.solver._deals import Floats, Ints
from asnas_core.solver._estimate import check_arguments
from asnas_core.solver._strategy import Strategy
from asnas_core.solver._values import check_strategy, nash_conv, walk_all
from asnas_core.solver._walk import reach

_RARE = 1e-5
"""Where a seat's own play leads less often than this, mixing makes no difference."""


def to_solution(strategy: Strategy, iterations: int) -> bytes:
    """Write a strategy as a solution that needs no NumPy to be played.

    Chances are rounded to multiples of 1/4096. Where a position's own play never leads with a hand,
    it takes the likeliest action.

    Args:
        strategy: What to write.
        iterations: How long it was solved, to be recorded.

    Returns:
        The bytes of a file, which tells its own `nash_conv`, rounding included.

    Raises:
        ArgumentError: An argument is of the wrong kind, or iterations is below 1.

    Example:
        >>> from asnas_core import Rules
        >>> from asnas_core.players.equilibrium import read_solution
        >>> from asnas_core.solver import solve
        >>> solution = read_solution(to_solution(solve(Rules(seats=2), 60), 60))
        >>> solution.nash_conv < 0.01
        True
    """
    check_strategy(strategy)
    check_arguments(strategy.rules, iterations)
    rules, every = strategy.rules, histories(strategy.rules)
    reached = [reach(every, strategy.chances, player) for player in range(rules.seats)]
    parts = []
    for history, chances in zip(every, strategy.chances, strict=True):
        if history.position is not None:
            own = reached[history.position][history.last[history.position]]
            likeliest = np.eye(chances.shape[1])[chances.argmax(axis=1)]
            parts.append(_rounded(np.where(own[:, None] < _RARE, likeliest, chances)))
    rounded = _strategy(rules, (part / PARTS for part in parts))
    return write_solution(
        rules,
        iterations=iterations,
        nash_conv=nash_conv(rounded),
        parts=[part.tolist() for part in parts],
        blind=_blind(rounded),
    )


def from_solution(solution: Solution) -> Strategy:
    """Read a solution as a strategy, so that it can be examined.

    Args:
        solution: A solution that can be played.

    Returns:
        The same chances as arrays.

    Raises:
        ArgumentError: This is not a solution.

    Example:
        >>> from asnas_core import Rules
        >>> from asnas_core.players.equilibrium import solution_for
        >>> nash_conv(from_solution(solution_for(Rules(seats=2)))) < 0.0001
        True
    """
    if type(solution) is not Solution:
        raise ArgumentError.wrong_type("solution", "a Solution", solution)
    chances = [np.array(solution.rows(number)) for number in solution.numbers.values()]
    return _strategy(solution.rules, chances)


def _strategy(rules: Rules, decisions: Iterable[Floats]) -> Strategy:
    """Return the strategy with these chances where somebody decides."""
    given, over = iter(decisions), np.zeros((len(all_hands(rules)), 0))
    every = histories(rules)
    chances = (over if history.position is None else next(given) for history in every)
    return Strategy(rules, tuple(chances))


def _rounded(chances: Floats) -> Ints:
    """Round chances to parts that add up: those with the largest rest are rounded up."""
    whole = np.floor(chances * PARTS)
    rest = chances * PARTS - whole
    missing = PARTS - whole.sum(axis=1).round()
    place = np.argsort(np.argsort(-rest, axis=1, kind="stable"), axis=1, kind="stable")
    parts: Ints = (whole + (place < missing[:, None])).astype(np.intp)
    return parts


def _blind(strategy: Strategy) -> list[list[float | None]]:
    """Tell what looking, and each action, is worth to a seat that has not looked."""
    every = histories(strategy.rules)
    found: dict[int, list[float | None]] = {}

    def note(number: int, worth: Floats, came: Floats) -> Floats:
        history, chances = every[number], strategy.chances[number]
        player, total = history.position, float(came.sum())
        both = [float((chances * worth).sum()), *map(float, worth.sum(axis=0))]
        paid = 0 if player is None else history.stakes[player]
        found[number] = [value / total - paid if total else None for value in both]
        return chances

    walk_all(strategy, note)
    return [found[number] for number in sorted(found)]
