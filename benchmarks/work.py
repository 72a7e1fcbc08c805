"""What one engine is asked to do: an untimed preparation and a timed run.

All engines draw their choices from prepared lists of integers, so that none of them pays for a
random generator, and all loops have the same shape.
"""

import random
from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import product
from operator import length_hint
from typing import TypeAlias

import attrs

Run: TypeAlias = Callable[[], int]
"""The timed part. Returns how many units of work it did."""

RANK_COUNT = 5
HAND_SIZE = 5
MOST_CHOICES = 30
"""More than any engine needs for one round or deal: RLCard's longest round takes about 20."""


class Contest(StrEnum):
    """What the engines are compared on; the value is the unit that is counted."""

    ROUNDS = "steps"
    """Random betting rounds: ask for the legal actions, take one, until betting is over."""
    RANKING = "hands"
    """The strength of five cards."""
    DEALS = "deals"
    """Shuffle, deal, random play, settlement."""


@attrs.frozen
class Entrant:
    """One engine in one contest.

    Attributes:
        contest: What it takes part in.
        name: What the table calls it.
        size: How many rounds, passes over all hands or deals make up one lap.
        prepare: Takes a size and a seed, does all that is not to be timed, returns the timed part.
    """

    contest: Contest
    name: str
    size: int
    prepare: Callable[[int, int], Run]


@attrs.frozen
class Turn:
    """One turn of a betting round, in letters: F fold, C call or hold, R raise."""

    legal: frozenset[str]
    chosen: str


@attrs.frozen
class Peer:
    """Another engine.

    Attributes:
        distribution: The name it is installed by.
        entrants: What it takes part in.
        trace: Plays one round with a seed and writes it down, if its betting is exactly ours
            without the free fold; the benchmarks check that it is.
    """

    distribution: str
    entrants: tuple[Entrant, ...]
    trace: Callable[[int], list[Turn]] | None = None


class Choices:
    """Integers to draw choices from: ``legal[next(choices) % len(legal)]``.

    Plain numbers of 30 bits, made outside the timed part. The modulo's bias is below one in a
    hundred million.
    """

    def __init__(self, rounds: int, seed: int) -> None:
        draw = random.Random(seed).getrandbits
        self._numbers = [draw(30) for _ in range(rounds * MOST_CHOICES)]
        self._left = iter(self._numbers)

    def __iter__(self) -> Iterator[int]:
        """Give the iterator itself: the timed loops call nothing of ours."""
        return self._left

    @property
    def used(self) -> int:
        """How many were drawn, which is how many steps were taken; costs the loops nothing."""
        return len(self._numbers) - length_hint(self._left)


def all_hands() -> list[tuple[int, ...]]:
    """Return every order of five ranks out of four copies each: 3,120 hands."""
    return [hand for hand in product(range(RANK_COUNT), repeat=HAND_SIZE) if len(set(hand)) > 1]


def poker_cards(hand: tuple[int, ...], suits: str) -> list[str]:
    """Write a hand in cards of poker, Couli as ten and As as ace, each copy in its own suit."""
    return ["TJQKA"[rank] + suits[hand[:place].count(rank)] for place, rank in enumerate(hand)]
