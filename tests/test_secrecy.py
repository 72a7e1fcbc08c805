"""Nobody is told a card it may not see: not by a view, its JSON, its text, or an error."""

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asnas_core import (
    DEFAULT_RULES,
    SPECTATOR,
    Action,
    AsNasError,
    DealState,
    MatchState,
    PublicView,
    Rank,
    Rules,
    SeatView,
    Viewer,
    apply_action,
    commitment,
    from_json,
    new_seed,
    play,
    rank_hand,
    restart,
    settle,
    shuffled_pack,
    start_match,
    to_json,
    view_deal,
    view_match,
)
from asnas_core.locales import LANGUAGES, narrate
from asnas_core.testing import (
    check_deal_secrecy,
    check_match_secrecy,
    deal_twins,
    deals,
    match_twins,
    matches,
    viewers,
)
from asnas_core.testing._showing import assert_no_seed
from playing import STRONG_FIRST, dealt_packs, match_played, played


def said_of(state: DealState, viewer: Viewer) -> list[object]:
    """Collect everything the library says of a deal to a viewer, and to anybody."""
    view = view_deal(state, viewer)
    said: list[object] = [view, hash(view), repr(view), str(view), to_json(view)]
    said += [from_json(to_json(view)), repr(state), str(state)]
    for action in (*Action, "check"):
        try:
            said.append(repr(apply_action(state, action)))
        except AsNasError as error:
            said += [repr(error), error.args, vars(error)]
    if not state.is_over:
        with pytest.raises(AsNasError) as caught:
            settle(state)
        said.append(repr(caught.value))
    return said


@settings(max_examples=300)
@given(st.data())
def test_cards_a_viewer_may_not_see_change_nothing_it_is_told_of_a_deal(
    data: st.DataObject,
) -> None:
    state = data.draw(deals())
    viewer = data.draw(viewers(state.rules))
    twin = data.draw(deal_twins(state, viewer))
    assert said_of(state, viewer) == said_of(twin, viewer)


@settings(max_examples=100)
@given(st.data())
def test_cards_a_viewer_may_not_see_change_nothing_it_is_told_of_a_match(
    data: st.DataObject,
) -> None:
    match = data.draw(matches(given_packs=True))
    viewer = data.draw(viewers(match.rules))
    twin = data.draw(match_twins(match, viewer))
    assert view_match(match, viewer) == view_match(twin, viewer)
    assert to_json(view_match(match, viewer)) == to_json(view_match(twin, viewer))
    assert repr(view_match(match, viewer)) == repr(view_match(twin, viewer))
    for language in LANGUAGES:
        told = narrate(view_match(match, viewer), language)
        assert told == narrate(view_match(twin, viewer), language)
    assert repr(match) == repr(twin)


@settings(max_examples=200)
@given(st.data())
def test_at_every_moment_of_a_deal_its_views_hold_what_may_be_seen(data: st.DataObject) -> None:
    state = data.draw(deals())
    shown = state.is_over and len(state.live_seats) > 1
    for viewer in (SPECTATOR, *range(state.rules.seats)):
        view = view_deal(state, viewer)
        for seat, hand in enumerate(state.hands):
            expected = hand if shown and seat in state.live_seats else None
            assert view.revealed[seat] == expected
            if isinstance(view, SeatView) and seat == viewer:
                assert view.hand == (hand if state.looked[seat] else expected)


CELLS = {
    "lcrccc": "showdown, live, looked",
    "crccc": "showdown, live, blind",
    "lcrccf": "showdown, folded, looked",
    "crccf": "showdown, folded, blind",
    "lrfff": "one left, live, looked",
    "rfff": "one left, live, blind",
    "lfrff": "one left, folded, looked",
    "frff": "one left, folded, blind",
}
"""Deals by what they end in and what seat 1 is then."""


@pytest.mark.parametrize("who", ["owner", "other", "spectator"])
@pytest.mark.parametrize("letters", CELLS)
def test_who_sees_the_hand_of_seat_1_at_the_end(letters: str, who: str) -> None:
    state = played(letters, hands=STRONG_FIRST)
    assert state.is_over
    ending, live, seen = CELLS[letters].split(", ")
    showdown, folded, looked = ending == "showdown", live == "folded", seen == "looked"
    assert (state.folded[1], state.looked[1]) == (folded, looked)
    if who == "owner":
        sees = looked or (showdown and not folded)
        assert view_deal(state, 1).hand == (state.hands[1] if sees else None)
    public = view_deal(state, {"owner": 1, "other": 2}.get(who, SPECTATOR)).revealed[1]
    assert public == (state.hands[1] if showdown and not folded else None)


def test_after_a_look_only_the_lookers_view_gains_cards() -> None:
    before, after = played(""), played("l")
    for viewer in (SPECTATOR, 0, 2, 3):
        old, new = view_deal(before, viewer), view_deal(after, viewer)
        assert "Rank" not in repr(old) + repr(new)
    assert view_deal(after, 1).hand == after.hands[1]


def test_a_view_holds_no_state_pack_or_seed() -> None:
    match = match_played(start_match(new_seed()), "lccclh", "lr")
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        reached: set[int] = set()
        waiting: list[Any] = [view_match(match, viewer)]
        while waiting:
            value = waiting.pop()
            assert not isinstance(value, DealState | MatchState)
            assert value not in (match.seed, match.deal.pack)
            if id(value) in reached:
                continue
            reached.add(id(value))
            kind = type(value)
            names = [field.name for field in attrs.fields(kind)] if attrs.has(kind) else []
            waiting += [getattr(value, name) for name in names]
            waiting += value if isinstance(value, tuple) else ()


def test_the_seed_stands_in_no_view_repr_or_error() -> None:
    seed = "swordfish" * 4
    match = match_played(start_match(seed), "lccch", "lr")
    texts = [repr(match), str(match), repr(restart(match, seed))]
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        view = view_match(match, viewer)
        texts += [repr(view), to_json(view)]
        assert view.commitment == commitment(seed)
    with pytest.raises(AsNasError) as caught:
        play(match, "hold", seat=0, move=99)
    texts += [repr(caught.value), str(vars(caught.value))]
    for text in texts:
        assert seed not in text
        assert seed.encode().hex() not in text


def test_a_spectator_is_served_at_every_moment() -> None:
    for letters in ("", "l", "r", "rf", "rff", "rfff", "ccch"):
        view = view_deal(played(letters), SPECTATOR)
        assert type(view) is PublicView


def page(match: MatchState, viewer: Viewer) -> str:
    """Show what a viewer may see, as an honest front end does."""
    return to_json(view_match(match, viewer))


def test_an_honest_program_passes_every_check_at_its_own_table() -> None:
    two = Rules(seats=2, concealed=False, deals=2)
    for table in (None, DEFAULT_RULES, two):
        check_match_secrecy(page, table=table, examples=6)
        check_deal_secrecy(view_deal, table=table, examples=6)
    check_match_secrecy(view_match, examples=10)
    check_match_secrecy(lambda match, viewer: {viewer: [page(match, viewer), 1]}, examples=6)
    check_match_secrecy(lambda match, viewer: page(match, viewer).encode(), examples=6)
    check_match_secrecy(lambda match, _: Opaque(match.commitment), examples=6)
    check_match_secrecy(lambda match, _: match.totals[3], table=DEFAULT_RULES, examples=6)


class Opaque:
    """What a program shows may be an object of its own, equal to those that it equals."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Opaque) and self.value == other.value

    __hash__ = None  # type: ignore[assignment]


LEAKS_OF_DEALS: dict[str, Callable[[DealState, Viewer], object]] = {
    "the first hand": lambda state, _: state.hands[0],
    "what is undealt": lambda state, viewer: (view_deal(state, viewer), state.undealt),
    "the best hand": lambda state, _: max(map(rank_hand, state.hands)),
    "a seat to the spectator": lambda state, viewer: view_deal(
        state, 0 if viewer is SPECTATOR else viewer
    ),
    "everybody to everybody": lambda state, _: [
        view_deal(state, seat).hand for seat in range(state.rules.seats)
    ],
    "its own cards to the seat whose turn it is": lambda state, viewer: (
        state.hands[viewer] if viewer == state.turn else None
    ),
    "whether its own cards are good": lambda state, viewer: (
        viewer == state.turn and state.hands[viewer].count(Rank.AS) > 1
    ),
    "folded hands after the end": lambda state, _: state.hands if state.is_over else None,
}

LEAKS_OF_MATCHES: dict[str, Callable[[MatchState, Viewer], object]] = {
    "the packs": lambda match, _: dealt_packs(match),
    "the packs to come": lambda match, _: match.given_packs,
    "its own cards to the seat whose turn it is": lambda match, viewer: (
        page(match, viewer) + (str(match.deal.hands[viewer]) if viewer == match.deal.turn else "")
    ),
    "hands of earlier deals": lambda match, _: [state.hands for state in match.deals[:-1]],
    "a leak at the usual table alone": lambda match, viewer: (
        to_json(match) if match.rules == DEFAULT_RULES else page(match, viewer)
    ),
}

LEAKS_OF_SEEDS: dict[str, Callable[[MatchState, Viewer], object]] = {
    "the seed": lambda match, _: match.seed,
    "the seed as text": lambda match, viewer: (repr(match.seed), view_match(match, viewer)),
    "the seed to seats": lambda match, viewer: (
        page(match, viewer) + ("" if viewer is SPECTATOR else str(match.seed))
    ),
    "the record to one seat": lambda match, viewer: (
        to_json(match) if viewer == 0 and match.seed is not None else page(match, viewer)
    ),
    "the seed beside its commitment": lambda match, viewer: (
        page(match, viewer) + (match.seed.hex() if match.seed and match.commitment else "")
    ),
    "the seed from the second deal on": lambda match, viewer: (
        page(match, viewer) + (str(match.seed) if match.deal_number > 1 else "")
    ),
    "the seed between deals": lambda match, viewer: (
        page(match, viewer) + (str(match.seed) if match.deal.is_over and not match.is_over else "")
    ),
    "the seed after a showdown": lambda match, viewer: (
        page(match, viewer)
        + (str(match.seed) if match.rules.concealed and any(match.deal.looked) else "")
    ),
    "the seed in an object": lambda match, _: [Opaque(match.seed)],
    "the next pack": lambda match, viewer: (
        page(match, viewer),
        match.seed is not None
        and shuffled_pack(match.seed, deal_number=match.deal_number + 1, rules=match.rules),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS_OF_DEALS.values(), ids=LEAKS_OF_DEALS)
def test_the_check_for_embedders_finds_a_leak_of_a_deal(
    leak: Callable[[DealState, Viewer], object],
) -> None:
    with pytest.raises(AssertionError, match="depends on cards it may not see"):
        check_deal_secrecy(leak)


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS_OF_MATCHES.values(), ids=LEAKS_OF_MATCHES)
def test_the_check_for_embedders_finds_a_leak_of_a_match(
    leak: Callable[[MatchState, Viewer], object],
) -> None:
    with pytest.raises(AssertionError, match="may not see"):
        check_match_secrecy(leak)


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS_OF_SEEDS.values(), ids=LEAKS_OF_SEEDS)
def test_the_check_for_embedders_finds_a_leak_of_a_seed(
    leak: Callable[[MatchState, Viewer], object],
) -> None:
    with pytest.raises(AssertionError, match=r"may not see|is shown the seed"):
        check_match_secrecy(leak)


def test_a_seed_may_be_published_when_the_match_is_over() -> None:
    def show(match: MatchState, viewer: Viewer) -> str:
        seen = any(any(state.looked) for state in match.deals)
        return page(match, viewer) + (str(match.seed) if match.is_over and seen else "")

    check_match_secrecy(show, table=DEFAULT_RULES, examples=15)


@pytest.mark.parametrize("form", [bytes.hex, repr])
def test_a_seed_in_a_text_is_found(form: Callable[[bytes], str]) -> None:
    seed = bytes(range(16))
    match = match_played(start_match(seed), "lccch")
    assert_no_seed("nothing", 1, match)
    for viewer, name in ((1, "seat 1"), (SPECTATOR, "a spectator")):
        with pytest.raises(AssertionError, match=f"{name} is shown the seed"):
            assert_no_seed(f"before {form(seed)} after", viewer, match)
    assert_no_seed(form(b"short"), 1, start_match(b"short"))  # it may stand there by chance
    over = match_played(start_match(seed, rules=Rules(deals=1)), "fff")
    assert_no_seed(form(seed), 1, over)
