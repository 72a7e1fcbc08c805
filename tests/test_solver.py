"""The solver: exact about any strategy, and near an equilibrium after some iterations."""

from collections.abc import Callable
from itertools import product
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
    betting_graph,
    parse_hand,
    rank_hand,
)
from asnas_core.solver import Strategy, best_response_values, nash_conv, solve, values
from asnas_core.solver._deals import all_hands, deals_with, dealt
from asnas_core.solver._strategy import uniform
from asnas_core.solver._tree import Decision, Result, betting_tree

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


def test_the_tree_has_the_known_histories() -> None:
    tree = betting_tree(DEFAULT_RULES)
    results = [node for node in tree if isinstance(node, Result)]
    assert len(tree) - len(results) == 788
    assert len(results) == 1023
    assert sum(len(result.live) == 1 for result in results) == 238
    strict = betting_tree(Rules(free_fold=False))
    assert sum(isinstance(node, Result) for node in strict) == 1016


@pytest.mark.parametrize("rules", [*TABLES, Rules(seats=3, max_stake=2)])
def test_the_tree_is_the_graph_without_looks(rules: Rules) -> None:
    tree = betting_tree(rules)
    for node in tree:
        if isinstance(node, Decision):
            at = betting_graph(rules)
            for action in node.history:
                at = at.child(action)
            assert at.position == node.position
            assert node.actions == tuple(a for a in at.legal_actions if a is not Action.LOOK)
            for action, child in zip(node.actions, node.children, strict=True):
                following, entry = at.child(action), tree[child]
                if isinstance(entry, Result):
                    assert following.position is None
                    assert entry.stakes == following.stakes
                else:
                    assert entry.history == (*node.history, action)


@pytest.mark.parametrize(
    ("rules", "number"),
    [(Rules(seats=2), 9501), (Rules(seats=2, copies=5), 13_401), (DEFAULT_RULES, 261_331)],
)
def test_all_deals_are_there_with_their_probabilities(rules: Rules, number: int) -> None:
    hands, chances = dealt(rules)
    assert {len(hand) for hand in hands} == {len(chances)} == {number}
    assert abs(chances.sum() - 1) < 1e-12
    if rules.seats == 2:
        counts = [[*map(hand.count, Rank)] for hand in all_hands(rules.copies)]
        pairs = (
            [*map(sum, zip(one, other, strict=True))] for one, other in product(counts, counts)
        )
        assert number == sum(max(pair) <= rules.copies for pair in pairs)
    # Each position is dealt each hand as often as the others are.
    for hand in hands[1:]:
        one = np.bincount(hands[0], chances)
        assert np.allclose(one, np.bincount(hand, chances), rtol=1e-9)


def test_pots_are_shared_as_hands_compare() -> None:
    hands, _ = dealt(DEFAULT_RULES)
    every = deals_with(hands)
    ranks = all_hands(4)
    assert [rank_hand(hand) for hand in ranks] == sorted(map(rank_hand, ranks))
    rng = np.random.default_rng(1)
    for live in ((0, 1), (1, 3), (0, 2, 3), (0, 1, 2, 3)):
        shares = [every.share(position, live) for position in live]
        assert np.allclose(np.sum(shares, axis=0), 1)
        for deal in rng.choice(len(hands[0]), 50):
            shown = [rank_hand(ranks[hands[position][deal]]) for position in live]
            winners = [rank == max(shown) for rank in shown]
            expected = [won / sum(winners) for won in winners]
            assert np.allclose([share[deal] for share in shares], expected)


def naive_values(strategy: Strategy) -> list[float]:
    """Play out every deal of a table for two, one by one."""
    rules = strategy.rules
    tree, hands = betting_tree(rules), all_hands(rules.copies)
    columns, chances = dealt(rules)
    ranks = [rank_hand(hand) for hand in hands]
    totals = [0.0, 0.0]

    def play(entry: int, held: tuple[int, int], chance: float) -> None:
        node = tree[entry]
        if isinstance(node, Decision):
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


@pytest.mark.parametrize("rules", TABLES[:2])
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
    tree = betting_tree(SMALL)
    for player, seed in product(range(2), range(30)):
        other = random_strategy(SMALL, 100 + seed)
        mixed = [
            theirs if isinstance(node, Decision) and node.position == player else ours
            for node, ours, theirs in zip(tree, against.chances, other.chances, strict=True)
        ]
        assert values(Strategy(SMALL, tuple(mixed)))[player] <= best[player] + 1e-12


class Sequences:
    """What a position can have done, each with its last action; number 0 is nothing yet."""

    def __init__(self, rules: Rules, position: int) -> None:
        self.number = 1
        self.last = {0: 0}
        self.choices: list[tuple[int, list[int]]] = []
        for entry, node in enumerate(betting_tree(rules)):
            if isinstance(node, Decision):
                made = [self.last[entry]] * len(node.actions)
                if node.position == position:
                    made = list(range(self.number, self.number + len(node.actions)))
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
    hands, (columns, chances) = len(all_hands(rules.copies)), dealt(rules)
    shares = deals_with(columns)
    first, second = Sequences(rules, 0), Sequences(rules, 1)
    rows, cols, worth = [], [], []
    for entry, node in enumerate(betting_tree(rules)):
        if isinstance(node, Result):
            both = len(node.live) > 1
            share: Any = shares.share(0, node.live) if both else float(node.live == (0,))
            rows.append(first.last[entry] * hands + columns[0])
            cols.append(second.last[entry] * hands + columns[1])
            worth.append(chances * (sum(node.stakes) * share - node.stakes[0]))
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
    assert nash_conv(solve(rules, 25)) < nash_conv(uniform(rules)) / 10


def test_the_same_arguments_give_the_same_strategy() -> None:
    one, other = solve(SMALL, 30), solve(SMALL, 30)
    assert all(map(np.array_equal, one.chances, other.chances))
    concealed = solve(Rules(seats=2, max_stake=2, concealed=False, deals=3), 30)
    assert all(map(np.array_equal, one.chances, concealed.chances))


def test_policies_are_chances_of_legal_actions_by_hand() -> None:
    strategy = solve(SMALL, 400)
    for node in betting_tree(SMALL):
        if isinstance(node, Decision):
            for text in ("AAAAS", "ASBZC", "CCZZB"):
                policy = strategy.policy(node.history, parse_hand(text))
                assert tuple(policy) == node.actions
                assert abs(sum(policy.values()) - 1) < 1e-12
                assert policy == strategy.policy(node.history, parse_hand(text[::-1]))
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


@pytest.mark.parametrize(
    "rules",
    [
        Rules(seats=3, copies=5),
        Rules(seats=5, copies=5),
        Rules(seats=2, max_stake=7),
        Rules(seats=4, raise_step=2, max_stake=13),
    ],
)
def test_rules_that_take_too_much_are_refused(rules: Rules) -> None:
    with pytest.raises(RulesError, match="the solver takes 2 to 4 seats with 20 cards") as caught:
        solve(rules, 1)
    assert caught.value.params == {"most": 5}


@pytest.mark.parametrize(
    "call",
    [
        lambda: solve(None, 1),  # type: ignore[arg-type]
        lambda: solve(SMALL, 0),
        lambda: solve(SMALL, -1),
        lambda: solve(SMALL, iterations=True),
        lambda: solve(SMALL, 1.5),  # type: ignore[arg-type]
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
