"""``verify``: whether a saved match is the one that its host committed to."""

from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path

import attrs

from asnas_core import SPECTATOR, MatchState, SeedError, commitment, view_match
from asnas_core._terminal import narration
from asnas_core._terminal.files import RefusedError, load_match
from asnas_core._terminal.screen import Ink, Paint, wrapped
from asnas_core._terminal.words import Voice
from asnas_core.locales import seat_names

VERIFIED, REFUSED = 0, 1
"""The exit codes."""

_SUBJECT_WIDTH = 15


class _Outcome(Enum):
    """How a check came out, as the report says it."""

    PASSED = "ok  "
    FAILED = "FAIL"
    NOTED = "note"


_INKS = {_Outcome.PASSED: Ink.GAIN, _Outcome.FAILED: Ink.LOSS, _Outcome.NOTED: Ink.HEADING}


@attrs.frozen
class _Check:
    """One thing that was checked, and how it came out."""

    subject: str
    outcome: _Outcome
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
        checks, is_open = [_Check("record", _Outcome.FAILED, str(error))], False
    else:
        # Who chooses contributions after the seed chooses the cards: the verdict says what is open.
        is_open = bool(match.contributions) and not contributions
        checks = [*_checks(match, published), _contributions_check(match, contributions)]
        view = view_match(match, SPECTATOR)
        voice = Voice(language="en", names=seat_names(view.deal), paint=paint)
        standing = list(narration.standing(view, voice))
    report = [line for check in checks for line in _report(check, paint)]
    if any(check.outcome is _Outcome.FAILED for check in checks):
        return [*report, "", paint("REFUSED", Ink.LOSS)], REFUSED
    verdict = "VERIFIED, except for the contributions" if is_open else "VERIFIED"
    return [*report, *standing, "", paint(verdict, Ink.WIN)], VERIFIED


def _checks(match: MatchState, published: str) -> Iterator[_Check]:
    """Check a match that could be played again; its packs were dealt anew from its seed."""
    actions = _counted(match.move_number, "action")
    deals = _counted(match.deal_number, "deal")
    yield _Check("record", _Outcome.PASSED, f"{deals} and {actions}, every one of them legal")
    # No commitment covers these: whoever could choose them late chose who got which cards.
    rules, first = match.rules, match.first_dealer
    table = f"{rules.seats} seats, {rules.pack_size} cards, seat {first} deals first"
    yield _Check("table", _Outcome.NOTED, f"{table}: compare with what was agreed on")
    if match.seed is None:
        yield _Check("packs", _Outcome.FAILED, "they were given, not shuffled from a seed")
        return
    yield _Check("packs", _Outcome.PASSED, "all of them follow from the seed and the contributions")
    try:
        is_committed = commitment(match.seed) == published
    except SeedError:
        yield _Check(
            "commitment", _Outcome.FAILED, "the seed is too short to commit to: it could be guessed"
        )
    else:
        outcome = _Outcome.PASSED if is_committed else _Outcome.FAILED
        finding = "is the one" if is_committed else "is not the one"
        yield _Check("commitment", outcome, f"the seed {finding} that was committed to")


def _contributions_check(match: MatchState, given: Sequence[bytes]) -> _Check:
    used, name = match.contributions, "contributions"
    number = _counted(len(used), "contribution")
    if not given and used:
        return _Check(name, _Outcome.NOTED, f"the record has {number}; none given to compare")
    if tuple(given) == used:  # their order goes into every pack
        return _Check(name, _Outcome.PASSED, f"{number}, as given" if used else "there are none")
    if len(given) != len(used):
        return _Check(name, _Outcome.FAILED, f"the record has {number}, not {len(given)}")
    return _Check(name, _Outcome.FAILED, "the record has others, or the same in another order")


def _report(check: _Check, paint: Paint) -> list[str]:
    word, ink = check.outcome.value, _INKS[check.outcome]
    indent = " " * (len(word) + 2 + _SUBJECT_WIDTH)
    first, *more = wrapped(f"{word}  {check.subject:<{_SUBJECT_WIDTH}}{check.finding}", indent)
    return [paint(word, ink) + first[len(word) :], *more]


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
