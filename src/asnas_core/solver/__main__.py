"""``python -m asnas_core.solver``: solve a game, and write what players need to play it."""

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Any

if find_spec("tqdm") is None:
    raise ImportError("asnas_core.solver needs tqdm, which the extra `solver` installs")

from tqdm import tqdm

from asnas_core import AsNasError
from asnas_core._rules_options import add_rules_options, positive, rules_of
from asnas_core.players.equilibrium import read_solution
from asnas_core.solver._checkpoint import resume, save
from asnas_core.solver._estimate import check_that_it_fits, estimate
from asnas_core.solver._files import to_solution
from asnas_core.solver._solve import Solving
from asnas_core.solver._values import nash_conv, values

UNUSABLE = 2
INTERRUPTED = 130

_MINUTE = 60


def main(arguments: Sequence[str] | None = None) -> int:
    """Solve a game as the command line says, and return the exit code."""
    options = _parser().parse_args(arguments)
    try:
        _solve(options)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return INTERRUPTED
    except (AsNasError, OSError, ValueError) as error:
        print(f"python -m asnas_core.solver: {error}", file=sys.stderr)
        return UNUSABLE
    return 0


def _solve(options: argparse.Namespace) -> None:
    rules = rules_of(options)
    check_that_it_fits(rules, options.iterations)
    needed = estimate(rules, options.iterations)
    print(
        f"{rules.seats} seats, {rules.pack_size} cards, stakes {rules.opening_stake} to "
        f"{rules.max_stake}, {options.iterations} iterations: about {needed.memory / 2**20:,.0f} "
        f"MiB of memory and {_duration(needed.seconds)} on one core.",
        flush=True,
    )
    for path in (options.checkpoint, options.output):
        if path is not None:
            _check_that_it_can_be_written(path)
    solving = Solving(rules)
    if options.checkpoint is not None and options.checkpoint.exists():
        resume(solving, options.checkpoint)
        print(f"Going on after iteration {solving.iteration}.", flush=True)
    start = monotonic()
    with (
        _executor(options.workers) as executor,
        tqdm(
            total=options.iterations, initial=solving.iteration, unit="it", disable=None
        ) as progress,
    ):
        while solving.iteration < options.iterations:
            solving.iterate(executor)
            progress.update()
            if solving.iteration % options.every == 0 or solving.iteration == options.iterations:
                gap = nash_conv(solving.average())
                progress.set_postfix_str(f"NashConv {gap:.2g}")
                done = f"iteration {solving.iteration}: NashConv {gap:.3g}"
                with progress.external_write_mode():
                    print(f"{done} after {_duration(monotonic() - start)}", flush=True)
                if options.checkpoint is not None:
                    save(solving, options.checkpoint)
    strategy = solving.average()
    scores = ", ".join(f"{value:+.4f}" for value in values(strategy))
    print(f"Points a deal by position, the dealer last: {scores}")
    if options.output is not None:
        data = to_solution(strategy, solving.iteration)
        options.output.write_bytes(data)
        gap = read_solution(data).nash_conv
        print(f"NashConv as written to {options.output}, {len(data):,} bytes: {gap:.3g}")


def _check_that_it_can_be_written(path: Path) -> None:
    """Refuse a file that cannot be written now rather than after hours, and leave it as it was.

    Raises:
        OSError: The file cannot be written.
    """
    is_new = not path.exists()
    path.open("ab").close()
    if is_new:
        path.unlink()


@contextlib.contextmanager
def _executor(workers: int) -> Iterator[Executor | None]:
    if workers == 1:
        yield None
        return
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the workers are the parallel ones
    with ProcessPoolExecutor(workers, get_context("spawn")) as executor:
        yield executor


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), _MINUTE)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m asnas_core.solver",
        description="Approach an equilibrium of a deal, and say how near it is: NashConv is what "
        "the positions could gain by departing from it, in points a deal.",
        allow_abbrev=False,
    )
    add_rules_options(parser)
    number: dict[str, Any] = {"type": positive, "metavar": "N"}
    parser.add_argument("--iterations", **number, default=1000, help="1000 if left out")
    parser.add_argument(
        "--every",
        **number,
        default=100,
        help="say how good the strategy is after each N iterations, and keep a checkpoint; "
        "100 if left out",
    )
    parser.add_argument(
        "--workers",
        **number,
        default=1,
        help="processes that share the work; the result is the same with any number",
    )
    parser.add_argument(
        "--checkpoint",
        type=Path,
        metavar="FILE",
        help="keep what was learned in this file, and go on from it if it is there",
    )
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="write the strategy, rounded, to this file"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
