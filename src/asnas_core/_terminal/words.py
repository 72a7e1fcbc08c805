"""Values as text, in the language of the table: cards, hands, choices, sentences about seats."""

from collections.abc import Iterable

import attrs

from asnas_core import Action, Hand, Rank, Seat, sort_hand
from asnas_core._language.phrases import Value, listed, phrase, separated
from asnas_core._language.teller import Teller
from asnas_core._terminal.screen import Ink, Paint
from asnas_core.locales import Names, hand_text, names


@attrs.frozen(kw_only=True)
class Voice(Teller):
    """How a table is told of: in a language, with names, to somebody, with colour or without.

    Attributes:
        paint: Colour or none.
    """

    paint: Paint

    @property
    def vocabulary(self) -> Names:
        """The words of the game."""
        return names(self.language)

    def say(self, key: str, **values: Value) -> str:
        """Say something of the terminal's own."""
        return phrase(f"terminal.{key}", self.language, about="other", **values)

    def choice(self, actions: Iterable[Action]) -> str:
        """List actions as "look, call or fold"."""
        return listed([self.vocabulary.actions[action] for action in actions], self.words, "or")

    def inked(self, text: str, seat: Seat) -> str:
        """Paint what concerns the person who plays."""
        return self.paint(text, Ink.YOU) if seat == self.you else text

    def cards(self, hand: Hand) -> str:
        """Write the letters of a hand as it is compared: larger groups first, then higher ranks."""
        letters = self.vocabulary.letters
        return " ".join(self.paint(letters[rank], Ink[rank.name]) for rank in sort_hand(hand))

    def shown_hand(self, hand: Hand) -> str:
        """Write a hand and what it is worth: "A A S B C  pair of As"."""
        return f"{self.cards(hand)}  {hand_text(hand, self.language)}"

    def rank_letters(self) -> str:
        """List the ranks from the highest: letter, name and what the cards show."""
        words = self.vocabulary
        ranks = (
            f"{words.letters[rank]} {words.ranks[rank]} {words.figures[rank]}"
            for rank in sorted(Rank, reverse=True)
        )
        return separated(ranks, self.words)
