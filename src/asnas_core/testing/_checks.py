"""Checks that a test suite runs on functions of its own program."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from asnas_core import SPECTATOR, DealState, MatchState, Viewer, to_json
from asnas_core.testing._strategies import (
    deal_twins,
    deals,
    match_twins,
    matches,
    seed_twins,
    viewers,
)

_BEFORE, _AFTER = 40, 20
"""Characters that are shown on either side of where two texts begin to differ."""


def check_deal_secrecy(show: Callable[[DealState, Viewer], object], *, examples: int = 200) -> None:
    """Check that a program shows a viewer of a deal no card that it may not see.

    Two deals that differ only in such cards must be shown alike.

    Args:
        show: Returns what the program shows a viewer: text, markup, a dict, anything with ``==``.
        examples: How many deals to try.

    Raises:
        AssertionError: Two deals that the viewer must not tell apart are shown differently.

    Example:
        >>> from asnas_core import view_deal
        >>> check_deal_secrecy(lambda state, viewer: repr(view_deal(state, viewer)), examples=20)
        >>> try:
        ...     check_deal_secrecy(lambda state, viewer: state.hands[0])
        ... except AssertionError as error:
        ...     print("depends on cards it may not see" in str(error))
        True
    """

    @_quietly(examples)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        state = data.draw(deals())
        viewer = data.draw(viewers(state.rules))
        _assert_alike(show, state, data.draw(deal_twins(state, viewer)), viewer)

    check()


def check_match_secrecy(
    show: Callable[[MatchState, Viewer], object], *, examples: int = 200
) -> None:
    """Check that what a program shows of a match tells no viewer a hidden card or the seed.

    Args:
        show: Returns what the program shows a viewer: text, markup, a dict, anything with ``==``.
        examples: How many matches to try.

    Raises:
        AssertionError: Two matches that the viewer must not tell apart are shown differently.

    Example:
        >>> from asnas_core import to_json, view_match
        >>> check_match_secrecy(lambda match, viewer: to_json(view_match(match, viewer)))
    """

    @_quietly(examples)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        match = data.draw(matches(given_packs=True))
        viewer = data.draw(viewers(match.rules))
        _assert_alike(show, match, data.draw(match_twins(match, viewer)), viewer)
        _assert_alike(show, *data.draw(seed_twins()), viewer=SPECTATOR)

    check()


def check_money(totals: Callable[[MatchState], Sequence[Any]], *, examples: int = 200) -> None:
    """Check that the totals a program shows are exact, and sum to 0.

    Args:
        totals: Returns each seat's total as shown: numbers, or text such as "7/3".
        examples: How many matches to try.

    Raises:
        AssertionError: A total is wrong, rounded or missing.

    Example:
        >>> check_money(lambda match: [str(total) for total in match.totals], examples=20)
        >>> try:
        ...     check_money(lambda match: [abs(total) for total in match.totals])
        ... except AssertionError as error:
        ...     print(str(error).partition(":")[0])
        the totals shown are not the exact ones
    """

    @_quietly(examples)
    @given(matches())
    def check(match: MatchState) -> None:
        shown = totals(match)
        try:
            amounts = tuple(map(Fraction, shown))
        except (TypeError, ValueError, ZeroDivisionError, OverflowError):
            amounts = ()
        if amounts != match.totals:
            exact = ", ".join(map(str, match.totals))
            raise _failure(
                f"the totals shown are not the exact ones: {shown!r}, not {exact}", match
            )

    check()


def check_round_trip(
    save: Callable[[MatchState], Any], load: Callable[[Any], object], *, examples: int = 200
) -> None:
    """Check that a program which saves a match and loads it again holds the same match.

    Args:
        save: Stores a match and returns whatever finds it again: text, a key, a path.
        load: Takes that and returns the match.
        examples: How many matches to try.

    Raises:
        AssertionError: The match loaded is not the match saved.

    Example:
        >>> from asnas_core import from_json, to_json
        >>> check_round_trip(to_json, from_json, examples=20)
    """

    @_quietly(examples)
    @given(matches())
    def check(match: MatchState) -> None:
        loaded = load(save(match))
        if not isinstance(loaded, MatchState):
            raise _failure("what was loaded is not a match", match)
        if loaded != match:
            raise _failure("the match loaded is not the match saved", match)

    check()


def _assert_alike(
    show: Callable[[Any, Viewer], object],
    state: DealState | MatchState,
    twin: DealState | MatchState,
    viewer: Viewer,
) -> None:
    one, other = show(state, viewer), show(twin, viewer)
    if one != other:
        who = "a spectator" if viewer is SPECTATOR else f"seat {viewer}"
        places = " in one of them, and in the other ".join(_around_difference(str(one), str(other)))
        what = "is shown something that depends on cards it may not see"
        raise _failure(f"{who} {what}: {places}", state, twin)


def _failure(message: str, *states: DealState | MatchState) -> AssertionError:
    """Return the error of a check, with what it was found in as records that can be loaded."""
    error = AssertionError(message)
    for state in states:
        error.add_note(to_json(state))
    return error


def _around_difference(one: str, other: str) -> tuple[str, str]:
    """Return the parts of two texts around the place where they begin to differ."""
    pairs = enumerate(zip(one, other, strict=False))
    place = next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))
    around = slice(max(0, place - _BEFORE), place + _AFTER)
    return repr(one[around]), repr(other[around])


def _quietly(examples: int) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Run so many examples, the same ones each time, and keep no database of them."""
    return settings(
        phases=(Phase.generate, Phase.shrink),
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[
            HealthCheck.data_too_large,
            HealthCheck.filter_too_much,
            HealthCheck.too_slow,
        ],
    )
