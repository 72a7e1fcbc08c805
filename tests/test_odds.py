"""Odds are exact: the same as counted one by one, and as happens when deals are drawn."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, sqrt
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asnas_core import (
    DEFAULT_RULES,
    SPECTATOR,
    Action,
    ArgumentError,
    Hand,
    HandError,
    OddsError,
    Rank,
    Rules,
    SeatView,
    apply_action,
    deal,
    parse_hand,
    rank_hand,
    shuffled_pack,
    start_match,
    view_deal,
    view_match,
)
from asnas_core.odds import ShowdownOdds, odds_by_opponents, sample_hands, showdown_odds
from asnas_core.testing import deals
from playing import ALL_TIE, STRONG_FIRST, played

TABLES = [Rules(seats=seats, copies=copies) for copies in (4, 5) for seats in range(2, copies + 1)]
EVERY_HAND = [
    hand
    for hand in combinations_with_replacement(Rank, 5)
    if len(set(hand)) > 1  # one that both packs can deal
]


def looked(hand: Hand, rules: Rules = DEFAULT_RULES) -> SeatView:
    """Return the view of a seat that has just looked at this hand."""
    rest = Counter(dict.fromkeys(Rank, rules.copies)) - Counter(hand)
    others = list(rest.elements())
    Random(1).shuffle(others)
    pack = others[:]
    for number, card in enumerate(hand):
        pack.insert(number * rules.seats, card)
    state = apply_action(deal(pack, rules=rules), Action.LOOK)
    view = view_deal(state, 1)
    assert view.hand == hand
    return view


def blind(rules: Rules) -> SeatView:
    return view_deal(deal(shuffled_pack(1, rules=rules), rules=rules), 1)


# An oracle: opponents are dealt one after the other, hand by hand.

Counts = tuple[int, ...]
HANDS = [
    (tuple(hand.count(rank) for rank in Rank), rank_hand(hand))
    for hand in combinations_with_replacement(Rank, 5)
]


def dealt_from(counts: Counts) -> Iterator[tuple[Counts, Any, Counts, int]]:
    """Give each hand of some cards, what is left, and in how many ways it can be dealt."""
    for hand, rank in HANDS:
        ways = 1
        for held, there in zip(hand, counts, strict=True):
            ways *= comb(there, held)
        if ways:
            left = tuple(there - held for held, there in zip(hand, counts, strict=True))
            yield hand, rank, left, ways


def counted(counts: Counts, own: Any, opponents: int) -> dict[int | None, int]:
    """Count the deals by how many opponents tie; None stands for those that are lost."""

    @cache
    def further(left: Counts, opponents: int) -> Counter[int | None]:
        if not opponents:
            return Counter({0: 1})
        found: Counter[int | None] = Counter()
        for _, rank, rest, ways in dealt_from(left):
            for ties, number in further(rest, opponents - 1).items():
                lost = rank > own or ties is None
                found[None if lost else ties + (rank == own)] += ways * number
        return found

    return dict(further(counts, opponents))


def expected(rules: Rules, hand: Hand, opponents: int) -> ShowdownOdds:
    left = tuple(rules.copies - hand.count(rank) for rank in Rank)
    ways = counted(left, rank_hand(hand), opponents)
    total = sum(ways.values())
    kept = {ties: number for ties, number in ways.items() if ties is not None}
    return ShowdownOdds(
        win=Fraction(kept.get(0, 0), total),
        tie=Fraction(sum(number for ties, number in kept.items() if ties), total),
        lose=Fraction(ways.get(None, 0), total),
        share=sum(
            (Fraction(number, total * (ties + 1)) for ties, number in kept.items()), Fraction(0)
        ),
    )


@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: f"{rules.seats} of {rules.copies}")
def test_odds_of_a_seat_that_has_looked_are_those_counted_hand_by_hand(rules: Rules) -> None:
    heavy = rules.copies == 5 and rules.seats > 3
    for hand in Random(rules.seats).sample(EVERY_HAND, 2 if heavy else 6):
        view = looked(hand, rules)
        chances = odds_by_opponents(view)
        assert list(chances) == list(range(1, rules.seats))
        for opponents, odds in chances.items():
            assert odds == expected(rules, hand, opponents)
        assert showdown_odds(view) == chances[rules.seats - 1]


@pytest.mark.slow
@pytest.mark.parametrize("copies", [4, 5])
def test_odds_of_every_hand_are_those_counted_hand_by_hand(copies: int) -> None:
    rules = Rules(seats=4, copies=copies)
    for hand in EVERY_HAND:
        for opponents, odds in odds_by_opponents(looked(hand, rules)).items():
            if copies == 4 or opponents < 3:
                assert odds == expected(rules, hand, opponents)


@pytest.mark.parametrize("copies", [4, 5])
def test_odds_against_one_are_those_counted_card_by_card(copies: int) -> None:
    rules = Rules(seats=2, copies=copies)
    for text in ("ASBZC", "CCCSA", "AASSZ"):
        hand = parse_hand(text)
        rest = list((Counter(dict.fromkeys(Rank, copies)) - Counter(hand)).elements())
        own = rank_hand(hand)
        # Every five of the cards that are left, each card being one of its own.
        found = Counter(
            (own > other) - (own < other) for other in map(rank_hand, combinations(rest, 5))
        )
        odds = showdown_odds(looked(hand, rules))
        total = comb(len(rest), 5)
        assert odds.win == Fraction(found[1], total)
        assert odds.tie == Fraction(found[0], total)
        assert odds.lose == Fraction(found[-1], total)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, id=f"{rules.seats} of {rules.copies}", marks=marks)
        for rules in TABLES[:5]
        for marks in [() if rules.copies == 4 else pytest.mark.slow]
    ],
)
def test_odds_of_a_blind_seat_are_the_average_over_all_its_hands(rules: Rules) -> None:
    odds = showdown_odds(blind(rules))
    assert odds.share == Fraction(1, rules.seats)
    assert odds.win + odds.tie + odds.lose == 1
    full = (rules.copies,) * 5
    win = tie = Fraction(0)
    for hand, _, _, ways in dealt_from(full):
        own = tuple(rank for rank, count in zip(Rank, hand, strict=True) for _ in range(count))
        chance = Fraction(ways, comb(5 * rules.copies, 5))
        of_hand = showdown_odds(looked(own, rules))  # type: ignore[arg-type]
        win += chance * of_hand.win
        tie += chance * of_hand.tie
    assert (odds.win, odds.tie) == (win, tie)


def test_the_best_of_all_four_hands_is_shared_as_often_as_known() -> None:
    odds = showdown_odds(blind(DEFAULT_RULES))
    # Somebody wins alone unless the best hand is shared: 7,836 of 2,263,261 deals.
    assert 4 * odds.win == 1 - Fraction(7836, 2263261)


def test_five_of_a_kind_cannot_lose() -> None:
    rules = Rules(seats=5, copies=5)
    odds = showdown_odds(looked(parse_hand("AAAAA"), rules))
    assert odds == ShowdownOdds(
        win=Fraction(1), tie=Fraction(0), lose=Fraction(0), share=Fraction(1)
    )


def test_only_live_opponents_count() -> None:
    view = view_deal(played("lcff", hands=STRONG_FIRST), 1)
    assert len(view.live_seats) == 2
    assert showdown_odds(view) == odds_by_opponents(view)[1]
    assert showdown_odds(view_deal(played("cff"), 1)).share == Fraction(1, 2)


def test_a_deal_that_is_over_has_its_result() -> None:
    none, all_of_it = Fraction(0), Fraction(1)
    won = ShowdownOdds(win=all_of_it, tie=none, lose=none, share=all_of_it)
    lost = ShowdownOdds(win=none, tie=none, lose=all_of_it, share=none)
    end = played("ccch", hands=STRONG_FIRST)
    assert [showdown_odds(view_deal(end, seat)) for seat in range(4)] == [won, lost, lost, lost]
    tied = played("crccf", hands=ALL_TIE)
    third = ShowdownOdds(win=none, tie=all_of_it, lose=none, share=Fraction(1, 3))
    assert [showdown_odds(view_deal(tied, seat)) for seat in (0, 2, 3)] == [third] * 3
    alone = played("rfff")
    assert showdown_odds(view_deal(alone, 1)) == won


@pytest.mark.parametrize("call", [showdown_odds, odds_by_opponents])
def test_a_seat_that_has_folded_has_no_odds(call: Callable[[SeatView], object]) -> None:
    for state in played("lf"), played("fcch"), played("fff"):
        with pytest.raises(OddsError, match="seat 1 has folded, so it has no odds") as caught:
            call(view_deal(state, 1))
        assert caught.value.params == {"seat": 1}


@pytest.mark.parametrize(
    "call", [showdown_odds, odds_by_opponents, lambda view: sample_hands(view, Random(1))]
)
@pytest.mark.parametrize(
    "view",
    [
        None,
        "view",
        played("l"),
        view_deal(played("l"), SPECTATOR),
        view_match(start_match(1), 1),
    ],
)
def test_only_the_view_of_a_seat_has_odds(call: Callable[[Any], object], view: object) -> None:
    with pytest.raises(ArgumentError, match="view must be a SeatView"):
        call(view)


@pytest.mark.parametrize("rng", [None, 7, "seed", Random, object()])
def test_hands_are_drawn_from_a_generator(rng: Any) -> None:
    with pytest.raises(ArgumentError, match=r"rng must be a random\.Random, not"):
        sample_hands(blind(DEFAULT_RULES), rng)


@settings(max_examples=150, deadline=None)
@given(deals(), st.data())
def test_drawn_hands_are_those_that_a_view_allows(state: Any, data: st.DataObject) -> None:
    seat = data.draw(st.integers(0, state.rules.seats - 1))
    view = view_deal(state, seat)
    number = data.draw(st.integers(0, 2**32))
    hands = sample_hands(view, Random(number))
    assert hands == sample_hands(view, Random(number))
    assert [len(hand) for hand in hands] == [5] * state.rules.seats
    assert all(
        shown is None or shown == hand for shown, hand in zip(view.revealed, hands, strict=True)
    )
    assert view.hand in (None, hands[seat])
    dealt = Counter(card for hand in hands for card in hand)
    assert all(count <= state.rules.copies for count in dealt.values())
    # Dealt so, the seat would have seen the same.
    undealt = list((Counter(dict.fromkeys(Rank, state.rules.copies)) - dealt).elements())
    order = [hands[(state.dealer + 1 + place) % len(hands)] for place in range(len(hands))]
    pack = [hand[number] for number in range(5) for hand in order] + undealt
    twin = deal(pack, dealer=state.dealer, rules=state.rules)
    for action in state.actions:
        twin = apply_action(twin, action)
    assert view_deal(twin, seat) == view


def test_drawn_hands_come_as_often_as_they_are_likely() -> None:
    view = looked(parse_hand("AASBC"))
    rng, draws = Random(7), 4000
    own = rank_hand(parse_hand("AASBC"))
    ranks = [[*map(rank_hand, sample_hands(view, rng))] for _ in range(draws)]
    wins = sum(
        own > max(best) for best in ([r for n, r in enumerate(row) if n != 1] for row in ranks)
    )
    chance = float(showdown_odds(view).win)
    assert abs(wins / draws - chance) < 5 * sqrt(chance * (1 - chance) / draws)
    # Whoever sits where: the chance of an As in a place is that of any card left.
    first = sum(sample_hands(view, rng)[3][4] is Rank.AS for _ in range(draws))
    assert abs(first / draws - 2 / 15) < 5 * sqrt(2 / 15 * 13 / 15 / draws)


def test_drawing_leaves_the_global_generator_alone() -> None:
    before = random.getstate()
    sample_hands(blind(DEFAULT_RULES), Random(1))
    assert random.getstate() == before


def test_odds_say_nothing_of_how_others_played() -> None:
    raised = played("lrrr", hands=STRONG_FIRST)
    called = played("lccc", hands=STRONG_FIRST)
    assert showdown_odds(view_deal(raised, 1)) == showdown_odds(view_deal(called, 1))


@pytest.mark.parametrize(
    "call", [showdown_odds, odds_by_opponents, lambda view: sample_hands(view, Random(1))]
)
def test_a_view_with_cards_that_cannot_be_is_refused(call: Callable[[SeatView], object]) -> None:
    view = looked(parse_hand("AASBC"))
    with pytest.raises(HandError, match="it has 4 of each rank"):
        call(attrs.evolve(view, hand=parse_hand("AAAAA")))
    with pytest.raises(HandError, match="5 cards, not 4"):
        call(attrs.evolve(view, hand=view.hand[:4]))  # type: ignore[index, arg-type]
