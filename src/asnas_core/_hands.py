"""Hands: their text, their categories, and which of two is better (R34 to R40).

All 3,125 ordered hands are ranked once, at first use, and then looked up.
"""

from collections import Counter
from collections.abc import Sequence
from enum import IntEnum
from functools import cache, reduce
from itertools import combinations_with_replacement, product

import attrs

from asnas_core._cards import HAND_SIZE, RANK_CODES, RANKS, Hand, Rank, cards_text
from asnas_core._checks import exactly, items, plain_text, wrong_type
from asnas_core.errors import HandError


class Category(IntEnum):
    """The kind of a hand; a larger one beats a smaller one, whatever the ranks (R34)."""

    HIGH_CARD = 0
    """One card of each rank, the lowest hand. There are no straights and no flushes (R35)."""
    PAIR = 1
    """Two cards of a rank (*juft*)."""
    TWO_PAIRS = 2
    """Two pairs (*do juft*). The higher pair, the lower pair and the odd card decide (R39)."""
    THREE_OF_A_KIND = 3
    """Three cards of a rank (*sehta*)."""
    FULL_HOUSE = 4
    """A triple and a pair (*seh va juft*). The triple decides, then the pair."""
    FOUR_OF_A_KIND = 5
    """Four cards of a rank."""
    FIVE_OF_A_KIND = 6
    """Five cards of a rank (*panj-sar*), in the pack of 25 cards only."""


_CATEGORIES = {
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
    (2, 1, 1, 1): Category.PAIR,
    (2, 2, 1): Category.TWO_PAIRS,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.FOUR_OF_A_KIND,
    (5,): Category.FIVE_OF_A_KIND,
}
"""How many cards of a rank a hand holds, the larger groups first: its category."""


_GROUPS = {category: groups for groups, category in _CATEGORIES.items()}


@attrs.frozen(order=True)
class HandRank:
    """What a hand is worth. Ordered: a larger one wins, equal ones tie (R40).

    Attributes:
        category: The kind of the hand, compared first.
        ranks: Each distinct rank of the hand once, as compared: larger groups first, then higher
            ranks (R38).
        strength: One number for both, larger for a better hand and equal for hands that tie.

    Raises:
        HandError: These are not the distinct ranks of a hand of this category.
        ArgumentError: One of them is of the wrong kind.

    Example:
        >>> rank_hand(parse_hand("BAABC")).ranks
        (<Rank.AS: 4>, <Rank.BIBI: 2>, <Rank.COULI: 0>)
    """

    category: Category = attrs.field(order=False)
    ranks: tuple[Rank, ...] = attrs.field(order=False)
    strength: int = attrs.field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        exactly("category", self.category, Category, "a Category")
        ranks = checked_cards("ranks", self.ranks)
        object.__setattr__(self, "ranks", ranks)
        sizes = _GROUPS[self.category]
        groups = [*zip(sizes, ranks, strict=False)]
        distinct = len(ranks) == len(set(ranks)) == len(sizes)
        if not distinct or groups != sorted(groups, reverse=True):  # R38
            name = self.category.name.lower()
            raise HandError("hand_ranks", category=name, count=len(sizes))
        # Digits of one length within a category, so that numbers compare as category and ranks do.
        digits = [*self.ranks, *[0] * (HAND_SIZE - len(self.ranks))]
        number = reduce(lambda high, low: high * len(RANKS) + low, digits, int(self.category))
        object.__setattr__(self, "strength", number)


def rank_hand(hand: Hand) -> HandRank:
    """Rank five cards, in whatever order they are.

    Args:
        hand: Five ranks.

    Returns:
        What it is worth; hands that tie give equal ones.

    Raises:
        HandError: There are not five cards.
        ArgumentError: This is not a tuple or list of ranks.

    Example:
        >>> rank_hand(parse_hand("CAACA")).category
        <Category.FULL_HOUSE: 4>
    """
    if type(hand) is tuple and len(hand) == HAND_SIZE:
        first, second, third, fourth, fifth = hand
        # Cards of another type could equal a rank, as 4.0 and True do: they go on to the error.
        if type(first) is type(second) is type(third) is type(fourth) is type(fifth) is Rank:
            return _ranked_hands()[hand]
    return _ranked_hands()[checked_hand(hand)]


def compare_hands(a: Hand, b: Hand) -> int:
    """Compare two hands: 1 when the first is better, -1 when the second is, 0 for a tie.

    Works with ``functools.cmp_to_key``; as a sort key, `rank_hand` is simpler and faster.

    Args:
        a: Five ranks.
        b: Five ranks.

    Returns:
        -1, 0 or 1.

    Raises:
        HandError: One of them does not have five cards.
        ArgumentError: One of them is not a tuple or list of ranks.

    Example:
        >>> compare_hands(parse_hand("CCSSS"), parse_hand("AAAAC"))
        -1
    """
    first, second = rank_hand(a).strength, rank_hand(b).strength
    return (first > second) - (first < second)


def sort_hand(hand: Hand) -> Hand:
    """Return the cards of a hand as they are compared: larger groups first, then higher ranks.

    Args:
        hand: Five cards.

    Returns:
        The same cards in that order, as people like to see them.

    Raises:
        HandError: These are not five cards.
        ArgumentError: This is not a hand.

    Example:
        >>> format_hand(sort_hand(parse_hand("CSBCA")))
        'CCASB'
    """
    cards = checked_hand(hand)
    first, second, third, fourth, fifth = sorted(cards, key=rank_hand(cards).ranks.index)
    return first, second, third, fourth, fifth


def parse_hand(text: str) -> Hand:
    """Read a hand from its letters: A As, S Shah, B Bibi, Z Sarbaz, C Couli.

    Args:
        text: Five capital letters, without spaces.

    Returns:
        Five ranks, in the order of the text.

    Raises:
        HandError: There are not five letters, or one of them stands for no rank.
        ArgumentError: This is not text.

    Example:
        >>> parse_hand("AASBC")[2]
        <Rank.SHAH: 3>
    """
    letters = plain_text("text", text)
    if len(letters) != HAND_SIZE:
        raise HandError("hand_size", cards=len(letters))
    for place, letter in enumerate(letters, start=1):
        if letter not in RANK_CODES:
            raise HandError("hand_letter", place=place)
    first, second, third, fourth, fifth = (RANKS[RANK_CODES.index(letter)] for letter in letters)
    return first, second, third, fourth, fifth


def format_hand(hand: Hand) -> str:
    """Write a hand as its letters, in the order of the cards.

    Args:
        hand: Five ranks.

    Returns:
        Five letters, which `parse_hand` reads.

    Raises:
        HandError: There are not five cards.
        ArgumentError: This is not a tuple or list of ranks.

    Example:
        >>> format_hand((Rank.AS, Rank.AS, Rank.SHAH, Rank.BIBI, Rank.COULI))
        'AASBC'
    """
    return cards_text(checked_hand(hand))


def checked_cards(argument: str, cards: Sequence[Rank], expected: str = "Rank") -> tuple[Rank, ...]:
    """Return the cards as a tuple if all of them are ranks."""
    given = items(argument, cards, expected)
    if [*map(type, given)].count(Rank) != len(given):
        wrong = next(card for card in given if type(card) is not Rank)
        raise wrong_type(f"each card of {argument}", "a Rank", wrong)
    return given


def checked_hand(hand: Sequence[Rank]) -> Hand:
    """Return the hand as a tuple if it is one."""
    cards = checked_cards("hand", hand, "Rank (parse_hand() reads one from text)")
    if len(cards) != HAND_SIZE:
        raise HandError("hand_size", cards=len(cards))
    first, second, third, fourth, fifth = cards
    return first, second, third, fourth, fifth


@cache
def _ranked_hands() -> dict[tuple[Rank, ...], HandRank]:
    """Rank every ordered hand. All orders of a hand share one value."""
    by_cards = {}
    for cards in combinations_with_replacement(RANKS, HAND_SIZE):
        groups = sorted(((count, rank) for rank, count in Counter(cards).items()), reverse=True)
        category = _CATEGORIES[tuple(count for count, _ in groups)]
        by_cards[tuple(sorted(cards))] = HandRank(category, tuple(rank for _, rank in groups))
    return {hand: by_cards[tuple(sorted(hand))] for hand in product(RANKS, repeat=HAND_SIZE)}
