"""Whether what a program shows a viewer gives away something hidden, and how to say so."""

from fractions import Fraction
from functools import partial

import attrs

from asnas_core import SPECTATOR, DealState, MatchState, Viewer, to_json

_BEFORE, _AFTER = 40, 20
"""Characters that are shown on either side of where two texts begin to differ."""


def assert_alike(
    shown: object,
    shown_of_twin: object,
    viewer: Viewer,
    *states: DealState | MatchState,
) -> None:
    if shown != shown_of_twin:
        places = _around_difference(str(shown), str(shown_of_twin))
        problem = "is shown something that depends on cards it may not see"
        parts = " in one of them, and in the other ".join(places)
        raise failure(f"{_name(viewer)} {problem}: {parts}", *states)


def _around_difference(one: str, other: str) -> tuple[str, str]:
    """Return the parts of two texts around the place where they begin to differ."""
    pairs = enumerate(zip(one, other, strict=False))
    index = next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))
    around = slice(max(0, index - _BEFORE), index + _AFTER)
    return repr(one[around]), repr(other[around])


def without_commitment(shown: object, match: MatchState) -> object:
    """Blank out what is shown of a commitment: it is public, and differs with the seed."""
    digits, kind = match.commitment, type(shown)
    blank = partial(without_commitment, match=match)
    without: object = shown
    if digits is None or isinstance(shown, int | float | Fraction | None):
        pass
    elif isinstance(shown, str):
        without = shown.replace(digits, "")
    elif isinstance(shown, bytes):
        without = shown.replace(digits.encode(), b"")
    elif isinstance(shown, dict):
        without = {key: blank(value) for key, value in shown.items()}
    elif isinstance(shown, list | tuple):
        without = list(map(blank, shown))
    elif attrs.has(kind):
        without = [blank(getattr(shown, field.name)) for field in attrs.fields(kind)]
    else:
        without = kind  # nobody knows whether it holds a commitment
    return without


def assert_no_seed(text: str, viewer: Viewer, match: MatchState) -> None:
    """Look for a seed that is too long to stand in a text by chance."""
    if match.commitment is None or match.seed is None or match.is_over:
        return
    if any(form in text for form in (match.seed.hex(), repr(match.seed))):
        raise failure(f"{_name(viewer)} is shown the seed, which gives away all cards", match)


def _name(viewer: Viewer) -> str:
    return "a spectator" if viewer is SPECTATOR else f"seat {viewer}"


def failure(problem: str, *states: DealState | MatchState) -> AssertionError:
    """Return the error of a check, with what it was found in as records that can be loaded."""
    error = AssertionError(problem)
    for state in states:
        error.add_note(to_json(state))
    return error
