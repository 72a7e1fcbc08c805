"""``python -m asnas_core.solver``: solve a game, and write what players need to play it."""

import argparse
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Any

if find_spec("tqdm") is None:
    sys.exit("python -m asnas_core.solver needs tqdm, which the extra `solver` installs")

from tqdm import tqdm

from asnas_core import AsNasError
from asnas_core._programs import (
    INTERRUPTED,
    UNUSABLE,
    add_rules_options,
    check_that_it_can_be_written,
    executor_of,
    positive,
    rules_of,
)
from asnas_core.players.equilibrium import read_solution
from asnas_core.solver._checkpoint import CheckpointError, resume, save
from asnas_core.solver._estimate import check_that_it_fits
from asnas_core.solver._files import to_solution
from asnas_core.solver._solve import Solving
from asnas_core.solver._values import nash_conv, values

_MINUTE = 60


def main(arguments: Sequence[str] | None = None) -> int:
    """Solve a game as the command line says, and return the exit code."""
    parser = _parser()
    options = parser.parse_args(arguments)
    files = [path.resolve() for path in (options.output, options.checkpoint) if path is not None]
    if len(set(files)) < len(files):
        parser.error("--output and --checkpoint are two files")
    try:
        _solve(options)
    except KeyboardInterrupt:
        kept = options.checkpoint is not None and options.checkpoint.exists()
        where = f"{options.checkpoint} is where it can go on" if kept else "nothing was kept"
        print(f"stopped: {where}", file=sys.stderr)
        return INTERRUPTED
    except (AsNasError, CheckpointError, OSError) as error:
        print(f"python -m asnas_core.solver: {error}", file=sys.stderr)
        return UNUSABLE
    return 0


def _solve(options: argparse.Namespace) -> None:
    rules = rules_of(options)
    needed = check_that_it_fits(rules, options.iterations)
    print(
        f"{rules.seats} seats, {rules.pack_size} cards, stakes {rules.opening_stake} to "
        f"{rules.max_stake}, {options.iterations} iterations: about {needed.memory / 2**20:,.0f} "
        f"MiB of memory and {_duration(needed.seconds)} on one core.",
        flush=True,
    )
    for path in (options.checkpoint, options.output):
        if path is not None:
            check_that_it_can_be_written(path)
    solving = Solving(rules)
    if options.checkpoint is not None and options.checkpoint.exists():
        resume(solving, options.checkpoint, options.iterations)
        print(f"Going on after iteration {solving.iteration}.", flush=True)
    _iterate(solving, options)
    strategy = solving.average()
    scores = ", ".join(f"{value:+.4f}" for value in values(strategy))
    print(f"Points a deal by position, the dealer last: {scores}")
    if options.output is not None:
        data = to_solution(strategy, solving.iteration)
        options.output.write_bytes(data)
        gap = read_solution(data).nash_conv
        print(f"NashConv as written to {options.output}, {len(data):,} bytes: {gap:.3g}")


def _iterate(solving: Solving, options: argparse.Namespace) -> None:
    """Iterate as often as asked for, and tell and keep now and then how far it is."""
    start, last = monotonic(), options.iterations
    with (
        executor_of(options.workers) as executor,
        tqdm(total=last, initial=solving.iteration, unit="it", disable=None) as progress,
    ):
        while solving.iteration < last:
            solving.iterate(executor)
            progress.update()
            if solving.iteration % options.every == 0 or solving.iteration == last:
                gap = nash_conv(solving.average())
                progress.set_postfix_str(f"NashConv {gap:.2g}")
                done = f"iteration {solving.iteration}: NashConv {gap:.3g}"
                with progress.external_write_mode():
                    print(f"{done} after {_duration(monotonic() - start)}", flush=True)
                if options.checkpoint is not None:
                    save(solving, options.checkpoint)


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
