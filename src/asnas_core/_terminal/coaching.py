"""The coach: the odds, what the solution of the game would do, and a look back at the end."""

from collections.abc import Iterator

from asnas_core import Action, MatchState, RulesError, Seat, SeatView
from asnas_core._terminal.screen import Ink, Paint, wrapped
from asnas_core._terminal.words import cards, counted, listing, points
from asnas_core.odds import showdown_odds
from asnas_core.players import ReviewedDecision, review
from asnas_core.players.equilibrium import advise

_DEAREST = 5
"""How many decisions the look back shows."""

_WORTH_A_WORD = 0.05
"""Points; below this a decision was good enough."""

_PAST = {
    Action.LOOK: "looked",
    Action.CALL: "called",
    Action.HOLD: "held",
    Action.RAISE: "raised",
    Action.FOLD: "folded",
}


def advice(view: SeatView, paint: Paint) -> Iterator[str]:
    """Tell the odds of a seat, and what the solution says about each of its actions."""
    odds = showdown_odds(view)
    others = counted(len(view.live_seats) - 1, "random hand")
    tie = f"{float(odds.tie):.0%}"
    shares = "" if tie == "0%" else f", {tie} to share"
    yield f"  At a showdown against {others}: {float(odds.win):.0%} to win{shares}"
    try:
        options = advise(view)
    except RulesError:
        yield "  There is no solution of the game by these rules to advise from."
        return
    yield paint("           how often    worth", Ink.HEADING)
    for option in options:
        # Adding 0 turns -0.0 into 0.0.
        worth = "?" if option.value is None else f"{round(option.value, 2) + 0:+.2f}"
        line = f"    {option.action.value:<8}{option.probability:>7.0%} {worth:>9}"
        yield paint(line, Ink.WIN) if option.probability >= 1 / 2 else line
    yield "  Worth: points of the deal on average, against seats that play the solution."


def look_back(match: MatchState, seat: Seat, paint: Paint) -> Iterator[str]:
    """Tell which decisions of a match gave points up."""
    yield ""
    yield paint("Looking back, by the solution of the game", Ink.HEADING)
    try:
        decisions = review(match, seat)
    except RulesError:
        yield "  There is none by these rules."
        return
    known = [decision for decision in decisions if decision.given_up is not None]
    given_up = sum(decision.given_up or 0 for decision in known)
    yield f"  You gave up {given_up:.2f} points in {counted(len(known), 'decision')}."
    if len(known) < len(decisions):
        others = counted(len(decisions) - len(known), "other")
        yield f"  ({others} came where the solution never gets to.)"
    dear = [decision for decision in known if (decision.given_up or 0) >= _WORTH_A_WORD]
    dear.sort(key=lambda decision: -(decision.given_up or 0))
    for decision in dear[:_DEAREST]:
        yield from wrapped(f"  {_told(decision, paint)}", "    ")


def _told(decision: ReviewedDecision, paint: Paint) -> str:
    view = decision.view
    blind = "blind" if view.hand is None else f"with {cards(view.hand, paint)}"
    deed = _PAST[decision.action]
    if decision.action is Action.CALL:
        deed += f" ({points(view.to_call)} more)"
    if decision.action is Action.RAISE:
        deed += f" to {points(view.highest_stake + view.rules.raise_step)}"
    best = max(option.value for option in decision.advice if option.value is not None)
    better = [option.action.value for option in decision.advice if option.value == best]
    return (
        f"Deal {decision.deal_number}: you {deed} {blind}; to {listing(better, 'or')} was worth "
        f"{decision.given_up:.2f} more."
    )
