"""What is told of a match is what happened: an independent narrator says the same."""

import re
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asnas_core import (
    Action,
    Hand,
    MatchState,
    Rank,
    Rules,
    Viewer,
    legal_actions,
    next_deal,
    play,
    settle,
    start_match,
    view_match,
)
from asnas_core.locales import LANGUAGES, narrate
from asnas_core.testing import matches, viewers
from playing import ALL_TIE, cards, pack_text

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve")
PERSIAN = str.maketrans("۰۱۲۳۴۵۶۷۸۹", "0123456789")

CATEGORIES = {
    (1, 1, 1, 1, 1): "high card",
    (2, 1, 1, 1): "pair of {0}",
    (2, 2, 1): "two pairs, {0} and {1}",
    (3, 1, 1): "three of a kind, {0}",
    (3, 2): "full house, {0} over {1}",
    (4, 1): "four of a kind, {0}",
    (5,): "five of a kind, {0}",
}
"""Hands by the sizes of their groups, the lowest first."""


def groups(hand: Hand) -> list[tuple[int, Rank]]:
    return sorted(((size, rank) for rank, size in Counter(hand).items()), reverse=True)


def worth(hand: Hand) -> tuple[int, list[Rank]]:
    sizes = tuple(size for size, _ in groups(hand))
    place = list(CATEGORIES).index(sizes)
    return place, [rank for _, rank in groups(hand)] if place else []


def described(hand: Hand) -> str:
    ranks = [rank.name.capitalize() for _, rank in groups(hand)]
    named = [rank.name.capitalize() for size, rank in groups(hand) for _ in range(size)]
    sizes = tuple(size for size, _ in groups(hand))
    return f"{' '.join(named)}: {CATEGORIES[sizes].format(*ranks)}"


def points(amount: Fraction | int, *, signed: bool = False) -> str:
    sign = "-" if amount < 0 else "+" if amount > 0 and signed else ""
    whole, rest = divmod(abs(Fraction(amount)), 1)
    parts = [str(part) for part in (whole, rest) if part]
    return sign + (" ".join(parts) or "0")


class Narrator:
    """Tells a deal to one viewer from the full state, with nothing of the library's sentences."""

    def __init__(self, match: MatchState, viewer: Viewer) -> None:
        self.match, self.rules, self.deal = match, match.rules, match.deal
        self.viewer = viewer
        self.names = ["You" if seat == viewer else name for seat, name in enumerate(NAMES)]
        self.names = self.names[: self.rules.seats]

    def does(self, seat: int, verb: str, rest: str = "") -> str:
        return f"{self.names[seat]} {verb if seat == self.viewer else verb + 's'}{rest}"

    def all_of(self, seats: list[int]) -> str:
        *first, last = sorted(seats, key=lambda seat: seat != self.viewer)
        return f"{', '.join(self.names[seat] for seat in first)} and {self.names[last]}"

    def who(self, seat: int, verb: str) -> str:
        return f"you {verb}" if seat == self.viewer else f"{self.names[seat]} {verb}s"

    def told(self) -> list[str]:
        opening = self.rules.opening_stake
        verb = "deal and open" if self.deal.dealer == self.viewer else "deals and open"
        lines = [f"Deal {self.match.deal_number} of {self.rules.deals}"]
        lines.append(self.does(self.deal.dealer, verb, f" with {opening}"))
        looked = [not self.rules.concealed] * self.rules.seats
        stakes = [0] * self.rules.seats
        stakes[self.deal.dealer] = opening
        folded = set()
        for seat, action in self.deal.history:
            blind = "" if looked[seat] else ", blind"
            if action is Action.LOOK:
                looked[seat] = True
                whose = "your" if seat == self.viewer else "their"
                lines.append(self.does(seat, "look", f" at {whose} cards"))
            elif action is Action.RAISE:
                stakes[seat] = max(stakes) + self.rules.raise_step
                lines.append(self.does(seat, "raise", f" to {stakes[seat]}{blind}"))
            else:
                if action is Action.CALL:
                    stakes[seat] = max(stakes)
                if action is Action.FOLD:
                    folded.add(seat)
                lines.append(self.does(seat, action.value, blind))
        live = [seat for seat in range(self.rules.seats) if seat not in folded]
        return lines + (self.ending(live, stakes) if self.deal.is_over else [])

    def ending(self, live: list[int], stakes: list[int]) -> list[str]:
        pot, hands = sum(stakes), self.deal.hands
        best = max(worth(hands[seat]) for seat in live)
        winners = [seat for seat in live if worth(hands[seat]) == best]
        shown: list[int] = []
        if len(live) == 1:
            winners = live
            won = f"All others have folded: {self.who(live[0], 'win')} the pot of {pot}, unseen"
        else:
            shown = sorted(live, key=lambda seat: worth(hands[seat]), reverse=True)
            won = f"Showdown: {self.who(winners[0], 'win')} the pot of {pot}"
        if len(winners) > 1:
            share = points(Fraction(pot, len(winners)))
            won = f"Showdown: {self.all_of(winners)} share the pot of {pot}, {share} each"
        lines = [won, *(self.does(seat, "show", f" {described(hands[seat])}") for seat in shown)]
        gains = [Fraction(pot, len(winners)) * (seat in winners) for seat in range(len(stakes))]
        scores = [gain - stake for gain, stake in zip(gains, stakes, strict=True)]
        totals = [
            sum((settle(deal).scores[seat] for deal in self.match.deals), Fraction(0))
            for seat in range(len(stakes))
        ]
        for head, amounts in (("Scores", scores), ("Totals", totals)):
            each = zip(self.names, amounts, strict=True)
            lines.append(f"{head}: {', '.join(f'{n} {points(a, signed=True)}' for n, a in each)}")
        if self.match.deal_number == self.rules.deals:
            first = [seat for seat, total in enumerate(totals) if total == max(totals)]
            one = f"{self.who(first[0], 'win')} it"
            all_ = f"{self.all_of(first)} share it" if len(first) > 1 else one
            lines.append(f"The match is over: {all_}")
        return lines


def assert_told(match: MatchState, viewer: Viewer) -> None:
    names = NAMES[: match.rules.seats]
    view = view_match(match, viewer)
    english = narrate(view, names=names)
    assert list(english) == Narrator(match, viewer).told()
    for language in LANGUAGES:
        told = narrate(view, language, names=names)
        assert len(told) == len(english)
        for sentence, original in zip(told, english, strict=True):
            assert sorted(re.findall(r"\d+", sentence.translate(PERSIAN))) == sorted(
                re.findall(r"\d+", original)
            ), sentence
            assert all(sentence.count(name) == original.count(name) for name in names), sentence


@settings(max_examples=150)
@given(st.data())
def test_all_that_happened_is_told_and_nothing_else(data: st.DataObject) -> None:
    match = data.draw(matches())
    assert_told(match, data.draw(viewers(match.rules)))


@pytest.mark.parametrize("actions", ["ccch", "lrfcc", "crlccc", "lrlrlrccc"])
def test_shared_pots_are_told_exactly(actions: str) -> None:
    rules = Rules(deals=1)
    match = start_match(packs=[cards(pack_text(ALL_TIE))], rules=rules)
    for letter in actions:
        match = play(match, next(action for action in Action if action.code.lower() == letter))
        for viewer in range(4):
            assert_told(match, viewer)
    assert match.is_over


@pytest.mark.parametrize(
    "rules", [Rules(deals=3), Rules(seats=5, copies=5, raise_step=2, max_stake=7)]
)
def test_every_moment_of_a_match_is_told(rules: Rules) -> None:
    match, told = start_match("told", rules=rules), 0
    for turn in range(60):
        if match.is_over:
            break
        legal = legal_actions(match.deal)
        match = play(match, legal[turn % len(legal)]) if legal else next_deal(match)
        assert_told(match, turn % rules.seats)
        told += 1
    assert told > 20
