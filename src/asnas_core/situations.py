"""Situations as strategies see them: a hand, and what was done so far, looks left out.

Two ways of betting can meet in one node of `betting_graph`, and still tell different things about
the hands. So a strategy is keyed on the whole history. Looks are left out: a look costs nothing and
leads nowhere that cannot be reached without it.
"""

from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Any, cast

import attrs

from asnas_core import (
    Action,
    ArgumentError,
    BettingNode,
    Hand,
    HandError,
    Rank,
    Rules,
    betting_graph,
    rank_hand,
)

__all__ = ["History", "all_hands", "hand_number", "histories", "number_of_histories"]

_HAND_SIZE = 5


@attrs.frozen
class History:
    """What was done so far, looks left out. Sequences are by position, 0 being the dealer's right.

    Attributes:
        actions: The actions so far.
        stakes: What each position has put in.
        live: The positions that have not folded.
        position: Who is to act; None when the betting is over.
        legal_actions: What that position can do, looks left out.
        children: Where each of these actions leads to: a number in the list of histories.
        last: For each position, where its own last action led to, or 0 if it has not acted.
    """

    actions: tuple[Action, ...]
    stakes: tuple[int, ...]
    live: tuple[int, ...]
    position: int | None
    legal_actions: tuple[Action, ...]
    children: tuple[int, ...]
    last: tuple[int, ...]


def histories(rules: Rules) -> tuple[History, ...]:
    """List the histories of a deal, read off `betting_graph`.

    Args:
        rules: The rules. Whether hands are concealed makes no difference.

    Returns:
        All of them, the start first and each one before those that it leads to.

    Raises:
        ArgumentError: These are not rules.

    Example:
        >>> from asnas_core import DEFAULT_RULES
        >>> every = histories(DEFAULT_RULES)
        >>> len(every), sum(history.position is not None for history in every)
        (1811, 788)
        >>> every[every[0].children[1]].actions
        (<Action.RAISE: 'raise'>,)
    """
    _check(rules)
    return _histories(_betting_of(rules))


def all_hands(rules: Rules) -> tuple[Hand, ...]:
    """List all different hands, the order of their cards left out.

    Args:
        rules: The rules, for the copies of each rank that the pack has.

    Returns:
        The hands from the weakest to the strongest, 121 with 20 cards and 126 with 25.

    Raises:
        ArgumentError: These are not rules.

    Example:
        >>> from asnas_core import DEFAULT_RULES, format_hand
        >>> hands = all_hands(DEFAULT_RULES)
        >>> len(hands), format_hand(hands[0]), format_hand(hands[-1])
        (121, 'CZBSA', 'SAAAA')
    """
    _check(rules)
    return _hands(rules.copies)


def hand_number(hand: Hand, rules: Rules) -> int:
    """Return the number of a hand in the list of `all_hands`.

    Args:
        hand: Five cards in any order.
        rules: The rules, for the copies of each rank that the pack has.

    Returns:
        A number from 0 on; the better of two hands has the larger one.

    Raises:
        HandError: There are not five cards, or the pack cannot deal them.
        ArgumentError: This is not a tuple or list of ranks, or these are not rules.

    Example:
        >>> from asnas_core import DEFAULT_RULES, parse_hand
        >>> hand_number(parse_hand("AAAAS"), DEFAULT_RULES)
        120
    """
    _check(rules)
    number = _numbers(rules.copies).get(rank_hand(hand).strength)
    if number is None:
        raise HandError("hand_copies", copies=rules.copies)
    return number


@lru_cache(2)
def _numbers(copies: int) -> dict[int, int]:
    return {rank_hand(hand).strength: number for number, hand in enumerate(_hands(copies))}


def _betting_of(rules: Rules) -> Rules:
    """Return the rules of which only the betting matters, as all others share their histories."""
    return attrs.evolve(rules, deals=1, concealed=False)


def _check(rules: Rules) -> None:
    if type(rules) is not Rules:
        raise ArgumentError.wrong_type("rules", "Rules", rules)


@lru_cache(2)
def _hands(copies: int) -> tuple[Hand, ...]:
    every = combinations_with_replacement(Rank, _HAND_SIZE)
    hands = (cast("Hand", hand) for hand in every)
    dealt = (hand for hand in hands if max(map(hand.count, hand)) <= copies)
    return tuple(sorted(dealt, key=rank_hand))


def number_of_histories(rules: Rules) -> int:
    """Count the histories of a deal without listing them, as there can be billions.

    Args:
        rules: The rules. Whether hands are concealed makes no difference.

    Returns:
        How many `histories` would list.

    Raises:
        ArgumentError: These are not rules.

    Example:
        >>> number_of_histories(Rules()), number_of_histories(Rules(max_stake=8))
        (1811, 176075)
    """
    _check(rules)
    return _number_of_histories(_betting_of(rules))


@lru_cache(16)
def _number_of_histories(rules: Rules) -> int:
    @cache
    def count(node: BettingNode) -> int:  # histories meet in nodes
        return 1 + sum(count(node.child(action)) for action in node.legal_actions)

    return count(betting_graph(rules))


@lru_cache(16)
def _histories(rules: Rules) -> tuple[History, ...]:
    found: list[Any] = []

    def add(node: BettingNode, actions: tuple[Action, ...], last: tuple[int, ...]) -> int:
        number, mover = len(found), node.position
        found.append(None)
        children = []
        for action in node.legal_actions:
            moved = (len(found) if who == mover else own for who, own in enumerate(last))
            children.append(add(node.child(action), (*actions, action), tuple(moved)))
        live = tuple(position for position, out in enumerate(node.folded) if not out)
        found[number] = History(
            actions, node.stakes, live, mover, node.legal_actions, tuple(children), last
        )
        return number

    add(betting_graph(rules), (), (0,) * rules.seats)
    return tuple(found)
