"""Solving: counterfactual regret minimization, discounted (Brown and Sandholm 2019).

Every position starts by doing everything equally often. In each iteration the positions, one after
the other, compare what each action would have been worth with what they did, add the difference to
their regrets, and from then on act in proportion to the regrets that are positive. What was learned
early counts less and less. The average of what they did approaches an equilibrium.

Nobody folds what can be held. In an equilibrium one may, where the others would only go on with
better hands; but it never gains, and against others it loses.
"""

from collections.abc import Callable
from concurrent.futures import Executor

import numpy as np

from asnas_core import Action, ArgumentError, Rules
from asnas_core.situations import History, histories
from asnas_core.solver._deals import Floats
from asnas_core.solver._estimate import check_that_it_fits
from asnas_core.solver._strategy import Strategy, uniform
from asnas_core.solver._walk import reach, walk

# How fast the past is forgotten: powers of the iteration, the names and sizes as in the article.
_ALPHA = 1.5
_BETA = 0.5
_GAMMA = 2


def solve(
    rules: Rules,
    iterations: int,
    *,
    progress: Callable[[int], object] | None = None,
    executor: Executor | None = None,
) -> Strategy:
    """Approach an equilibrium of one deal.

    Args:
        rules: The rules. Hands count as known to their owners, whether they are concealed or not.
        iterations: How many; `nash_conv` tells how good the result is.
        progress: Called with the number of each iteration when it is done.
        executor: Computes parts of an iteration at the same time. The parts are always the same
            ones, so the result does not depend on it.

    Returns:
        The average strategy. The same arguments give the same one.

    Raises:
        RulesError: This machine has not the memory for it; `estimate` tells how much it takes.
        ArgumentError: An argument is of the wrong kind, or iterations is below 1.

    Example:
        >>> from asnas_core.solver import nash_conv
        >>> nash_conv(solve(Rules(seats=2), 60)) < 0.01
        True
    """
    check_that_it_fits(rules, iterations)
    if executor is not None and not isinstance(executor, Executor):
        raise ArgumentError.wrong_type("executor", "an Executor", executor)
    if progress is not None and not callable(progress):
        raise ArgumentError.wrong_type("progress", "a function of a number", progress)
    solving = Solving(rules)
    while solving.iteration < iterations:
        solving.iterate(executor)
        if progress is not None:
            progress(solving.iteration)
    return solving.average()


class Solving:
    """What an iteration knows from those before it.

    Attributes:
        rules: The rules.
        iteration: How many iterations are done.
        regrets: For each entry of the tree, by hand and action, how much more the action would have
            been worth.
        sums: What was done, later iterations counting more.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.iteration = 0
        start = uniform(rules).chances
        self.regrets = [np.zeros_like(chances) for chances in start]
        self.sums = [np.zeros_like(chances) for chances in start]
        self._sensible = [*map(_sensible, histories(rules))]
        self.follow_regrets()

    def follow_regrets(self) -> None:
        """Let everyone act as the regrets have it."""
        tree = histories(self.rules)
        self._chances = [*map(_regret_matching, self.regrets, self._sensible)]
        self._reached = [reach(tree, self._chances, player) for player in range(self.rules.seats)]

    def iterate(self, executor: Executor | None = None) -> None:
        """Let the positions learn, one after the other."""
        self.iteration += 1
        tree, weight = histories(self.rules), float(self.iteration**_GAMMA)
        for player in range(self.rules.seats):
            walk(self.rules, player, self._reached, self._learn, executor)
            self._reached[player] = reach(tree, self._chances, player)
            for entry, node in enumerate(tree):
                if node.position == player:
                    own = self._reached[player][node.last[player]]
                    self.sums[entry] += (weight * own)[:, None] * self._chances[entry]

    def _learn(self, entry: int, worth: Floats, _: Floats) -> Floats:
        """Adjust the regrets of a decision, and return what was done until now."""
        chances, regrets = self._chances[entry], self.regrets[entry]
        regrets += worth - (chances * worth).sum(axis=1, keepdims=True)
        positive, negative = (self.iteration**power for power in (_ALPHA, _BETA))
        regrets *= np.where(regrets > 0, positive / (positive + 1), negative / (negative + 1))
        self._chances[entry] = _regret_matching(regrets, self._sensible[entry])
        return chances

    def average(self) -> Strategy:
        """Return the average of what was done; where nothing was, what would be done now."""
        return Strategy(self.rules, tuple(map(_normalized, self.sums, self._chances)))


def _sensible(history: History) -> Floats:
    """Return 1 for each action that can be worth taking, and 0 for the others.

    Folding what can be held never gains: who holds can still fold later for the same stake. An
    equilibrium without such folds is one with them, too.
    """
    holds = Action.HOLD in history.legal_actions
    return np.array(
        [float(not (holds and action is Action.FOLD)) for action in history.legal_actions]
    )


def _regret_matching(regrets: Floats, sensible: Floats) -> Floats:
    """Turn regrets into chances in proportion; where there is no regret, all are equal."""
    equal = np.broadcast_to(sensible / max(sensible.sum(), 1), regrets.shape)
    return _normalized(np.maximum(regrets, 0) * sensible, equal)


def _normalized(weights: Floats, otherwise: Floats) -> Floats:
    """Turn weights into chances; where there is no weight, take others."""
    total = weights.sum(axis=1, keepdims=True)
    parts: Floats = np.divide(weights, total, out=otherwise.copy(), where=total > 0)
    return parts
