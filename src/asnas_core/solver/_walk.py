"""One walk through the tree for one player: what each of its actions is worth to it.

All deals are worked on at once. Going down, each deal carries the chance that the cards fall so and
that the others play so; going up, it carries the player's score times that chance.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from asnas_core import Rules
from asnas_core.solver._deals import Deals, Floats, all_hands, deals_with, dealt
from asnas_core.solver._tree import Decision, Result, Tree

Policies: TypeAlias = Sequence[Floats]
"""For each entry of the tree: the chance of each action, by hand; no actions where it is over."""

Choice: TypeAlias = Callable[[int, Floats], Floats]
"""Given a decision and the worth of its actions by hand, returns the chance of each action."""

_DENSE = 0.7
"""Below this part of deals that can still happen, the others are dropped."""


@lru_cache(8)
def deals_of(rules: Rules, player: int) -> tuple[Deals, Floats]:
    """Return all deals in the order of a player's hand, and their probabilities."""
    hands, chances = dealt(rules)
    order = np.argsort(hands[player], kind="stable")
    return deals_with([hand[order] for hand in hands]), chances[order]


def walk(rules: Rules, tree: Tree, player: int, policies: Policies, choose: Choice) -> float:
    """Walk through the whole tree and return the player's score of a deal on average."""
    number_of_hands = len(all_hands(rules.copies))

    def worth(entry: int, deals: Deals, reach: Floats) -> Floats:
        node = tree[entry]
        if isinstance(node, Result):
            return reach * _score(node, deals, player)
        act = own_actions if node.position == player else actions_of_another
        return act(entry, node, deals, reach)

    def own_actions(entry: int, node: Decision, deals: Deals, reach: Floats) -> Floats:
        worths = [worth(child, deals, reach) for child in node.children]
        own = deals.hands(player)
        by_hand = [np.bincount(own, worth_of, number_of_hands) for worth_of in worths]
        chances = choose(entry, np.stack(by_hand, axis=1).astype(np.float64))
        total = np.zeros(len(reach))
        for action, worth_of in enumerate(worths):
            total += chances[own, action] * worth_of
        return total

    def actions_of_another(entry: int, node: Decision, deals: Deals, reach: Floats) -> Floats:
        hands = deals.hands(node.position)
        total = np.zeros(len(reach))
        for action, child in enumerate(node.children):
            reached = reach * policies[entry][hands, action]
            kept = np.flatnonzero(reached)
            if len(kept) > _DENSE * len(reached):
                total += worth(child, deals, reached)
            elif len(kept):
                total[kept] += worth(child, deals.part(kept), reached[kept])
        return total

    deals, chances = deals_of(rules, player)
    return float(worth(0, deals, chances).sum())


def _score(result: Result, deals: Deals, player: int) -> Floats | float:
    """Return a player's score in each deal, or the one score that it has in all of them."""
    stake, pot = result.stakes[player], sum(result.stakes)
    if player not in result.live:
        return -float(stake)
    if len(result.live) == 1:
        return float(pot - stake)
    score: Floats = pot * deals.share(player, result.live) - stake
    return score
