"""``verify``: whether a saved match is the one that its host committed to."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from asnas_core import SPECTATOR, MatchState, SeedError, commitment, view_match
from asnas_core._terminal import narration
from asnas_core._terminal.files import RefusedError, load_match
from asnas_core._terminal.screen import Ink, Paint, wrapped
from asnas_core._terminal.words import counted, seat_names

VERIFIED, REFUSED = 0, 1
"""The exit codes."""

_SUBJECT_WIDTH = 15


@attrs.frozen
class Check:
    """One thing that was checked, and how it came out: passed is None if it was left out."""

    subject: str
    passed: bool | None
    finding: str


def verify_record(
    path: Path, published: str, contributions: Sequence[bytes], paint: Paint
) -> tuple[list[str], int]:
    """Check the record of a match against what was published before it.

    Args:
        path: The file with the record.
        published: The commitment, 64 lower-case hexadecimal digits.
        contributions: What the parties handed in, in their order; none to leave them unchecked.
        paint: Colour or none.

    Returns:
        The lines of a report, and the exit code: 0 if all is well, 1 if anything is not.

    Raises:
        FileError: The file cannot be read.
    """
    standing: list[str] = []
    try:
        match = load_match(path)
    except RefusedError as error:
        checks = [Check("record", False, str(error))]
    else:
        checks = [*_checks(match, published), _contributions_check(match, contributions)]
        names = seat_names(match.rules.seats)
        standing = list(narration.standing(view_match(match, SPECTATOR), names, paint))
    refused = any(check.passed is False for check in checks)
    # Who chooses contributions after the seed chooses the cards: the verdict says what is open.
    is_open = any(check.passed is None for check in checks)
    praise = "VERIFIED, except for the contributions" if is_open else "VERIFIED"
    verdict = paint("REFUSED", Ink.LOSS) if refused else paint(praise, Ink.WIN)
    report = [line for check in checks for line in _report(check, paint)]
    return [*report, *standing, "", verdict], REFUSED if refused else VERIFIED


def _checks(match: MatchState, published: str) -> Iterator[Check]:
    """Check a match that could be played again; its packs were dealt anew from its seed."""
    actions, deals = counted(match.move_number, "action"), counted(match.deal_number, "deal")
    yield Check("record", True, f"{deals} and {actions}, every one of them legal")
    # No commitment covers these: whoever could choose them late chose who got which cards.
    rules, first = match.rules, match.first_dealer
    table = f"{rules.seats} seats, {rules.pack_size} cards, seat {first} deals first"
    yield Check("table", True, f"{table}: compare with what was agreed on")
    if match.seed is None:
        yield Check("packs", False, "they were given, not shuffled from a seed")
        return
    yield Check("packs", True, "all of them follow from the seed and the contributions")
    try:
        is_committed = commitment(match.seed) == published
    except SeedError:
        yield Check("commitment", False, "the seed is too short to commit to: it could be guessed")
    else:
        finding = "is the one" if is_committed else "is not the one"
        yield Check("commitment", is_committed, f"the seed {finding} that was committed to")


def _contributions_check(match: MatchState, given: Sequence[bytes]) -> Check:
    used = match.contributions
    number = counted(len(used), "contribution")
    if not given and used:
        return Check("contributions", None, f"{number} in the record, none given to compare")
    if not given:
        return Check("contributions", True, "there are none")
    if tuple(given) == used:  # their order goes into every pack
        return Check("contributions", True, f"{number}, exactly those given")
    return Check(
        "contributions", False, f"{number} in the record, not exactly those given in this order"
    )


def _report(check: Check, paint: Paint) -> list[str]:
    words = {True: ("ok  ", Ink.GAIN), False: ("FAIL", Ink.LOSS), None: ("note", Ink.HEADING)}
    word, ink = words[check.passed]
    indent = " " * (len(word) + 2 + _SUBJECT_WIDTH)
    first, *more = wrapped(f"{word}  {check.subject:<{_SUBJECT_WIDTH}}{check.finding}", indent)
    return [paint(word, ink) + first[len(word) :], *more]
