"""What solving takes, said before it is begun."""

import os
from collections import Counter
from functools import cache

import attrs
import numpy as np

from asnas_core import ArgumentError, Rank, Rules, RulesError
from asnas_core.situations import all_hands, number_of_histories
from asnas_core.solver._walk import CHUNK

_MIB = 2**20

# Measured on ordinary machines; all of it depends on the machine.
_SECONDS_PER_DEAL = 3e-10
_SECONDS_PER_HISTORY = 40e-6
_SECONDS_PER_BLOCK = 15e-6
_BYTES_PER_DEAL = 16
_BYTES_PER_HISTORY = 12_000
_BYTES_AT_LEAST = 2**25
_WORTHS = 0.41
"""The part of histories in which a position either decides or is left at the end."""


@attrs.frozen
class Estimate:
    """What solving takes, roughly.

    Attributes:
        memory: In bytes.
        seconds: On one core.
    """

    memory: int
    seconds: float


def estimate(rules: Rules, iterations: int) -> Estimate:
    """Tell what it takes to solve a game.

    Args:
        rules: Its rules.
        iterations: How many iterations.

    Returns:
        The memory and the time; the time can be wrong by a factor of three.

    Raises:
        ArgumentError: An argument is of the wrong kind, or iterations is below 1.

    Example:
        >>> estimate(Rules(seats=2), 1000).seconds < 300
        True
    """
    check_arguments(rules, iterations)
    histories = number_of_histories(rules)
    deals = _deals_by_cards_left(rules.copies, rules.seats).total()
    hands, number = len(all_hands(rules)), np.dtype(np.float64).itemsize
    # By deal: a share for each number of opponents. By history and hand: for each action, and so
    # for each history, a regret, a sum and a chance, and how each position comes there.
    shares, rows = rules.seats * number, (3 + rules.seats + 1) * number * hands
    memory = deals * (shares + _BYTES_PER_DEAL) + histories * (rows + _BYTES_PER_HISTORY)
    memory += _BYTES_AT_LEAST
    worths = _WORTHS * histories * rules.seats
    # A table for two is one block; else there is one for all cards that two hands can leave.
    blocks = 1 if rules.seats == 2 else len(_deals_by_cards_left(rules.copies, 2))  # noqa: PLR2004
    steps = blocks * (rules.seats**2 + worths / CHUNK)
    work = worths * deals * _SECONDS_PER_DEAL + steps * _SECONDS_PER_BLOCK
    work += rules.seats * histories * _SECONDS_PER_HISTORY
    return Estimate(memory, iterations * work)


def check_that_it_fits(rules: Rules, iterations: int) -> Estimate:
    """Refuse to solve what this machine has no memory for; tell what the rest takes.

    Raises:
        RulesError: The rules have too many deals or histories.
        ArgumentError: An argument is of the wrong kind, or iterations is below 1.
    """
    needed = estimate(rules, iterations)
    available = memory_of_machine()
    if needed.memory > available:
        raise RulesError(
            "rules_unsolvable",
            memory=needed.memory // _MIB,
            hours=round(needed.seconds / 3600),
            available=available // _MIB,
        )
    return needed


def check_arguments(rules: Rules, iterations: int) -> None:
    """Refuse what is not a request to solve something."""
    if type(rules) is not Rules:
        raise ArgumentError.wrong_type("rules", "Rules", rules)
    if type(iterations) is not int:
        raise ArgumentError.wrong_type("iterations", "an integer", iterations)
    if iterations < 1:
        raise ArgumentError("too_small", argument="iterations", minimum=1, value=iterations)


def memory_of_machine() -> int:
    """Return the bytes of memory that this machine has; where it does not tell, a guess."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 4096 * _MIB


@cache
def _deals_by_cards_left(copies: int, seats: int) -> Counter[tuple[int, ...]]:
    """Count the deals to some seats, hand by hand, by the cards that are left."""
    hands = [tuple(map(hand.count, Rank)) for hand in all_hands(Rules(seats=2, copies=copies))]
    ways = Counter({(copies,) * len(Rank): 1})
    for _ in range(seats):
        after: Counter[tuple[int, ...]] = Counter()
        for left, number in ways.items():
            for hand in hands:
                rest = tuple(map(int.__sub__, left, hand))
                if min(rest) >= 0:
                    after[rest] += number
        ways = after
    return ways
