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
from random import Random
from threading import Barrier, Thread
from typing import Any, NamedTuple

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
    _betting,
    apply_action,
    betting_graph,
    deal,
    legal_actions,
    settle,
    shuffled_pack,
)
from playing import ALL_TIE, cards, every_node, pack_text, played

RULE_SETS = {
    "default": DEFAULT_RULES,
    "no free fold": Rules(free_fold=False),
    "without looks": Rules(concealed=False),
    "without looks and free folds": Rules(concealed=False, free_fold=False),
    "two seats": Rules(seats=2),
    "three seats, other stakes": Rules(seats=3, opening_stake=5, raise_step=3, max_stake=14),
    "two seats, sixteen raises": Rules(seats=2, max_stake=17),
    "no raise": Rules(max_stake=1),
    "five seats, no raise": Rules(seats=5, copies=5, max_stake=1),
    "five seats, two raises, without looks": Rules(seats=5, copies=5, max_stake=3, concealed=False),
}
every_rule_set = pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, id=name, marks=[pytest.mark.slow] if "fold" in name else [])
        for name, rules in RULE_SETS.items()
    ],
)


@pytest.fixture
def fresh_graphs() -> Iterator[None]:
    """Start without any graph, and leave none."""
    _betting._root.cache_clear()
    yield
    _betting._root.cache_clear()


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
    found = every_node(betting_graph(rules))
    assert len(found) == decisions + endings
    assert sum(node.position is None for node in found) == endings


def test_there_are_12990_nodes_and_12878_without_free_folds() -> None:
    assert len(every_node(betting_graph())) == 12_990
    assert len(every_node(betting_graph(Rules(free_fold=False)))) == 12_878


def test_numbers_of_histories_with_looks() -> None:
    counted = histories(betting_graph())
    assert counted.decisions == 68_276
    assert counted.endings.total() == 97_780
    assert counted.longest() == 17


@pytest.mark.parametrize(
    ("free_fold", "by_live_seats"),
    [(True, {1: 238, 2: 458, 3: 274, 4: 53}), (False, {1: 235, 2: 455, 3: 273, 4: 53})],
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


def test_only_the_dealer_is_ever_on_turn_while_matched_and_only_on_its_first_turn() -> None:
    found = [
        (node, actions)
        for node, actions in without_looks(betting_graph())
        if node.position is not None and node.stakes[node.position] == max(node.stakes)
    ]
    assert len(found) == 7
    for node, actions in found:
        assert node.position == 3
        assert max(node.stakes) == DEFAULT_RULES.opening_stake
        assert len(actions) == 3  # one each of the others
        assert set(actions) <= {Action.CALL, Action.FOLD}


# What holds at every node


@every_rule_set
def test_check_8_over_means_nobody_on_turn_means_no_legal_action(rules: Rules) -> None:
    for node in every_node(betting_graph(rules)):
        live = [place for place in range(rules.seats) if not node.folded[place]]
        matched = all(node.stakes[place] == max(node.stakes) for place in live)
        if node.position is None:
            assert node.legal_actions == ()
            assert len(live) == 1 or matched
            for action in Action:
                with pytest.raises(DealOverError):
                    node.child(action)
        else:
            assert node.legal_actions != ()
            assert node.position in live
            assert len(live) > 1


@every_rule_set
def test_legal_actions_come_in_a_fixed_order_and_follow_the_rules(rules: Rules) -> None:
    for node in every_node(betting_graph(rules)):
        if node.position is None:
            continue
        matched = node.stakes[node.position] == max(node.stakes)
        expected = [
            (Action.LOOK, not node.looked[node.position]),
            (Action.CALL, not matched),
            (Action.HOLD, matched),
            (Action.RAISE, max(node.stakes) + rules.raise_step <= rules.max_stake),
            (Action.FOLD, rules.free_fold or not matched),
        ]
        assert node.legal_actions == tuple(action for action, legal in expected if legal)


@every_rule_set
def test_check_30_every_other_action_is_refused_and_says_what_is_legal(rules: Rules) -> None:
    for node in every_node(betting_graph(rules))[::3]:
        for action in set(Action) - set(node.legal_actions):
            with pytest.raises(IllegalActionError) as caught:
                node.child(action)
            assert caught.value.action is action
            assert caught.value.seat == node.position
            assert caught.value.legal == node.legal_actions


@every_rule_set
def test_check_10_only_the_actor_changes_and_its_stake_never_shrinks(rules: Rules) -> None:
    for node in every_node(betting_graph(rules)):
        actor, highest = node.position, max(node.stakes)
        for action in node.legal_actions:
            child = node.child(action)
            assert child.rules == rules
            assert {type(stake) for stake in child.stakes} == {int}
            after = {
                Action.CALL: highest,
                Action.RAISE: highest + rules.raise_step,
            }
            for place in range(rules.seats):
                acts = place == actor
                staked = after.get(action, node.stakes[place]) if acts else node.stakes[place]
                folds = acts and action is Action.FOLD
                looks = acts and action is Action.LOOK
                assert child.stakes[place] == staked >= node.stakes[place]
                assert child.folded[place] is (folds or node.folded[place])
                assert child.looked[place] is (looks or node.looked[place])
            assert (child.position == actor) is (action is Action.LOOK)  # R22


@every_rule_set
def test_looks_change_nothing_but_the_looks(rules: Rules) -> None:
    """Forget the looks of every node, and the graph without looks is left."""
    open_rules = Rules(
        seats=rules.seats,
        copies=rules.copies,
        opening_stake=rules.opening_stake,
        raise_step=rules.raise_step,
        max_stake=rules.max_stake,
        free_fold=rules.free_fold,
        concealed=False,
    )

    def table(node: BettingNode) -> tuple[object, ...]:
        legal = tuple(action for action in node.legal_actions if action is not Action.LOOK)
        return node.stakes, node.folded, node.position, legal

    assert set(map(table, every_node(betting_graph(rules)))) == set(
        map(table, every_node(betting_graph(open_rules)))
    )
    assert all(all(node.looked) for node in every_node(betting_graph(open_rules)))


def test_check_10_the_pot_is_the_sum_of_the_stakes_after_every_history() -> None:
    start = deal(shuffled_pack(10), dealer=2)
    for _, actions in without_looks(betting_graph()):
        state = start
        for action in actions:
            following = apply_action(state, action)
            changed = [
                seat
                for seat, (before, after) in enumerate(
                    zip(state.stakes, following.stakes, strict=True)
                )
                if before != after
            ]
            assert changed in ([], [state.turn])
            assert following.pot == sum(following.stakes) >= state.pot
            state = following
        assert state.actions == actions


ONE_WINS = ("AAAAS", "SSSBB", "BBZZC", "ZZCCC")


@pytest.mark.parametrize(
    ("hands", "lowest", "highest"),
    [
        *((ONE_WINS[place:] + ONE_WINS[:place], -4, 12) for place in range(4)),
        (ALL_TIE, -3, 9),  # who folds has staked 3 at most, and all others share
        (("AASBZ", "AASBZ", "CCSBZ", "CCSBZ"), -4, 11),
        (("CCSBZ", "AASBZ", "CCSBZ", "AASBZ"), -4, 11),
    ],
)
def test_a_score_of_one_deal_lies_from_minus_4_to_12_and_all_scores_add_up_to_0(
    hands: tuple[str, ...], lowest: int, highest: int
) -> None:
    start = deal(cards(pack_text(hands, dealer=1)), dealer=1)
    scores = set[Fraction]()
    for node, actions in without_looks(betting_graph()):
        if node.position is None:
            state = start
            for action in actions:
                state = apply_action(state, action)
            settlement = settle(state)
            assert sum(settlement.scores) == 0
            assert sum(settlement.payouts) == settlement.pot == state.pot
            scores.update(settlement.scores)
    assert -4 <= min(scores) == lowest
    assert 12 >= max(scores) == highest


# Turn order and the end of betting, case by case. The dealer is seat 0.


class Case(NamedTuple):
    check: int
    actions: str
    turn: int | None
    legal: str
    stakes: tuple[int, int, int, int]
    live: tuple[int, ...]


CASES = [
    Case(1, "c c c", 0, "lhrf", (1, 1, 1, 1), (0, 1, 2, 3)),
    Case(1, "c c c h", None, "", (1, 1, 1, 1), (0, 1, 2, 3)),
    Case(1, "c c c r", 1, "lcrf", (2, 1, 1, 1), (0, 1, 2, 3)),
    Case(1, "c c c f", None, "", (1, 1, 1, 1), (1, 2, 3)),
    Case(2, "r c f c", None, "", (2, 2, 2, 0), (0, 1, 2)),
    Case(3, "c r c c", 1, "lcrf", (2, 1, 2, 2), (0, 1, 2, 3)),
    Case(4, "f c f", 0, "lhrf", (1, 0, 1, 0), (0, 2)),
    Case(5, "f f r r r", 0, "lcf", (3, 0, 0, 4), (0, 3)),
    Case(5, "f f r r r c", None, "", (4, 0, 0, 4), (0, 3)),
    Case(5, "r r r", 0, "lcf", (1, 2, 3, 4), (0, 1, 2, 3)),
    Case(6, "f f f", None, "", (1, 0, 0, 0), (0,)),
    Case(7, "c r c f r", 2, "lcrf", (1, 3, 2, 2), (1, 2, 3)),
    Case(7, "c r c f r c c", None, "", (1, 3, 3, 3), (1, 2, 3)),
    Case(7, "c r c f r r c", 1, "lcf", (1, 3, 4, 4), (1, 2, 3)),
    Case(7, "c r c f r r c c", None, "", (1, 4, 4, 4), (1, 2, 3)),
    Case(12, "r f f f", None, "", (1, 2, 0, 0), (1,)),
    Case(20, "l", 1, "crf", (1, 0, 0, 0), (0, 1, 2, 3)),
    Case(20, "l c l c l c l", 0, "hrf", (1, 1, 1, 1), (0, 1, 2, 3)),
    Case(20, "c c c l h", None, "", (1, 1, 1, 1), (0, 1, 2, 3)),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"check {case.check}: {case.actions}")
def test_checks_1_to_8_turn_order_and_the_end_of_betting(case: Case) -> None:
    state = played(case.actions)
    assert state.turn == case.turn
    assert "".join(action.value[0] for action in legal_actions(state)) == case.legal
    assert state.stakes == case.stakes
    assert state.pot == sum(case.stakes)
    assert state.highest_stake == max(case.stakes)
    assert state.live_seats == case.live
    assert state.is_over is (case.turn is None) is (case.legal == "")
    if state.is_over:
        with pytest.raises(DealOverError):
            apply_action(state, Action.CALL)
        showdown = len(case.live) > 1
        assert settle(state).ending is (Ending.SHOWDOWN if showdown else Ending.LAST_STANDING)


def test_check_2_the_raiser_acts_once_when_all_others_only_call() -> None:
    assert [seat for seat, _ in played("r c f c").history] == [1, 2, 3, 0]


def test_check_7_a_folded_seat_is_never_on_turn_again() -> None:
    assert [seat for seat, _ in played("c r c f r r c c").history] == [1, 2, 3, 0, 1, 2, 3, 1]


# No node is special


@every_rule_set
def test_nodes_are_equal_by_value_whichever_graph_they_are_of(
    rules: Rules,
) -> None:
    first = every_node(betting_graph(rules))
    _betting._root.cache_clear()
    second = every_node(betting_graph(rules))
    assert all(a is not b for a, b in zip(first, second, strict=True))
    assert first == second
    assert [*map(hash, first)] == [*map(hash, second)]
    assert len({*first, *second}) == len(first)


def test_nodes_of_other_rules_are_other_nodes() -> None:
    roots = [betting_graph(rules) for rules in RULE_SETS.values()]
    assert len(set(roots)) == len(roots)
    with_more_deals = betting_graph(Rules(deals=13))
    assert with_more_deals != betting_graph()
    assert betting_graph() != (DEFAULT_RULES, "not a node")


@pytest.mark.usefixtures("fresh_graphs")
def test_a_pickled_node_stays_small_and_comes_back_equal() -> None:
    fresh = pickle.dumps(betting_graph())
    explored = every_node(betting_graph())
    assert pickle.dumps(betting_graph()) == fresh
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        for node in explored[:: 97 + protocol]:
            data = pickle.dumps(node, protocol)
            assert len(data) < 400
            assert pickle.loads(data) == node


@pytest.mark.usefixtures("fresh_graphs")
def test_a_node_pickled_elsewhere_goes_on_like_any_other() -> None:
    explored = every_node(betting_graph())
    data = pickle.dumps(explored[::101])
    _betting._root.cache_clear()
    for node, back in zip(explored[::101], pickle.loads(data), strict=True):
        assert back is not node
        assert back == node
        assert back.legal_actions == node.legal_actions
        assert hash(back) == hash(node)
        for action in node.legal_actions:
            assert back.child(action) == node.child(action)


def test_copies_of_a_node_are_the_node() -> None:
    node = betting_graph().child(Action.RAISE)
    assert copy(node) is node
    assert deepcopy(node) is node
    assert deepcopy([node, node])[1] is node


def test_the_repr_of_a_node_shows_its_position() -> None:
    assert repr(betting_graph(Rules(seats=2)).child(Action.CALL)) == (
        "BettingNode(stakes=(1, 1), folded=(False, False), looked=(False, False), position=1)"
    )


def test_nodes_are_made_by_the_graph_only_and_never_change() -> None:
    kind: Any = BettingNode
    with pytest.raises(ArgumentError):
        kind()
    root = betting_graph()
    for name in ("stakes", "folded", "looked", "position", "legal_actions", "other"):
        with pytest.raises(AttributeError):
            setattr(root, name, None)


# How much of it is kept


def memory_of(build: Callable[[], object]) -> int:
    """Return how many bytes are kept by what is built."""
    gc.collect()
    tracemalloc.start()
    try:
        kept = build()
        gc.collect()
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    del kept
    return size


def explored(rules: Rules) -> weakref.ref[BettingNode]:
    """Explore a graph and let go of it."""
    return weakref.ref(every_node(betting_graph(rules))[0])


@pytest.mark.slow
@pytest.mark.usefixtures("fresh_graphs")
def test_the_whole_default_graph_takes_less_than_12_megabytes() -> None:
    assert memory_of(lambda: explored(DEFAULT_RULES)) < 12_000_000


@pytest.mark.slow
@pytest.mark.usefixtures("fresh_graphs")
def test_graphs_of_many_rules_do_not_pile_up() -> None:
    roots = [explored(Rules(seats=2, opening_stake=n, max_stake=n + 3)) for n in range(1, 401)]
    gc.collect()
    alive = [root for root in roots if root() is not None]
    assert alive == roots[-_betting._MOST_GRAPHS :]
    kept = [root() for root in alive]
    assert [betting_graph(root.rules) for root in kept if root is not None] == kept


@pytest.mark.slow
@pytest.mark.usefixtures("fresh_graphs")
def test_many_rules_take_no_more_memory_than_some() -> None:
    def explore_many(number: int) -> None:
        for n in range(1, number + 1):
            explored(Rules(seats=2, opening_stake=n, max_stake=n + 1))

    some = memory_of(lambda: explore_many(20))
    many = memory_of(lambda: explore_many(200))
    assert many < 1.5 * some


@pytest.mark.usefixtures("fresh_graphs")
def test_a_deal_goes_on_when_its_graph_is_no_longer_kept() -> None:
    before = played("crl")
    for n in range(1, 101):
        betting_graph(Rules(opening_stake=n, max_stake=n))
    after = played("crl")
    assert after.node is not before.node
    assert after == before
    for action in (Action.CALL, Action.RAISE, Action.FOLD):
        a, b = apply_action(before, action), apply_action(after, action)
        assert (a, a.node, a.history, a.stakes) == (b, b.node, b.history, b.stakes)


@pytest.mark.parametrize("most", [0, 1, 2, 10, 100, 500])
@pytest.mark.usefixtures("fresh_graphs")
def test_a_graph_too_large_to_be_kept_is_played_all_the_same(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules(seats=3)
    whole = every_node(betting_graph(rules))
    counted = histories(betting_graph(rules))
    by_children = [[node.child(action) for action in node.legal_actions] for node in whole]

    _betting._root.cache_clear()
    monkeypatch.setattr(_betting, "_MOST_SHARED_NODES", most)
    root = betting_graph(rules)
    bounded = every_node(root)
    assert bounded == whole
    assert histories(root) == counted
    assert [
        [node.child(action) for action in node.legal_actions] for node in bounded
    ] == by_children
    assert len(root._shared) <= most < len(whole)
    assert pickle.loads(pickle.dumps(bounded[-1])) == whole[-1]


@pytest.mark.parametrize(
    "most", [1, *(pytest.param(most, marks=pytest.mark.slow) for most in (0, 5, 50))]
)
@pytest.mark.usefixtures("fresh_graphs")
def test_deals_of_a_graph_too_large_to_be_kept_are_the_same(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules(concealed=False)
    endings = [actions for node, actions in without_looks(betting_graph(rules))]
    start = deal(shuffled_pack(3), rules=rules)

    def facts() -> Iterator[object]:
        for actions in endings:
            state = start_again
            for action in actions:
                state = apply_action(state, action)
            settlement = settle(state) if state.is_over else None
            yield state, state.turn, state.stakes, state.history, legal_actions(state), settlement

    start_again = start
    whole = list(facts())
    _betting._root.cache_clear()
    monkeypatch.setattr(_betting, "_MOST_SHARED_NODES", most)
    start_again = deal(shuffled_pack(3), rules=rules)
    assert list(facts()) == whole
    assert len(betting_graph(rules)._shared) <= most


@pytest.mark.usefixtures("fresh_graphs")
def test_play_by_the_largest_rules_keeps_a_bounded_number_of_nodes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_betting, "_MOST_SHARED_NODES", 2_000)
    rules = Rules(seats=5, copies=5, max_stake=17)
    rng = Random(17)
    start = deal(shuffled_pack(1, rules=rules), rules=rules)

    def play_many() -> None:
        for _ in range(500):
            state = start
            while not state.is_over:
                state = apply_action(state, rng.choice(legal_actions(state)))

    play_many()
    assert len(start.node._shared) == 2_000
    assert memory_of(play_many) < 100_000  # nothing is added


@pytest.mark.slow
@pytest.mark.usefixtures("fresh_graphs")
def test_threads_that_build_one_graph_at_once_get_equal_ones() -> None:
    rules = Rules(max_stake=3)
    expected = every_node(betting_graph(rules))
    counted = histories(betting_graph(rules))
    _betting._root.cache_clear()
    barrier = Barrier(6)
    results: list[tuple[list[BettingNode], Histories]] = []

    def build() -> None:
        barrier.wait()
        root = betting_graph(rules)
        results.append((every_node(root), histories(root)))

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [Thread(target=build) for _ in range(barrier.parties)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert results == [(expected, counted)] * barrier.parties
    root = betting_graph(rules)
    assert len(root._shared) == len(expected)
