"""A naive second implementation of As-Nas, used as a test oracle.

It is written from the numbered rules alone (R1-R49, readings A1-A14), shares no code with the
package, and is kept mutable, literal and slow so that it can be checked against the rules line by
line. A number in a comment is the rule that the code next to it follows.

Cards are letters: "A" As, "S" Shah, "B" Bibi, "Z" Sarbaz, "C" Couli. A hand is a string of five.
Seats are ints; the neighbour to the right of seat s, counterclockwise, is seat s + 1 (R13, R29).
"""

from __future__ import annotations

from copy import copy as shallow_copy
from fractions import Fraction
from typing import Any

HIGH_TO_LOW = "ASBZC"  # R37

CATEGORIES = {  # R34, lowest first; five of a kind exists only with five copies of a rank
    (1, 1, 1, 1, 1): "high card",  # R35: no straights, one card of each rank is the lowest hand
    (2, 1, 1, 1): "pair",
    (2, 2, 1): "two pairs",
    (3, 1, 1): "three of a kind",
    (3, 2): "full house",
    (4, 1): "four of a kind",
    (5,): "five of a kind",
}


def category(hand: str) -> str:
    """Name the category of five cards: only how often each rank occurs matters (R35, R36)."""
    counts = [hand.count(rank) for rank in HIGH_TO_LOW if rank in hand]
    counts.sort(reverse=True)
    if sum(counts) != 5 or len(hand) != 5:  # R1
        raise ValueError(hand)
    return CATEGORIES[tuple(counts)]


def compare(a: str, b: str) -> int:
    """Return 1 if hand a is better than hand b, -1 if it is worse, 0 if they tie (R40)."""
    order = list(CATEGORIES.values())
    place_a, place_b = order.index(category(a)), order.index(category(b))
    if place_a != place_b:  # R34
        return 1 if place_a > place_b else -1
    for size in (5, 4, 3, 2, 1):  # R38, R39, A13: the larger group first ...
        ranks_a = [rank for rank in HIGH_TO_LOW if a.count(rank) == size]  # ... from high to low
        ranks_b = [rank for rank in HIGH_TO_LOW if b.count(rank) == size]
        for rank_a, rank_b in zip(ranks_a, ranks_b, strict=True):
            if rank_a != rank_b:
                return 1 if HIGH_TO_LOW.index(rank_a) < HIGH_TO_LOW.index(rank_b) else -1
    return 0


class NaiveDeal:
    """One deal, changed in place by act()."""

    def __init__(
        self,
        pack: str,
        *,
        dealer: int = 0,
        seats: int = 4,
        copies: int = 4,
        opening_stake: int = 1,
        raise_step: int = 1,
        max_stake: int = 4,
        free_fold: bool = True,
        concealed: bool = True,
    ) -> None:
        if sorted(pack) != sorted(HIGH_TO_LOW * copies):  # R10
            raise ValueError(pack)
        if not (2 <= seats <= copies and 0 <= dealer < seats):  # R11: five cards to each seat
            raise ValueError((seats, copies, dealer))
        self.dealer = dealer
        self.seats = seats
        self.raise_step = raise_step
        self.max_stake = max_stake
        self.free_fold = free_fold

        self.hands = [""] * seats
        left = list(pack)
        for _round in range(5):  # R12: five rounds, one card at a time
            for step in range(1, seats + 1):  # R13, R14: from the dealer's right to the dealer
                self.hands[(dealer + step) % seats] += left.pop(0)
        self.undealt = "".join(left)  # R14: whatever is left, hidden for good

        self.stakes = [0] * seats  # R17
        self.stakes[dealer] = opening_stake  # R16
        self.folded = [False] * seats
        self.acted = [False] * seats  # A1: opening is set-up, the dealer has not acted
        self.looked = [not concealed] * seats  # R19
        self.history: list[tuple[int, str]] = []
        self.turn: int | None = (dealer + 1) % seats  # R18
        self.over = False

    def copy(self) -> NaiveDeal:
        """Return an independent deal in the same position."""
        other = shallow_copy(self)
        other.hands = list(self.hands)
        other.stakes = list(self.stakes)
        other.folded = list(self.folded)
        other.acted = list(self.acted)
        other.looked = list(self.looked)
        other.history = list(self.history)
        return other

    def pot(self) -> int:
        return sum(self.stakes)  # R28: folded stakes included

    def high(self) -> int:
        return max(self.stakes)

    def matched(self, seat: int) -> bool:
        return self.stakes[seat] == self.high()

    def live(self) -> list[int]:
        return [seat for seat in range(self.seats) if not self.folded[seat]]

    def legal(self) -> list[str]:
        """Return what the seat on turn may do, in a fixed order; nothing when the deal is over."""
        if self.turn is None:
            return []
        seat = self.turn
        actions = []
        if not self.looked[seat]:  # R20, A7: only on one's own turn, once a deal
            actions.append("look")
        if not self.matched(seat):  # R23
            actions.append("call")
        if self.matched(seat):  # R24
            actions.append("hold")
        if self.high() + self.raise_step <= self.max_stake:  # R26; A3, A4: nothing else limits it
            actions.append("raise")
        if self.free_fold or not self.matched(seat):  # R27, A2
            actions.append("fold")
        return actions  # R21: having looked makes no difference to the last four

    def act(self, action: str) -> None:
        """Do one thing for the seat on turn."""
        if self.turn is None or action not in self.legal():
            raise ValueError(action)
        seat = self.turn
        self.history.append((seat, action))  # A8: a look is a public event
        if action == "look":
            self.looked[seat] = True
            return  # R22: still the same turn, and the seat has not acted
        if action == "call":
            self.stakes[seat] = self.high()  # R23
        elif action == "raise":
            self.stakes[seat] = self.high() + self.raise_step  # R25
        elif action == "fold":
            self.folded[seat] = True  # R27; R28: its stake stays where it is
        self.acted[seat] = True  # R24: hold does nothing but this

        one_left = len(self.live()) == 1  # R33, A6
        settled = all(self.acted[s] and self.matched(s) for s in self.live())  # R32, A5
        if one_left or settled:
            self.over = True
            self.turn = None
            return
        following = (seat + 1) % self.seats  # R29
        while self.folded[following]:  # R30
            following = (following + 1) % self.seats
        self.turn = following  # R31: an unmatched live seat gets its turn, as nothing is over yet

    def is_showdown(self) -> bool:
        return self.over and len(self.live()) >= 2  # R5, R32

    def deal_winners(self) -> list[int]:
        if not self.over:
            raise ValueError
        live = self.live()  # R27; R33: the last live seat wins with any hand
        # R41: those that no live hand beats; R40: nothing breaks a tie
        return [s for s in live if all(compare(self.hands[s], self.hands[t]) >= 0 for t in live)]

    def payouts(self) -> list[Fraction]:
        payouts = [Fraction(0)] * self.seats
        winners = self.deal_winners()
        for seat in winners:
            payouts[seat] = Fraction(self.pot(), len(winners))  # R42
        return payouts

    def scores(self) -> list[Fraction]:
        payouts = self.payouts()
        return [payouts[seat] - self.stakes[seat] for seat in range(self.seats)]  # R43

    def result(self) -> dict[str, object]:
        """Return how the deal ended; ValueError while it is not over."""
        winners = self.deal_winners()
        revealed: list[str | None] = [None] * self.seats  # R45, A9
        if self.is_showdown():
            for seat in self.live():
                revealed[seat] = self.hands[seat]  # A10
        return {
            "ending": "showdown" if self.is_showdown() else "last_standing",
            "winners": winners,
            "payouts": self.payouts(),
            "scores": self.scores(),
            "revealed": revealed,
        }

    def visible_hand(self, viewer: int | None, owner: int) -> str | None:
        """Return owner's hand if viewer (None: a spectator) may see it now, else None."""
        if self.is_showdown() and not self.folded[owner]:  # A10: to everybody
            return self.hands[owner]
        if viewer == owner and self.looked[owner]:  # R20; A7, A11: what was seen stays seen
            return self.hands[owner]
        return None  # R19, R45, A9, A11


class NaiveMatch:
    """One deal for each pack, twelve in the usual match (R3)."""

    def __init__(self, packs: list[str], *, first_dealer: int = 0, **rules: Any) -> None:
        self.packs = packs  # R46: a complete pack for every deal
        self.rules = rules
        self.dealer = first_dealer  # A14
        self.deal_number = 1
        self.deal = NaiveDeal(packs[0], dealer=first_dealer, **rules)
        self.totals = [Fraction(0)] * self.deal.seats
        self.over = False

    def act(self, action: str) -> None:
        self.deal.act(action)
        if self.deal.over:
            for seat, score in enumerate(self.deal.scores()):
                self.totals[seat] += score  # R6; R44: no floor
            self.over = self.deal_number == len(self.packs)  # R48

    def next_deal(self) -> None:
        if not self.deal.over or self.over:
            raise ValueError
        self.dealer = (self.dealer + 1) % self.deal.seats  # R47
        self.deal_number += 1
        self.deal = NaiveDeal(self.packs[self.deal_number - 1], dealer=self.dealer, **self.rules)

    def winners(self) -> list[int]:
        if not self.over:
            return []
        best = max(self.totals)  # R8
        return [seat for seat, total in enumerate(self.totals) if total == best]  # R9
