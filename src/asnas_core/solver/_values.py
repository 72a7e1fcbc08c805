"""What a strategy is worth, and what departing from it would gain: exact but for rounding."""

import numpy as np

from asnas_core import ArgumentError
from asnas_core.situations import histories
from asnas_core.solver._deals import Floats
from asnas_core.solver._strategy import Strategy, uniform
from asnas_core.solver._walk import Choice, reach, walk


def values(strategy: Strategy) -> tuple[float, ...]:
    """Tell what each position scores in a deal on average if all play a strategy.

    Args:
        strategy: What all of them play.

    Returns:
        Points by position, the dealer last. They sum to 0.

    Raises:
        ArgumentError: This is not a strategy.

    Example:
        >>> from asnas_core import Rules
        >>> from asnas_core.solver import solve
        >>> [round(value, 2) for value in values(solve(Rules(seats=2), 60))]
        [0.23, -0.23]
    """
    return walk_all(strategy, lambda entry, *_: strategy.chances[entry])


def best_response_values(strategy: Strategy) -> tuple[float, ...]:
    """Tell what each position could score if it alone departed from a strategy.

    Args:
        strategy: What all others play.

    Returns:
        Points by position, the dealer last.

    Raises:
        ArgumentError: This is not a strategy.

    Example:
        >>> from asnas_core import Rules
        >>> from asnas_core.solver import solve
        >>> strategy = solve(Rules(seats=2), 60)
        >>> all(map(float.__ge__, best_response_values(strategy), values(strategy)))
        True
    """

    def best(_: int, worth: Floats, __: Floats) -> Floats:
        choice = np.zeros_like(worth)
        choice[np.arange(len(worth)), worth.argmax(axis=1)] = 1
        return choice

    return walk_all(strategy, best)


def nash_conv(strategy: Strategy) -> float:
    """Tell how far a strategy is from an equilibrium.

    Args:
        strategy: What all positions play.

    Returns:
        What the positions could gain by departing from it, each one alone, in points a deal and
        summed up: 0 for an equilibrium.

    Raises:
        ArgumentError: This is not a strategy.

    Example:
        >>> from asnas_core import Rules
        >>> from asnas_core.solver import solve
        >>> nash_conv(solve(Rules(seats=2, max_stake=2), 200)) < 0.001
        True
    """
    gains = zip(best_response_values(strategy), values(strategy), strict=True)
    return sum(best - value for best, value in gains)


def walk_all(strategy: Strategy, choose: Choice) -> tuple[float, ...]:
    """Walk for each player, and return the scores by position."""
    check_strategy(strategy)
    rules, tree = strategy.rules, histories(strategy.rules)
    reached = [reach(tree, strategy.chances, player) for player in range(rules.seats)]
    return tuple(walk(rules, player, reached, choose) for player in range(rules.seats))


def check_strategy(strategy: Strategy) -> None:
    """Refuse what is not a strategy, or has not chances for all situations of its rules."""
    if type(strategy) is not Strategy:
        raise ArgumentError.wrong_type("strategy", "a Strategy", strategy)
    shapes = [np.shape(chances) for chances in strategy.chances]
    if shapes != [np.shape(chances) for chances in uniform(strategy.rules).chances]:
        raise ArgumentError.wrong_type("strategy", "one with chances for its rules", strategy)
