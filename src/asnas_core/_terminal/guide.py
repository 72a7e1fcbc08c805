"""The game explained on one screen, for the person who asks with a question mark."""

from collections.abc import Iterator

from asnas_core import Action, Category, Rules, parse_hand
from asnas_core._language.names import category_name
from asnas_core._language.rules_text import HAND_EXAMPLES, hands_of
from asnas_core._terminal.screen import Ink, left, width, wrapped
from asnas_core._terminal.words import Voice

_NOTES = (Category.FULL_HOUSE, Category.TWO_PAIRS, Category.HIGH_CARD)
"""The categories that need a word more."""


def guide(rules: Rules, voice: Voice) -> Iterator[str]:
    """Explain the game by the rules of this table."""
    yield voice.paint(voice.say("guide_title"), Ink.HEADING)
    opening = "guide_deal_concealed" if rules.concealed else "guide_deal"
    yield from wrapped(voice.say(opening, stake=rules.opening_stake))
    yield from _actions(rules, voice)
    yield from wrapped(voice.say("guide_end", deals=rules.deals))
    yield voice.paint(voice.say("guide_hands"), Ink.HEADING)
    yield from _hands(rules, voice)
    yield voice.say("guide_ranks")
    yield from wrapped(f"  {voice.rank_letters()}", "  ")


def _actions(rules: Rules, voice: Voice) -> Iterator[str]:
    """Say what each action does, with the letter that stands for it."""
    actions = [
        action
        for action in Action
        if (action is not Action.LOOK or rules.concealed)
        and (action is not Action.RAISE or rules.max_stake > rules.opening_stake)
    ]
    names = voice.vocabulary.actions
    columns = max(width(names[action]) for action in actions)
    for action in actions:
        text = voice.say(f"guide_{action.value}", step=rules.raise_step, most=rules.max_stake)
        head = f"  {action.code.lower()}  {left(names[action], columns)}  "
        yield from wrapped(head + text, " " * width(head))


def _hands(rules: Rules, voice: Voice) -> Iterator[str]:
    """List the categories from the best, each with its best hand."""
    names = {category: category_name(category, voice.words) for category in hands_of(rules)}
    columns = max(map(width, names.values()))
    for category, name in names.items():
        cards = voice.cards(parse_hand(HAND_EXAMPLES[category]))
        note = f"  {voice.say(f'guide_{category.name.lower()}')}" if category in _NOTES else ""
        yield f"  {left(name, columns)}  {cards}{note}"
