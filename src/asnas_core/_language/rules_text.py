"""The rules of the game as a person would read them, for the way a table plays."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from asnas_core import DEFAULT_RULES, Category, Rules, parse_hand
from asnas_core._language.catalogue import Catalogue, catalogue
from asnas_core._language.names import category_name, rank_names
from asnas_core._language.phrases import Value, filled
from asnas_core.errors import ArgumentError

HAND_EXAMPLES: Mapping[Category, str] = {
    Category.FIVE_OF_A_KIND: "AAAAA",
    Category.FOUR_OF_A_KIND: "AAAAS",
    Category.FULL_HOUSE: "AAASS",
    Category.THREE_OF_A_KIND: "AAASB",
    Category.TWO_PAIRS: "AASSB",
    Category.PAIR: "AASBZ",
    Category.HIGH_CARD: "ASBZC",
}
"""The best hand of each category, the best category first."""

WHEN: Mapping[str, Callable[[Rules], bool]] = {
    "concealed": lambda rules: rules.concealed,
    "open_hands": lambda rules: not rules.concealed,
    "raises": lambda rules: rules.max_stake > rules.opening_stake,
    "free_fold": lambda rules: rules.free_fold,
    "no_free_fold": lambda rules: not rules.free_fold,
    "undealt": lambda rules: rules.dealt_size < rules.pack_size,
    "usual_stakes": lambda rules: (
        rules.seats == DEFAULT_RULES.seats
        and rules.opening_stake == rules.raise_step == 1
        and rules.max_stake > 1
    ),
}
"""What a piece of the rules can depend on."""


def rules_text(language: str, rules: Rules = DEFAULT_RULES) -> str:
    """Return the complete rules of the game.

    Args:
        language: One of `LANGUAGES`.
        rules: How the table plays.

    Returns:
        The rules in Markdown, with headings, paragraphs and lists.

    Raises:
        ArgumentError: There is no such language, or these are not rules.

    Example:
        >>> print(rules_text("en").splitlines()[0])
        # As-Nas
    """
    words = catalogue(language)
    if not isinstance(rules, Rules):
        raise ArgumentError.wrong_type("rules", "Rules", rules)
    pieces = [
        piece for piece in words["rules"] if "when" not in piece or WHEN[piece["when"]](rules)
    ]
    values: dict[str, Value] = {
        "seats": rules.seats,
        "pack": rules.pack_size,
        "copies": rules.copies,
        "deals": rules.deals,
        "opening_stake": rules.opening_stake,
        "raise_step": rules.raise_step,
        "max_stake": rules.max_stake,
        "hands": "\n".join(_hands(rules, words)),
    }
    return _joined(filled(piece["text"], values, words).strip() for piece in pieces) + "\n"


def hands_of(rules: Rules) -> Iterator[Category]:
    """Give the categories that a pack can deal, the best first."""
    for category, example in HAND_EXAMPLES.items():
        if example.count("A") <= rules.copies:
            yield category


def _hands(rules: Rules, words: Catalogue) -> Iterator[str]:
    for category in hands_of(rules):
        cards = rank_names(parse_hand(HAND_EXAMPLES[category]), words)
        note = words["hand_notes"][category.name]
        yield f"* **{category_name(category, words)}**: {cards}. {note}"


def _joined(pieces: Iterable[str]) -> str:
    """Put pieces one below the other; items of a list that follow each other are one list."""
    text = ""
    for piece in pieces:
        is_next_item = piece.startswith("* ") and text.rpartition("\n\n")[2].startswith("* ")
        text += ("\n" if is_next_item else "\n\n" if text else "") + piece
    return text
