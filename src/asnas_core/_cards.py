"""Cards: the five ranks, and what a hand is.

A card is its rank. Copies of a rank are interchangeable (R36), so neither a suit nor an identity
of the single card exists anywhere in the library.
"""

from enum import IntEnum
from typing import TypeAlias

HAND_SIZE = 5


class Rank(IntEnum):
    """A rank of the pack; a larger one beats a smaller one (R37).

    Example:
        >>> max(Rank.SHAH, Rank.BIBI)
        <Rank.SHAH: 3>
        >>> Rank.SARBAZ.code
        'Z'
    """

    COULI = 0
    """The dancer, lowest of all. Letter C."""
    SARBAZ = 1
    """The soldier. Letter Z."""
    BIBI = 2
    """The queen. Letter B."""
    SHAH = 3
    """The king. Letter S."""
    AS = 4
    """The lion, highest of all. Letter A."""

    @property
    def code(self) -> str:
        """The letter that stands for this rank in text, one of C, Z, B, S and A."""
        return RANK_CODES[self]


RANK_CODES = "CZBSA"
"""The letters of the ranks, each at its rank's value."""

RANKS = tuple(Rank)
"""Every rank, from the lowest to the highest."""

COPIES = (4, 5)
"""How many cards of each rank a pack can have."""

Hand: TypeAlias = tuple[Rank, Rank, Rank, Rank, Rank]
"""Five cards, kept in the order in which they were dealt."""

Pack: TypeAlias = tuple[Rank, ...]
"""Cards in the order in which they will be dealt, the first one first."""

SORTED_PACKS = {copies: [rank for rank in RANKS for _ in range(copies)] for copies in COPIES}
"""All cards of each pack, from the lowest to the highest, by the number of copies."""


def cards_text(cards: tuple[Rank, ...]) -> str:
    """Write any number of cards as letters, in their order."""
    return "".join(RANK_CODES[card] for card in cards)
