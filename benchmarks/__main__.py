"""The command: ``python -m benchmarks``, from the root of the project.

It ends with status 0 when every bar is met, 1 when one is missed, and 3 when not everything could
be measured because an engine is not installed.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks import bars, engine, fresh, peers, report, timing
from benchmarks.work import Contest, Peer

SEED = 1
QUICK = 3
ROUNDS_TO_CHECK = 200
MISSED = 1
INCOMPLETE = 3


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure everything, print the table, and say by the status whether the bars are met."""
    options = _options(arguments)
    installed, missing = peers.load()
    for name, reason in missing.items():
        print(f"{name} is not installed ({reason}): {report.INSTALL}", file=sys.stderr)
    _check(installed)
    engine.explore()
    found = _measure(installed, options)
    result = report.Report(
        machine=report.machine(),
        versions=report.versions(),
        settings={"repetitions": options.repetitions, "seed": options.seed},
        rates=tuple(report.rates(found)),
        bars=tuple(bars.bars(found)),
        missing=missing,
        unwanted_modules=found.imports.unwanted,
    )
    print(report.as_text(result))
    if options.json:
        options.json.write_text(json.dumps(report.as_json(result), indent=1), encoding="utf-8")
    if missing:
        return INCOMPLETE
    missed = any(bar.required and bar.verdict is bars.Verdict.MISSED for bar in result.bars)
    return MISSED if missed else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure asnas_core beside its peers, all in one run.",
    )
    parser.add_argument(
        "--repetitions", type=int, default=15, metavar="N", help="samples of each figure (15)"
    )
    parser.add_argument(
        "--quick", action="store_true", help=f"{QUICK} repetitions at most: a first look"
    )
    parser.add_argument("--seed", type=int, default=SEED, help="decides all cards and choices (1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results here as well")
    options = parser.parse_args(arguments)
    if options.repetitions < 1:
        parser.error("--repetitions must be 1 or more")
    if options.quick:
        options.repetitions = min(QUICK, options.repetitions)
    return options


def _check(installed: dict[str, Peer]) -> None:
    """See that the peers whose betting should be ours play it, before anything is timed."""
    for peer in installed.values():
        if peer.trace:
            for seed in range(ROUNDS_TO_CHECK):
                engine.check_round(peer.trace(seed))


def _measure(installed: dict[str, Peer], options: argparse.Namespace) -> bars.Measurements:
    entrants = list(engine.ENTRANTS)
    for peer in installed.values():
        entrants += peer.entrants
    contests = {}
    for contest in Contest:
        print(f"{bars.TITLES[contest]} ...", file=sys.stderr)
        contests[contest] = timing.race(
            [entrant for entrant in entrants if entrant.contest is contest],
            repetitions=options.repetitions,
            seed=options.seed,
        )
    print("views, imports, graph, players ...", file=sys.stderr)
    return bars.Measurements(
        contests=contests,
        first_use=fresh.first_use(options.repetitions, options.seed),
        views=engine.view_costs(repetitions=options.repetitions, seed=options.seed),
        imports=fresh.imports(options.repetitions),
        graph=fresh.graph(min(QUICK, options.repetitions)),
        master=fresh.master(min(QUICK, options.repetitions), options.seed),
    )


if __name__ == "__main__":
    sys.exit(main())
