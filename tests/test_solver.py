"""The solver: exact about any strategy, and near an equilibrium after some iterations."""

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import block_array, coo_array

from asnas_core import (
    DEFAULT_RULES,
    Action,
    ArgumentError,
    HandError,
    Rank,
    Rules,
    RulesError,
    parse_hand,
    rank_hand,
)
from asnas_core.situations import all_hands, histories
from asnas_core.solver import Strategy, best_response_values, estimate, nash_conv, solve, values
from asnas_core.solver._deals import share_of_pot
from asnas_core.solver._strategy import uniform

SMALL = Rules(seats=2, max_stake=2)
TABLES = [
    SMALL,
    Rules(seats=2, opening_stake=2, raise_step=3, max_stake=8, free_fold=False),
    Rules(seats=2, copies=5, max_stake=3),
]


def random_strategy(rules: Rules, seed: int) -> Strategy:
    """Make a strategy with many sure choices, so that most deals cannot happen any more."""
    rng = np.random.default_rng(seed)
    chances = []
    for policy in uniform(rules).chances:
        weights = rng.random(policy.shape) * (rng.random(policy.shape) < 0.6)
        total = weights.sum(axis=1, keepdims=True)
        sure = np.where(total > 0, weights / np.where(total > 0, total, 1), policy)
        chances.append(sure)
    return Strategy(rules, tuple(chances))


def dealt(rules: Rules) -> tuple[list[Any], Any]:
    """Deal every hand to each position in turn: the hands by position, and the probabilities.

    Independent of the solver, which never lists whole deals.
    """
    counts = np.array([[*map(hand.count, Rank)] for hand in all_hands(rules)])
    ways = np.array([[comb(n, k) for k in range(6)] for n in range(6)])
    left = np.full((1, len(Rank)), rules.copies)
    weights = np.ones(1)
    found: list[Any] = []
    for _ in range(rules.seats):
        fits = [
            np.nonzero((left[start : start + 4096, None] >= counts).all(axis=2))
            for start in range(0, len(left), 4096)
        ]
        deal = np.concatenate([rows + 4096 * block for block, (rows, _) in enumerate(fits)])
        hand = np.concatenate([columns for _, columns in fits])
        weights = weights[deal] * ways[left[deal], counts[hand]].prod(axis=1)
        left = left[deal] - counts[hand]
        found = [*(column[deal] for column in found), hand]
    return found, weights / weights.sum()


@pytest.mark.parametrize(
    ("rules", "number"),
    [
        (Rules(seats=2), 9501),
        (Rules(seats=2, copies=5), 13_401),
        (Rules(seats=3), 261_331),
        (DEFAULT_RULES, 261_331),
        (Rules(seats=3, copies=5), 900_451),
    ],
)
def test_the_pot_is_shared_as_in_every_single_deal(rules: Rules, number: int) -> None:
    hands, chances = dealt(rules)
    assert {len(hand) for hand in hands} == {number}
    kinds = len(all_hands(rules))
    rng = np.random.default_rng(3)
    reach = rng.random((rules.seats - 1, kinds, 3)) * (
        rng.random((rules.seats - 1, kinds, 3)) < 0.6
    )
    own = hands[0]
    for live in range(rules.seats):
        best = np.ones(number, dtype=bool)
        winners = np.ones(number)
        for other in hands[1 : 1 + live]:
            best &= other <= own
            winners += other == own
        for situation in range(3):
            weight = chances * best / winners
            for who, hand in enumerate(hands[1:]):
                weight = weight * reach[who, hand, situation]
            expected = np.bincount(own, weight, kinds)
            computed = share_of_pot(rules.copies, live, reach)[:, situation]
            assert np.abs(computed - expected).max() < 1e-14


def test_hands_are_ranked_as_their_numbers() -> None:
    for rules in (DEFAULT_RULES, Rules(seats=2, copies=5)):
        strengths = [rank_hand(hand).strength for hand in all_hands(rules)]
        assert strengths == sorted(set(strengths))


def naive_values(strategy: Strategy) -> list[float]:
    """Play out every deal of a table for two, one by one."""
    rules = strategy.rules
    tree, hands = histories(rules), all_hands(rules)
    columns, chances = dealt(rules)
    ranks = [rank_hand(hand) for hand in hands]
    totals = [0.0, 0.0]

    def play(entry: int, held: tuple[int, int], chance: float) -> None:
        node = tree[entry]
        if node.position is not None:
            policy = strategy.chances[entry][held[node.position]]
            for probability, child in zip(policy, node.children, strict=True):
                if probability:
                    play(child, held, chance * float(probability))
            return
        best = max(ranks[held[position]] for position in node.live)
        winners = [position for position in node.live if ranks[held[position]] == best]
        for position in range(2):
            won = sum(node.stakes) / len(winners) if position in winners else 0
            totals[position] += chance * (won - node.stakes[position])

    for one, other, chance in zip(*columns, chances, strict=True):
        play(0, (int(one), int(other)), float(chance))
    return totals


@pytest.mark.parametrize("rules", [SMALL, pytest.param(TABLES[1], marks=pytest.mark.slow)])
def test_values_are_those_of_playing_out_every_deal(rules: Rules) -> None:
    for strategy in (uniform(rules), random_strategy(rules, 5)):
        assert np.allclose(values(strategy), naive_values(strategy), atol=1e-10)


@pytest.mark.parametrize("rules", [*TABLES, Rules(seats=3, max_stake=2)])
def test_nobody_does_worse_by_a_best_response_and_points_sum_to_0(rules: Rules) -> None:
    for strategy in (uniform(rules), random_strategy(rules, 1), random_strategy(rules, 2)):
        scores = values(strategy)
        assert abs(sum(scores)) < 1e-10
        best = best_response_values(strategy)
        assert all(most >= score - 1e-12 for most, score in zip(best, scores, strict=True))
        assert abs(nash_conv(strategy) - (sum(best) - sum(scores))) < 1e-10


def test_a_best_response_is_the_best_of_many_strategies() -> None:
    against = random_strategy(SMALL, 3)
    best = best_response_values(against)
    tree = histories(SMALL)
    for player, seed in product(range(2), range(30)):
        other = random_strategy(SMALL, 100 + seed)
        mixed = [
            theirs if node.position == player else ours
            for node, ours, theirs in zip(tree, against.chances, other.chances, strict=True)
        ]
        assert values(Strategy(SMALL, tuple(mixed)))[player] <= best[player] + 1e-12


class Sequences:
    """What a position can have done, each with its last action; number 0 is nothing yet."""

    def __init__(self, rules: Rules, position: int) -> None:
        self.number = 1
        self.last = {0: 0}
        self.choices: list[tuple[int, list[int]]] = []
        for entry, node in enumerate(histories(rules)):
            made = [self.last[entry]] * len(node.legal_actions)
            if node.position == position:
                made = list(range(self.number, self.number + len(node.legal_actions)))
                self.number += len(made)
                self.choices.append((self.last[entry], made))
            self.last |= dict(zip(node.children, made, strict=True))

    def flow(self, hands: int) -> tuple[Any, Any]:
        """Give E and e of E x = e, which the chances x of all sequences obey, by hand."""
        entries: list[tuple[int, int, float]] = []
        right: list[float] = []
        for hand in range(hands):
            entries.append((len(right), hand, 1.0))
            right.append(1.0)
            for parent, made in self.choices:
                entries += [(len(right), sequence * hands + hand, 1.0) for sequence in made]
                entries.append((len(right), parent * hands + hand, -1.0))
                right.append(0.0)
        rows, columns, values_ = zip(*entries, strict=True)
        shape = (len(right), self.number * hands)
        return coo_array((values_, (rows, columns)), shape=shape), np.array(right)


def value_by_linear_programming(rules: Rules) -> float:
    """Solve a table for two by the sequence form: what the first position scores at best."""
    hands, (columns, chances) = len(all_hands(rules)), dealt(rules)
    share = np.where(columns[0] > columns[1], 1.0, np.where(columns[0] == columns[1], 0.5, 0.0))
    first, second = Sequences(rules, 0), Sequences(rules, 1)
    rows, cols, worth = [], [], []
    for entry, node in enumerate(histories(rules)):
        if node.position is None:
            won: Any = share if len(node.live) > 1 else float(node.live == (0,))
            rows.append(first.last[entry] * hands + columns[0])
            cols.append(second.last[entry] * hands + columns[1])
            worth.append(chances * (sum(node.stakes) * won - node.stakes[0]))
    places = (np.concatenate(rows), np.concatenate(cols))
    shape = (first.number * hands, second.number * hands)
    payoff = coo_array((np.concatenate(worth), places), shape=shape)
    (ours, ours_right), (theirs, theirs_right) = first.flow(hands), second.flow(hands)
    # Maximize f q, where F' q <= A' x, E x = e and x >= 0.
    size_x, size_q = ours.shape[1], theirs.shape[0]
    done = linprog(
        np.concatenate([np.zeros(size_x), -theirs_right]),
        A_ub=block_array([[-payoff.T, theirs.T]]),
        b_ub=np.zeros(shape[1]),
        A_eq=block_array([[ours, coo_array((ours.shape[0], size_q))]]),
        b_eq=ours_right,
        bounds=[(0, None)] * size_x + [(None, None)] * size_q,
        method="highs",
    )
    assert done.status == 0
    return float(-done.fun)


@pytest.mark.slow
@pytest.mark.parametrize("rules", TABLES)
def test_the_value_is_that_of_linear_programming(rules: Rules) -> None:
    strategy = solve(rules, 2000)
    assert nash_conv(strategy) < 2e-4
    assert abs(values(strategy)[0] - value_by_linear_programming(rules)) < 1e-4


def test_more_iterations_come_nearer() -> None:
    done: list[int] = []
    few = solve(SMALL, 20, progress=done.append)
    assert done == list(range(1, 21))
    many = solve(SMALL, 400)
    assert nash_conv(many) < nash_conv(few) / 3 < nash_conv(uniform(SMALL)) / 3
    assert nash_conv(many) < 0.001


def test_three_seats_come_nearer_too() -> None:
    rules = Rules(seats=3, max_stake=2)
    assert nash_conv(solve(rules, 12)) < nash_conv(uniform(rules)) / 20


def test_the_same_arguments_give_the_same_strategy() -> None:
    one, other = solve(SMALL, 30), solve(SMALL, 30)
    assert all(map(np.array_equal, one.chances, other.chances))
    with ThreadPoolExecutor(3) as executor:
        shared = solve(SMALL, 30, executor=executor)
    assert all(map(np.array_equal, one.chances, shared.chances))
    concealed = solve(Rules(seats=2, max_stake=2, concealed=False, deals=3), 30)
    assert all(map(np.array_equal, one.chances, concealed.chances))


def test_policies_are_chances_of_legal_actions_by_hand() -> None:
    strategy = solve(SMALL, 400)
    for node in histories(SMALL):
        if node.position is not None:
            for text in ("AAAAS", "ASBZC", "CCZZB"):
                policy = strategy.policy(node.actions, parse_hand(text))
                assert tuple(policy) == node.legal_actions
                assert abs(sum(policy.values()) - 1) < 1e-12
                assert policy == strategy.policy(node.actions, parse_hand(text[::-1]))
    best = strategy.policy([Action.RAISE], parse_hand("AAAAS"))
    assert best[Action.FOLD] < 1e-6
    assert strategy.policy([], parse_hand("AAAAS"))[Action.RAISE] > 0.9


@pytest.mark.parametrize(
    "history",
    [["fold"], ["hold"], [Action.LOOK], ["call", "hold"], ["call", "hold", "call"], [Action.HOLD]],
)
def test_a_history_that_cannot_be_is_refused(history: list[Any]) -> None:
    with pytest.raises(ArgumentError, match="history must be legal actions, without looks"):
        uniform(SMALL).policy(history, parse_hand("AASBC"))


def test_a_hand_that_is_none_is_refused() -> None:
    with pytest.raises(HandError):
        uniform(SMALL).policy([], parse_hand("AASBC")[:3])  # type: ignore[arg-type]
    with pytest.raises(HandError, match="not one that this pack can deal"):
        uniform(SMALL).policy([], parse_hand("AAAAA"))


def test_rules_that_take_too_much_are_refused_before_anything_is_begun() -> None:
    with pytest.raises(RulesError, match=r"would take .* MiB of memory and about") as caught:
        solve(Rules(max_stake=12), 1000)
    assert set(caught.value.params) == {"memory", "hours", "available"}


def test_what_fits_depends_on_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sysconf", lambda _: 2**12)  # 16 MiB
    with pytest.raises(RulesError, match=r"but this machine has 16 MiB"):
        solve(SMALL, 1)

    def unknown(_: str) -> int:
        raise OSError

    monkeypatch.setattr(os, "sysconf", unknown)
    solve(SMALL, 1)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux to tell")
@pytest.mark.parametrize(
    ("seats", "copies", "most"),
    [
        (2, 4, 4),
        pytest.param(4, 4, 4, marks=pytest.mark.slow),
        pytest.param(3, 5, 2, marks=pytest.mark.slow),
    ],
)
def test_an_estimate_of_memory_is_near_what_it_takes(seats: int, copies: int, most: int) -> None:
    program = (
        "from asnas_core import Rules; from asnas_core.solver import estimate, solve\n"
        f"rules = Rules(seats={seats}, copies={copies}, max_stake={most}); solve(rules, 1)\n"
        "status = dict(line.split(':', 1) for line in open('/proc/self/status'))\n"
        "print(estimate(rules, 1).memory / 1024 / int(status['VmHWM'].split()[0]))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert 0.5 < float(done.stdout) < 2


@pytest.mark.parametrize(
    "call",
    [
        lambda: solve(None, 1),  # type: ignore[arg-type]
        lambda: solve(SMALL, 0),
        lambda: solve(SMALL, -1),
        lambda: solve(SMALL, iterations=True),
        lambda: solve(SMALL, 1.5),  # type: ignore[arg-type]
        lambda: estimate(SMALL, 0),
        lambda: solve(SMALL, 1, executor=1),  # type: ignore[arg-type]
        lambda: solve(SMALL, 1, progress=1),  # type: ignore[arg-type]
        lambda: values(Strategy(SMALL, ())),
        lambda: nash_conv(Strategy(SMALL, uniform(TABLES[1]).chances)),
        lambda: estimate(None, 5),  # type: ignore[arg-type]
        lambda: values(None),  # type: ignore[arg-type]
        lambda: best_response_values(SMALL),  # type: ignore[arg-type]
        lambda: nash_conv("strategy"),  # type: ignore[arg-type]
        lambda: uniform(SMALL).policy(None, parse_hand("AASBC")),  # type: ignore[arg-type]
        lambda: uniform(SMALL).policy("raise", parse_hand("AASBC")),  # type: ignore[arg-type]
    ],
)
def test_wrong_arguments_are_refused(call: Callable[[], object]) -> None:
    with pytest.raises(ArgumentError):
        call()
