"""The strategies make every kind of thing, and only things that can be."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from asnas_core import (
    DEFAULT_RULES,
    AsNasError,
    DealState,
    Ending,
    Hand,
    MatchState,
    Rank,
    Rules,
    Viewer,
    deal,
    format_hand,
    from_json,
    settle,
    start_match,
    to_json,
)
from asnas_core.testing import (
    check_deal_secrecy,
    check_money,
    check_round_trip,
    deal_twins,
    deals,
    hands,
    matches,
    packs,
    ranks,
    rules,
    viewers,
)


@settings(max_examples=50)
@given(ranks(), hands(), hands(Rules()))
def test_hands_can_be_dealt(rank: Rank, hand: Hand, of_20_cards: Hand) -> None:
    assert type(rank) is Rank
    assert format_hand(hand) == "".join(card.code for card in hand)
    assert max(Counter(of_20_cards).values()) <= 4


def test_hands_of_five_of_a_kind_come_up_where_the_pack_has_them() -> None:
    assert find(hands(), lambda hand: len(set(hand)) == 1)


@settings(max_examples=50)
@given(packs(), packs(Rules()), rules())
def test_packs_are_whole(
    of_25_cards: tuple[Rank, ...], pack: tuple[Rank, ...], table: Rules
) -> None:
    assert Counter(of_25_cards) == dict.fromkeys(Rank, 5)
    assert deal(pack).pack == pack
    assert table.deals <= 3


def is_shared_by_three(state: DealState) -> bool:
    return state.is_over and len(settle(state).winners) == 3


@pytest.mark.parametrize(
    "kind",
    [
        lambda state: not state.actions,
        lambda state: state.is_over and settle(state).ending is Ending.LAST_STANDING,
        lambda state: state.is_over and settle(state).ending is Ending.SHOWDOWN,
        is_shared_by_three,
        lambda state: any(state.looked) and not all(state.looked) and state.dealer != 0,
    ],
)
def test_deals_of_every_kind_come_up(kind: Callable[[DealState], bool]) -> None:
    find(deals(), kind)  # raises when there is none


@pytest.mark.parametrize(
    "kind",
    [
        lambda match: match.is_over and match.deal_number == 3,
        lambda match: match.seed is None,
        lambda match: bool(match.contributions),
    ],
)
def test_matches_of_every_kind_come_up(kind: Callable[[MatchState], bool]) -> None:
    find(matches(), kind)  # raises when there is none


@settings(max_examples=50)
@given(st.data())
def test_a_table_can_be_asked_for(data: st.DataObject) -> None:
    table = Rules(seats=3, deals=1)
    match = data.draw(matches(table))
    assert match.rules == table
    state = data.draw(deals(st.just(table)))
    viewer = data.draw(viewers(table))
    twin = data.draw(deal_twins(state, viewer))
    assert (twin.rules, twin.actions) == (table, state.actions)


WRONG_TOTALS: dict[str, Callable[[MatchState], Sequence[Any]]] = {
    "no debts": lambda match: [max(total, 0) for total in match.totals],
    "whole": lambda match: [int(total) for total in match.totals],
    "floats": lambda match: [float(total) for total in match.totals],
    "two decimals": lambda match: [f"{float(total):.2f}" for total in match.totals],
    "halves": lambda match: [total.limit_denominator(2) for total in match.totals],
    "thirds": lambda match: [total.limit_denominator(3) for total in match.totals],
    "not thirds": lambda match: [
        total if total.denominator != 3 else round(total, 3) for total in match.totals
    ],
    "not quarters": lambda match: [
        total if total.denominator != 4 else round(total) for total in match.totals
    ],
    "one missing": lambda match: match.totals[:-1],
    "nothing": lambda match: [None for _ in match.totals],
    "words": lambda match: [f"{total} points" for total in match.totals],
    "none at all": lambda _: None,  # type: ignore[return-value, dict-item]
    "wrong at the usual table": lambda match: [
        2 * total if match.rules == DEFAULT_RULES else total for total in match.totals
    ],
}


@pytest.mark.parametrize("totals", WRONG_TOTALS.values(), ids=WRONG_TOTALS)
def test_the_check_of_money_finds_what_is_not_exact(
    totals: Callable[[MatchState], Sequence[Any]],
) -> None:
    with pytest.raises(AssertionError, match="the totals shown are not the exact ones") as caught:
        check_money(totals)
    (record,) = caught.value.__notes__[:1]
    assert totals(from_json(record, MatchState)) != list(from_json(record, MatchState).totals)


def test_the_checks_find_matches_that_got_lost() -> None:
    def forgets(text: str) -> object:
        return from_json(text, MatchState).deal

    with pytest.raises(AssertionError, match="is not a match"):
        check_round_trip(to_json, forgets)
    other = start_match("another one")
    with pytest.raises(AssertionError, match="not the match saved"):
        check_round_trip(to_json, lambda _: other)
    box: list[MatchState] = [other]

    def replace(match: MatchState) -> int:
        box[0] = match
        return 0

    with pytest.raises(AssertionError, match="not the match saved"):
        check_round_trip(replace, box.__getitem__)
    with pytest.raises(AsNasError):
        check_round_trip(lambda match: to_json(match)[:1000], from_json)


def test_a_check_can_be_run_at_a_table_of_ones_own() -> None:
    table = Rules(seats=3, deals=2)
    tables = set()

    def totals(match: MatchState) -> Sequence[Any]:
        tables.add(match.rules)
        return match.totals

    check_money(totals, table=table, examples=20)
    check_money(totals, table=st.just(table), examples=20)
    check_round_trip(to_json, from_json, table=table, examples=20)
    assert tables == {table}


def test_a_leak_is_told_with_its_viewer_and_its_place() -> None:
    def show(state: DealState, viewer: Viewer) -> str:
        return f"{'.' * 100}{viewer} {format_hand(state.hands[0])}{'.' * 100}"

    with pytest.raises(AssertionError) as caught:
        check_deal_secrecy(show)
    text = str(caught.value)
    found = re.match(r"(seat \d|a spectator) is shown .*: '(.*)' in one .* '(.*)'$", text)
    assert found
    _, one, other = found.groups()
    assert one != other
    assert all(re.fullmatch(r"\.+\S+ [ASBZC]{5}\.+", part) for part in (one, other))
    assert len(text) < 300


def test_the_checks_work_under_python_o() -> None:
    code = (
        "from asnas_core.testing import check_deal_secrecy\n"
        "try: check_deal_secrecy(lambda state, viewer: state.hands[0])\n"
        "except AssertionError: print('found')\n"
    )
    result = subprocess.run(
        [sys.executable, "-O", "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout == "found\n"
