"""A match told in sentences, from views: nothing here ever sees a full state."""

from collections.abc import Iterator, Sequence

from asnas_core import MatchView, SeatView, Settlement, rank_hand
from asnas_core._language.names import described, rank_names
from asnas_core._language.phrases import phrase
from asnas_core._language.seats import called
from asnas_core._language.teller import Teller, match_sentence, result_sentence
from asnas_core._language.views import checked_view, deeds, shown_hands


def narrate(
    view: MatchView, language: str = "en", *, names: Sequence[str] | None = None
) -> tuple[str, ...]:
    """Tell the deal that a view shows, one sentence an event.

    While a deal goes on, sentences are only ever added, so a program that has shown some of them
    goes on with those that follow. The last ones tell the result, and who has won the match.

    Args:
        view: What the reader may see of a match.
        language: One of `LANGUAGES`.
        names: What the players are called, by seat; None numbers the seats. The reader is always
            spoken to as "you".

    Returns:
        The sentences, in the order of the events.

    Raises:
        ArgumentError: There is no such language; this is not a view of a match, or one that was
            changed by hand; or these are not as many names as seats.

    Example:
        >>> from asnas_core import SPECTATOR, play, start_match, view_match
        >>> match = start_match(7)
        >>> for action in "look", "raise", "fold", "fold", "fold":
        ...     match = play(match, action)
        >>> for sentence in narrate(view_match(match, 1), names=["Ada", "Bo", "Cy", "Di"]):
        ...     print(sentence)
        Deal 1 of 12
        Ada deals and opens with 1
        You look at your cards
        You raise to 2
        Cy folds, blind
        Di folds, blind
        Ada folds, blind
        All others have folded: you win the pot of 3, unseen
        Scores: Ada -1, You +1, Cy 0, Di 0
        Totals: Ada -1, You +1, Cy 0, Di 0
    """
    view = checked_view(view, "a view made by view_match()", MatchView)
    deal = view.deal
    teller = Teller(
        language=language,
        names=called(deal, language, names),
        you=deal.seat if isinstance(deal, SeatView) else None,
    )
    return tuple(_sentences(view, teller))


def _sentences(view: MatchView, teller: Teller) -> Iterator[str]:
    deal, language = view.deal, teller.language
    deals = deal.rules.deals
    yield phrase("events.deal", language, number=view.deal_number, deals=deals)
    yield teller.about(deal.dealer, "events.open", stake=deal.rules.opening_stake)
    for seat, action, node, has_looked in deeds(deal):
        key = f"events.{action.value}" if has_looked else f"events.{action.value}_blind"
        yield teller.about(seat, key, stake=max(node.stakes))
    if deal.settlement is not None:
        yield from _ending(view, deal.settlement, teller)


def _ending(view: MatchView, result: Settlement, teller: Teller) -> Iterator[str]:
    yield result_sentence(result, teller)
    for seat, hand in shown_hands(result):
        cards, worth = rank_names(hand, teller.words), described(rank_hand(hand), teller.words)
        yield teller.about(seat, "events.shows", cards=cards, hand=worth)
    yield phrase("events.scores", teller.language, scores=teller.gains(result.scores))
    yield phrase("events.totals", teller.language, scores=teller.gains(view.totals))
    if view.winners:
        yield match_sentence(view.winners, teller)
