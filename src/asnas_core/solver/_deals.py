"""What a seat gets of the pot on average, over every way in which hands can be dealt.

A hand here is its number among all of them, from the weakest to the strongest. Cards of one rank
are alike, so hands stand for all the orders that they can come in, and have their probability.

How it is computed
    All opponents' hands are independent but for one thing: together with one's own they cannot
    hold more cards of a rank than there are. So one's own hand and one opponent's are taken
    together, and the hands of the other opponents; the two sides fit if their cards do, which only
    depends on what each side holds in all. With four hands out of 20 cards, one side holds just
    what the other does not, and the deals fall into few blocks: each is a product of matrices.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, reduce
from itertools import pairwise, repeat
from math import factorial
from typing import TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from asnas_core import Rank, Rules
from asnas_core.situations import all_hands

_AT_ONCE = 4096
"""Rows that are worked on together, to keep memory small."""

Ints: TypeAlias = NDArray[np.intp]
Floats: TypeAlias = NDArray[np.float64]


@attrs.frozen(eq=False)
class Block:
    """Deals in which one's own hand and the first opponent's hold the same cards in all.

    Attributes:
        own: One's own hands, each once.
        first: The first opponent's hand that goes with each. At a table for two it is None, and the
            opponent is among the others.
        others: The hands of the other opponents, an array each.
        shares: The probability of each deal, by own hand and others, times one's part of the pot:
            with no opponent left, with the first one left, with the first two, and so on.
    """

    own: Ints
    first: Ints | None
    others: tuple[Ints, ...]
    shares: tuple[Floats, ...]


def share_of_pot(copies: int, live: int, reach: Floats) -> Floats:
    """Tell what a seat gets of the pot on average, with each hand.

    Args:
        copies: How often the pack has each rank.
        live: How many opponents are left: the first so many.
        reach: How likely each opponent comes here, by opponent, hand and situation.

    Returns:
        By hand and situation, the chance that the cards fall so and the opponents come here, times
        the part of the pot that the seat gets.
    """
    parts = np.zeros(reach.shape[1:])
    for block in all_deals(copies, 1 + len(reach)):
        others = reach[-len(block.others) :]
        shares = block.shares[live] @ _product(others, block.others)
        if block.first is not None:
            shares *= reach[0, block.first]
        parts[block.own] += shares
    return parts


@lru_cache(4)
def all_deals(copies: int, seats: int) -> tuple[Block, ...]:
    """Lay out all deals of a table."""
    if seats == 2:  # noqa: PLR2004  # one and an opponent
        return (_two_hands(copies),)
    pairs, cards = _together(copies, 2)
    others, other_cards = _together(copies, seats - 2)
    one_over, weights = _weights(copies)
    total, blocks = 0.0, []
    _, starts = np.unique(cards, axis=0, return_index=True)
    for start, stop in pairwise([*map(int, starts), len(cards)]):
        undealt = copies - cards[start] - other_cards
        fit = np.flatnonzero((undealt >= 0).all(axis=1))
        own, first = (hands[start:stop] for hands in pairs)
        rest = tuple(hands[fit] for hands in others)
        ways = one_over[undealt[fit]].prod(axis=1) * _product(repeat(weights, len(rest)), rest)
        weight = np.multiply.outer(weights[own] * weights[first], ways)
        total += float(weight.sum())
        blocks.append((own, first, rest, weight))
    return tuple(
        Block(own, first, rest, _shares(weight / total, own, (first[:, None], *rest)))
        for own, first, rest, weight in blocks
    )


def _two_hands(copies: int) -> Block:
    """Lay out the deals of a table for two: a single block, in which some deals are impossible."""
    counts, (one_over, weights) = _counts(copies), _weights(copies)
    undealt = copies - counts[:, None] - counts
    ways = np.where(undealt < 0, 0, one_over[np.maximum(undealt, 0)]).prod(axis=2)
    weight = np.multiply.outer(weights, weights) * ways
    hands = np.arange(len(counts))
    return Block(hands, None, (hands,), _shares(weight / weight.sum(), hands, (hands,)))


def _weights(copies: int) -> tuple[Floats, Floats]:
    """Return one over the factorial of each number of cards, and their product for each hand.

    The ways to deal some hands are as the products for all of them, and for what is left.
    """
    one_over = np.array([1 / factorial(count) for count in range(copies + 1)])
    return one_over, one_over[_counts(copies)].prod(axis=1)


@cache
def _counts(copies: int) -> Ints:
    """Count the cards of each rank in each hand."""
    hands = all_hands(Rules(seats=2, copies=copies))
    return np.array([[hand.count(rank) for rank in Rank] for hand in hands])


def _together(copies: int, number: int) -> tuple[tuple[Ints, ...], Ints]:
    """List all ways to deal some hands, and the cards they hold; sorted by these."""
    counts = _counts(copies)
    hands: tuple[Ints, ...] = ()
    cards = np.zeros((1, len(Rank)), dtype=np.intp)
    for _ in range(number):
        fits = [
            np.nonzero((cards[start : start + _AT_ONCE, None] + counts <= copies).all(axis=2))
            for start in range(0, len(cards), _AT_ONCE)
        ]
        before = np.concatenate([rows + _AT_ONCE * part for part, (rows, _) in enumerate(fits)])
        added = np.concatenate([columns for _, columns in fits])
        hands = (*(column[before] for column in hands), added)
        cards = cards[before] + counts[added]
    order = np.lexsort(cards.T[::-1])
    return tuple(column[order] for column in hands), cards[order]


def _product(chances: Iterable[Floats], hands: Iterable[Ints]) -> Floats:
    """Multiply what belongs to hands that are dealt together."""
    each = (of[held] for of, held in zip(chances, hands, strict=True))
    return reduce(np.multiply, each)


def _shares(weight: Floats, own: Ints, opponents: Sequence[Ints]) -> tuple[Floats, ...]:
    """Multiply weights by the part of the pot that one gets, for each number of opponents."""
    shares, best, winners = [weight], weight, np.ones(weight.shape)
    for hands in opponents:
        best = best * (hands <= own[:, None])
        winners = winners + (hands == own[:, None])
        shares.append(best / winners)
    return tuple(shares)
