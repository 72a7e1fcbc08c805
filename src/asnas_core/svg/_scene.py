"""What a picture of a table shows, read off a view: names, words and numbers by seat."""

from collections.abc import Iterator, Sequence

import attrs

from asnas_core import (
    Hand,
    MatchView,
    PublicView,
    Seat,
    SeatView,
)
from asnas_core._language.phrases import phrase
from asnas_core._language.seats import called
from asnas_core._language.status import deal_of, status_sentences
from asnas_core.locales import Names, hand_text, points, seat_marks
from asnas_core.svg._picture import enclosed, in_a_row, shortened

_SHORT = 9
"""How wide a name in a sentence is at most, in sizes of its font."""


@attrs.frozen(kw_only=True)
class Place:
    """One seat as it is drawn.

    Attributes:
        name: What it is called.
        stake: What it has put in.
        hand: Its cards, if the viewer sees them.
        worth: What they are worth; "" if they are not seen.
        marks: What else everybody knows of it: terms of the language, by their keys.
        result: Its score and its total, as far as there are any.
    """

    name: str
    stake: str
    hand: Hand | None
    worth: str
    marks: tuple[str, ...]
    result: str


@attrs.frozen(kw_only=True)
class Scene:
    """A table as it is drawn.

    Attributes:
        words: The words of its language.
        bottom: The seat that is drawn at the bottom.
        places: The seats, in their order.
        pot: All stakes together.
        number: Which deal of a match it is; "" where that is not known.
        captions: What goes on, or how it ended: one or two sentences.
        short_captions: The same with names that are short enough to be drawn.
    """

    words: Names
    bottom: Seat
    places: tuple[Place, ...]
    pot: str
    number: str
    captions: tuple[str, ...]
    short_captions: tuple[str, ...]

    @property
    def title(self) -> str:
        """Say in short what the picture shows."""
        return ". ".join(filter(None, (self.number, *self.captions)))

    @property
    def description(self) -> str:
        """Say all that the picture shows."""
        terms = self.words.terms
        pot = f"{terms['pot']}: {self.pot}"
        return ". ".join((pot, *map(self._described, self.places)))

    def _described(self, place: Place) -> str:
        terms, ranks = self.words.terms, self.words.ranks
        said = [f"{terms['stake']} {place.stake}", *(terms[mark] for mark in place.marks)]
        if place.hand is None:
            said.append(terms["face_down"])
        else:
            cards = in_a_row((ranks[rank] for rank in place.hand), self.words)
            said.append(f"{terms['hand']} ({cards}: {place.worth})")
        if place.result:
            said.append(place.result)
        return f"{enclosed(place.name)}: {in_a_row(said, self.words)}"


def scene_of(view: PublicView | MatchView, words: Names, given: Sequence[str] | None) -> Scene:
    """Read off a view what there is to draw."""
    deal, language = deal_of(view), words.language
    names, number = called(deal, language, given), ""
    if isinstance(view, MatchView):
        deals = deal.rules.deals
        number = phrase("events.deal", language, number=view.deal_number, deals=deals)
    short_names = [shortened(name, _SHORT) for name in names]
    return Scene(
        words=words,
        bottom=deal.seat if isinstance(deal, SeatView) else 0,
        places=tuple(_places(view, names, words)),
        pot=points(deal.pot, language),
        number=number,
        captions=tuple(status_sentences(view, language, names)),
        short_captions=tuple(status_sentences(view, language, short_names)),
    )


def _places(view: PublicView | MatchView, names: Sequence[str], words: Names) -> Iterator[Place]:
    deal = deal_of(view)
    for seat, marks in enumerate(seat_marks(deal)):
        own = deal.hand if isinstance(deal, SeatView) and deal.seat == seat else None
        hand = deal.revealed[seat] or own
        yield Place(
            name=names[seat],
            stake=points(deal.stakes[seat], words.language),
            hand=hand,
            worth="" if hand is None else hand_text(hand, words.language),
            marks=marks,
            result=_result(view, seat, words),
        )


def _result(view: PublicView | MatchView, seat: Seat, words: Names) -> str:
    gains, settlement = {}, deal_of(view).settlement
    if settlement is not None:
        gains["score"] = settlement.scores[seat]
    if isinstance(view, MatchView):
        gains["total"] = view.totals[seat]
    return " · ".join(
        f"{words.terms[gain]} {points(amount, words.language, signed=True)}"
        for gain, amount in gains.items()
    )
