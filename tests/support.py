"""What several test files share: cards as letters, and packs that deal given hands.

The letters are those of the library and of the oracle in `naive.py`. They are written out here, so
that no test compares the library's letters with themselves.
"""

from collections.abc import Iterable

from asnas_core import Rank

RANKS_BY_LETTER = {
    "A": Rank.AS,
    "S": Rank.SHAH,
    "B": Rank.BIBI,
    "Z": Rank.SARBAZ,
    "C": Rank.COULI,
}
LETTERS_BY_RANK = {rank: letter for letter, rank in RANKS_BY_LETTER.items()}


def cards(text: str) -> tuple[Rank, ...]:
    """Read any number of cards; spaces are left out."""
    return tuple(RANKS_BY_LETTER[letter] for letter in text if letter != " ")


def letters(ranks: Iterable[Rank]) -> str:
    """Write any number of cards."""
    return "".join(LETTERS_BY_RANK[rank] for rank in ranks)


def pack_text(hands: Iterable[str], *, dealer: int = 0, copies: int = 4) -> str:
    """Write the pack from which seats 0, 1, ... get these hands, card by card as written."""
    by_seat = tuple(hands)
    seats = len(by_seat)
    in_turn = [by_seat[(dealer + 1 + place) % seats] for place in range(seats)]
    dealt = "".join(hand[number] for number in range(5) for hand in in_turn)
    undealt = "".join(letter * (copies - dealt.count(letter)) for letter in RANKS_BY_LETTER)
    return dealt + undealt
