"""Solving: counterfactual regret minimization (CFR+).

Every position starts by doing everything equally often. In each iteration the positions, one after
the other, compare what each action would have been worth with what they did, add the difference to
their regrets, and from then on act in proportion to the regrets that are positive. The average of
what they did approaches an equilibrium; later iterations count more in it (Tammelin 2014).
"""

from collections.abc import Callable

import numpy as np

from asnas_core import ArgumentError, Rules, RulesError
from asnas_core.solver._deals import Floats
from asnas_core.solver._strategy import Strategy, uniform
from asnas_core.solver._tree import Decision, Tree, betting_tree
from asnas_core.solver._walk import walk

_SKIPPED = 10
"""First iterations that the average leaves out: they know next to nothing."""

_MOST_RAISES = 5


def solve(
    rules: Rules, iterations: int, *, progress: Callable[[int], object] | None = None
) -> Strategy:
    """Approach an equilibrium of one deal.

    Args:
        rules: The rules: 2 to 4 seats with 20 cards or 2 seats with 25, with 5 raises at most.
            Hands count as known to their owners, whether they are concealed or not.
        iterations: How many; `nash_conv` tells how good the result is.
        progress: Called with the number of each iteration when it is done.

    Returns:
        The average strategy. The same arguments give the same one.

    Raises:
        RulesError: The rules have too many deals or histories.
        ArgumentError: An argument is of the wrong kind, or iterations is below 1.

    Example:
        >>> nash_conv(solve(Rules(seats=2), 60)) < 0.01
        True
    """
    _check(rules, iterations)
    tree = betting_tree(rules)
    chances = list(uniform(rules).chances)
    regrets = [np.zeros_like(policy) for policy in chances]
    sums = [np.zeros_like(policy) for policy in chances]

    def regret(entry: int, worth: Floats) -> Floats:
        policy = chances[entry]
        on_average = (policy * worth).sum(axis=1, keepdims=True)
        np.maximum(regrets[entry] + worth - on_average, 0, out=regrets[entry])
        return policy

    for iteration in range(1, iterations + 1):
        for player in range(rules.seats):
            walk(rules, tree, player, chances, regret)
            own = [
                entry
                for entry, node in enumerate(tree)
                if isinstance(node, Decision) and node.position == player
            ]
            for entry in own:
                chances[entry] = _in_proportion(regrets[entry])
            weight = max(iteration - _SKIPPED, iteration == iterations)
            if weight:
                reached = _own_reach(tree, chances, player)
                for entry in own:
                    sums[entry] += weight * reached[entry][:, None] * chances[entry]
        if progress is not None:
            progress(iteration)
    return Strategy(rules, tuple(map(_in_proportion, sums)))


def values(strategy: Strategy) -> tuple[float, ...]:
    """Tell what each position scores in a deal on average if all play a strategy.

    Args:
        strategy: What all of them play.

    Returns:
        Points by position, the dealer last. They sum to 0.

    Raises:
        ArgumentError: This is not a strategy.

    Example:
        >>> [round(value, 2) for value in values(solve(Rules(seats=2), 60))]
        [0.23, -0.23]
    """
    return _walked(strategy, lambda entry, _: strategy.chances[entry])


def best_response_values(strategy: Strategy) -> tuple[float, ...]:
    """Tell what each position could score if it alone departed from a strategy.

    Args:
        strategy: What all others play.

    Returns:
        Points by position, the dealer last, exact but for rounding.

    Raises:
        ArgumentError: This is not a strategy.

    Example:
        >>> strategy = solve(Rules(seats=2), 60)
        >>> all(map(float.__ge__, best_response_values(strategy), values(strategy)))
        True
    """

    def best(_: int, worth: Floats) -> Floats:
        choice = np.zeros_like(worth)
        choice[np.arange(len(worth)), worth.argmax(axis=1)] = 1
        return choice

    return _walked(strategy, best)


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
        >>> nash_conv(solve(Rules(seats=2, max_stake=2), 200)) < 0.001
        True
    """
    gains = zip(best_response_values(strategy), values(strategy), strict=True)
    return sum(best - value for best, value in gains)


def _walked(strategy: Strategy, choose: Callable[[int, Floats], Floats]) -> tuple[float, ...]:
    if type(strategy) is not Strategy:
        raise _wrong_type("strategy", "a Strategy", strategy)
    rules = strategy.rules
    tree = betting_tree(rules)
    return tuple(
        walk(rules, tree, player, strategy.chances, choose) for player in range(rules.seats)
    )


def _check(rules: Rules, iterations: int) -> None:
    if type(rules) is not Rules:
        raise _wrong_type("rules", "Rules", rules)
    if type(iterations) is not int or iterations < 1:
        raise _wrong_type("iterations", "an integer from 1 on", iterations)
    raises = (rules.max_stake - rules.opening_stake) // rules.raise_step
    if raises > _MOST_RAISES or rules.seats > {4: 4, 5: 2}[rules.copies]:
        raise RulesError("rules_unsolvable", most=_MOST_RAISES)


def _wrong_type(argument: str, expected: str, value: object) -> ArgumentError:
    got = type(value).__name__
    return ArgumentError("wrong_type", argument=argument, expected=expected, got=got)


def _in_proportion(weights: Floats) -> Floats:
    """Turn weights into chances; all are equal where there is no weight."""
    total = weights.sum(axis=1, keepdims=True)
    equal = np.full_like(weights, 1 / max(weights.shape[1], 1))
    parts: Floats = np.divide(weights, total, out=equal, where=total > 0)
    return parts


def _own_reach(tree: Tree, chances: list[Floats], player: int) -> dict[int, Floats]:
    """Tell how likely a player's own actions lead to each entry, by its hand."""
    reached: dict[int, Floats] = {0: np.ones(len(chances[0]))}
    for entry, node in enumerate(tree):
        if isinstance(node, Decision):
            for action, child in enumerate(node.children):
                own = chances[entry][:, action] if node.position == player else 1.0
                reached[child] = reached[entry] * own
    return reached
