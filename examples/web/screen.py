"""What a page shows of a match, as JSON: what the pages of the browser and of the server share.

It is made from the view of one player, so nothing can be in it that this player may not know.
"""

from collections.abc import Sequence
from typing import Any

from asnas_core import Action, MatchView, RulesError, Seat, SeatView
from asnas_core.locales import (
    Names,
    decimal,
    hand_text,
    narrate,
    percent,
    points,
    seat_marks,
    seat_names,
    status,
)
from asnas_core.locales import names as words_of
from asnas_core.odds import showdown_odds
from asnas_core.players.equilibrium import Advice, advise
from asnas_core.svg import table

_NOTEWORTHY = 0.005
"""A smaller chance is left out: it would be written as 0 %."""


def screen(
    view: MatchView, language: str, *, names: Sequence[str] | None = None, coach: bool = False
) -> dict[str, Any]:
    """Return all that a page shows to the viewer of a match."""
    deal, words = view.deal, words_of(language)
    own = deal if isinstance(deal, SeatView) else None
    called, marks = seat_names(deal, language, names=names), seat_marks(deal)
    return {
        "language": language,
        "move": view.move_number,
        "deal": view.deal_number,
        "picture": table(view, language=language, names=names),
        "status": ". ".join(status(view, language, names=names)),
        "places": [
            {"name": name, "marks": [{"kind": mark, "label": words.terms[mark]} for mark in known]}
            | _place(view, seat, language)
            for seat, (name, known) in enumerate(zip(called, marks, strict=True))
        ],
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
        "coach_is_on": bool(coach and own and not view.is_over),
        "coach": _advice(own, words) if coach and own and own.turn == own.seat else None,
    }


def _place(view: MatchView, seat: Seat, language: str) -> dict[str, Any]:
    """Return the stake and the cards of a seat; None for cards that lie face down."""
    deal = view.deal
    own = deal.hand if isinstance(deal, SeatView) and deal.seat == seat else None
    cards = deal.revealed[seat] or own
    score = None if deal.settlement is None else deal.settlement.scores[seat]
    return {
        "stake": points(deal.stakes[seat], language),
        "score": "" if score is None else points(score, language, signed=True),
        "cards": [rank.name for rank in cards] if cards else None,
        "worth": hand_text(cards, language) if cards else "",
    }


def _button(view: SeatView, action: Action, words: Names) -> dict[str, Any]:
    """Return what stands on the button of an action, its key, and whether it can be pressed."""
    is_legal, detail = action in view.legal_actions, ""
    if action is Action.CALL and is_legal:
        detail = points(view.to_call, words.language, signed=True)
    if action is Action.RAISE and is_legal:
        detail = points(view.highest_stake + view.rules.raise_step, words.language)
    label, key = words.actions[action], action.code
    return {"action": action, "label": label, "key": key, "detail": detail, "is_legal": is_legal}


def _advice(view: SeatView, words: Names) -> dict[str, Any]:
    """Return the odds of the viewer, and what the solution of the game does in its place."""
    odds, language = showdown_odds(view), words.language
    try:
        options = advise(view)
    except RulesError:  # there is no solution of these rules
        options = ()
    return {
        "win": percent(odds.win, language),
        "tie": percent(odds.tie, language) if odds.tie >= _NOTEWORTHY else "",
        "options": [_option(option, words) for option in options],
    }


def _option(option: Advice, words: Names) -> dict[str, Any]:
    language, value = words.language, option.value
    return {
        "label": words.actions[option.action],
        "probability": option.probability,
        "often": percent(option.probability, language),
        "worth": "?" if value is None else decimal(value, language, signed=True),
    }
