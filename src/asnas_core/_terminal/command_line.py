"""The command line: which command runs, with which options, and what exit code it leaves."""

import argparse
import contextlib
import io
import os
import secrets
import sys
from collections.abc import Sequence
from functools import partial
from importlib import metadata
from itertools import cycle
from pathlib import Path
from typing import Any, NoReturn, TextIO

from asnas_core import DEFAULT_RULES, AsNasError, MatchState, Rules, Seat, start_match
from asnas_core._terminal.files import FileError, RefusedError, load_match
from asnas_core._terminal.options import (
    ENGLISH,
    USUAL_LEVELS,
    add_match_options,
    hexadecimal,
    published_commitment,
)
from asnas_core._terminal.playing import PERSON, play_match
from asnas_core._terminal.screen import WIDTH, paint_for
from asnas_core._terminal.table import INTERRUPTED, PROGRAM, Table
from asnas_core._terminal.verifying import REFUSED, verify_record
from asnas_core._terminal.watching import watch_match

UNUSABLE = 2
"""The exit code when the command line, or a file that it names, cannot be used."""

_DRAWN_SEED_BYTES = 16


class _Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, and exit."""
        self.exit(UNUSABLE, f"{self.prog}: {message} (see --help)\n")


def main(
    arguments: Sequence[str] | None = None,
    *,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
) -> int:
    """Run one command.

    Args:
        arguments: The command line after the program's name; None takes that of the process.
        stdin: Where a person's answers come from; None takes that of the process.
        stdout: Where the text goes; None takes that of the process.

    Returns:
        The exit code.

    Raises:
        SystemExit: Help was asked for, or the command line is wrong.
    """
    parser = _parser()
    # A process can be started without one of its streams.
    keys, out = stdin or sys.stdin or io.StringIO(), stdout or sys.stdout or io.StringIO()
    with contextlib.redirect_stdout(out):
        options = parser.parse_args(arguments)
    if options.version:
        print(f"asnas-core {_version()}", file=out)
        return 0
    if options.command is None:
        parser.print_help(out)
        return UNUSABLE
    try:
        return int(options.run(options, keys, out))
    except KeyboardInterrupt:
        return INTERRUPTED
    except RefusedError as error:
        _complain(f"{options.command}: {options.resume}: {error}", " ")
        return REFUSED
    except FileError as error:
        _complain(f"{options.command}: {error}", " ")
        return UNUSABLE


def _complain(problem: str, joint: str) -> None:
    if sys.stderr is not None:  # else print would take the standard output
        print(f"{PROGRAM}{joint}{problem}", file=sys.stderr)


def _match_command(options: argparse.Namespace, keys: TextIO, out: TextIO) -> int:
    """Watch or play a match, a new one or one that goes on."""
    is_drawn = options.resume is None and options.seed is None
    drawn_seed = secrets.token_hex(_DRAWN_SEED_BYTES) if is_drawn else None
    match = _match(options, drawn_seed or options.seed)
    seats = match.rules.seats
    person = PERSON if options.command == "play" else None
    table = Table(
        command=options.command,
        language=options.language,
        levels=_levels(options, [seat for seat in range(seats) if seat != person]),
        keys=keys,
        out=out,
        paint=paint_for(out, os.environ),
        # Watching a match that a person was playing does not take the person's seat in the file.
        save_to=options.save or (options.resume if person is not None else None),
        drawn_seed=drawn_seed,
        options=_said_again(options),
        has_coach=person is not None and options.coach,
    )
    return play_match(match, table) if person is not None else watch_match(match, table)


def _levels(options: argparse.Namespace, seats: Sequence[Seat]) -> dict[Seat, str]:
    """Return who plays at each of these seats."""
    levels = options.opponents or ([options.level] if options.level else USUAL_LEVELS)
    if options.opponents and len(levels) != len(seats):
        options.parser.error(f"--opponents takes {len(seats)} levels at this table")
    return dict(zip(seats, cycle(levels), strict=False))


def _said_again(options: argparse.Namespace) -> str:
    """Return the options that a saved match does not hold."""
    level = f" --level {options.level}" if options.level else ""
    opponents = f" --opponents {','.join(options.opponents)}" if options.opponents else ""
    coach = " --coach" if getattr(options, "coach", False) else ""
    language = "" if options.language == ENGLISH else f" --language {options.language}"
    return level + opponents + coach + language


def _match(options: argparse.Namespace, seed: str | None) -> MatchState:
    parser: _Parser = options.parser
    if options.resume is not None:
        if seed is not None or options.deals is not None:
            parser.error("--resume takes the seed and the deals from its file")
        return load_match(options.resume)
    deals = DEFAULT_RULES.deals if options.deals is None else options.deals
    try:
        return start_match(seed, rules=Rules(deals=deals))
    except AsNasError as error:
        parser.error(str(error))


def _verify_command(options: argparse.Namespace, _: TextIO, out: TextIO) -> int:
    paint = paint_for(out, os.environ)
    lines, code = verify_record(options.record, options.commitment, options.contribution, paint)
    out.writelines(line + "\n" for line in lines)
    return code


def _parser() -> _Parser:
    formatter = partial(argparse.HelpFormatter, width=WIDTH)
    shape: dict[str, Any] = {"formatter_class": formatter, "allow_abbrev": False}
    parser = _Parser(prog=PROGRAM, description="The Persian card game As-Nas.", **shape)
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, summary in (
        ("watch", "watch a match between computer players"),
        ("play", "play a match against three computer players"),
    ):
        command = commands.add_parser(
            name, help=summary, description=f"{summary.capitalize()}.", **shape
        )
        add_match_options(command)
        command.set_defaults(run=_match_command, parser=command)
        if name == "play":
            command.add_argument(
                "--coach",
                action="store_true",
                help="show odds and advice when you ask for them, and look back at the end",
            )
    command = commands.add_parser(
        "verify",
        help="check that a saved match is the one that its host committed to",
        description="Play a saved match again and check its seed against the commitment that was "
        "published before it. The exit code is 0 if nothing is wrong (contributions that are not "
        "given here are not checked), 1 if the record is refused, 2 if the command "
        "line or the file cannot be used.",
        **shape,
    )
    command.set_defaults(run=_verify_command)
    command.add_argument("record", metavar="RECORD", type=Path, help="the file with the match")
    command.add_argument(
        "--commitment",
        metavar="HEX",
        type=published_commitment,
        required=True,
        help="what was published before the match: 64 hexadecimal digits",
    )
    command.add_argument(
        "--contribution",
        metavar="HEX",
        type=hexadecimal,
        action="append",
        default=[],
        help="what another party put into the shuffle; once for each party, in their order",
    )
    return parser


def _version() -> str:
    try:
        return metadata.version("asnas-core")
    except metadata.PackageNotFoundError:
        return "(not installed)"


def run_program() -> int:
    """Run the command line of this process; a reader that stops reading is not an error."""
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    try:
        try:
            return main()
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            _complain(f"{error.strerror}", ": ")
        if sys.stdout is not None:
            # Python flushes again when it ends; what is left goes nowhere.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
