"""The program that lets players play tournaments: what it prints, writes, draws and refuses."""

import importlib
import json
import os
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, NoReturn

import attrs
import pytest
from matplotlib.figure import Figure

from asnas_core import Rules
from asnas_core.players import LEVELS
from asnas_core.tournament import __main__, _plot, measure_habits, round_robin
from asnas_core.tournament.__main__ import main
from commands import Captured, Here, programmed, refusal, without_processes

MODULE = "asnas_core.tournament"
THREE = Rules(seats=3, max_stake=3)
PAIR = ("--players", "random,novice", "--seats", "2")
FOREVER = ("--deals", 10**9)
"""What is refused with these was refused before anything was played."""


def printed(capsys: Captured, *arguments: object) -> str:
    assert main([*map(str, arguments)]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


def refused(capsys: Captured, *arguments: object) -> str:
    """Return why the program gives up; it has printed nothing else."""
    printed, reason = refusal(main, capsys, *arguments)
    assert printed == ""
    return reason


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
        assert panel.get_title() == f"among\n{other}"
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
    message = refused(capsys, *PAIR, *FOREVER, "--plot", tmp_path / name)
    assert message.startswith(f"{tmp_path / name} does not end as a picture does: ")
    assert ".png" in message
    assert list(tmp_path.iterdir()) == []


def test_the_figures_and_the_picture_are_two_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    for other in (tmp_path / "a.png", Path("a.png")):
        options = ("--json", tmp_path / "a.png", "--plot", other)
        assert refused(capsys, *PAIR, *FOREVER, *options) == "--json and --plot are two files"
    assert list(tmp_path.iterdir()) == []


def test_habits_are_neither_drawn_nor_shared(tmp_path: Path, capsys: Captured) -> None:
    picture = ("--plot", tmp_path / "a.png")
    for options in (picture, ("--workers", 2), (*picture, "--workers", 2)):
        message = refused(capsys, *PAIR, *FOREVER, "--habits", *options)
        assert message == "--habits is neither drawn nor shared: leave --plot and --workers out"
    assert list(tmp_path.iterdir()) == []
    # One worker shares nothing.
    habits = ("--habits", "--deals", 2)
    assert printed(capsys, *PAIR, *habits, "--workers", 1) == printed(capsys, *PAIR, *habits)


@pytest.mark.parametrize("option", ["--json", "--plot"])
def test_a_file_that_cannot_be_written_is_told_before_anything_is_played(
    option: str, tmp_path: Path, capsys: Captured
) -> None:
    folder = tmp_path / "folder.png"
    folder.mkdir()
    for path in (tmp_path / "missing" / "a.png", folder):
        message = refused(capsys, *PAIR, *FOREVER, option, path)
        assert str(path) in message
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize("option", ["--json", "--plot"])
def test_a_file_is_left_as_it_was_if_the_tournament_comes_to_nothing(
    option: str, tmp_path: Path, capsys: Captured
) -> None:
    path, link = tmp_path / "kept.svg", tmp_path / "link.svg"
    path.write_text("kept", "utf-8")
    link.symlink_to(path)
    for name in (path, link, tmp_path / "new.svg"):
        assert "at least 2" in refused(capsys, *PAIR, "--deals", 1, option, name)
    assert {*tmp_path.iterdir()} == {path, link}
    assert link.is_symlink()
    assert path.read_text("utf-8") == "kept"


def test_a_link_to_what_is_not_there_yet_stays_a_link(tmp_path: Path, capsys: Captured) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "result.json")
    refused(capsys, *PAIR, "--deals", 1, "--json", link)
    assert link.is_symlink()
    printed(capsys, *PAIR, "--deals", 2, "--json", link)
    assert json.loads((tmp_path / "result.json").read_text("utf-8"))["deals"] == 2


OWN = """
from asnas_core import Action
from asnas_core.players import Character

def caller(view, rng):
    wanted = (Action.LOOK, Action.CALL, Action.HOLD)
    return next(action for action in wanted if action in view.legal_actions)

wild = Character(bluffs=0.9)
unnamed = lambda view, rng: caller(view, rng)
number = 7

class Holder:
    def __init__(self):
        self.waiting = iter(action for action in Action)

    def __call__(self, view, rng):
        return caller(view, rng)

holder = Holder()

def make():
    return lambda view, rng: caller(view, rng)

local = make()
"""


@pytest.fixture
def _own_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    folder = tmp_path / "modules"
    (folder / "own").mkdir(parents=True)
    (folder / "own" / "__init__.py").touch()
    (folder / "own" / "mine.py").write_text(OWN, "utf-8")
    (folder / "own" / "broken.py").write_text("def caller(:", "utf-8")
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
        ("own.mine:other", "own.mine:other is not a function of that module"),
        ("own.mine:number", "own.mine:number is not a function of that module"),
        ("own.mine:", "own.mine: is not a function of that module"),
        ("own.mine:a:b", "own.mine:a:b is not a function of that module"),
        ("own.broken:caller", "own.broken is not Python: invalid syntax (broken.py, line 1)"),
    ],
)
def test_a_player_that_is_not_there_is_told(name: str, message: str, capsys: Captured) -> None:
    assert message in refused(capsys, *FOREVER, "--players", f"novice,{name}")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--seats", 5), "seats must be from 2 to 4"),
        (("--max-stake", 4, "--raise-step", 2), "max_stake must be opening_stake plus"),
        (("--deals", 1), "deals must be at least 2, not 1"),
        (("--deals", 1, "--habits"), "deals must be at least 2, not 1"),
        (("--players", "master"), "the number of players must be at least 2, not 1"),
        (("--players", "master", "--habits"), "the number of players must be at least 2, not 1"),
        (("--players", "master,master"), "--players names each player once"),
        (("--players", "bold,master,bold", "--habits"), "--players names each player once"),
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
    message = refused(capsys, f"{option}={text}")
    assert message == f"argument {option}: {text!r} is not a whole number from 1 on"


def test_a_seed_that_is_a_number_is_that_number(capsys: Captured) -> None:
    options = ("--players", "random,novice", "--seats", 2, "--deals", 3, "--seed")
    pair = {name: LEVELS[name] for name in ("random", "novice")}
    table = round_robin(pair, 3, rules=Rules(seats=2), seed=7)
    assert printed(capsys, *options, 7) == __main__.scores_text([*pair], table) + "\n"


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
    wanted = without_processes(monkeypatch)
    options = (*PAIR, "--deals", 3)
    assert printed(capsys, *options, "--workers", 3) == printed(capsys, *options)
    assert wanted == [(3, "spawn")]
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"


def test_a_process_that_dies_ends_the_program(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    class Dying(Here):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            raise BrokenProcessPool("A process was terminated abruptly")

    without_processes(monkeypatch, Dying)
    message = refused(capsys, *PAIR, "--deals", 3, "--workers", 2)
    assert message == "A process was terminated abruptly"


@pytest.mark.slow
@pytest.mark.usefixtures("_own_module")
def test_the_number_of_workers_changes_no_figure(tmp_path: Path, capsys: Captured) -> None:
    options = ("--players", "own.mine:caller,bold,master", "--seats", 2, "--deals", 150, "--json")
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    assert printed(capsys, *options, one) == printed(capsys, *options, two, "--workers", 2)
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.usefixtures("_own_module")
@pytest.mark.parametrize("name", ["own.mine:unnamed", "own.mine:holder", "own.mine:local"])
def test_a_player_that_cannot_go_to_other_processes_is_told_before_anything_is_played(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Captured
) -> None:
    wanted = without_processes(monkeypatch)
    path = tmp_path / "result.json"
    options = ("--players", f"novice,{name}", "--seats", 2, "--json", path)
    message = refused(capsys, *options, *FOREVER, "--workers", 2)
    assert message == (
        f"{name} cannot be sent to other processes: leave --workers out, or make it a function "
        "of a module"
    )
    assert wanted == []
    assert not path.exists()
    # In this process it plays.
    assert name in printed(capsys, *options, "--deals", 2)


def test_the_module_is_the_program(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    assert programmed(MODULE, monkeypatch, *PAIR, "--deals", 2) == 0
    assert capsys.readouterr().out == printed(capsys, *PAIR, "--deals", 2)
    assert programmed(MODULE, monkeypatch, "--seats", 9) == 2
    capsys.readouterr()
    assert programmed(MODULE, monkeypatch, "--help") == 0
    told = capsys.readouterr().out
    assert told.startswith("usage: python -m asnas_core.tournament ")
    for option in ("--players", "--deals", "--habits", "--workers", "--json", "--plot", "--seats"):
        assert option in told


# Extras


def test_the_program_names_the_extra_that_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    # Text that a program exits with is all that the interpreter prints.
    assert programmed(MODULE, monkeypatch, *PAIR) == (
        "python -m asnas_core.tournament needs tqdm, which the extra `tournament` installs"
    )


def test_a_picture_names_the_extra_that_it_needs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Captured
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    message = refused(capsys, *PAIR, *FOREVER, "--plot", tmp_path / "a.png")
    assert message == "--plot needs matplotlib, which the extra `plot` installs"
    assert list(tmp_path.iterdir()) == []
    assert "random" in printed(capsys, *PAIR, "--deals", 2)
