"""``python -m asnas_core.tournament``: players against players, as a table."""

import argparse
import json
import pickle
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import BrokenExecutor
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TypeAlias

if find_spec("tqdm") is None:
    sys.exit("python -m asnas_core.tournament needs tqdm, which the extra `tournament` installs")

import attrs
from tqdm import tqdm

from asnas_core import AsNasError, Rules
from asnas_core._programs import (
    INTERRUPTED,
    UNUSABLE,
    add_rules_options,
    check_that_it_can_be_written,
    executor_of,
    positive,
    rules_of,
)
from asnas_core.players import LEVELS, Player
from asnas_core.tournament._habits import Habits, measure_habits
from asnas_core.tournament._playing import Score, round_robin

Players: TypeAlias = Mapping[str, Player]
Result: TypeAlias = tuple[str, list[dict[str, object]]]
"""What is printed, and what goes into JSON."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a tournament as the command line says, and return the exit code."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.habits and (options.plot is not None or options.workers > 1):
        parser.error("--habits is neither drawn nor shared: leave --plot and --workers out")
    files = [path.resolve() for path in (options.json, options.plot) if path is not None]
    if len(set(files)) < len(files):
        parser.error("--json and --plot are two files")
    if len(set(options.players)) < len(options.players):
        parser.error("--players names each player once")
    if options.plot is not None:
        _check_picture(parser, options.plot)
    try:
        _play(options)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return INTERRUPTED
    except (AsNasError, BrokenExecutor, ImportError, OSError) as error:
        print(f"python -m asnas_core.tournament: {error}", file=sys.stderr)
        return UNUSABLE
    return 0


def _play(options: argparse.Namespace) -> None:
    rules, players = rules_of(options), {name: _player(name) for name in options.players}
    for path in (options.json, options.plot):
        if path is not None:
            check_that_it_can_be_written(path)  # better known now than after an hour
    if options.workers > 1:
        _check_that_they_can_be_sent(players)
    text, result = (_habits if options.habits else _scores)(options, rules, players)
    print(text)
    if options.json is not None:
        about = {"rules": attrs.asdict(rules), "seed": options.seed, "deals": options.deals}
        written = json.dumps({**about, "result": result}, indent=1)
        options.json.write_text(written + "\n", "utf-8")


def _scores(options: argparse.Namespace, rules: Rules, players: Players) -> Result:
    total = len(players) * (len(players) - 1) * options.deals
    with (
        tqdm(total=total, unit=" deals", disable=None) as progress,
        executor_of(options.workers) as executor,
    ):
        table = round_robin(
            players,
            options.deals,
            rules=rules,
            seed=options.seed,
            executor=executor,
            progress=progress.update,
        )
    if options.plot is not None:
        from asnas_core.tournament._plot import draw  # noqa: PLC0415  # as above

        draw(list(players), table, options.plot)
    return scores_text(list(players), table), [
        {"player": name, "against": other, **attrs.asdict(score)}
        for (name, other), score in table.items()
    ]


def _habits(options: argparse.Namespace, rules: Rules, players: Players) -> Result:
    with tqdm(total=len(players) * options.deals, unit=" deals", disable=None) as progress:
        habits = measure_habits(
            players, options.deals, rules=rules, seed=options.seed, progress=progress.update
        )
    return habits_text(habits), [
        {"player": name, **attrs.asdict(own)} for name, own in habits.items()
    ]


def _player(name: str) -> Player:
    """Return a level, or what `module:name` names.

    Raises:
        ImportError: There is no such player.
    """
    if name in LEVELS:
        return LEVELS[name]
    module, colon, attribute = name.partition(":")
    if not colon or not all(map(str.isidentifier, module.split("."))):
        levels = ", ".join(LEVELS)
        raise ImportError(f"{name} is neither a level ({levels}) nor written as MODULE:NAME")
    try:
        player: Player | None = getattr(import_module(module), attribute, None)
    except SyntaxError as error:
        raise ImportError(f"{module} is not Python: {error}") from None
    if callable(player):
        return player
    raise ImportError(f"{name} is not a function of that module")


def _check_that_they_can_be_sent(players: Players) -> None:
    """Refuse players that other processes cannot get.

    Raises:
        ImportError: There is one.
    """
    for name, player in players.items():
        try:
            pickle.dumps(player)
        except (pickle.PicklingError, AttributeError, TypeError):
            raise ImportError(
                f"{name} cannot be sent to other processes: leave --workers out, or make it a "
                "function of a module"
            ) from None


def _check_picture(parser: argparse.ArgumentParser, path: Path) -> None:
    """Refuse a picture that cannot be drawn."""
    if find_spec("matplotlib") is None:
        parser.error("--plot needs matplotlib, which the extra `plot` installs")
    from asnas_core.tournament._plot import check_format  # noqa: PLC0415  # needs another extra

    try:
        check_format(path)
    except ValueError as error:
        parser.error(str(error))


def scores_text(names: Sequence[str], table: Mapping[tuple[str, str], Score]) -> str:
    """Write the scores of a round robin: each row's player, among those of each column."""
    rows = [["one of", *(f"among {name}" for name in names)]]
    for name in names:
        scores = [table.get((name, other)) for other in names]
        rows.append(
            [name, *("" if s is None else f"{s.mean:+.3f} ± {s.error:.3f}" for s in scores)]
        )
    return _markdown(rows)


def habits_text(habits: Mapping[str, Habits]) -> str:
    """Write what players do, in percent."""
    rows = [["player", *(field.name.replace("_", " ") for field in attrs.fields(Habits))]]
    for name, own in habits.items():
        rates = attrs.astuple(own)
        rows.append([name, *("" if rate is None else f"{100 * rate:.0f} %" for rate in rates)])
    return _markdown(rows)


def _markdown(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in rows
    ]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    return "\n".join(lines)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m asnas_core.tournament",
        description="Let one player of each kind play at a table of each other kind, every deal "
        "from every seat, and print its points a deal with their standard errors.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--players",
        type=lambda text: text.split(","),
        default=list(LEVELS),
        metavar="NAME,NAME",
        help="levels, or your own as MODULE:NAME; all levels if left out",
    )
    parser.add_argument(
        "--deals", type=positive, default=1000, metavar="N", help="for each pair; 1000 if left out"
    )
    parser.add_argument("--seed", default="", metavar="TEXT", help="the same one, the same result")
    parser.add_argument(
        "--habits",
        action="store_true",
        help="print instead how often each player looks, raises, bluffs and folds to a raise",
    )
    parser.add_argument(
        "--workers", type=positive, default=1, metavar="N", help="processes that share the work"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the result to this file")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw it; needs the extra plot")
    add_rules_options(parser)
    return parser


if __name__ == "__main__":
    sys.exit(main())
