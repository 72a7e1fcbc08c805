"""Every way in which hands can be dealt, as arrays.

A deal here is a hand for each position, a hand being its number among all of them, from the weakest
to the strongest. Cards of one rank are alike, so a deal stands for all the orders it can come in,
and has their probability.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb
from typing import cast

import numpy as np
from numpy.typing import NDArray

from asnas_core import Hand, Rank, Rules, rank_hand

HAND_SIZE = 5
_BLOCK = 4096
"""Deals that are looked at together, to keep memory small."""

Ints = NDArray[np.intp]
Floats = NDArray[np.float64]


@cache
def all_hands(copies: int) -> tuple[Hand, ...]:
    """List the hands of a pack from the weakest to the strongest."""
    every = combinations_with_replacement(Rank, HAND_SIZE)
    hands = [cast("Hand", hand) for hand in every]
    dealt = [hand for hand in hands if max(map(hand.count, hand)) <= copies]
    return tuple(sorted(dealt, key=rank_hand))


class Deals:
    """Some deals: the hands by position, and who wins showdowns among them.

    Part of some deals looks up in the whole what it is asked for, and keeps it.
    """

    def __init__(
        self,
        hands: Callable[[int], Ints],
        share: Callable[[int, tuple[int, ...]], Floats],
    ) -> None:
        self.hands = cache(hands)
        self.share = cache(share)

    def part(self, kept: Ints) -> "Deals":
        """Return the deals with these numbers."""
        return Deals(
            lambda position: self.hands(position)[kept],
            lambda position, live: self.share(position, live)[kept],
        )


def deals_with(hands: Sequence[Ints]) -> Deals:
    """Return deals in which the positions have these hands."""

    def share(position: int, live: tuple[int, ...]) -> Floats:
        shown = [hands[other] for other in live]
        best = np.maximum.reduce(shown)
        winners = np.sum([hand == best for hand in shown], axis=0)
        part: Floats = (hands[position] == best) / winners
        return part

    return Deals(hands.__getitem__, share)


def dealt(rules: Rules) -> tuple[list[Ints], Floats]:
    """Return the hands of each position in all deals, and the probability of each deal."""
    hands = all_hands(rules.copies)
    counts = np.array([[hand.count(rank) for rank in Rank] for hand in hands])
    ways = np.array([[comb(n, k) for k in range(HAND_SIZE + 1)] for n in range(HAND_SIZE + 1)])
    left = np.full((1, len(Rank)), rules.copies)
    weights = np.ones(1)
    found: list[Ints] = []
    for _ in range(rules.seats):
        fits = [
            np.nonzero((left[start : start + _BLOCK, None] >= counts).all(axis=2))
            for start in range(0, len(left), _BLOCK)
        ]
        deal = np.concatenate([rows + _BLOCK * block for block, (rows, _) in enumerate(fits)])
        hand = np.concatenate([columns for _, columns in fits])
        weights = weights[deal] * ways[left[deal], counts[hand]].prod(axis=1)
        left = left[deal] - counts[hand]
        found = [*(column[deal] for column in found), hand]
    return found, weights / weights.sum()
