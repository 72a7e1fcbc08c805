"""Ways to run the command lines of solver and tournament, shared by their tests."""

import runpy
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from typing import Any, TypeAlias

import pytest

from asnas_core import _programs

Captured: TypeAlias = pytest.CaptureFixture[str]
Main: TypeAlias = Callable[[Sequence[str]], int]


def refusal(main: Main, capsys: Captured, *arguments: object) -> tuple[str, str]:
    """Return what a program has printed when it gives up, and what it gives as the reason."""
    try:
        code: object = main([*map(str, arguments)])
    except SystemExit as leaving:
        code = leaving.code
    told = capsys.readouterr()
    program = f"python -m {main.__module__.removesuffix('.__main__')}"
    usage, _, message = told.err.rpartition(f"{program}: ")
    assert code == 2
    assert message.count("\n") == 1
    # Only the parser says how the program is used.
    assert usage.startswith(f"usage: {program} ") == message.startswith("error: ") == bool(usage)
    assert message not in ("", "error: ")
    return told.out, message.removeprefix("error: ").removesuffix("\n")


def programmed(module: str, monkeypatch: pytest.MonkeyPatch, *arguments: object) -> object:
    """Run a program as the interpreter does, in this process, and return what it exits with."""
    monkeypatch.setattr(sys, "argv", [module, *map(str, arguments)])
    monkeypatch.delitem(sys.modules, f"{module}.__main__", raising=False)
    with pytest.raises(SystemExit) as leaving:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    return leaving.value.code


class Here(Executor):
    """An executor that does everything at once and here."""

    def submit(self, function: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(function(*given, **named))
        return future


def without_processes(
    monkeypatch: pytest.MonkeyPatch, kind: type[Executor] = Here
) -> list[tuple[int, str]]:
    """Spare the programs the start of processes; the list tells how many they wanted, and how."""
    wanted: list[tuple[int, str]] = []

    def pool(workers: int, context: Any) -> Executor:
        wanted.append((workers, context.get_start_method()))
        return kind()

    monkeypatch.setattr(_programs, "ProcessPoolExecutor", pool)
    # Set and taken away, so that it is afterwards as it was before.
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "")
    monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    return wanted
