"""Tournaments: points without the luck of the cards, habits, and the program that tells them."""

import importlib
import json
import runpy
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, NoReturn, Self

import attrs
import pytest
from matplotlib.figure import Figure

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
    SeedError,
    format_hand,
    parse_hand,
    play,
    rank_hand,
    start_match,
    view_deal,
)
from asnas_core.players import LEVELS, Player
from asnas_core.tournament import (
    Habits,
    Score,
    __main__,
    _plot,
    measure_habits,
    play_lineup,
    round_robin,
)
from asnas_core.tournament.__main__ import main

THREE = Rules(seats=3, max_stake=3)
Captured = pytest.CaptureFixture[str]


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

    def scores(seed: str) -> tuple[Score, ...]:
        return play_lineup(lineup, 12, seed=seed)

    assert scores("one") == scores("one")
    assert len({scores(seed) for seed in ("", "one", "two", "1", "1 0")}) == 5
    # The number of deals of a match, which has no say here, changes nothing.
    rules = Rules(deals=99)
    assert play_lineup(lineup, 12, seed="one", rules=rules) == scores("one")


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


def test_one_player_alone_is_watched_among_its_likes_and_none_among_nobody() -> None:
    habits = measure_habits({"raiser": SCRIPTS["raiser"]}, 2)
    assert habits["raiser"].raises == 1.0
    assert habits["raiser"].folds_to_raise == 0.0
    assert measure_habits({}, 2) == {}


def test_the_same_seed_gives_the_same_habits_and_progress_sums_up() -> None:
    done: list[int] = []
    habits = measure_habits(LEVELS, 4, rules=THREE, seed="a", progress=done.append)
    assert sum(done) == 4 * len(LEVELS)
    assert habits == measure_habits(LEVELS, 4, rules=THREE, seed="a")
    assert habits != measure_habits(LEVELS, 4, rules=THREE, seed="b")


def test_the_levels_are_told_apart_by_their_habits() -> None:
    habits = measure_habits(LEVELS, 100, seed="apart")
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


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: play_lineup([by_hand] * 4, 2, rules=None), "rules must be Rules"),  # type: ignore[arg-type]
        (lambda: round_robin(LEVELS, 2, rules="rules"), "rules must be Rules"),  # type: ignore[arg-type]
        (lambda: play_lineup([by_hand] * 4, 1), "deals must be an integer from 2 on"),
        (lambda: play_lineup([by_hand] * 4, 2.0), "deals must be"),  # type: ignore[arg-type]
        (lambda: play_lineup([by_hand] * 4, deals=True), "deals must be"),
        (lambda: round_robin(LEVELS, 0), "deals must be"),
        (lambda: measure_habits(LEVELS, -1), "deals must be"),
        (lambda: play_lineup([by_hand] * 3, 2), "players must be a tuple or list of 4 players"),
        (lambda: play_lineup([by_hand] * 5, 2), "players must be a tuple or list of 4 players"),
        (lambda: play_lineup([by_hand] * 4, 2, rules=THREE), "a tuple or list of 3 players"),
        (lambda: play_lineup(LEVELS, 2), "players must be a tuple or list"),  # type: ignore[arg-type]
        (lambda: play_lineup(None, 2), "players must be a tuple or list"),  # type: ignore[arg-type]
        (lambda: play_lineup(["bold"] * 4, 2), "each player must be a function"),  # type: ignore[list-item]
        (lambda: round_robin([by_hand] * 4, 2), "players must be a mapping from"),  # type: ignore[arg-type]
        (lambda: round_robin({}, 2), "players must be a mapping from names to 2 or more"),
        (lambda: round_robin({"a": by_hand}, 2), "names to 2 or more players"),
        (lambda: measure_habits([by_hand] * 4, 2), "players must be a mapping from"),  # type: ignore[arg-type]
        (lambda: measure_habits({"a": None}, 2), "each player must be a function"),  # type: ignore[dict-item]
        (lambda: measure_habits(LEVELS, 2, rules=4), "rules must be Rules"),  # type: ignore[arg-type]
        (lambda: play_lineup([lambda *_: None] * 4, 2), "action must be"),  # type: ignore[list-item]
    ],
)
def test_wrong_arguments_are_refused(call: Callable[[], object], message: str) -> None:
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


# The command line

PAIR = ("--players", "random,novice", "--seats", "2")


def printed(capsys: Captured, *arguments: object) -> str:
    assert main([*map(str, arguments)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


def refused(capsys: Captured, *arguments: object) -> str:
    """Return what the program says when it gives up."""
    try:
        code: object = main([*map(str, arguments)])
    except SystemExit as leaving:
        code = leaving.code
    told = capsys.readouterr()
    assert code == 2
    assert told.out == ""
    assert "Traceback" not in told.err
    assert "python -m asnas_core.tournament: " in told.err
    return told.err


def cells(text: str) -> list[list[str]]:
    """Read a table; all its lines are equally long."""
    lines = text.splitlines()
    assert len({*map(len, lines)}) == 1
    assert set(lines[1]) == {"|", "-"}
    del lines[1]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_scores_are_printed_as_a_table(capsys: Captured) -> None:
    names = ("random", "cautious", "master")
    options = ("--players", ",".join(names), "--deals", 12, "--seed", "table")
    text = printed(capsys, *options, "--seats", 3, "--max-stake", 3, "--no-free-fold")
    rules = attrs.evolve(THREE, free_fold=False)
    table = round_robin({name: LEVELS[name] for name in names}, 12, rules=rules, seed="table")
    assert cells(text) == [
        ["one of", *(f"among {name}" for name in names)],
        *(
            [name, *(
                f"{score.mean:+.3f} ± {score.error:.3f}" if score else ""
                for score in (table.get((name, other)) for other in names)
            )]
            for name in names
        ),
    ]  # fmt: skip


def test_habits_are_printed_as_a_table(capsys: Captured) -> None:
    text = printed(capsys, "--habits", "--deals", 4, "--seed", "table", "--seats", 2)
    header, *rows = cells(text)
    assert header == ["player", "looks", "raises", "bluffs", "folds to raise"]
    habits = measure_habits(LEVELS, 4, rules=Rules(seats=2), seed="table")
    for row, (name, own) in zip(rows, habits.items(), strict=True):
        assert row == [
            name,
            *("" if r is None else f"{100 * r:.0f} %" for r in attrs.astuple(own)),
        ]


def test_what_never_came_up_is_left_empty(capsys: Captured) -> None:
    text = printed(capsys, "--habits", "--deals", 2, "--seats", 2, "--max-stake", 1)
    assert all(row[2:] == ["", "", ""] for row in cells(text)[1:])


def test_the_file_holds_what_the_functions_return(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "result.json"
    rules, pair = Rules(seats=2), {name: LEVELS[name] for name in ("random", "novice")}
    about = {"rules": attrs.asdict(rules), "seed": "file", "deals": 6}
    options = (*PAIR, "--deals", 6, "--seed", "file", "--json", path)
    scores = printed(capsys, *options)
    assert scores == printed(capsys, *options[:-2])
    assert json.loads(path.read_text("utf-8")) == {
        **about,
        "result": [
            {"player": name, "against": other, **attrs.asdict(score)}
            for (name, other), score in round_robin(pair, 6, rules=rules, seed="file").items()
        ],
    }
    assert path.read_text("utf-8").endswith("}\n")
    printed(capsys, *options, "--habits")
    assert json.loads(path.read_text("utf-8")) == {
        **about,
        "result": [
            {"player": name, **attrs.asdict(own)}
            for name, own in measure_habits(pair, 6, rules=rules, seed="file").items()
        ],
    }


@pytest.mark.parametrize(
    ("name", "start"), [("a.png", b"\x89PNG\r\n\x1a\n"), ("a.SVG", b"<?xml"), ("a.pdf", b"%PDF")]
)
def test_a_picture_is_of_the_kind_that_its_name_says(
    name: str, start: bytes, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / name
    printed(capsys, *PAIR, "--deals", 2, "--plot", path)
    assert path.read_bytes().startswith(start)
    assert list(tmp_path.iterdir()) == [path]


def test_a_picture_shows_every_score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Any] = []
    monkeypatch.setattr(Figure, "savefig", lambda figure, _: kept.append(figure))
    names = ["random", "novice", "master"]
    table = round_robin({name: LEVELS[name] for name in names}, 3, rules=Rules(seats=2))
    _plot.draw(names, table, tmp_path / "none.png")
    for other, panel in zip(names, kept[0].axes, strict=True):
        assert panel.get_title() == f"among {other}"
        line = panel.lines[0]
        assert [*line.get_ydata()] == [table[name, other].mean for name in names if name != other]
        bars = panel.collections[0].get_segments()
        assert [high - low for (_, low), (_, high) in bars] == pytest.approx(
            [4 * table[name, other].error for name in names if name != other]
        )


@pytest.mark.parametrize("name", ["picture", "picture.txt", "png", "a.png.old"])
def test_a_name_that_is_no_picture_is_refused_before_anything_is_played(
    name: str, tmp_path: Path, capsys: Captured
) -> None:
    message = refused(capsys, *PAIR, "--deals", 10**9, "--plot", tmp_path / name)
    assert f"{name} does not end as a picture does: " in message
    assert ".png" in message
    assert list(tmp_path.iterdir()) == []


def test_habits_are_not_drawn(tmp_path: Path, capsys: Captured) -> None:
    message = refused(capsys, *PAIR, "--habits", "--plot", tmp_path / "a.png")
    assert "--plot draws scores, not --habits" in message
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("option", ["--json", "--plot"])
def test_a_file_that_cannot_be_written_is_told_before_anything_is_played(
    option: str, tmp_path: Path, capsys: Captured
) -> None:
    folder = tmp_path / "folder.png"
    folder.mkdir()
    for path in (tmp_path / "missing" / "a.png", folder):
        message = refused(capsys, *PAIR, "--deals", 10**9, option, path)
        assert str(path) in message
    assert list(tmp_path.iterdir()) == [folder]


OWN = """
from asnas_core import Action
from asnas_core.players import Character

def caller(view, rng):
    wanted = (Action.LOOK, Action.CALL, Action.HOLD)
    return next(action for action in wanted if action in view.legal_actions)

wild = Character(bluffs=0.9)
unnamed = lambda view, rng: caller(view, rng)
number = 7
"""


@pytest.fixture
def _own_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path / "modules"
    (folder / "own").mkdir(parents=True)
    (folder / "own" / "__init__.py").touch()
    (folder / "own" / "mine.py").write_text(OWN, "utf-8")
    monkeypatch.syspath_prepend(folder)
    yield
    for name in [name for name in sys.modules if name.split(".")[0] == "own"]:
        del sys.modules[name]


@pytest.mark.usefixtures("_own_module")
def test_players_of_your_own_can_be_named(capsys: Captured, tmp_path: Path) -> None:
    names = ["own.mine:caller", "own.mine:wild", "novice"]
    path = tmp_path / "result.json"
    options = ("--players", ",".join(names), "--deals", 5, "--seats", 2, "--json", path)
    text = printed(capsys, *options)
    assert [row[0] for row in cells(text)[1:]] == names
    mine = importlib.import_module("own.mine")
    players = dict(zip(names, (mine.caller, mine.wild, LEVELS["novice"]), strict=True))
    table = round_robin(players, 5, rules=Rules(seats=2))
    result = json.loads(path.read_text("utf-8"))["result"]
    assert {(row["player"], row["against"]): row["mean"] for row in result} == {
        pair: score.mean for pair, score in table.items()
    }


@pytest.mark.usefixtures("_own_module")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("grandmaster", "grandmaster is neither a level (random, novice, cautious, bold, master) "),
        ("", "written as MODULE:NAME"),
        (":caller", "written as MODULE:NAME"),
        (".mine:caller", "written as MODULE:NAME"),
        ("own..mine:caller", "written as MODULE:NAME"),
        ("own/mine.py:caller", "written as MODULE:NAME"),
        ("missing_module:caller", "No module named 'missing_module'"),
        ("own.other:caller", "No module named 'own.other'"),
        ("own.mine:other", "own.mine has no player other"),
        ("own.mine:number", "own.mine has no player number"),
        ("own.mine:", "own.mine has no player "),
    ],
)
def test_a_player_that_is_not_there_is_told(name: str, message: str, capsys: Captured) -> None:
    assert message in refused(capsys, "--players", f"novice,{name}")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--seats", 5), "seats must be from 2 to 4"),
        (("--max-stake", 4, "--raise-step", 2), "max_stake must be opening_stake plus"),
        (("--deals", 1), "deals must be an integer from 2 on"),
        (("--players", "master"), "2 or more players"),
        (("--players", "master,master"), "2 or more players"),
        (("--seed", "\ud800"), "surrogates"),
    ],
)
def test_what_cannot_be_played_is_told(
    options: tuple[object, ...], message: str, capsys: Captured
) -> None:
    assert message in refused(capsys, *options)


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "many", ""])
@pytest.mark.parametrize("option", ["--deals", "--workers", "--seats"])
def test_numbers_are_whole_and_positive(option: str, text: str, capsys: Captured) -> None:
    with pytest.raises(SystemExit) as leaving:
        main([f"{option}={text}"])
    assert leaving.value.code == 2
    assert f"argument {option}: invalid" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "options"), [("round_robin", ()), ("measure_habits", ("--habits",))]
)
def test_ctrl_c_leaves_cleanly(
    name: str, options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    def interrupted(*_: object, **__: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(__main__, name, interrupted)
    assert main([*PAIR, *options]) == 130
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "stopped\n")


def test_several_workers_are_processes_of_their_own(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    # The same without the time that processes take to start.
    asked: list[tuple[int, str]] = []

    class Here:
        def __init__(self, workers: int, context: Any) -> None:
            asked.append((workers, context.get_start_method()))

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def map(self, function: Callable[..., Any], *values: Any) -> Any:
            return map(function, *values)

    monkeypatch.setattr(__main__, "ProcessPoolExecutor", Here)
    options = (*PAIR, "--deals", 3)
    assert printed(capsys, *options, "--workers", 3) == printed(capsys, *options)
    assert asked == [(3, "spawn")]


@pytest.mark.slow
@pytest.mark.usefixtures("_own_module")
def test_the_number_of_workers_changes_no_figure(tmp_path: Path, capsys: Captured) -> None:
    options = ("--players", "own.mine:caller,bold,master", "--seats", 2, "--deals", 150, "--json")
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    assert printed(capsys, *options, one) == printed(capsys, *options, two, "--workers", 2)
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.slow
@pytest.mark.usefixtures("_own_module")
def test_a_player_that_cannot_go_to_other_processes_is_told(capsys: Captured) -> None:
    message = refused(
        capsys, "--players", "novice,own.mine:unnamed", "--workers", 2, "--seats", 2, "--deals", 2
    )
    assert "pickle" in message


def programmed(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    """Run the program as the interpreter does, in this process."""
    monkeypatch.setattr(sys, "argv", ["tournament", *map(str, arguments)])
    monkeypatch.delitem(sys.modules, "asnas_core.tournament.__main__", raising=False)
    with pytest.raises(SystemExit) as leaving:
        runpy.run_module("asnas_core.tournament", run_name="__main__", alter_sys=True)
    return int(leaving.value.code or 0)


def test_the_module_is_the_program(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    assert programmed(monkeypatch, *PAIR, "--deals", 2) == 0
    assert capsys.readouterr().out == printed(capsys, *PAIR, "--deals", 2)
    assert programmed(monkeypatch, "--seats", 9) == 2
    capsys.readouterr()
    assert programmed(monkeypatch, "--help") == 0
    told = capsys.readouterr().out
    assert told.startswith("usage: python -m asnas_core.tournament ")
    for option in ("--players", "--deals", "--habits", "--workers", "--json", "--plot", "--seats"):
        assert option in told


# Extras


def test_a_missing_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Captured
) -> None:
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "tqdm", None)
        with pytest.raises(ImportError, match="needs tqdm, which the extra `tournament` installs"):
            importlib.reload(sys.modules["asnas_core.tournament"])
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match="needs matplotlib, which the extra `plot` installs"):
        importlib.reload(_plot)
    # The program says so before anything is played.
    monkeypatch.delitem(sys.modules, "asnas_core.tournament._plot")
    path = tmp_path / "a.png"
    message = refused(capsys, *PAIR, "--deals", 10**9, "--plot", path)
    assert "a picture needs matplotlib, which the extra `plot` installs" in message
    assert not path.exists()


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
