"""Exact chances at a showdown, and deals that a view allows.

Before a showdown a seat knows its own hand at most, and all orders of the other cards are equally
likely to it. How the others have played is left out: these are the chances of the cards, and not a
guess at what anybody holds.

How the counting works
    A pack of 20 cards is four hands and one of 25 is five, if undealt cards count as hands too.
    With h! for the product of the factorials of how many cards of each rank a hand has, the other
    hands can hold h1, h2, ... in r! / (h1! h2! ...) ways, where r are all cards but one's own. So
    the ways in which no opponent has anything better are a sum of products with one factor for each
    hand. The hands are taken together two by two, and the two sums are then multiplied where they
    complete each other to r. Everything is a whole number until the last division.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache
from math import factorial, prod
from random import Random
from typing import TypeAlias, cast

import attrs

from asnas_core import (
    ArgumentError,
    Hand,
    HandError,
    OddsError,
    Rank,
    Rules,
    SeatView,
    Settlement,
    rank_hand,
)
from asnas_core.situations import all_hands

__all__ = ["ShowdownOdds", "odds_by_opponents", "sample_hands", "showdown_odds"]

_HAND_SIZE = 5
_BITS = 6
"""Bits of a digit of a code: those that count the cards of a rank, and one that shows a borrow."""

_DIGIT = (1 << _BITS) - 1
_BORROWS = sum(1 << (_BITS * rank + _BITS - 1) for rank in Rank)
_EVERY_HAND = Rules(seats=2, copies=5)
"""Rules under which a hand can be any five cards."""

_ONE_TIE = 1 << (_BITS * len(Rank))

Weights: TypeAlias = dict[int, int]
"""Ways by code: a digit for the cards of each rank, and above them how many hands tie."""


@attrs.frozen(kw_only=True)
class ShowdownOdds:
    """The chances of a seat at a showdown. They are exact, and win, tie and lose sum to 1.

    Attributes:
        win: The chance of being better than all opponents.
        tie: The chance of sharing the best hand.
        lose: The chance that an opponent is better.
        share: The part of the pot that the seat gets on average, from 0 to 1.
    """

    win: Fraction
    tie: Fraction
    lose: Fraction
    share: Fraction


def showdown_odds(view: SeatView) -> ShowdownOdds:
    """Tell a seat's chances if all live seats came to a showdown now.

    Args:
        view: The view of a seat that has not folded. If it has not looked at its cards, they are as
            unknown as all others. In a deal that is over, the odds are what happened.

    Returns:
        The exact chances.

    Raises:
        OddsError: The seat has folded.
        HandError: The view was changed by hand, and has no hand that can be dealt.
        ArgumentError: This is not the view of a seat.

    Example:
        >>> from asnas_core import Action, apply_action, deal, shuffled_pack, view_deal
        >>> state = apply_action(deal(shuffled_pack(4)), Action.LOOK)
        >>> print(showdown_odds(view_deal(state, 1)).win)  # of CCZCA
        3798/7007
    """
    _check_live(view)
    if view.settlement is not None:
        return _result(view.settlement, view.seat)
    return _odds(view.rules.copies, len(view.live_seats) - 1, _own_cards(view))


def odds_by_opponents(view: SeatView) -> dict[int, ShowdownOdds]:
    """Tell a seat's chances against each number of opponents that its table can have.

    Args:
        view: The view of a seat that has not folded. Only its own cards matter, if it knows them.

    Returns:
        The exact chances by the number of opponents, from 1 on.

    Raises:
        OddsError: The seat has folded.
        HandError: The view was changed by hand, and has no hand that can be dealt.
        ArgumentError: This is not the view of a seat.

    Example:
        >>> from asnas_core import Action, apply_action, deal, shuffled_pack, view_deal
        >>> state = apply_action(deal(shuffled_pack(4)), Action.LOOK)
        >>> chances = odds_by_opponents(view_deal(state, 1))
        >>> [round(float(odds.share), 2) for odds in chances.values()]
        [0.8, 0.66, 0.54]
    """
    _check_live(view)
    own = _own_cards(view)
    return {
        opponents: _odds(view.rules.copies, opponents, own)
        for opponents in range(1, view.rules.seats)
    }


def sample_hands(view: SeatView, rng: Random) -> tuple[Hand, ...]:
    """Draw hands for all seats that a view allows, each deal as often as it is likely.

    Args:
        view: The view of a seat, at any moment. Hands that it shows stay as they are.
        rng: Where the luck comes from. The same state of it gives the same hands.

    Returns:
        A hand for every seat, by seat.

    Raises:
        HandError: The view was changed by hand, and has no hand that can be dealt.
        ArgumentError: This is not the view of a seat, or not a generator.

    Example:
        >>> from asnas_core import Action, apply_action, deal, format_hand, shuffled_pack, view_deal
        >>> state = apply_action(deal(shuffled_pack(4)), Action.LOOK)
        >>> [format_hand(hand) for hand in sample_hands(view_deal(state, 1), Random(1))]
        ['ASCAB', 'CCZCA', 'BZSBS', 'BZASZ']
    """
    _check_seat(view)
    if not issubclass(type(rng), Random):
        raise ArgumentError.wrong_type("rng", "a random.Random", rng)
    _own_cards(view)
    known = {seat: hand for seat, hand in enumerate(view.revealed) if hand is not None}
    if view.hand is not None:
        known[view.seat] = view.hand
    unseen = Counter(dict.fromkeys(Rank, view.rules.copies))
    unseen.subtract(card for hand in known.values() for card in hand)
    cards = list(unseen.elements())
    rng.shuffle(cards)
    hands = []
    for seat in range(view.rules.seats):
        hand = known.get(seat)
        if hand is None:
            hand, cards = cast("Hand", tuple(cards[:_HAND_SIZE])), cards[_HAND_SIZE:]
        hands.append(hand)
    return tuple(hands)


def _check_seat(view: SeatView) -> None:
    if type(view) is not SeatView:
        raise ArgumentError.wrong_type("view", "a SeatView, which a spectator has not", view)


def _check_live(view: SeatView) -> None:
    _check_seat(view)
    if view.folded[view.seat]:
        raise OddsError("odds_folded", seat=view.seat)


def _result(settlement: Settlement, seat: int) -> ShowdownOdds:
    """Tell what happened in the form of chances."""
    winners = settlement.winners
    won = Fraction(seat in winners)
    alone = won if len(winners) == 1 else Fraction(0)
    return ShowdownOdds(win=alone, tie=won - alone, lose=1 - won, share=won / len(winners))


def _own_cards(view: SeatView) -> int | None:
    if view.hand is None:
        return None
    rank_hand(view.hand)  # refuses what only a view changed by hand can hold
    own, copies = _code(view.hand), view.rules.copies
    if not _fits(own, _pack(copies)):
        raise HandError("hand_copies", copies=copies)
    return own


def _code(cards: Iterable[Rank]) -> int:
    return sum(1 << (_BITS * card) for card in cards)


@lru_cache(4096)
def _odds(copies: int, opponents: int, own: int | None) -> ShowdownOdds:
    """Return the odds with some cards of one's own, or with any if they are not known."""
    pack = _pack(copies)
    if own is not None:
        ways, total = _ways(copies, opponents, own), _orders(pack - own)
    else:
        # One's own hand is one hand more that the pack is split into.
        ways, total = [0] * (opponents + 1), _orders(pack)
        for code, weight in _hands():
            if _fits(code, pack):
                for ties, number in enumerate(_ways(copies, opponents, code)):
                    ways[ties] += weight * number
    win, tie = Fraction(ways[0], total), Fraction(sum(ways[1:]), total)
    share = sum(Fraction(number, total * (ties + 1)) for ties, number in enumerate(ways))
    return ShowdownOdds(win=win, tie=tie, lose=1 - win - tie, share=Fraction(share))


def _ways(copies: int, opponents: int, own: int) -> list[int]:
    """Count the ways in which no opponent is better, by how many of them tie."""
    rest = _pack(copies) - own
    hands = dict(_hands())
    weaker = [*hands][: [*hands].index(own)]
    good = {code: hands[code] for code in weaker} | {own + _ONE_TIE: hands[own]}
    first, second, *more = [good] * opponents + [hands] * (copies - 1 - opponents)
    pairs, remaining = _together(first, second), _together(*more)
    ways = [0] * (opponents + 1)
    for code, weight in pairs.items():
        ties, cards = divmod(code, _ONE_TIE)
        if _fits(cards, rest):
            for others in range(opponents + 1 - ties):
                complement = rest - cards + others * _ONE_TIE
                ways[ties + others] += weight * remaining.get(complement, 0)
    return ways


def _together(first: Weights, second: Weights | None = None) -> Weights:
    """Take two hands together: add their cards and ties, multiply their weights."""
    if second is None:
        return first
    both: Weights = defaultdict(int)
    for code, weight in first.items():
        for other, factor in second.items():
            both[code + other] += weight * factor
    return both


@cache
def _hands() -> tuple[tuple[int, int], ...]:
    """List all hands from the weakest to the strongest, with the orders of their cards."""
    codes = map(_code, all_hands(_EVERY_HAND))
    return tuple((code, _orders(code)) for code in codes)


def _pack(copies: int) -> int:
    return copies * _code(Rank)


def _orders(code: int) -> int:
    """Count the orders of some cards, those of one rank being alike."""
    counts = [code >> (_BITS * rank) & _DIGIT for rank in Rank]
    return factorial(sum(counts)) // prod(map(factorial, counts))


def _fits(code: int, cards: int) -> bool:
    """Tell whether some cards are among others, from the borrows of a subtraction."""
    return (cards | _BORROWS) - code & _BORROWS == _BORROWS
