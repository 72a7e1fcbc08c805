"""Checks that a test suite runs on functions of its own program."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from asnas_core import (
    DEFAULT_RULES,
    SPECTATOR,
    DealState,
    MatchState,
    Rules,
    Viewer,
    legal_actions,
    play,
    start_match,
)
from asnas_core.testing._showing import (
    assert_alike,
    assert_no_seed,
    failure,
    without_commitment,
)
from asnas_core.testing._strategies import (
    Table,
    deal_twins,
    deals,
    match_twins,
    matches,
    seed_twins,
    tied_pack,
)


def check_deal_secrecy(
    show: Callable[[DealState, Viewer], object],
    *,
    table: Table | None = None,
    examples: int = 200,
) -> None:
    """Check that a program shows a viewer of a deal no card that it may not see.

    Two deals that differ only in such cards must be shown alike to every viewer.

    Args:
        show: Returns what the program shows a viewer: text, markup, a dict, anything with ``==``.
        table: The rules your program plays by, or a strategy that makes them; by default the usual
            game and all others.
        examples: How many deals to try.

    Raises:
        AssertionError: Two deals that a viewer must not tell apart are shown differently.

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
        state = data.draw(deals(table))
        for viewer in _viewers(state.rules):
            twin = data.draw(deal_twins(state, viewer))
            assert_alike(show(state, viewer), show(twin, viewer), viewer, state, twin)

    check()


def check_match_secrecy(
    show: Callable[[MatchState, Viewer], object],
    *,
    table: Table | None = None,
    examples: int = 200,
) -> None:
    """Check that what a program shows of a match tells no viewer a hidden card or the seed.

    Args:
        show: Returns what the program shows a viewer: text, markup, a dict, anything with ``==``.
        table: The rules your program plays by, or a strategy that makes them; by default the usual
            game and all others.
        examples: How many matches to try.

    Raises:
        AssertionError: Two matches that a viewer must not tell apart are shown differently, or the
            seed of a match that goes on is shown.

    Example:
        >>> from asnas_core import to_json, view_match
        >>> def message(match, viewer):
        ...     return to_json(view_match(match, viewer))
        >>> check_match_secrecy(message, examples=20)
    """

    @_quietly(examples)
    @given(st.data())
    def check_cards(data: st.DataObject) -> None:
        match = data.draw(matches(table, given_packs=True))
        for viewer in _viewers(match.rules):
            twin = data.draw(match_twins(match, viewer))
            assert_alike(show(match, viewer), show(twin, viewer), viewer, match, twin)

    @_quietly(examples)
    @given(seed_twins(table))
    def check_seeds(twins: tuple[MatchState, MatchState]) -> None:
        one, other = twins
        for viewer in _viewers(one.rules) if one.rules.concealed else (SPECTATOR,):
            shown = without_commitment(show(one, viewer), one)
            shown_of_other = without_commitment(show(other, viewer), other)
            assert_alike(shown, shown_of_other, viewer, one, other)

    @_quietly(examples)
    @given(matches(table, given_packs=False))
    def check_texts(match: MatchState) -> None:
        for viewer in _viewers(match.rules):
            assert_no_seed(str(show(match, viewer)), viewer, match)

    check_cards()
    check_seeds()
    check_texts()


def check_money(
    totals: Callable[[MatchState], Sequence[Any]],
    *,
    table: Table | None = None,
    examples: int = 200,
) -> None:
    """Check that the totals a program shows are exact, and sum to 0.

    Args:
        totals: Returns each seat's total as shown: numbers, or text such as "7/3".
        table: The rules your program plays by, or a strategy that makes them; by default the usual
            game and all others.
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

    def check_one(match: MatchState) -> None:
        shown = totals(match)
        try:
            amounts = tuple(map(Fraction, shown))
        except (TypeError, ValueError, ZeroDivisionError, OverflowError):
            amounts = ()
        if amounts != match.totals:
            exact = ", ".join(map(str, match.totals))
            problem = f"the totals shown are not the exact ones: {shown!r}, not {exact}"
            raise failure(problem, match)

    @_quietly(examples)
    @given(matches(table))
    def check(match: MatchState) -> None:
        check_one(match)

    for rules in _SPLITTING_TABLES if table is None else (table,):
        if isinstance(rules, Rules):
            for match in _split_matches(rules):
                check_one(match)
    check()


def check_round_trip(
    save: Callable[[MatchState], Any],
    load: Callable[[Any], object],
    *,
    table: Table | None = None,
    examples: int = 200,
) -> None:
    """Check that a program which saves matches and loads them again holds the same matches.

    Args:
        save: Stores a match and returns whatever finds it again: text, a key, a path.
        load: Takes that and returns the match.
        table: The rules your program plays by, or a strategy that makes them; by default the usual
            game and all others.
        examples: How many pairs of matches to try.

    Raises:
        AssertionError: The match loaded is not the match saved.

    Example:
        >>> from asnas_core import from_json, to_json
        >>> check_round_trip(to_json, from_json, examples=20)
    """

    @_quietly(examples)
    @given(matches(table), matches(table))
    def check(first: MatchState, second: MatchState) -> None:
        saved = [(match, save(match)) for match in (first, second)]
        for match, key in saved:
            loaded = load(key)
            if not isinstance(loaded, MatchState):
                raise failure("what was loaded is not a match", match)
            if loaded != match:
                raise failure("the match loaded is not the match saved", match)

    check()


def _viewers(rules: Rules) -> tuple[Viewer, ...]:
    return (*range(rules.seats), SPECTATOR)


_TRIES = 500
"""Deals that are played at random to find the few whose pot does not divide."""

_SPLITTING_TABLES = (DEFAULT_RULES, Rules(seats=5, copies=5))
"""With these, pots come up that do not divide by two, three and four winners."""


def _split_matches(rules: Rules) -> Iterator[MatchState]:
    """Give matches whose first pot is split in fractions, one for each number of winners."""
    start = start_match(packs=[tied_pack(rules)] * rules.deals, rules=rules)
    luck, found = Random(1), set[int]()
    for _ in range(_TRIES):
        match = start
        while not match.deal.is_over:
            match = play(match, luck.choice(legal_actions(match.deal)))
        winners = len(match.settlements[0].winners)
        if winners not in found and any(total.denominator > 1 for total in match.totals):
            found.add(winners)
            yield match


def _quietly(examples: int) -> Callable[[Callable[[], None]], Callable[[], None]]:
    """Run so many examples, the same ones each time, and keep no database of them."""
    return settings(
        phases=(Phase.generate, Phase.shrink),
        max_examples=examples,
        derandomize=True,
        report_multiple_bugs=False,
        database=None,
        deadline=None,
        suppress_health_check=[
            HealthCheck.data_too_large,
            HealthCheck.filter_too_much,
            HealthCheck.too_slow,
        ],
    )
