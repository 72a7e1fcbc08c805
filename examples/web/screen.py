"""What a page shows of a match, as JSON: what the pages of the browser and of the server share.

It is made from the view of one player, so nothing can be in it that this player may not know.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from asnas_core import Action, MatchView, PublicView, RulesError, Seat, SeatView
from asnas_core.locales import Names, hand_text, narrate, points, seat_names
from asnas_core.locales import names as words_of
from asnas_core.odds import showdown_odds
from asnas_core.players.equilibrium import advise
from asnas_core.svg import hand, table


def screen(
    view: MatchView, language: str, *, names: Sequence[str] | None = None, coach: bool = False
) -> dict[str, Any]:
    """Return all that a page shows to the viewer of a match."""
    deal, words = view.deal, words_of(language)
    own = deal if isinstance(deal, SeatView) else None
    called = seat_names(deal, language, names=names)
    return {
        "language": language,
        "direction": words.direction,
        "terms": dict(words.terms),
        "move": view.move_number,
        "deal": view.deal_number,
        "picture": table(view, language=language, names=names),
        "places": [_place(view, seat, called[seat], words) for seat in range(deal.rules.seats)],
        "pot": points(deal.pot, language),
        "log": narrate(view, language, names=names),
        "you": own.seat if own else None,
        "turn": deal.turn,
        "actions": [_button(own, action, words) for action in Action] if own else [],
        "scores": [
            [points(score, language, signed=True) for score in settlement.scores]
            for settlement in view.settlements
        ],
        "totals": [points(total, language, signed=True) for total in view.totals],
        "deal_is_over": deal.is_over,
        "match_is_over": view.is_over,
        "winners": view.winners,
        "commitment": view.commitment,
        "coach": _advice(own, words) if own and coach else None,
    }


def _place(view: MatchView, seat: Seat, name: str, words: Names) -> dict[str, Any]:
    """Return a seat as the small table of a phone lists it."""
    deal, language = view.deal, words.language
    own = deal.hand if isinstance(deal, SeatView) and deal.seat == seat else None
    cards = deal.revealed[seat] or own
    return {
        "name": name,
        "stake": points(deal.stakes[seat], language),
        "marks": [{"kind": mark, "label": words.terms[mark]} for mark in _marks(deal, seat)],
        "cards": hand(cards, language=language),
        "worth": hand_text(cards, language) if cards else "",
    }


def _marks(deal: PublicView, seat: Seat) -> Iterator[str]:
    """Yield what everybody knows of a seat, by the keys of its words."""
    if deal.settlement is not None and seat in deal.settlement.winners:
        yield "winner"
    if deal.turn == seat:
        yield "turn"
    if deal.dealer == seat:
        yield "dealer"
    if deal.folded[seat]:
        yield "folded"
    yield "looked" if deal.looked[seat] else "blind"


def _button(view: SeatView, action: Action, words: Names) -> dict[str, Any]:
    """Return what stands on the button of an action, its key, and whether it can be pressed."""
    is_legal, detail = action in view.legal_actions, ""
    if action is Action.CALL and is_legal:
        detail = points(view.to_call, words.language, signed=True)
    if action is Action.RAISE and is_legal:
        detail = points(view.highest_stake + view.rules.raise_step, words.language)
    label, key = words.actions[action], action.code
    return {"action": action, "label": label, "key": key, "detail": detail, "is_legal": is_legal}


def _advice(view: SeatView, words: Names) -> dict[str, Any] | None:
    """Return the odds of the viewer, and what the solution of the game does in its place."""
    if view.turn != view.seat:
        return None
    odds = showdown_odds(view)
    try:
        options = advise(view)
    except RulesError:  # there is no solution of these rules
        options = ()
    return {
        "win": float(odds.win),
        "tie": float(odds.tie),
        "options": [
            {
                "label": words.actions[option.action],
                "chance": option.probability,
                "worth": option.value,
            }
            for option in options
        ],
    }
