"""The program of the solver: what it prints, what it writes, and how it goes on or gives up."""

import importlib
import io
import json
import os
import re
import sys
import warnings
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import attrs
import numpy as np
import pytest

from asnas_core import ArgumentError, Rules
from asnas_core.players._solution import PARTS
from asnas_core.players.equilibrium import Solution, read_solution
from asnas_core.situations import histories
from asnas_core.solver import (
    Strategy,
    __main__,
    from_solution,
    nash_conv,
    solve,
    to_solution,
    values,
)
from asnas_core.solver.__main__ import main
from asnas_core.solver._checkpoint import CheckpointError, resume
from asnas_core.solver._solve import Solving
from asnas_core.solver._walk import reach
from commands import Captured, programmed, refusal, without_processes

MODULE = "asnas_core.solver"
SMALL = Rules(seats=2, max_stake=2)
RULES_OF_SMALL = ("--seats", "2", "--max-stake", "2")
RARE = 1e-5
"""Where a position's own play leads less often, a written strategy may do anything."""


def solved(*arguments: object) -> int:
    """Solve the small game as these options say."""
    return main([*RULES_OF_SMALL, *map(str, arguments)])


def refused(capsys: Captured, *arguments: object) -> str:
    """Return why the program gives up; before that it can only have said what solving takes."""
    capsys.readouterr()  # of what was done before
    printed, reason = refusal(main, capsys, *arguments)
    assert printed == "" or ("MiB of memory" in printed and printed.count("\n") == 1)
    return reason


def solution_at(path: Path) -> Solution:
    return read_solution(path.read_bytes())


def same(one: Strategy, other: Strategy) -> bool:
    return all(map(np.array_equal, one.chances, other.chances))


@pytest.fixture
def checkpoint(tmp_path: Path) -> Path:
    """Return a checkpoint of the small game after three iterations."""
    path = tmp_path / "learned.npz"
    assert solved("--iterations", 3, "--checkpoint", path) == 0
    return path


# What comes out


def test_the_output_is_the_strategy_that_solve_finds(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "small.solution"
    assert solved("--iterations", 30, "--output", path) == 0
    assert path.read_bytes() == to_solution(solve(SMALL, 30), 30)
    solution = solution_at(path)
    assert solution.rules == SMALL
    assert solution.iterations == 30
    written = nash_conv(from_solution(solution))
    assert solution.nash_conv == pytest.approx(written, abs=1e-12)
    said = capsys.readouterr().out
    assert f"written to {path}, {len(path.read_bytes()):,} bytes: {written:.3g}\n" in said
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "rules",
    [
        SMALL,
        Rules(seats=2, opening_stake=2, raise_step=3, max_stake=5, free_fold=False),
        Rules(seats=2, copies=5, max_stake=2),
        pytest.param(Rules(seats=3, max_stake=2), marks=pytest.mark.slow),
    ],
)
def test_a_strategy_comes_back_from_its_file_but_for_rounding(rules: Rules) -> None:
    strategy = solve(rules, 20)
    data = to_solution(strategy, 7)
    back = from_solution(read_solution(data))
    assert back.rules == rules
    assert read_solution(data).iterations == 7
    every = histories(rules)
    reached = [reach(every, strategy.chances, player) for player in range(rules.seats)]
    compared = 0
    for history, before, after in zip(every, strategy.chances, back.chances, strict=True):
        assert before.shape == after.shape
        if history.position is None:
            continue
        assert np.array_equal(after * PARTS, np.round(after * PARTS))
        assert np.array_equal(after.sum(axis=1), np.ones(len(after)))
        comes = reached[history.position][history.last[history.position]] >= RARE
        compared += int(comes.sum())
        assert np.abs(before - after)[comes].max(initial=0) < 1 / PARTS
        # Elsewhere the likeliest action is always taken.
        rest = range(len(before))
        assert np.array_equal(after[rest, before.argmax(axis=1)][~comes], np.ones((~comes).sum()))
    assert compared > 100
    assert values(back) == pytest.approx(values(strategy), abs=0.01)


@pytest.mark.parametrize("given", [None, "solution", solve(SMALL, 1)])
def test_only_a_solution_is_read_as_a_strategy(given: Any) -> None:
    with pytest.raises(ArgumentError, match="solution must be a Solution"):
        from_solution(given)


def test_the_log_tells_nash_conv_and_time_and_what_the_deal_is_worth(capsys: Captured) -> None:
    assert solved("--iterations", 25, "--every", 10) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.fullmatch(
        r"2 seats, 20 cards, stakes 1 to 2, 25 iterations: about \d+ MiB of memory and \d+ s on "
        r"one core\.",
        lines[0],
    )
    told = [
        re.fullmatch(r"iteration (\d+): NashConv (\S+) after \d+ s", line) for line in lines[1:-1]
    ]
    found = [(int(line[1]), float(line[2])) for line in told if line]
    assert len(found) == len(told)
    assert [number for number, _ in found] == [10, 20, 25]
    for number, gap in found:
        assert gap == pytest.approx(nash_conv(solve(SMALL, number)), rel=0.01)
    first, last = values(solve(SMALL, 25))
    assert lines[-1] == f"Points a deal by position, the dealer last: {first:+.4f}, {last:+.4f}"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.4, "0 s"), (59.4, "59 s"), (59.6, "1 min 0 s"), (61, "1 min 1 s"), (7325, "122 min 5 s")],
)
def test_long_times_are_told_in_minutes(seconds: float, text: str) -> None:
    assert __main__._duration(seconds) == text


# The same result, however it comes about


def test_solving_goes_on_from_a_checkpoint_as_if_it_had_never_stopped(
    tmp_path: Path, capsys: Captured
) -> None:
    kept, whole, parts = tmp_path / "kept.npz", tmp_path / "whole", tmp_path / "parts"
    assert solved("--iterations", 30, "--output", whole) == 0
    assert solved("--iterations", 20, "--output", parts, "--checkpoint", kept) == 0
    assert parts.read_bytes() != whole.read_bytes()
    assert solution_at(parts).iterations == 20
    capsys.readouterr()
    assert solved("--iterations", 30, "--output", parts, "--checkpoint", kept) == 0
    assert parts.read_bytes() == whole.read_bytes()
    said = capsys.readouterr().out
    assert "Going on after iteration 20.\niteration 30: NashConv" in said
    # The checkpoint has gone on too, and is left as it is where nothing is to be done.
    before = kept.read_bytes()
    assert solved("--iterations", 30, "--output", parts, "--checkpoint", kept) == 0
    assert "Going on after iteration 30.\nPoints a deal" in capsys.readouterr().out
    assert parts.read_bytes() == whole.read_bytes()
    assert kept.read_bytes() == before
    assert {*tmp_path.iterdir()} == {kept, whole, parts}


def test_a_checkpoint_that_is_further_on_than_asked_for_is_refused(
    tmp_path: Path, checkpoint: Path, capsys: Captured
) -> None:
    before, out = checkpoint.read_bytes(), tmp_path / "out"
    options = ("--checkpoint", checkpoint, "--output", out)
    message = refused(capsys, *RULES_OF_SMALL, "--iterations", 2, *options)
    assert message == f"{checkpoint} is at iteration 3 already, after 2"
    assert checkpoint.read_bytes() == before
    assert list(tmp_path.iterdir()) == [checkpoint]
    solving = Solving(SMALL)
    with pytest.raises(CheckpointError):
        resume(solving, checkpoint, 2)
    assert solving.iteration == 0
    assert not any(map(np.any, solving.regrets))
    # Just as far is far enough.
    assert solved("--iterations", 3, *options) == 0
    assert solution_at(out).iterations == 3


def test_a_checkpoint_holds_all_that_was_learned(checkpoint: Path) -> None:
    going_on, straight = Solving(SMALL), Solving(SMALL)
    resume(going_on, checkpoint, 4)
    for _ in range(3):
        straight.iterate()
    assert going_on.iteration == 3
    assert same(going_on.average(), straight.average())
    going_on.iterate()
    straight.iterate()
    assert same(going_on.average(), straight.average())


@pytest.mark.slow
@pytest.mark.parametrize("table", [RULES_OF_SMALL, ("--seats", "3", "--max-stake", "2")])
def test_the_number_of_workers_changes_no_byte(
    table: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")
    written = []
    for workers in ("1", "2"):
        path = tmp_path / workers
        options = ("--iterations", "12", "--workers", workers, "--output", str(path))
        assert main([*table, *options]) == 0
        written.append(path.read_bytes())
    assert written[0] == written[1]


def test_several_workers_are_processes_of_their_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wanted = without_processes(monkeypatch)
    path = tmp_path / "out"
    assert solved("--iterations", 3, "--workers", 5, "--output", path) == 0
    assert wanted == [(5, "spawn")]
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"
    assert path.read_bytes() == to_solution(solve(SMALL, 3), 3)


def test_how_many_threads_a_worker_has_can_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    without_processes(monkeypatch)
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "2")
    assert solved("--iterations", 1, "--workers", 2) == 0
    assert os.environ["OPENBLAS_NUM_THREADS"] == "2"


# Checkpoints that are none


def test_a_checkpoint_of_other_rules_is_refused(checkpoint: Path, capsys: Captured) -> None:
    before = checkpoint.read_bytes()
    for other in (
        ("--seats", 3),
        ("--seats", 2, "--max-stake", 3),
        (*RULES_OF_SMALL, "--copies", 5),
    ):
        message = refused(capsys, *other, "--iterations", 9, "--checkpoint", checkpoint)
        assert message == f"{checkpoint} is a checkpoint of other rules"
    assert checkpoint.read_bytes() == before


def test_a_file_that_is_no_checkpoint_is_refused_and_left_alone(
    tmp_path: Path, capsys: Captured
) -> None:
    array, other = io.BytesIO(), io.BytesIO()
    np.save(array, np.zeros(3))
    np.savez(other, regrets=np.zeros(3))
    path, out = tmp_path / "kept", tmp_path / "out"
    for data in (b"", b"PK\x03\x04", b"no checkpoint\n", array.getvalue(), other.getvalue()):
        path.write_bytes(data)
        message = refused(capsys, *RULES_OF_SMALL, "--checkpoint", path, "--output", out)
        assert message == f"{path} is not a checkpoint, or it is damaged"
        assert path.read_bytes() == data
        assert list(tmp_path.iterdir()) == [path]


def test_a_damaged_checkpoint_is_refused_and_changes_nothing(checkpoint: Path) -> None:
    whole = checkpoint.read_bytes()
    expected = Solving(SMALL)
    resume(expected, checkpoint, 3)
    rng = Random(3)
    ends = [*range(0, 120, 7), *rng.sample(range(len(whole)), 30), len(whole) - 1]
    cut = [whole[:end] for end in ends]
    flipped = []
    for place in (*rng.sample(range(len(whole)), 200), *range(len(whole) - 300, len(whole))):
        changed = bytearray(whole)
        changed[place] ^= rng.randrange(1, 256)
        flipped.append(bytes(changed))
    refusals = 0
    for data in (*cut, *flipped):
        checkpoint.write_bytes(data)
        solving = Solving(SMALL)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of zipfile, about names that come twice
                resume(solving, checkpoint, 3)
        except CheckpointError as error:
            assert str(checkpoint) in str(error)  # noqa: PT017  # some bytes play no part
            assert solving.iteration == 0
            assert not any(regrets.any() for regrets in solving.regrets)
            refusals += 1
        else:
            assert data not in cut
            assert same(solving.average(), expected.average())
    assert refusals > len(cut) + len(flipped) / 2


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rules": "{"}, "not a checkpoint, or it is damaged"),
        ({"rules": "[1]"}, "not a checkpoint, or it is damaged"),
        ({"rules": '{"players": 2}'}, "not a checkpoint, or it is damaged"),
        ({"rules": '{"seats": 1}'}, "not a checkpoint, or it is damaged"),
        ({"rules": '{"seats": 2}'}, "a checkpoint of other rules"),
        ({"iteration": "three"}, "not a checkpoint, or it is damaged"),
        ({"iteration": [1, 2]}, "not a checkpoint, or it is damaged"),
        ({"iteration": -3}, "does not fit its rules"),
        ({"iteration": 0}, "does not fit its rules"),
        ({"regrets": np.zeros(3)}, "does not fit its rules"),
        ({"sums": np.zeros(3)}, "does not fit its rules"),
        ({"sums": np.zeros((2, 3))}, "does not fit its rules"),
        ({"sums": np.array(["a"])}, "not a checkpoint, or it is damaged"),
        ({"sums": np.zeros(3, complex)}, "not a checkpoint, or it is damaged"),
        ({"sums": np.array([None])}, "not a checkpoint, or it is damaged"),
    ],
)
def test_a_checkpoint_with_something_else_inside_is_refused(
    changes: dict[str, Any], message: str, checkpoint: Path, capsys: Captured
) -> None:
    with np.load(checkpoint) as saved:
        inside = {**saved, **changes}
    with checkpoint.open("wb") as file:
        np.savez(file, **inside)
    said = refused(capsys, *RULES_OF_SMALL, "--checkpoint", checkpoint)
    assert str(checkpoint) in said
    assert message in said


def test_a_checkpoint_without_something_is_refused(checkpoint: Path, capsys: Captured) -> None:
    with np.load(checkpoint) as saved:
        inside = dict(saved)
    assert json.loads(str(inside["rules"])) == attrs.asdict(SMALL)
    for name in inside:
        with checkpoint.open("wb") as file:
            np.savez(file, **{key: value for key, value in inside.items() if key != name})
        said = refused(capsys, *RULES_OF_SMALL, "--checkpoint", checkpoint)
        assert "not a checkpoint, or it is damaged" in said


def test_a_checkpoint_that_cannot_be_written_to_its_end_leaves_the_one_before(
    checkpoint: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    before = checkpoint.read_bytes()

    def full(file: io.BufferedWriter, **_: object) -> NoReturn:
        file.write(b"half of it")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez", full)
    options = (*RULES_OF_SMALL, "--iterations", 9, "--checkpoint", checkpoint)
    _, reason = refusal(main, capsys, *options)
    assert "No space left on device" in reason
    assert checkpoint.read_bytes() == before
    assert list(checkpoint.parent.iterdir()) == [checkpoint]


# What cannot be


def begun(_: object) -> NoReturn:
    raise AssertionError


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--seats", 5), "seats must be from 2 to 4"),
        (("--max-stake", 4, "--raise-step", 2), "max_stake must be opening_stake plus"),
        (("--copies", 6), "copies must be from 4 to 5, not 6"),
    ],
)
def test_rules_that_do_not_exist_are_refused(
    options: tuple[object, ...], message: str, capsys: Captured
) -> None:
    assert message in refused(capsys, *options)


def test_what_takes_too_much_memory_is_refused_before_anything_is_begun(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured, tmp_path: Path
) -> None:
    monkeypatch.setattr(os, "sysconf", lambda _: 2**12)  # 16 MiB
    message = refused(capsys, *RULES_OF_SMALL, "--output", tmp_path / "out")
    assert message.endswith("but this machine has 16 MiB")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("option", ["--output", "--checkpoint"])
def test_a_file_that_cannot_be_written_is_told_before_anything_is_solved(
    option: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(__main__, "Solving", begun)
    missing = tmp_path / "missing" / "file"
    assert str(missing) in refused(capsys, *RULES_OF_SMALL, option, missing)
    assert str(tmp_path) in refused(capsys, *RULES_OF_SMALL, option, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "many", ""])
@pytest.mark.parametrize("option", ["--iterations", "--every", "--workers", "--seats"])
def test_numbers_are_whole_and_positive(option: str, text: str, capsys: Captured) -> None:
    message = refused(capsys, f"{option}={text}")
    assert message == f"argument {option}: {text!r} is not a whole number from 1 on"


def test_the_output_is_not_the_checkpoint(
    checkpoint: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr(__main__, "Solving", begun)
    before = checkpoint.read_bytes()
    for path in (checkpoint, checkpoint.with_name("new")):
        options = (*RULES_OF_SMALL, "--output", path, "--checkpoint", path)
        assert refused(capsys, *options) == "--output and --checkpoint are two files"
        monkeypatch.chdir(path.parent)
        relative = (*RULES_OF_SMALL, "--output", path.name, "--checkpoint", path)
        assert refused(capsys, *relative) == "--output and --checkpoint are two files"
    assert checkpoint.read_bytes() == before
    assert list(checkpoint.parent.iterdir()) == [checkpoint]


def test_files_are_left_as_they_were_if_solving_comes_to_nothing(
    tmp_path: Path, checkpoint: Path, capsys: Captured
) -> None:
    before, out, link = checkpoint.read_bytes(), tmp_path / "out", tmp_path / "link"
    out.write_bytes(b"kept")
    link.symlink_to(out)
    for path in (out, link, tmp_path / "new"):
        options = ("--checkpoint", checkpoint, "--output", path)
        assert "other rules" in refused(capsys, "--seats", 2, *options)
    assert {*tmp_path.iterdir()} == {checkpoint, out, link}
    assert link.is_symlink()
    assert out.read_bytes() == b"kept"
    assert checkpoint.read_bytes() == before


def interrupting(at: int) -> Any:
    """Return an iteration that somebody interrupts when so many have been done."""
    iterate = Solving.iterate

    def interrupted(solving: Solving, executor: None) -> None:
        if solving.iteration == at:
            raise KeyboardInterrupt
        iterate(solving, executor)

    return interrupted


def test_ctrl_c_leaves_the_last_checkpoint_and_no_half_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    path, out = tmp_path / "kept.npz", tmp_path / "out"
    with monkeypatch.context() as patch:
        patch.setattr(Solving, "iterate", interrupting(5))
        options = ("--iterations", 8, "--every", 2, "--checkpoint", path, "--output", out)
        assert solved(*options) == 130
    assert capsys.readouterr().err == f"stopped: {path} is where it can go on\n"
    assert list(tmp_path.iterdir()) == [path]
    assert solved(*options) == 0
    assert "Going on after iteration 4." in capsys.readouterr().out
    assert out.read_bytes() == to_solution(solve(SMALL, 8), 8)


def test_ctrl_c_without_a_checkpoint_says_that_nothing_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr(Solving, "iterate", interrupting(1))
    for options in ((), ("--checkpoint", tmp_path / "kept.npz"), ("--output", tmp_path / "out")):
        assert solved("--iterations", 8, "--every", 2, *options) == 130
        assert capsys.readouterr().err == "stopped: nothing was kept\n"
    assert list(tmp_path.iterdir()) == []


# The program


def test_the_module_is_the_program(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured, tmp_path: Path
) -> None:
    path = tmp_path / "out"
    options = ("--iterations", 2, "--output", path)
    assert programmed(MODULE, monkeypatch, *RULES_OF_SMALL, *options) == 0
    assert path.read_bytes() == to_solution(solve(SMALL, 2), 2)
    assert programmed(MODULE, monkeypatch, "--seats", 9) == 2
    capsys.readouterr()
    assert programmed(MODULE, monkeypatch, "--help") == 0
    told = capsys.readouterr().out
    assert told.startswith("usage: python -m asnas_core.solver ")
    for option in ("--iterations", "--every", "--workers", "--checkpoint", "--output", "--seats"):
        assert option in told


def test_the_program_names_the_extra_that_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    # Text that a program exits with is all that the interpreter prints.
    assert programmed(MODULE, monkeypatch, *RULES_OF_SMALL) == (
        "python -m asnas_core.solver needs tqdm, which the extra `solver` installs"
    )


def test_the_solver_names_the_extra_that_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError, match="needs numpy, which the extra `solver` installs"):
        importlib.reload(sys.modules[MODULE])
