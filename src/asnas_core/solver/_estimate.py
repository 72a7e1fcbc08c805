"""What solving takes, said before it is begun."""

import os
from collections import Counter
from functools import cache

import attrs
import numpy as np

from asnas_core import ArgumentError, Rank, Rules, RulesError
from asnas_core.situations import all_hands, number_of_histories
from asnas_core.solver._walk import CHUNK

_GIB = 2**30

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
    histories, deals = number_of_histories(rules), _number_of_deals(rules.copies, rules.seats)
    hands, number = len(all_hands(rules)), np.dtype(np.float64).itemsize
    # By deal: a share for each number of opponents. By history and hand: for each action, and so
    # for each history, a regret, a sum and a chance, and how each position comes there.
    shares, rows = rules.seats * number, (3 + rules.seats + 1) * number * hands
    memory = deals * (shares + _BYTES_PER_DEAL) + histories * (rows + _BYTES_PER_HISTORY)
    memory += _BYTES_AT_LEAST
    worths = _WORTHS * histories * rules.seats
    blocks = _blocks(rules) * (rules.seats**2 + worths / CHUNK)
    work = worths * deals * _SECONDS_PER_DEAL + blocks * _SECONDS_PER_BLOCK
    work += rules.seats * histories * _SECONDS_PER_HISTORY
    return Estimate(memory, iterations * work)


def check_that_it_fits(rules: Rules, iterations: int) -> None:
    """Refuse to solve what this machine has no memory for.

    Raises:
        RulesError: The rules have too many deals or histories.
        ArgumentError: An argument is of the wrong kind, or iterations is below 1.
    """
    needed = estimate(rules, iterations)
    available = memory_of_machine()
    if needed.memory > available:
        raise RulesError(
            "rules_unsolvable",
            memory=f"{needed.memory / _GIB:,.1f}",
            hours=f"{needed.seconds / 3600:,.1f}",
            available=f"{available / _GIB:,.1f}",
        )


def check_arguments(rules: Rules, iterations: int) -> None:
    """Refuse what is not a request to solve something."""
    if type(rules) is not Rules:
        raise ArgumentError.wrong_type("rules", "Rules", rules)
    if type(iterations) is not int or iterations < 1:
        raise ArgumentError.wrong_type("iterations", "an integer from 1 on", iterations)


def memory_of_machine() -> int:
    """Return the bytes of memory that this machine has; where it does not tell, a guess."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 4 * _GIB


def _blocks(rules: Rules) -> int:
    """Return into how many blocks deals fall: as many as two hands can hold different cards."""
    return 1 if rules.seats == 2 else {4: 381, 5: 651}[rules.copies]  # noqa: PLR2004  # a duel


@cache
def _number_of_deals(copies: int, seats: int) -> int:
    """Count the deals, hand by hand, by the cards that are left."""
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
    return ways.total()
