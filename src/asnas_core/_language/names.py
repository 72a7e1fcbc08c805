"""The words of the game in a language."""

from collections.abc import Mapping
from enum import Enum
from typing import Literal, TypeVar

import attrs

from asnas_core import Action, Category, Hand, HandRank, Rank, rank_hand, sort_hand
from asnas_core._language.catalogue import Catalogue, catalogue, plain_code

Member = TypeVar("Member", bound=Enum)


@attrs.frozen(kw_only=True)
class Names:
    """The words of the game in one language.

    Attributes:
        language: Its code, one of `LANGUAGES`.
        autonym: What it calls itself.
        direction: "ltr" or "rtl", as HTML has it.
        reviewed: Whether a native reader has read the whole catalogue.
        ranks: What the ranks are called.
        letters: One letter for each rank.
        figures: What the cards of each rank show.
        categories: What the categories of hands are called.
        other_names: What else a category is called, where it has another name.
        actions: What the actions are called.
        levels: What the levels of computer players are called, by their names in
            `asnas_core.players.LEVELS`.
        terms: The other words, by the keys you, seat, pot, stake, dealer, deal, hand, card,
            showdown, tie, score, total, match, turn, blind, looked, folded, winner, rules and
            face_down.

    Example:
        >>> persian = names("fa")
        >>> persian.autonym, persian.direction, persian.ranks[Rank.AS]
        ('فارسی', 'rtl', 'آس')
    """

    language: str
    autonym: str
    direction: Literal["ltr", "rtl"]
    reviewed: bool
    ranks: Mapping[Rank, str] = attrs.field(hash=False)
    letters: Mapping[Rank, str] = attrs.field(hash=False)
    figures: Mapping[Rank, str] = attrs.field(hash=False)
    categories: Mapping[Category, str] = attrs.field(hash=False)
    other_names: Mapping[Category, str] = attrs.field(hash=False)
    actions: Mapping[Action, str] = attrs.field(hash=False)
    levels: Mapping[str, str] = attrs.field(hash=False)
    terms: Mapping[str, str] = attrs.field(hash=False)


def names(language: str) -> Names:
    """Return the words of the game in a language.

    Args:
        language: One of `LANGUAGES`.

    Returns:
        Its words.

    Raises:
        ArgumentError: There is no such language.

    Example:
        >>> names("nb").actions[Action.RAISE], names("vi").categories[Category.FULL_HOUSE]
        ('høyne', 'cù lũ')
    """
    words = catalogue(language)
    return Names(
        language=plain_code(language),
        autonym=words["autonym"],
        direction=words["direction"],
        reviewed=words["reviewed"],
        ranks=_by_member(Rank, words["ranks"]),
        letters=_by_member(Rank, words["letters"]),
        figures=_by_member(Rank, words["figures"]),
        categories=_by_member(Category, words["categories"]),
        other_names=_by_member(Category, words["other_names"]),
        actions={action: words["actions"][action.value] for action in Action},
        levels=dict(words["levels"]),
        terms=dict(words["terms"]),
    )


def hand_text(hand: Hand | HandRank, language: str = "en") -> str:
    """Say what a hand is worth.

    Args:
        hand: Five cards, or the rank of a hand.
        language: One of `LANGUAGES`.

    Returns:
        Its category with the ranks that matter first.

    Raises:
        HandError: These are not five cards.
        ArgumentError: There is no such language, or this is not a hand.

    Example:
        >>> from asnas_core import parse_hand
        >>> hand_text(parse_hand("AASBZ")), hand_text(parse_hand("SSSBB"), "vi")
        ('pair of As', 'cù lũ, ba Shah hai Bibi')
    """
    words = catalogue(language)
    rank = hand if isinstance(hand, HandRank) else rank_hand(hand)
    return described(rank, words)


def described(rank: HandRank, words: Catalogue) -> str:
    """Say what a hand is worth in the words of a catalogue."""
    ranks = [words["ranks"][rank.name] for rank in rank.ranks]
    return str(words["hands"][rank.category.name].format(*ranks))


def rank_names(hand: Hand, words: Catalogue) -> str:
    """Write the names of the cards of a hand as they are compared."""
    return " ".join(words["ranks"][rank.name] for rank in sort_hand(hand))


def category_name(category: Category, words: Catalogue) -> str:
    """Return what a category is called, with its other name in brackets if it has one."""
    name, other = words["categories"][category.name], words["other_names"].get(category.name)
    return f"{name} ({other})" if other else str(name)


def _by_member(kind: type[Member], table: Mapping[str, str]) -> dict[Member, str]:
    return {member: table[member.name] for member in kind if member.name in table}
