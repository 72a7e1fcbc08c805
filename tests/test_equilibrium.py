"""The solution of the game: what it promises, what it says, and the file it comes in."""

import json
import random
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any

import attrs
import numpy as np
import pytest

from asnas_core import (
    DEFAULT_RULES,
    SPECTATOR,
    Action,
    ArgumentError,
    BettingNode,
    DealState,
    Hand,
    HandError,
    Rank,
    RecordError,
    Rules,
    RulesError,
    apply_action,
    betting_graph,
    deal,
    parse_hand,
    shuffled_pack,
    view_deal,
)
from asnas_core.players._solution import write_solution
from asnas_core.players.equilibrium import (
    Advice,
    advise,
    policy,
    read_solution,
    solution_for,
)
from asnas_core.situations import History, all_hands, histories
from asnas_core.solver import (
    Strategy,
    best_response_values,
    from_solution,
    nash_conv,
    solve,
    to_solution,
    values,
)
from asnas_core.solver._strategy import uniform
from asnas_core.solver._values import walk_all
from playing import played

BARS = {2: 0.0001, 3: 0.0001, 4: 0.0001}
"""The most that all seats together may gain by departing from a solution, in points a deal."""


def shipped(seats: int) -> Any:
    solution = solution_for(Rules(seats=seats))
    assert solution is not None
    return solution


def file_of(seats: int) -> bytes:
    return (files("asnas_core.players") / "solutions" / f"{seats}.solution").read_bytes()


def as_strategy(seats: int) -> Strategy:
    return from_solution(shipped(seats))


# What it promises


@pytest.mark.parametrize("seats", [2, 3])
def test_nobody_gains_by_departing_from_a_solution(seats: int) -> None:
    gap = nash_conv(as_strategy(seats))
    assert gap < BARS[seats]
    assert shipped(seats).nash_conv == pytest.approx(gap, rel=1e-9)


@pytest.mark.slow
def test_nobody_gains_by_departing_from_the_solution_for_four() -> None:
    strategy = as_strategy(4)
    gap = nash_conv(strategy)
    assert gap < BARS[4]
    assert shipped(4).nash_conv == pytest.approx(gap, rel=1e-9)
    assert nash_conv(uniform(DEFAULT_RULES)) > 3  # what a measure of nothing would not tell


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_solution_is_small(seats: int) -> None:
    assert len(file_of(seats)) <= 120_000


class FullGame:
    """A table for two with looks and blind play, walked on the engine's own graph.

    One position plays a strategy that looks at once; the other does what is best, blind or not.
    """

    def __init__(self, strategy: Strategy, player: int) -> None:
        self.strategy, self.player = strategy, player
        self.numbers = {h.actions: n for n, h in enumerate(histories(strategy.rules))}
        hands = all_hands(strategy.rules)
        counts = np.array([[*map(hand.count, Rank)] for hand in hands])
        copies = strategy.rules.copies
        # The number of ways in which two hands and the undealt cards can come.
        factorials = np.cumprod([1, *range(1, copies + 1)]).astype(float)
        left = copies - counts[:, None] - counts[None]
        ways = 1 / factorials[np.maximum(left, 0)].prod(axis=2)
        ways /= factorials[counts].prod(axis=1)[:, None] * factorials[counts].prod(axis=1)
        self.weights = np.where((left >= 0).all(axis=2), ways, 0)
        self.weights /= self.weights.sum()
        numbers = np.arange(len(hands))
        better = np.sign(numbers[:, None] - numbers)
        self.share = (1 + better) / 2

    def best(self) -> float:
        """Return what the player can score at most, by any way of looking."""
        reach = np.ones(len(self.weights))
        start = betting_graph(attrs.evolve(self.strategy.rules, concealed=True))
        return float(self._worth(start, (), reach, looked=False).sum())

    def _worth(
        self, node: BettingNode, actions: tuple[Action, ...], reach: Any, *, looked: bool
    ) -> Any:
        """Return the player's score times the chance of it, by its own hand."""
        if node.position is None:
            won = self.share if sum(node.folded) == 0 else float(not node.folded[self.player])
            score = sum(node.stakes) * won - node.stakes[self.player]
            return (self.weights * score) @ reach
        if node.position != self.player:
            if Action.LOOK in node.legal_actions:
                node = node.child(Action.LOOK)  # which no choice of the player depends on
            chances = self.strategy.chances[self.numbers[actions]]
            legal = histories(self.strategy.rules)[self.numbers[actions]].legal_actions
            return sum(
                self._worth(
                    node.child(action), (*actions, action), reach * chances[:, i], looked=looked
                )
                for i, action in enumerate(legal)
            )
        options = []
        for action in node.legal_actions:
            look = action is Action.LOOK
            after = actions if look else (*actions, action)
            options.append(self._worth(node.child(action), after, reach, looked=looked or look))
        if looked:  # the best for each hand
            return np.max(options, axis=0)
        return max(options, key=lambda worth: float(worth.sum()))  # one choice for all hands


@pytest.mark.parametrize("most", [1, 2])
def test_blind_play_gains_no_more_than_open_eyes_do(most: int) -> None:
    rules = Rules(seats=2, max_stake=most)
    rng = np.random.default_rng(most)
    rough = tuple(
        rng.dirichlet(np.ones(chances.shape[1]), len(chances)) if chances.size else chances
        for chances in uniform(rules).chances
    )
    for strategy in (solve(rules, 200), uniform(rules), Strategy(rules, rough)):
        without_looks = best_response_values(strategy)
        for player in range(2):
            with_looks = FullGame(strategy, player).best()
            assert with_looks == pytest.approx(without_looks[player], abs=1e-12)


# What it says


def hands_left(rules: Rules, position: int, hand: Hand) -> list[Rank]:
    """Order a pack so that a position is dealt a hand, seat 0 dealing."""
    rest = [rank for rank in Rank for _ in range(rules.copies - hand.count(rank))]
    own, others = iter(hand), iter(rest)
    pack = [
        next(own) if place % rules.seats == position else next(others)
        for place in range(5 * rules.seats)
    ]
    return [*pack, *others]


def reach_situation(rules: Rules, history: History, hand: Hand, *, all_look: bool) -> DealState:
    """Play a deal to a history; the seat on turn holds the hand and has looked."""
    assert history.position is not None
    state = deal(hands_left(rules, history.position, hand), rules=rules)
    mover = (1 + history.position) % rules.seats
    for action in history.actions:
        if all_look and Action.LOOK in state.node.legal_actions:
            state = apply_action(state, Action.LOOK)
        state = apply_action(state, action)
    assert state.turn == mover
    return apply_action(state, Action.LOOK) if not state.looked[mover] else state


def situations(seats: int) -> Iterator[tuple[int, History]]:
    for number, history in enumerate(histories(Rules(seats=seats))):
        if history.position is not None:
            yield number, history


def check_policies(seats: int, hands: tuple[Hand, ...]) -> None:
    rules, strategy = Rules(seats=seats), as_strategy(seats)
    every = all_hands(rules)
    for (number, history), hand in product(situations(seats), hands):
        for all_look in (False, True):
            view = view_deal(
                state := reach_situation(rules, history, hand, all_look=all_look), state.turn or 0
            )
            chances = policy(view)
            assert tuple(chances) == view.legal_actions
            assert min(chances.values()) >= 0
            assert sum(chances.values()) == 1
            expected = strategy.chances[number][every.index(hand)]
            assert list(chances.values()) == expected.tolist()


@pytest.mark.parametrize("seats", [2, 3])
def test_policies_are_distributions_over_legal_actions_whoever_looked(seats: int) -> None:
    check_policies(seats, all_hands(Rules(seats=seats))[:: 1 if seats == 2 else 12])


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4])
def test_every_single_policy_is_a_distribution(seats: int) -> None:
    check_policies(seats, all_hands(Rules(seats=seats)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_solution_folds_what_can_be_held(seats: int) -> None:
    solution, held = shipped(seats), 0
    for number, history in situations(seats):
        if Action.HOLD in history.legal_actions:
            fold = history.legal_actions.index(Action.FOLD)
            assert {row[fold] for row in solution.rows(number)} == {0.0}
            held += 1
    assert held > 0


def test_the_order_of_the_cards_does_not_matter() -> None:
    rules = Rules(seats=3)
    _, history = next(situations(3))
    for text in ("AASBC", "ZZCCC", "SBSBS"):
        policies = [
            policy(view_deal(reach_situation(rules, history, hand, all_look=False), 1))
            for hand in (parse_hand(text), parse_hand(text[::-1]))
        ]
        assert policies[0] == policies[1]


def test_a_seat_that_has_not_looked_looks() -> None:
    state = deal(shuffled_pack(7))
    for action in (Action.CALL, Action.RAISE, Action.CALL):
        view = view_deal(state, state.turn or 0)
        expected = {option: float(option is Action.LOOK) for option in view.legal_actions}
        assert policy(view) == expected
        assert [advice.probability for advice in advise(view)] == [*expected.values()]
        state = apply_action(state, action)


@cache
def exact_values(seats: int) -> dict[int, tuple[Any, Any]]:
    """Compute, with arrays, what each action is worth by situation, hand and action."""
    strategy = as_strategy(seats)
    every = histories(strategy.rules)
    found = {}

    def note(number: int, worth: Any, came: Any) -> Any:
        history = every[number]
        assert history.position is not None
        with np.errstate(invalid="ignore", divide="ignore"):
            by_hand = worth / came[:, None] - history.stakes[history.position]
            both = np.column_stack([(strategy.chances[number] * worth).sum(axis=1), worth])
            blind = both.sum(axis=0) / came.sum() - history.stakes[history.position]
        found[number] = (by_hand, blind if came.sum() else None)
        return strategy.chances[number]

    walk_all(strategy, note)
    return found


def check_advice(seats: int, number: int, history: History, hand: Hand) -> None:
    rules, place = Rules(seats=seats), all_hands(Rules(seats=seats)).index(hand)
    state = reach_situation(rules, history, hand, all_look=False)
    view = view_deal(state, state.turn or 0)
    advice = advise(view)
    assert {option.action: option.probability for option in advice} == policy(view)
    by_hand, _ = exact_values(seats)[number]
    for option, expected in zip(advice, by_hand[place], strict=True):
        if np.isnan(expected):
            assert option.value is None
        else:
            assert option.value == pytest.approx(expected, abs=1e-9)


def test_advice_is_what_each_action_is_worth_at_a_table_for_two() -> None:
    for (number, history), hand in product(situations(2), all_hands(Rules(seats=2))[::2]):
        check_advice(2, number, history, hand)


@pytest.mark.parametrize("seats", [3, 4])
def test_advice_is_what_each_action_is_worth(seats: int) -> None:
    rng = random.Random(seats)
    every, hands = [*situations(seats)], all_hands(Rules(seats=seats))
    for number, history in rng.sample(every, 40):
        check_advice(seats, number, history, rng.choice(hands))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_advice_for_a_blind_seat_is_the_average_over_its_hands(seats: int) -> None:
    rules = Rules(seats=seats)
    for number, history in situations(seats):
        state = deal(shuffled_pack(1, rules=rules), rules=rules)
        for action in history.actions:
            state = apply_action(state, action)
        view = view_deal(state, state.turn or 0)
        assert Action.LOOK in view.legal_actions
        _, expected = exact_values(seats)[number]
        values_ = [option.value for option in advise(view)]
        if expected is None:
            assert values_ == [None] * len(values_)
        else:
            assert values_ == pytest.approx(list(expected), abs=1e-6)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_looking_at_the_start_is_worth_what_the_position_is(seats: int) -> None:
    rules = Rules(seats=seats)
    look, *_ = advise(view_deal(deal(shuffled_pack(1, rules=rules), rules=rules), 1))
    assert look.action is Action.LOOK
    assert look.value == pytest.approx(values(as_strategy(seats))[0], abs=1e-6)


def test_stakes_can_be_any_multiple_and_looks_can_be_left_out() -> None:
    pack = shuffled_pack(4)
    small = view_deal(apply_action(deal(pack), Action.LOOK), 1)
    other = Rules(opening_stake=50, raise_step=50, max_stake=200, concealed=False, deals=3)
    large = view_deal(deal(pack, rules=other), 1)
    assert policy(large) == policy(small)
    for one, fifty in zip(advise(small), advise(large), strict=True):
        assert fifty.value == pytest.approx(50 * (one.value or 0), abs=1e-9)


@pytest.mark.parametrize(
    "rules",
    [
        Rules(copies=5),
        Rules(seats=5, copies=5),
        Rules(free_fold=False),
        Rules(max_stake=3),
        Rules(raise_step=3),
        Rules(opening_stake=2),
        Rules(opening_stake=250_001, raise_step=1, max_stake=250_004),
    ],
)
def test_where_there_is_no_solution_that_is_said(rules: Rules) -> None:
    assert solution_for(rules) is None
    view = view_deal(deal(shuffled_pack(7, rules=rules), rules=rules), 1)
    for call in (policy, advise):
        with pytest.raises(RulesError, match=r"python -m asnas_core\.solver"):
            call(view)


def test_ones_own_solution_can_be_played() -> None:
    rules = Rules(seats=2, copies=5, max_stake=2)
    own = read_solution(to_solution(solve(rules, 50), 50))
    assert own.rules == rules
    assert own.iterations == 50
    state = deal(shuffled_pack(7, rules=rules), rules=rules)
    look, *_ = advise(view_deal(state, 1), own)
    assert look == Advice(action=Action.LOOK, probability=1.0, value=look.value)
    view = view_deal(apply_action(state, Action.LOOK), 1)
    assert sum(policy(view, own).values()) == 1
    with pytest.raises(ArgumentError, match="a solution for 2 seats of other rules than the view"):
        policy(view_deal(deal(shuffled_pack(7)), 1), own)
    with pytest.raises(ArgumentError, match="solution must be"):
        policy(view, "4.solution")  # type: ignore[arg-type]


def test_only_a_seat_on_turn_is_advised() -> None:
    state = deal(shuffled_pack(7))
    over = played("fff")
    views: list[Any] = [
        view_deal(state, SPECTATOR),
        view_deal(state, 2),
        view_deal(over, 1),
        state,
        None,
    ]
    for view, call in product(views, (policy, advise)):
        with pytest.raises(ArgumentError, match=r"view must be a SeatView|is not the turn of seat"):
            call(view)


def test_a_view_that_was_changed_by_hand_is_refused() -> None:
    view = view_deal(played("l"), 1)
    changes: list[tuple[dict[str, Any], type[Exception]]] = [
        ({"hand": None}, ArgumentError),
        ({"hand": parse_hand("AAAAA")}, HandError),
        ({"hand": "AASBC"}, ArgumentError),
        ({"history": ((1, Action.HOLD),)}, ArgumentError),
        ({"history": ((1, Action.CALL), (2, Action.CALL), (3, Action.CALL))}, ArgumentError),
        ({"history": None}, ArgumentError),
        ({"history": ((1, []),)}, ArgumentError),
        ({"history": 5}, ArgumentError),
        ({"legal_actions": 5}, ArgumentError),
        ({"legal_actions": (Action.FOLD,)}, ArgumentError),
        ({"rules": None}, ArgumentError),
    ]
    for change, error in changes:
        with pytest.raises(error):
            policy(attrs.evolve(view, **change))
        with pytest.raises(error):
            advise(attrs.evolve(view, **change))


def test_rules_must_be_rules() -> None:
    with pytest.raises(ArgumentError, match="rules must be Rules"):
        solution_for(None)  # type: ignore[arg-type]
    for call in (histories, all_hands):
        with pytest.raises(ArgumentError, match="rules must be Rules"):
            call([])  # type: ignore[arg-type]


# The file


def parts_of(rules: Rules) -> list[list[list[int]]]:
    """Make up chances in 4096 parts, some sure and some not."""
    rng = random.Random(5)
    found = []
    for history in histories(rules):
        if history.position is not None:
            width = len(history.legal_actions)
            rows = []
            for _ in all_hands(rules):
                cuts = sorted(rng.choice((0, 4096, rng.randint(0, 4096))) for _ in range(width - 1))
                rows.append([b - a for a, b in zip([0, *cuts], [*cuts, 4096], strict=True)])
            found.append(rows)
    return found


def test_what_is_written_is_read() -> None:
    rules = Rules(seats=2, max_stake=3)
    parts = parts_of(rules)
    widths = [len(rows[0]) for rows in parts]
    blind = [[None, *(0.25 * place for place in range(width))] for width in widths]
    data = write_solution(rules, iterations=7, nash_conv=0.5, parts=parts, blind=blind)
    solution = read_solution(data)
    assert (solution.rules, solution.iterations, solution.nash_conv) == (rules, 7, 0.5)
    for place, number in enumerate(solution.numbers.values()):
        assert [[4096 * c for c in row] for row in solution.rows(number)] == parts[place]
        assert [*solution.blind(number)] == blind[place]


def body_changed(change: Callable[[bytes], bytes]) -> bytes:
    head, _, packed = file_of(2).partition(b"\n")
    return head + b"\n" + zlib.compress(change(zlib.decompress(packed)))


def head_changed(**change: Any) -> bytes:
    head, _, packed = file_of(2).partition(b"\n")
    return json.dumps({**json.loads(head), **change}).encode() + b"\n" + packed


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"no JSON\n",
        b"5\n",
        b"null\n",
        *(file_of(2)[:size] for size in range(250, len(file_of(2)), 37)),
        file_of(2)[:-1],
        file_of(2) + b"more",
        b"[" * 100_000 + b"\n",
        head_changed(rules={"max_stake": 17}),
        file_of(2)[:-9],
        file_of(2)[:300],
        file_of(2).replace(b"\n", b"\n\x00", 1),
        head_changed(format="asnas-core/deal"),
        head_changed(version=2),
        head_changed(rules={"seats": 9}),
        head_changed(rules={"seats": 3}),
        head_changed(rules=None),
        head_changed(more=1),
        head_changed(iterations="many"),
        head_changed(nash_conv=None),
        head_changed(nash_conv=float("nan")),
        head_changed(nash_conv=float("inf")),
        head_changed(iterations=0),
        head_changed(rules={"seats": 5, "copies": 5, "max_stake": 17}),
        body_changed(lambda _: b""),
        body_changed(lambda body: body[:-4]),
        body_changed(lambda body: body + b"\x00\x00\x00\x00"),
        body_changed(lambda body: body + b"\x00"),
        body_changed(lambda body: b"\x07" + body[1:]),
        body_changed(lambda body: body[:968] + b"\xff" * (len(body) - 968)),
        "text",
        None,
    ],
)
def test_a_file_that_is_no_solution_is_refused(data: Any) -> None:
    with pytest.raises((RecordError, ArgumentError)) as caught:
        read_solution(data)
    if isinstance(data, bytes):
        assert caught.value.params == {"pointer": ""}
        assert "this is not a solution, or it is damaged" in str(caught.value)


def test_large_stakes_are_written_and_read() -> None:
    rules = Rules(seats=2, opening_stake=400_000, raise_step=300_000, max_stake=1_000_000)
    solution = read_solution(to_solution(solve(rules, 5), 5))
    look, *_ = advise(view_deal(deal(shuffled_pack(7, rules=rules), rules=rules), 1), solution)
    assert look.value is not None
    assert 1000 < abs(look.value) < 1_000_000


def test_a_solution_shows_what_it_is_and_cannot_be_changed() -> None:
    solution = shipped(2)
    assert repr(solution).startswith("<Solution seats=2 cards=20 iterations=")
    with pytest.raises(AttributeError):
        solution.numbers.clear()
    wrong: list[Any] = [-1, None, [], len(histories(solution.rules))]
    for number in wrong:
        for call in (solution.rows, solution.blind, solution.legal_actions):
            with pytest.raises(ArgumentError, match="number must be one of `numbers`"):
                call(number)


def test_the_same_solution_serves_all_matches() -> None:
    assert solution_for(DEFAULT_RULES) is solution_for(Rules(deals=3, concealed=False))


def test_playing_coaching_and_looking_back_need_no_numpy() -> None:
    program = (
        "import sys; sys.modules['numpy'] = None\n"
        "from asnas_core import *; from asnas_core.players import *\n"
        "match = play_match(start_match(7), dict.fromkeys(range(4), LEVELS['master']))\n"
        "decisions = review(match, 1)\n"
        "print(len(decisions), sum(one.given_up for one in decisions) < 0.01)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    count, good = done.stdout.split()
    assert int(count) > 5
    assert good == "True"
