"""The engine against `naive.py`, a second implementation written from the rules alone.

First every history of small tables and of the default one, then random deals and whole matches
over all kinds of rules.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from operator import attrgetter
from random import Random
from typing import Any, NamedTuple

import pytest

import naive
from asnas_core import (
    DEFAULT_RULES,
    SPECTATOR,
    Action,
    DealNotOverError,
    DealOverError,
    DealState,
    IllegalActionError,
    MatchOverError,
    MatchState,
    NotYourTurnError,
    Rules,
    SeatView,
    apply_action,
    deal,
    legal_actions,
    next_deal,
    play,
    settle,
    shuffled_pack,
    start_match,
    view_deal,
)
from playing import cards, letters, pack_text

FOUR_TIED = ("ASBZC", "CZBSA", "BASCZ", "ZCABS")
"""Four high-card hands, each in an order of its own, so that no two owners can be mixed up."""
TWO_TIED = ("AASBZ", "ZBSAA", "CCSBZ", "ZBSCC")
"""Seats 0 and 1 tie above seats 2 and 3, which tie too."""
NO_TIE = ("AAASZ", "SSSAB", "BBBZC", "ZZCCC")
FIVE_TIED = (*FOUR_TIED, "SACBZ")
FIVE_OF_A_KIND = ("AAAAA", "SSSSB", "SBBBB", "ZZCCC", "CCZZZ")

UNKNOWN_ACTIONS = ("", "CALL", "call ", "check", "l", "Action.CALL")


@pytest.fixture(autouse=True)
def _oracle_remembers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the oracle compare the same two hands only once: it takes most of its time."""
    monkeypatch.setattr(naive, "compare", cache(naive.compare))


def oracle_rules(rules: Rules) -> dict[str, Any]:
    return {
        "seats": rules.seats,
        "copies": rules.copies,
        "opening_stake": rules.opening_stake,
        "raise_step": rules.raise_step,
        "max_stake": rules.max_stake,
        "free_fold": rules.free_fold,
        "concealed": rules.concealed,
    }


@cache
def _hand(text: str | None) -> tuple[Any, ...] | None:
    return None if text is None else cards(text)


# What is compared: plain tuples, as there are some hundred thousand comparisons

seen_by_all = attrgetter(
    "dealer",
    "turn",
    "stakes",
    "folded",
    "looked",
    "pot",
    "highest_stake",
    "live_seats",
    "is_over",
)
"""What a deal and each view of it name alike."""

outcome = attrgetter(
    "ending", "winners", "payouts", "scores", "revealed", "pot", "stakes"
)  # of a settlement


def oracle_seen_by_all(oracle: naive.NaiveDeal) -> tuple[object, ...]:
    return (
        oracle.dealer,
        oracle.turn,
        tuple(oracle.stakes),
        tuple(oracle.folded),
        tuple(oracle.looked),
        oracle.pot(),
        oracle.high(),
        tuple(oracle.live()),
        oracle.over,
    )


def oracle_outcome(oracle: naive.NaiveDeal) -> tuple[object, ...]:
    result: dict[str, Any] = oracle.result()
    return (
        result["ending"],
        tuple(result["winners"]),
        tuple(result["payouts"]),
        tuple(result["scores"]),
        tuple(_hand(text) for text in result["revealed"]),
        oracle.pot(),
        tuple(oracle.stakes),
    )


def assert_same_deal(state: DealState, oracle: naive.NaiveDeal) -> None:
    """Compare all of a deal but its views."""
    assert list(legal_actions(state)) == oracle.legal()
    assert seen_by_all(state) == oracle_seen_by_all(oracle)
    assert state.hands == tuple(_hand(text) for text in oracle.hands)
    if oracle.over:
        # As long as a deal goes on, its history is the beginning of one compared here.
        assert state.history == tuple(oracle.history)
        settlement = settle(state)
        assert outcome(settlement) == oracle_outcome(oracle)
        assert {*map(type, settlement.payouts), *map(type, settlement.scores)} == {Fraction}


def assert_same_views(state: DealState, oracle: naive.NaiveDeal) -> None:
    """Compare what each seat and a spectator see, hand by hand."""
    expected = oracle_seen_by_all(oracle), tuple(oracle.history)
    settlement = settle(state) if oracle.over else None  # compared in assert_same_deal
    revealed = tuple(_hand(oracle.visible_hand(None, owner)) for owner in range(oracle.seats))
    for viewer in (SPECTATOR, *range(oracle.seats)):
        view = view_deal(state, viewer)
        assert (seen_by_all(view), view.history) == expected
        assert view.settlement == settlement
        assert view.revealed == revealed
        if isinstance(view, SeatView):
            assert view.seat == viewer
            assert_same_own_part(view, oracle)


def assert_same_own_part(view: SeatView, oracle: naive.NaiveDeal) -> None:
    seat = view.seat
    assert view.hand == _hand(oracle.visible_hand(seat, seat))
    for owner in range(oracle.seats):
        if owner != seat:
            assert view.revealed[owner] == _hand(oracle.visible_hand(seat, owner))
    assert list(view.legal_actions) == (oracle.legal() if oracle.turn == seat else [])
    in_it = not oracle.over and not oracle.folded[seat]
    assert view.to_call == (oracle.high() - oracle.stakes[seat] if in_it else 0)


def assert_same(state: DealState, oracle: naive.NaiveDeal) -> None:
    assert_same_deal(state, oracle)
    assert_same_views(state, oracle)


# Every history


class Tree(NamedTuple):
    """How many histories were compared."""

    decisions: int
    endings: int
    longest: int


def compared_tree(
    pack: str,
    dealer: int,
    rules: Rules,
    compare: Callable[[DealState, naive.NaiveDeal], None],
) -> Tree:
    """Compare the two implementations after every history of a deal."""
    oracle = naive.NaiveDeal(pack, dealer=dealer, **oracle_rules(rules))
    state = deal(cards(pack), dealer=dealer, rules=rules)
    assert letters(state.undealt) == oracle.undealt
    decisions = endings = longest = 0
    waiting = [(state, oracle)]
    while waiting:
        state, oracle = waiting.pop()
        compare(state, oracle)
        decisions += not oracle.over
        endings += oracle.over
        longest = max(longest, len(oracle.history))
        for action in oracle.legal():
            following = oracle.copy()
            following.act(action)
            waiting.append((apply_action(state, Action(action)), following))
    return Tree(decisions, endings, longest)


SMALL_TABLES = {
    "without looks": Rules(concealed=False),
    "without looks and free folds": Rules(concealed=False, free_fold=False),
    "two seats": Rules(seats=2),
    "two seats, 25 cards, no free fold": Rules(seats=2, copies=5, free_fold=False),
    "two seats, sixteen raises, without looks": Rules(seats=2, max_stake=17, concealed=False),
    "three seats, other stakes, 25 cards, no free fold": Rules(
        seats=3, copies=5, opening_stake=2, raise_step=3, max_stake=8, free_fold=False
    ),
    "no raise": Rules(max_stake=1),
    "no raise, opening 7": Rules(opening_stake=7, max_stake=7, free_fold=False),
    "five seats, one raise, without looks": Rules(seats=5, copies=5, max_stake=2, concealed=False),
    "five seats, no raise": Rules(seats=5, copies=5, max_stake=1),
}


TAKE_LONG = {
    "without looks",
    "without looks and free folds",
    "three seats, other stakes, 25 cards, no free fold",
    "five seats, no raise",
}


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, id=name, marks=[pytest.mark.slow] if name in TAKE_LONG else [])
        for name, rules in SMALL_TABLES.items()
    ],
)
def test_every_history_of_small_tables_gives_the_same_whatever_the_dealer(rules: Rules) -> None:
    hands = {4: (TWO_TIED, FOUR_TIED), 5: (FIVE_OF_A_KIND, FIVE_TIED)}[rules.copies]
    trees = set()
    for dealer in range(rules.seats):
        pack = pack_text(hands[dealer % 2][: rules.seats], dealer=dealer, copies=rules.copies)
        trees.add(compared_tree(pack, dealer, rules, assert_same))
    assert len(trees) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("hands", "dealer"), [(FOUR_TIED, 0), (TWO_TIED, 1), (NO_TIE, 3)])
def test_every_history_of_the_default_deal_gives_the_same(
    hands: tuple[str, ...], dealer: int
) -> None:
    pack = pack_text(hands, dealer=dealer)
    tree = compared_tree(pack, dealer, DEFAULT_RULES, assert_same)
    assert tree == Tree(decisions=68_276, endings=97_780, longest=17)


LARGE_TABLES = {
    "no free fold": (TWO_TIED, 2, Rules(free_fold=False)),
    "25 cards, other stakes": (
        FOUR_TIED,
        1,
        Rules(copies=5, opening_stake=3, raise_step=2, max_stake=9),
    ),
    "one raise of 2": (TWO_TIED, 0, Rules(raise_step=2, max_stake=3)),
    "two raises, no free fold": (NO_TIE, 3, Rules(max_stake=3, free_fold=False)),
    "three seats": (NO_TIE[:3], 0, Rules(seats=3)),
    "three seats, 25 cards, no free fold": (
        NO_TIE[1:],
        2,
        Rules(seats=3, copies=5, free_fold=False),
    ),
    "two seats, sixteen raises": (TWO_TIED[:2], 1, Rules(seats=2, max_stake=17)),
    "five seats, two raises, without looks": (
        (*TWO_TIED, "ASBZC"),
        4,
        Rules(seats=5, copies=5, max_stake=3, concealed=False),
    ),
    "five seats, one raise": (FIVE_OF_A_KIND, 2, Rules(seats=5, copies=5, max_stake=2)),
}


@pytest.mark.slow
@pytest.mark.parametrize(("hands", "dealer", "rules"), LARGE_TABLES.values(), ids=LARGE_TABLES)
def test_every_history_of_large_tables_gives_the_same(
    hands: tuple[str, ...], dealer: int, rules: Rules
) -> None:
    pack = pack_text(hands, dealer=dealer, copies=rules.copies)
    compared_tree(pack, dealer, rules, assert_same)


# Random deals


def random_rules(rng: Random) -> Rules:
    copies = rng.choice((4, 5))
    opening_stake = rng.choice((1, 1, 2, 5, rng.randint(1, 1000)))
    raise_step = rng.choice((1, 1, 2, 5, rng.randint(1, 1000)))
    raises = rng.choice((0, 1, 2, 3, 3, 4, 16))
    return Rules(
        seats=rng.randint(2, copies),
        copies=copies,
        opening_stake=opening_stake,
        raise_step=raise_step,
        max_stake=opening_stake + raises * raise_step,
        deals=rng.randint(1, 12),
        free_fold=rng.random() < 0.5,
        concealed=rng.random() < 0.5,
    )


def random_pack(rng: Random, rules: Rules) -> str:
    """Shuffle a pack; as equal hands are rare, every other pack has some."""
    seats, copies = rules.seats, rules.copies
    kind = rng.randrange(4)
    if kind == 0:  # high-card hands only
        return pack_text(["".join(rng.sample("ASBZC", 5)) for _ in range(seats)], copies=copies)
    pack = list("ASBZC" * copies)
    rng.shuffle(pack)
    if kind == 1:  # seats 0 and 1 hold the same
        twice = rng.sample("AASSBBZZCC", 5)
        for letter in twice * 2:
            pack.remove(letter)
        rest = ["".join(pack[5 * seat : 5 * seat + 5]) for seat in range(seats - 2)]
        return pack_text(["".join(twice), "".join(reversed(twice)), *rest], copies=copies)
    return "".join(pack)


def random_action(rng: Random, legal: list[str]) -> str:
    """Choose an action; folds are rarer than by chance, so that deals last."""
    weights = {"look": 3, "call": 4, "hold": 4, "raise": 4, "fold": 1}
    return rng.choices(legal, [weights[action] for action in legal])[0]


def assert_refuse_the_same(state: DealState, oracle: naive.NaiveDeal) -> None:
    """Try every action that is not legal: both refuse it, and neither changes."""
    before = repr(vars(oracle)), view_deal(state, SPECTATOR), state.actions, legal_actions(state)
    for text in (*Action, *UNKNOWN_ACTIONS):
        if text in oracle.legal():
            continue
        with pytest.raises(ValueError, match=r"^.*$"):
            oracle.act(text)
        with pytest.raises(IllegalActionError) as caught:
            apply_action(state, text)
        assert type(caught.value) is (DealOverError if oracle.over else IllegalActionError)
        assert caught.value.action == text
        assert caught.value.seat == oracle.turn
        assert list(caught.value.legal) == oracle.legal()
    after = repr(vars(oracle)), view_deal(state, SPECTATOR), state.actions, legal_actions(state)
    assert after == before


def random_deal(rng: Random) -> Iterator[tuple[DealState, naive.NaiveDeal]]:
    """Play one random deal on both sides, and yield the two at each step."""
    rules = random_rules(rng)
    dealer = rng.randrange(rules.seats)
    pack = random_pack(rng, rules)
    oracle = naive.NaiveDeal(pack, dealer=dealer, **oracle_rules(rules))
    state = deal(cards(pack), dealer=dealer, rules=rules)
    assert letters(state.undealt) == oracle.undealt
    yield state, oracle
    while not oracle.over:
        action = random_action(rng, oracle.legal())
        oracle.act(action)
        state = apply_action(state, Action(action))
        yield state, oracle


def compare_random_deals(rng: Random, number: int) -> None:
    numbers_of_winners = set()
    for _ in range(number):
        for state, oracle in random_deal(rng):
            assert_same(state, oracle)
            assert_refuse_the_same(state, oracle)
        numbers_of_winners.add(len(oracle.deal_winners()))
    assert {1, 2, 3, 4} <= numbers_of_winners


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 10))]
)
def test_random_deals_over_all_kinds_of_rules_give_the_same(seed: int) -> None:
    compare_random_deals(Random(seed), 100)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 20))
def test_many_random_deals_over_all_kinds_of_rules_give_the_same(seed: int) -> None:
    compare_random_deals(Random(seed), 1000)


# Whole matches


def assert_same_match(match: MatchState, oracle: naive.NaiveMatch) -> None:
    assert match.dealer == match.deal.dealer == oracle.dealer
    assert match.deal_number == oracle.deal_number
    assert list(match.totals) == oracle.totals
    assert {*map(type, match.totals)} == {Fraction}
    assert match.is_over is oracle.over
    assert list(match.winners) == oracle.winners()
    assert len(match.settlements) == oracle.deal_number - 1 + oracle.deal.over
    assert_same_deal(match.deal, oracle.deal)


def random_match(rng: Random) -> tuple[MatchState, naive.NaiveMatch]:
    """Start one match on both sides, from packs or from a seed."""
    rules = random_rules(rng)
    first_dealer = rng.randrange(rules.seats)
    if rng.random() < 0.5:
        packs = [random_pack(rng, rules) for _ in range(rules.deals)]
        match = start_match(
            packs=[cards(pack) for pack in packs], first_dealer=first_dealer, rules=rules
        )
    else:
        seed = rng.randbytes(8)
        match = start_match(seed, first_dealer=first_dealer, rules=rules)
        packs = [
            letters(shuffled_pack(seed, deal_number=number, rules=rules))
            for number in range(1, rules.deals + 1)
        ]
    return match, naive.NaiveMatch(packs, first_dealer=first_dealer, **oracle_rules(rules))


def assert_nobody_else_may_act(match: MatchState, oracle: naive.NaiveMatch) -> None:
    for seat in range(oracle.deal.seats):
        if seat != oracle.deal.turn:
            with pytest.raises(NotYourTurnError):
                play(match, Action.FOLD, seat=seat)


@pytest.mark.parametrize("seed", range(5))
def test_random_matches_over_all_kinds_of_rules_give_the_same(seed: int) -> None:
    rng = Random(1000 + seed)
    numbers_of_winners = set()
    for _ in range(30):
        match, oracle = random_match(rng)
        assert_same_match(match, oracle)
        while not oracle.over:
            if oracle.deal.over:
                with pytest.raises(DealOverError):
                    play(match, Action.FOLD)
                oracle.next_deal()
                match = next_deal(match)
            else:
                assert_nobody_else_may_act(match, oracle)
                with pytest.raises(DealNotOverError):
                    next_deal(match)
                action = random_action(rng, oracle.deal.legal())
                match = play(match, Action(action), seat=oracle.deal.turn)
                oracle.act(action)
            assert_same_match(match, oracle)
        with pytest.raises(MatchOverError):
            next_deal(match)
        with pytest.raises(DealOverError):
            play(match, Action.FOLD)
        numbers_of_winners.add(len(oracle.winners()))
    assert len(numbers_of_winners) > 1
