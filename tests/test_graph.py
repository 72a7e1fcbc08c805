"""The betting graph: how large it is, what holds at every node, and that no node is special."""

import gc
import pickle
import sys
import tracemalloc
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from copy import copy, deepcopy
from fractions import Fraction
from itertools import pairwise
from threading import Barrier, Thread
from typing import NamedTuple

import pytest

from asnas_core import (
    DEFAULT_RULES,
    Action,
    ArgumentError,
    BettingNode,
    DealOverError,
    Ending,
    IllegalActionError,
    Rules,
    apply_action,
    betting_graph,
    deal,
    legal_actions,
    settle,
    shuffled_pack,
)
from asnas_core import _betting
from playing import ALL_TIE, pack_of, played

RULE_SETS = {
    "default": DEFAULT_RULES,
    "no free fold": Rules(free_fold=False),
    "without looks": Rules(concealed=False),
    "without looks and free folds": Rules(concealed=False, free_fold=False),
    "two seats": Rules(seats=2),
    "three seats, other stakes": Rules(seats=3, opening_stake=5, raise_step=3, max_stake=14),
    "two seats, sixteen raises": Rules(seats=2, max_stake=17),
    "no raise": Rules(max_stake=1),
    "five seats, one raise": Rules(seats=5, copies=5, max_stake=2),
    "five seats without looks": Rules(seats=5, copies=5, concealed=False),
}
every_rule_set = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)


@pytest.fixture
def fresh_graphs() -> Iterator[None]:
    """Start without any graph, and leave none."""
    _betting._root.cache_clear()
    yield
    _betting._root.cache_clear()


def nodes(root: BettingNode) -> list[BettingNode]:
    """Return every node once, the root first."""
    found = {root: None}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        for action in node.legal_actions:
            child = node.child(action)
            if child not in found:
                found[child] = None
                waiting.append(child)
    return list(found)


class Histories(NamedTuple):
    """How many histories begin at a node, counted by their ends."""

    decisions: int
    endings: Counter[tuple[int, int, int]]
    """How many there are of each: actions left, live seats, pot."""

    def longest(self) -> int:
        return max(length for length, _, _ in self.endings)

    def shortest(self) -> int:
        return min(length for length, _, _ in self.endings)

    def by_live_seats(self) -> Counter[int]:
        counts: Counter[int] = Counter()
        for (_, live, _), number in self.endings.items():
            counts[live] += number
        return counts

    def pots(self) -> set[int]:
        return {pot for _, _, pot in self.endings}


def histories(root: BettingNode) -> Histories:
    """Count histories, each node once: those of a node are those of its children."""
    done: dict[BettingNode, Histories] = {}

    def counted(node: BettingNode) -> Histories:
        if node in done:
            return done[node]
        endings: Counter[tuple[int, int, int]] = Counter()
        decisions = 0
        if node.position is None:
            endings[0, node.folded.count(False), sum(node.stakes)] = 1
        else:
            decisions = 1
            for action in node.legal_actions:
                following = counted(node.child(action))
                decisions += following.decisions
                for (length, live, pot), number in following.endings.items():
                    endings[length + 1, live, pot] += number
        done[node] = Histories(decisions, endings)
        return done[node]

    return counted(root)


def without_looks(root: BettingNode) -> Iterator[tuple[BettingNode, tuple[Action, ...]]]:
    """Yield every history without a look: the node it leads to and its actions."""
    waiting: list[tuple[BettingNode, tuple[Action, ...]]] = [(root, ())]
    while waiting:
        node, actions = waiting.pop()
        yield node, actions
        waiting += [
            (node.child(action), (*actions, action))
            for action in node.legal_actions
            if action is not Action.LOOK
        ]


# How large it is


@pytest.mark.parametrize(
    ("rules", "decisions", "endings"),
    [
        (DEFAULT_RULES, 7_062, 5_928),
        (Rules(concealed=False), 449, 371),
    ],
)
def test_numbers_of_nodes(rules: Rules, decisions: int, endings: int) -> None:
    found = nodes(betting_graph(rules))
    assert len(found) == decisions + endings
    assert sum(node.position is None for node in found) == endings


def test_there_are_12990_nodes_and_12878_without_free_folds() -> None:
    assert len(nodes(betting_graph())) == 12_990
    assert len(nodes(betting_graph(Rules(free_fold=False)))) == 12_878


def test_numbers_of_histories_with_looks() -> None:
    counted = histories(betting_graph())
    assert counted.decisions == 68_276
    assert counted.endings.total() == 97_780
    assert counted.longest() == 17


@pytest.mark.parametrize(
    ("free_fold", "by_live_seats"),
    [(True, {1: 238, 2: 458, 3: 274, 4: 53}), (False, {1: 235, 2: 457, 3: 271, 4: 53})],
)
def test_numbers_of_histories_without_looks(
    *, free_fold: bool, by_live_seats: dict[int, int]
) -> None:
    counted = histories(betting_graph(Rules(concealed=False, free_fold=free_fold)))
    assert counted.decisions == 788
    assert counted.by_live_seats() == by_live_seats
    assert counted.endings.total() == {True: 1_023, False: 1_016}[free_fold]
    assert counted.endings.total() - by_live_seats[1] == {True: 785, False: 781}[free_fold]
    assert (counted.shortest(), counted.longest()) == (3, 13)
    assert counted.pots() == set(range(1, 17))
