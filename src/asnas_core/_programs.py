"""What the command lines of solver and tournament share."""

import argparse
import contextlib
import os
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from asnas_core import DEFAULT_RULES, Rules

UNUSABLE = 2
"""The exit code when a command line, or a file that it names, cannot be used."""

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""

_SETTINGS = {
    "seats": "2 to 4, or 5 with five copies",
    "copies": "cards of each rank: 4 or 5",
    "opening_stake": "what the dealer puts in at first",
    "raise_step": "by how much a raise goes up",
    "max_stake": "the highest stake",
}


def positive(text: str) -> int:
    """Read a number from 1 on."""
    with contextlib.suppress(ValueError):
        if (number := int(text)) > 0:
            return number
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")


def add_rules_options(parser: argparse.ArgumentParser) -> None:
    """Let a command line say which rules are played."""
    for name, meaning in _SETTINGS.items():
        default = getattr(DEFAULT_RULES, name)
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            type=positive,
            metavar="N",
            default=default,
            help=f"{meaning}; {default} if left out",
        )
    parser.add_argument(
        "--no-free-fold",
        dest="free_fold",
        action="store_false",
        help="nobody can fold whose stake is the highest",
    )


def rules_of(options: argparse.Namespace) -> Rules:
    """Return the rules that a command line asks for.

    Raises:
        RulesError: There are no such rules.
    """
    settings = {name: getattr(options, name) for name in _SETTINGS}
    return Rules(**settings, free_fold=options.free_fold)


def check_that_it_can_be_written(path: Path) -> None:
    """Refuse a file that cannot be written now rather than after hours, and leave it as it was.

    Raises:
        OSError: The file cannot be written.
    """
    is_new = not (path.exists() or path.is_symlink())
    path.open("ab").close()
    if is_new:
        path.unlink()


@contextlib.contextmanager
def executor_of(workers: int) -> Iterator[Executor | None]:
    """Start processes that share work, if there are to be more than one."""
    if workers == 1:
        yield None
        return
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the workers are the parallel ones
    with ProcessPoolExecutor(workers, get_context("spawn")) as executor:
        yield executor
