"""Values as text: points, cards, hands, seats."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from asnas_core import Category, Hand, HandRank, Rank, Seat, rank_hand
from asnas_core._terminal.screen import Ink, Paint

YOU = "You"

CATEGORY_NAMES = {
    Category.FIVE_OF_A_KIND: "five of a kind (panj-sar)",
    Category.FOUR_OF_A_KIND: "four of a kind",
    Category.FULL_HOUSE: "full house (seh va juft)",
    Category.THREE_OF_A_KIND: "three of a kind (sehta)",
    Category.TWO_PAIRS: "two pairs (do juft)",
    Category.PAIR: "pair (juft)",
    Category.HIGH_CARD: "high card",
}
"""What the categories are called, the best first."""

_FIGURES = ("lion", "king", "queen", "soldier", "dancer")
"""What the cards of a rank show, the highest rank first."""

_GROUPS = {
    Category.FIVE_OF_A_KIND: ", {0}",
    Category.FOUR_OF_A_KIND: ", {0}",
    Category.FULL_HOUSE: ", {0} over {1}",
    Category.THREE_OF_A_KIND: ", {0}",
    Category.TWO_PAIRS: ", {0} and {1}",
    Category.PAIR: " of {0}",
    Category.HIGH_CARD: "",
}


def points(amount: Fraction | int) -> str:
    """Write an amount of points: 2, 1/3, 2 1/3, with a minus if it is negative."""
    whole, part = divmod(abs(Fraction(amount)), 1)
    sizes = [str(size) for size in (whole, part) if size]
    return ("-" if amount < 0 else "") + (" ".join(sizes) or "0")


def signed(amount: Fraction) -> str:
    """Write a gain with a plus, a loss with a minus."""
    return ("+" if amount > 0 else "") + points(amount)


def listing(items: Sequence[str], joint: str = "and") -> str:
    """Write one or more items as "a, b and c"."""
    *first, last = items
    return f"{', '.join(first)} {joint} {last}" if first else last


def counted(number: int, thing: str) -> str:
    """Write "1 deal", "12 deals"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def seat_names(seats: int, person: Seat | None = None) -> tuple[str, ...]:
    """Name the seats of a table; the one of a person is "You"."""
    return tuple(YOU if seat == person else f"Seat {seat}" for seat in range(seats))


def does(name: str, verb: str) -> str:
    """Say that somebody does something: "You fold", "Seat 2 folds"."""
    return f"{name} {conjugated(name, verb)}"


def conjugated(name: str, verb: str) -> str:
    """Return the verb as it goes with a name."""
    return verb if name == YOU else f"{verb}s"


def rank_name(rank: Rank) -> str:
    """Return the name of a rank: As, Shah, Bibi, Sarbaz or Couli."""
    return rank.name.capitalize()


def rank_letters() -> str:
    """List the ranks from the highest, each with its letter, its name and what its cards show."""
    figures = zip(sorted(Rank, reverse=True), _FIGURES, strict=True)
    return ", ".join(f"{rank.code} {rank_name(rank)} {figure}" for rank, figure in figures)


def cards(hand: Hand, paint: Paint) -> str:
    """Write the letters of a hand as it is compared: larger groups first, then higher ranks."""
    copies = Counter(hand)
    ordered = sorted(hand, key=lambda rank: (copies[rank], rank), reverse=True)
    return " ".join(paint(rank.code, Ink[rank.name]) for rank in ordered)


def described(rank: HandRank) -> str:
    """Describe what a hand is worth: "pair (juft) of As"."""
    names = map(rank_name, rank.ranks)
    return CATEGORY_NAMES[rank.category] + _GROUPS[rank.category].format(*names)


def shown_hand(hand: Hand, paint: Paint) -> str:
    """Write a hand and what it is worth: "A A S B C  pair (juft) of As"."""
    return f"{cards(hand, paint)}  {described(rank_hand(hand))}"
