"""The game explained on one screen, for the person who asks with a question mark."""

from collections.abc import Iterator

from asnas_core import Category, Rules, parse_hand
from asnas_core._terminal.screen import Ink, Paint, wrapped
from asnas_core._terminal.words import CATEGORY_NAMES, cards, counted, points, rank_letters

_EXAMPLES = {
    Category.FIVE_OF_A_KIND: "AAAAA",
    Category.FOUR_OF_A_KIND: "AAAAS",
    Category.FULL_HOUSE: "AAASS",
    Category.THREE_OF_A_KIND: "AAASB",
    Category.TWO_PAIRS: "AASSB",
    Category.PAIR: "AASBZ",
    Category.HIGH_CARD: "ASBZC",
}

_NOTES = {
    Category.FULL_HOUSE: "  the three decide, then the two",
    Category.TWO_PAIRS: "  the higher pair decides, then the lower",
    Category.HIGH_CARD: "  no straights, no flushes",
}


def guide(rules: Rules, paint: Paint) -> Iterator[str]:
    """Explain the game by the rules of this table."""
    hidden = ", face down even to their owners" if rules.concealed else ""
    yield paint("How As-Nas is played", Ink.HEADING)
    yield from wrapped(
        f"Five cards each{hidden}; one round of betting. The dealer opens with "
        f"{points(rules.opening_stake)}, then the turn goes round from the dealer's right. You may"
    )
    if rules.concealed:
        yield "  l  look   at your cards; your turn goes on, and you may also play blind"
    yield "  c  call   bring your stake up to the highest one"
    yield "  h  hold   stay in and add nothing, when your stake is the highest"
    if rules.max_stake > rules.opening_stake:
        step, most = points(rules.raise_step), points(rules.max_stake)
        yield f"  r  raise  lift the highest stake by {step}, to {most} at most, and match it"
    yield "  f  fold   leave the deal and lose what you have staked"
    yield from wrapped(
        "A raise must be matched by all others, or they fold. When all who are left have acted and "
        "staked the same, they show their hands: the best takes the pot, equal ones share it. If "
        "all others fold, the last one takes it unseen. You score what you take minus what you "
        f"staked. The highest total after {counted(rules.deals, 'deal')} wins."
    )
    yield paint("Hands from the best to the lowest", Ink.HEADING)
    for category, name in CATEGORY_NAMES.items():
        example = _EXAMPLES[category]
        if example.count("A") <= rules.copies:
            shown = cards(parse_hand(example), paint)
            yield f"  {name:<25} {shown}{_NOTES.get(category, '')}"
    yield "Within a category the ranks decide, those of the larger group first:"
    yield f"  {rank_letters()}"
