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
from asnas_core._language.teller import Teller, match_sentence, result_sentence
from asnas_core.locales import Names, hand_text, points
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
    match = view if isinstance(view, MatchView) else None
    deal = view.deal if isinstance(view, MatchView) else view
    names = called(deal, words.language, given)
    number = ""
    if match is not None:
        deals = deal.rules.deals
        number = phrase("events.deal", words.language, number=match.deal_number, deals=deals)
    return Scene(
        words=words,
        bottom=_own_seat(deal) or 0,
        places=tuple(_place(deal, match, seat, name, words) for seat, name in enumerate(names)),
        pot=points(deal.pot, words.language),
        number=number,
        captions=tuple(_captions(view, names, words)),
        short_captions=tuple(_captions(view, [shortened(name, _SHORT) for name in names], words)),
    )


def _own_seat(deal: PublicView) -> Seat | None:
    return deal.seat if isinstance(deal, SeatView) else None


def _place(deal: PublicView, match: MatchView | None, seat: Seat, name: str, words: Names) -> Place:
    own = deal.hand if isinstance(deal, SeatView) and deal.seat == seat else None
    hand = deal.revealed[seat] or own
    return Place(
        name=name,
        stake=points(deal.stakes[seat], words.language),
        hand=hand,
        worth="" if hand is None else hand_text(hand, words.language),
        marks=tuple(_marks(deal, seat)),
        result=_result(deal, match, seat, words),
    )


def _marks(deal: PublicView, seat: Seat) -> Iterator[str]:
    facts = {
        "winner": deal.settlement is not None and seat in deal.settlement.winners,
        "turn": deal.turn == seat,
        "dealer": deal.dealer == seat,
        "folded": deal.folded[seat],
        "looked": deal.rules.concealed and deal.looked[seat],
        "blind": not deal.looked[seat],
    }
    return (mark for mark, is_so in facts.items() if is_so)


def _result(deal: PublicView, match: MatchView | None, seat: Seat, words: Names) -> str:
    gains = {}
    if deal.settlement is not None:
        gains["score"] = deal.settlement.scores[seat]
    if match is not None:
        gains["total"] = match.totals[seat]
    return " · ".join(
        f"{words.terms[gain]} {points(amount, words.language, signed=True)}"
        for gain, amount in gains.items()
    )


def _captions(view: PublicView | MatchView, names: Sequence[str], words: Names) -> Iterator[str]:
    deal = view.deal if isinstance(view, MatchView) else view
    teller = Teller(language=words.language, names=tuple(names), you=_own_seat(deal))
    if deal.turn is not None:
        yield f"{words.terms['turn']}: {enclosed(names[deal.turn])}"
    if deal.settlement is not None:
        yield result_sentence(deal.settlement, teller)
    if isinstance(view, MatchView) and view.winners:
        yield match_sentence(view.winners, teller)
