"""Sentences about the seats of a table, as one reader or a spectator is told them."""

from collections.abc import Sequence
from fractions import Fraction

import attrs

from asnas_core import Ending, Seat, Settlement
from asnas_core._language.catalogue import Catalogue, catalogue
from asnas_core._language.phrases import About, Value, isolated, listed, phrase, separated


@attrs.frozen(kw_only=True)
class Teller:
    """What sentences about a table need: the language, the names, and who reads them.

    Attributes:
        language: One of `LANGUAGES`.
        names: What the seats are called, by seat; the reader's is "You".
        you: The seat of the reader, or None for a spectator.
    """

    language: str
    names: tuple[str, ...]
    you: Seat | None = None

    @property
    def words(self) -> Catalogue:
        """The catalogue of the language."""
        return catalogue(self.language)

    def about(self, seat: Seat, key: str, **values: Value) -> str:
        """Say something about a seat."""
        about: About = "you" if seat == self.you else "other"
        return phrase(key, self.language, about=about, name=self.names[seat], **values)

    def about_all(self, seats: Sequence[Seat], key: str, **values: Value) -> str:
        """Say something about several seats; the reader comes first."""
        about: About = "you" if self.you in seats else "other"
        ordered = sorted(seats, key=lambda seat: seat != self.you)
        names = [isolated(self.names[seat], self.words["direction"]) for seat in ordered]
        joined = listed(names, self.words)
        return phrase(key, self.language, about=about, names=joined, **values)

    def gains(self, gains: Sequence[Fraction]) -> str:
        """List what every seat has won or lost."""
        each = (
            phrase("events.score", self.language, name=name, score=gain)
            for name, gain in zip(self.names, gains, strict=True)
        )
        return separated(each, self.words)


def result_sentence(result: Settlement, teller: Teller) -> str:
    """Tell who won a deal."""
    first = result.winners[0]
    if result.ending is Ending.LAST_STANDING:
        return teller.about(first, "events.unseen", pot=result.pot)
    if len(result.winners) == 1:
        return teller.about(first, "events.showdown", pot=result.pot)
    share = result.payouts[first]
    return teller.about_all(result.winners, "events.shared", pot=result.pot, share=share)


def match_sentence(winners: Sequence[Seat], teller: Teller) -> str:
    """Tell who won a match, alone or together."""
    if len(winners) == 1:
        return teller.about(winners[0], "events.match_won")
    return teller.about_all(winners, "events.match_shared")
