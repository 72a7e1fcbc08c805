"""Tournaments: points without the luck of the cards, and habits."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations
from math import sqrt
from random import Random
from typing import Any, NoReturn

import attrs
import pytest

from asnas_core import (
    DEFAULT_RULES,
    Action,
    ArgumentError,
    Hand,
    IllegalActionError,
    MatchState,
    Rank,
    Rules,
    SeatView,
    Seed,
    SeedError,
    format_hand,
    parse_hand,
    play,
    rank_hand,
    start_match,
    view_deal,
)
from asnas_core.players import LEVELS, Player
from asnas_core.tournament import Habits, Score, measure_habits, play_lineup, round_robin

THREE = Rules(seats=3, max_stake=3)


# Players that follow a script


def wanting(*wanted: Action) -> Player:
    """Return a player that does the first of these that is legal."""

    def player(view: SeatView, _: Random) -> Action:
        return next(action for action in wanted if action in view.legal_actions)

    return player


LOOKER = (Action.LOOK,)
SCRIPTS: dict[str, Player] = {
    "folder": wanting(*LOOKER, Action.FOLD, Action.HOLD),
    "caller": wanting(*LOOKER, Action.CALL, Action.HOLD),
    "raiser": wanting(*LOOKER, Action.RAISE, Action.CALL, Action.HOLD),
    "blind raiser": wanting(Action.RAISE, Action.CALL, Action.HOLD),
    "late looker": lambda view, rng: (
        SCRIPTS["caller"] if any(who == view.seat for who, _ in view.history) else SCRIPTS["blind"]
    )(view, rng),
    "blind": wanting(Action.CALL, Action.HOLD),
}


def by_hand(view: SeatView, _: Random) -> Action:
    """Look, raise with a pair of As or better, call with one of anything else, or fold."""
    legal = view.legal_actions
    if Action.LOOK in legal:
        return Action.LOOK
    assert view.hand is not None
    if rank_hand(view.hand) >= rank_hand(parse_hand("AACBS")) and Action.RAISE in legal:
        return Action.RAISE
    if Action.HOLD in legal:
        return Action.HOLD
    return Action.CALL if len(set(view.hand)) < 5 else Action.FOLD


def cheat(view: SeatView, _: Random) -> Action:
    """Hold what cannot be held."""
    return next(action for action in Action if action not in view.legal_actions)


def own_deals(
    lineup: Sequence[Player], rules: Rules, seed: str, deals: int
) -> Iterator[tuple[int, dict[int, int], MatchState]]:
    """Play deals from every seat: the deal, who sits where, the end. Luck plays no part."""
    for number in range(deals):
        for turn in range(rules.seats):
            sits = {(player + turn) % rules.seats: player for player in range(rules.seats)}
            match = start_match(f"{seed} {number}", rules=attrs.evolve(rules, deals=1))
            while match.deal.turn is not None:
                view = view_deal(match.deal, match.deal.turn)
                match = play(match, lineup[sits[view.seat]](view, Random(0)))
            yield number, sits, match


# Duplicate deals


@pytest.mark.parametrize("rules", [DEFAULT_RULES, THREE, Rules(seats=5, copies=5, free_fold=False)])
@pytest.mark.parametrize("player", [by_hand, *SCRIPTS.values()], ids=["by hand", *SCRIPTS])
def test_a_player_among_its_likes_scores_exactly_0(player: Player, rules: Rules) -> None:
    for score in play_lineup([player] * rules.seats, 8, rules=rules):
        assert score == Score(mean=0.0, error=0.0, deals=8)


@pytest.mark.parametrize("rules", [DEFAULT_RULES, THREE, Rules(seats=2, copies=5)])
def test_the_scores_of_a_lineup_sum_to_0(rules: Rules) -> None:
    levels = list(LEVELS.values())
    lineup = [levels[(place + 3) % 5] for place in range(rules.seats)]
    scores = play_lineup(lineup, 20, rules=rules, seed="sum")
    assert sum(score.mean for score in scores) == pytest.approx(0, abs=1e-12)
    assert all(score.mean and score.error > 0 for score in scores)
    assert {score.deals for score in scores} == {20}


@pytest.mark.parametrize("rules", [DEFAULT_RULES, Rules(seats=3), Rules(seats=5, copies=5)])
def test_every_player_gets_every_seat_with_the_same_cards(rules: Rules) -> None:
    seen: dict[int, list[tuple[int, str]]] = {player: [] for player in range(rules.seats)}

    def watching(player: int) -> Player:
        def watch(view: SeatView, rng: Random) -> Action:
            if view.hand is not None:
                seen[player].append((view.seat, format_hand(view.hand)))
            return SCRIPTS["caller"](view, rng)

        return watch

    deals = 3
    play_lineup([watching(player) for player in seen], deals, rules=rules)
    dealt = [Counter({*seats}) for seats in seen.values()]
    assert dealt[1:] == dealt[:-1]
    assert Counter(seat for seat, _ in dealt[0]) == dict.fromkeys(range(rules.seats), deals)


def test_mean_and_standard_error_are_those_of_sums_over_rotations() -> None:
    for rules, names in (
        (DEFAULT_RULES, ("by hand", "caller", "raiser", "folder")),
        (THREE, ("late looker", "by hand", "blind raiser")),
    ):
        lineup = [{**SCRIPTS, "by hand": by_hand}[name] for name in names]
        deals = 15
        points = [[Fraction(0)] * deals for _ in lineup]
        for number, sits, match in own_deals(lineup, rules, "own", deals):
            for seat, made in enumerate(match.settlements[0].scores):
                points[sits[seat]][number] += made / rules.seats
        for score, own in zip(
            play_lineup(lineup, deals, rules=rules, seed="own"), points, strict=True
        ):
            mean = sum(own) / deals
            variance = sum((one - mean) ** 2 for one in own) / (deals - 1)
            assert score.mean == pytest.approx(float(mean), abs=1e-12)
            assert score.error == pytest.approx(sqrt(variance / deals), abs=1e-12)


def test_the_same_seed_gives_the_same_scores_and_another_seed_others() -> None:
    lineup = list(LEVELS.values())[:4]

    @cache
    def scores(seed: str) -> tuple[Score, ...]:
        return play_lineup(lineup, 12, seed=seed)

    assert scores("one") == play_lineup(lineup, 12, seed="one")
    assert len({scores(seed) for seed in ("", "one", "two", "1", "1 0")}) == 5
    # The number of deals of a match, which has no say here, changes nothing.
    rules = Rules(deals=99)
    assert play_lineup(lineup, 12, seed="one", rules=rules) == scores("one")


@pytest.mark.parametrize(
    ("forms", "other"), [((7, "7", b"7"), b"\x07"), (("é", b"\xc3\xa9"), b"\xe9")]
)
def test_a_seed_is_the_same_in_all_its_forms(forms: tuple[Seed, ...], other: bytes) -> None:
    pair = {"random": LEVELS["random"], "novice": LEVELS["novice"]}
    rules = Rules(seats=2)

    def results(seed: Seed) -> tuple[object, ...]:
        return (
            play_lineup([*pair.values()], 8, rules=rules, seed=seed),
            round_robin(pair, 8, rules=rules, seed=seed),
            measure_habits(pair, 8, rules=rules, seed=seed),
        )

    first, *rest = map(results, forms)
    assert all(result == first for result in rest)
    assert not set(map(repr, first)) & set(map(repr, results(other)))


def test_more_deals_go_on_from_the_same_ones() -> None:
    lineup = [by_hand, *[SCRIPTS["raiser"]] * 2]
    points = [Fraction(0)] * 6
    for number, sits, match in own_deals(lineup, THREE, "", 6):
        points[number] += sum(
            made for seat, made in enumerate(match.settlements[0].scores) if sits[seat] == 0
        )
    for deals in (3, 6):
        total = sum(points[:deals])
        score, *_ = play_lineup(lineup, deals, rules=THREE)
        assert score.mean == pytest.approx(float(total) / deals / 3, abs=1e-12)


@pytest.mark.parametrize("deals", [2, 100, 250])
def test_threads_change_no_result_and_progress_sums_up(deals: int) -> None:
    lineup = [LEVELS["random"], SCRIPTS["caller"]]
    rules = Rules(seats=2, max_stake=2)
    done: list[int] = []
    alone = play_lineup(lineup, deals, rules=rules, progress=done.append)
    assert sum(done) == deals
    with ThreadPoolExecutor(4) as executor:
        shared = play_lineup(lineup, deals, rules=rules, executor=executor, progress=done.append)
        named = {"random": lineup[0], "caller": lineup[1]}
        table = round_robin(named, deals, rules=rules, executor=executor)
    assert shared == alone
    assert sum(done) == 2 * deals
    assert table["random", "caller"] == alone[0]


@pytest.mark.slow
def test_processes_change_no_result() -> None:
    lineup = [LEVELS[name] for name in ("master", "bold", "random", "novice")]
    with ProcessPoolExecutor(2) as executor:
        shared = play_lineup(lineup, 230, seed="shared", executor=executor)
    assert shared == play_lineup(lineup, 230, seed="shared")


def test_a_round_robin_has_every_pair_and_agrees_with_lineups() -> None:
    players = {"a": by_hand, "b": SCRIPTS["raiser"], "c": SCRIPTS["caller"], "d": LEVELS["random"]}
    done: list[int] = []
    table = round_robin(players, 5, rules=THREE, seed="round", progress=done.append)
    assert list(table) == list(permutations(players, 2))
    assert sum(done) == len(table) * 5
    for (name, other), score in table.items():
        lineup = (players[name], players[other], players[other])
        assert score == play_lineup(lineup, 5, rules=THREE, seed="round")[0]
    # With two seats, what one scores the other one loses.
    duel = round_robin(players, 5, rules=Rules(seats=2))
    for name, other in (("a", "b"), ("b", "c"), ("a", "c")):
        assert duel[name, other].mean == pytest.approx(-duel[other, name].mean, abs=1e-12)


# Habits


@cache
def is_weak(hand: Hand, copies: int) -> bool:
    """Tell whether a hand loses to another one more often than not, card by card."""
    left = (Counter(dict.fromkeys(Rank, copies)) - Counter(hand)).elements()
    ways = Counter(tuple(sorted(other)) for other in combinations(left, 5))
    own, share = rank_hand(hand), Fraction(0)
    for other, number in ways.items():
        theirs = rank_hand(other)  # type: ignore[arg-type]  # five cards
        share += Fraction(number * ((own >= theirs) + (own > theirs)), 2)
    return share / ways.total() < Fraction(1, 2)


def ledger(match: MatchState) -> Iterator[tuple[int, str]]:
    """Count occasions from nothing but what was done and what the hands are."""
    rules, deal = match.rules, match.deal
    stakes = {deal.dealer: rules.opening_stake}
    acted: set[int] = set()
    raisers: set[int] = set()
    for seat, action in deal.history:
        highest, paid = max(stakes.values()), stakes.get(seat, 0)
        if seat not in acted and rules.concealed:
            yield seat, f"first {action is Action.LOOK}"
        acted.add(seat)
        if action is Action.LOOK:
            continue
        if highest + rules.raise_step <= rules.max_stake:
            yield seat, f"raise {action is Action.RAISE}"
        if action is Action.RAISE:
            hand = tuple(sorted(deal.hands[seat]))
            yield seat, f"bluff {is_weak(hand, rules.copies)}"
        if raisers - {seat} and paid < highest:
            yield seat, f"fold {action is Action.FOLD}"
        if action is Action.RAISE:
            stakes[seat] = highest + rules.raise_step
            raisers.add(seat)
        elif action is Action.CALL:
            stakes[seat] = highest


def counted(players: Mapping[str, Player], rules: Rules, seed: str, deals: int) -> dict[str, Any]:
    """Count the habits of players who leave nothing to luck."""
    names = list(players)
    done: dict[str, Counter[str]] = {name: Counter() for name in names}
    for first in range(len(names)):
        table = [names[(first + place) % len(names)] for place in range(rules.seats)]
        for _, sits, match in own_deals([players[name] for name in table], rules, seed, deals):
            for seat, event in ledger(match):
                done[table[sits[seat]]][event] += 1

    def rate(events: Counter[str], kind: str) -> float | None:
        yes, no = events[f"{kind} True"], events[f"{kind} False"]
        return yes / (yes + no) if yes + no else None

    return {
        name: tuple(rate(events, kind) for kind in ("first", "raise", "bluff", "fold"))
        for name, events in done.items()
    }


@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        THREE,
        Rules(free_fold=False, raise_step=2, max_stake=5),
        Rules(seats=2, opening_stake=3, max_stake=5),
        Rules(seats=3, concealed=False),
    ],
)
def test_habits_are_those_counted_from_the_histories(rules: Rules) -> None:
    players = {**SCRIPTS, "by hand": by_hand}
    habits = measure_habits(players, 3, rules=rules, seed="count")
    own = counted(players, rules, "count", 3)
    assert list(habits) == list(players)
    for name, found in habits.items():
        assert attrs.astuple(found) == own[name], name


def test_scripts_have_the_habits_that_are_written_in_them() -> None:
    habits = measure_habits(SCRIPTS, 5)
    for name, found in habits.items():
        assert found.looks == ("blind" not in name and name != "late looker"), name
        assert found.raises == ("raiser" in name), name
        assert found.folds_to_raise == (name == "folder"), name
        # A raiser holds any hand, and half of all hands are weak.
        if "raiser" in name:
            assert found.bluffs is not None
            assert 0.2 < found.bluffs < 0.8
        else:
            assert found.bluffs is None, name


def test_a_habit_is_none_where_there_was_never_a_choice() -> None:
    fixed = Rules(max_stake=1, concealed=False)
    assert measure_habits(LEVELS, 2, rules=fixed) == dict.fromkeys(
        LEVELS, Habits(looks=None, raises=None, bluffs=None, folds_to_raise=None)
    )
    callers = {"one": SCRIPTS["caller"], "other": SCRIPTS["caller"]}
    expected = Habits(looks=1.0, raises=0.0, bluffs=None, folds_to_raise=None)
    assert measure_habits(callers, 2) == dict.fromkeys(callers, expected)


def test_two_names_can_have_one_player_which_then_has_its_habits_twice() -> None:
    habits = measure_habits({"one": SCRIPTS["raiser"], "other": SCRIPTS["raiser"]}, 2)
    assert habits["one"].raises == habits["other"].raises == 1.0
    assert habits["one"].folds_to_raise == habits["other"].folds_to_raise == 0.0


def test_the_same_seed_gives_the_same_habits_and_progress_sums_up() -> None:
    done: list[int] = []
    habits = measure_habits(LEVELS, 4, rules=THREE, seed="a", progress=done.append)
    assert sum(done) == 4 * len(LEVELS)
    assert habits == measure_habits(LEVELS, 4, rules=THREE, seed="a")
    assert habits != measure_habits(LEVELS, 4, rules=THREE, seed="b")


@pytest.mark.slow
def test_the_levels_are_told_apart_by_their_habits() -> None:
    habits = measure_habits(LEVELS, 60, seed="apart")
    looks, raises, bluffs, folds = zip(*map(attrs.astuple, habits.values()), strict=True)
    assert looks[0] < 0.35 < looks[1] < 0.5
    assert looks[2:] == (1.0, 1.0, 1.0)
    _, novice, cautious, bold, master = folds
    assert novice + 0.1 < bold < cautious - 0.2
    assert novice + 0.5 < cautious
    assert novice + 0.4 < master
    _, novice, cautious, bold, master = raises
    assert bold > 1.5 * max(novice, cautious)
    assert bold > 3 * master > 0
    _, novice, cautious, bold, master = bluffs
    assert novice == cautious == 0
    assert master > 0
    assert master + 0.05 < bold < 0.4


# What cannot be


EXECUTOR: Any = "four"
PROGRESS: Any = 7
NO_SEEDS: list[Any] = [None, 7.0, True, bytearray(b"7")]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: play_lineup([by_hand] * 4, 2, rules=None), "rules must be Rules"),  # type: ignore[arg-type]
        (lambda: round_robin(LEVELS, 2, rules="rules"), "rules must be Rules"),  # type: ignore[arg-type]
        (lambda: measure_habits(LEVELS, 2, rules=4), "rules must be Rules"),  # type: ignore[arg-type]
        (lambda: play_lineup([by_hand] * 4, 2.0), "deals must be an integer, not"),  # type: ignore[arg-type]
        (lambda: play_lineup([by_hand] * 4, deals=True), "deals must be an integer, not"),
        (lambda: round_robin(LEVELS, "2"), "deals must be an integer, not"),  # type: ignore[arg-type]
        (lambda: play_lineup(LEVELS, 2), "players must be a tuple or list of players, not"),  # type: ignore[arg-type]
        (lambda: play_lineup(None, 2), "players must be a tuple or list of players, not"),  # type: ignore[arg-type]
        (lambda: play_lineup(["bold"] * 4, 2), "each player must be a function of a view and"),  # type: ignore[list-item]
        (lambda: round_robin([by_hand] * 4, 2), "players must be a mapping from names to players"),  # type: ignore[arg-type]
        (lambda: measure_habits([by_hand] * 4, 2), "players must be a mapping from names"),  # type: ignore[arg-type]
        (lambda: play_lineup([lambda *_: None] * 4, 2), "action must be"),  # type: ignore[list-item]
        (lambda: play_lineup([by_hand] * 4, 2, executor=EXECUTOR), "executor must be an Executor"),
        (lambda: round_robin(LEVELS, 2, executor=Executor), "executor must be an Executor"),  # type: ignore[arg-type]
        (lambda: play_lineup([by_hand] * 4, 2, progress=PROGRESS), "progress must be a function"),
        (lambda: round_robin(LEVELS, 2, progress=PROGRESS), "progress must be a function of a"),
        (lambda: measure_habits(LEVELS, 2, progress=PROGRESS), "progress must be a function of"),
    ],
)
def test_wrong_arguments_are_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ArgumentError, match=message) as caught:
        call()
    assert caught.value.code == "wrong_type"


@pytest.mark.parametrize("deals", [1, 0, -1])
def test_too_few_deals_are_refused(deals: int) -> None:
    calls: list[Callable[[], object]] = [
        lambda: play_lineup([by_hand] * 4, deals),
        lambda: round_robin(LEVELS, deals),
        lambda: measure_habits(LEVELS, deals),
    ]
    for call in calls:
        with pytest.raises(ArgumentError, match=f"^deals must be at least 2, not {deals}$") as few:
            call()
        assert few.value.code == "too_small"
        assert few.value.params == {"argument": "deals", "minimum": 2, "value": deals}


def test_fewer_than_two_players_are_no_tournament() -> None:
    for players in ({}, {"alone": by_hand}):
        for call in (round_robin, measure_habits):
            with pytest.raises(ArgumentError) as few:
                call(players, 2)
            assert few.value.code == "too_small"
            assert str(few.value) == f"the number of players must be at least 2, not {len(players)}"


@pytest.mark.parametrize("rules", [DEFAULT_RULES, THREE])
@pytest.mark.parametrize("more", [-1, 1])
def test_a_lineup_has_as_many_players_as_the_table_seats(rules: Rules, more: int) -> None:
    players = rules.seats + more
    with pytest.raises(ArgumentError) as caught:
        play_lineup([by_hand] * players, 2, rules=rules)
    assert caught.value.code == "player_count"
    assert caught.value.params == {"expected": rules.seats, "players": players}
    message = f"a table of these rules has {rules.seats} players, not {players}"
    assert str(caught.value) == message


def test_all_players_are_checked_before_the_first_deal() -> None:
    asked: list[int] = []

    def asking(view: SeatView, rng: Random) -> Action:
        asked.append(view.seat)
        return by_hand(view, rng)

    late: Any = {"a": asking, "b": asking, "c": asking, "d": asking, "e": "no player"}
    calls: list[Callable[[], object]] = [
        lambda: play_lineup([asking, asking, asking, late["e"]], 2),
        lambda: round_robin(late, 2),
        lambda: measure_habits(late, 2),
    ]
    for call in calls:
        with pytest.raises(ArgumentError, match="each player must be a function"):
            call()
    assert asked == []


@pytest.mark.parametrize("seed", NO_SEEDS)
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    message = "seed must be bytes, text or an integer, not an object of type"
    calls: list[Callable[[], object]] = [
        lambda: play_lineup([by_hand] * 4, 2, seed=seed),
        lambda: round_robin(LEVELS, 2, seed=seed),
        lambda: measure_habits(LEVELS, 2, seed=seed),
    ]
    for call in calls:
        with pytest.raises(ArgumentError, match=message):
            call()


@pytest.mark.parametrize("seed", ["\ud800", "long" * 100_000])
def test_a_seed_that_cannot_be_one_is_refused(seed: str) -> None:
    for call in (round_robin, measure_habits):
        with pytest.raises(SeedError):
            call(LEVELS, 2, seed=seed)


def test_a_player_that_cheats_is_found_out() -> None:
    for number in range(4):
        lineup = [by_hand] * 4
        lineup[number] = cheat
        with pytest.raises(IllegalActionError):
            play_lineup(lineup, 2)
    with ThreadPoolExecutor(2) as executor, pytest.raises(IllegalActionError):
        round_robin({"honest": by_hand, "cheat": cheat}, 2, executor=executor)
    with pytest.raises(IllegalActionError):
        measure_habits({"honest": by_hand, "cheat": cheat}, 2)


def test_a_player_that_fails_fails_the_tournament() -> None:
    def broken(*_: object) -> NoReturn:
        raise LookupError("a bug of mine")

    with pytest.raises(LookupError, match="a bug of mine"):
        play_lineup([by_hand, by_hand, by_hand, broken], 2)


def test_tournaments_need_no_extra() -> None:
    program = (
        "import sys; sys.modules.update(dict.fromkeys(('numpy', 'tqdm', 'matplotlib')))\n"
        "from asnas_core.players import LEVELS; from asnas_core.tournament import round_robin\n"
        "print(len(round_robin({name: LEVELS[name] for name in ('random', 'novice')}, 2)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.split() == [b"2"]


# The levels


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "deals"),
    [
        (DEFAULT_RULES, {"bold": 6000}),
        (THREE, {}),
        (Rules(copies=5, seats=5), {"cautious": 5000}),
        (Rules(max_stake=6, free_fold=False), {"novice": 6000}),
        (Rules(seats=2, copies=5), {"novice": 3000}),
    ],
)
def test_every_level_loses_to_the_next_one(rules: Rules, deals: dict[str, int]) -> None:
    for name, stronger in pairwise(LEVELS):
        lineup = [LEVELS[name], *[LEVELS[stronger]] * (rules.seats - 1)]
        score, *_ = play_lineup(lineup, deals.get(name, 1500), rules=rules, seed="levels")
        assert score.mean < -4 * score.error, (name, stronger, score)
