"""The coach: the odds, what the solution of the game would do, and a look back at the end."""

from collections.abc import Iterator

from asnas_core import MatchState, RulesError, Seat, SeatView
from asnas_core._terminal.screen import Ink, left, right, width, wrapped
from asnas_core._terminal.words import Voice
from asnas_core.locales import decimal, percent
from asnas_core.odds import showdown_odds
from asnas_core.players import ReviewedDecision, review
from asnas_core.players.equilibrium import Advice, advise

_DEAREST = 5
"""How many decisions the look back shows."""

_WORTH_A_WORD = 0.05
"""Points; below this a decision was good enough."""

_NOTEWORTHY = 0.005
"""A chance below this is written as 0 %."""


def advice(view: SeatView, voice: Voice) -> Iterator[str]:
    """Tell the odds of a seat, and what the solution says about each of its actions."""
    odds = showdown_odds(view)
    key = "odds_shared" if odds.tie > _NOTEWORTHY else "odds"
    others = len(view.live_seats) - 1
    text = voice.say(key, others=others, win=odds.win, tie=odds.tie)
    yield from wrapped(f"  {text}", "  ")
    try:
        options = advise(view)
    except RulesError:
        yield from wrapped(f"  {voice.say('no_solution')}", "  ")
        return
    yield from _options(options, voice)
    yield from wrapped(f"  {voice.say('advice_note')}", "  ")


def look_back(match: MatchState, seat: Seat, voice: Voice) -> Iterator[str]:
    """Tell which decisions of a match gave points up."""
    yield ""
    yield voice.paint(voice.say("look_back"), Ink.HEADING)
    try:
        decisions = review(match, seat)
    except RulesError:
        yield f"  {voice.say('look_back_none')}"
        return
    known = [decision for decision in decisions if decision.given_up is not None]
    given_up = sum(decision.given_up or 0 for decision in known)
    text = voice.say("given_up", points=given_up, decisions=len(known))
    yield from wrapped(f"  {text}", "  ")
    if len(known) < len(decisions):
        text = voice.say("unreached", decisions=len(decisions) - len(known))
        yield from wrapped(f"  {text}", "  ")
    dear = [decision for decision in known if (decision.given_up or 0) >= _WORTH_A_WORD]
    dear.sort(key=lambda decision: -(decision.given_up or 0))
    for decision in dear[:_DEAREST]:
        yield from wrapped(f"  {_told(decision, voice)}", "    ")


def _options(options: tuple[Advice, ...], voice: Voice) -> Iterator[str]:
    """Write a table: how often the solution takes each action, and what it is worth."""
    names = [voice.vocabulary.actions[option.action] for option in options]
    often, worth = voice.say("how_often"), voice.say("worth")
    heads = left("", 4 + max(map(width, names))) + f"  {often}  {right(worth, 7)}"
    yield voice.paint(heads, Ink.HEADING)
    for option, name in zip(options, names, strict=True):
        chance = percent(option.probability, voice.language)
        value = "?" if option.value is None else decimal(option.value, voice.language, signed=True)
        line = (
            f"    {left(name, max(map(width, names)))}  {right(chance, width(often))}"
            f"  {right(value, max(7, width(worth)))}"
        )
        yield voice.paint(line, Ink.WIN) if option.probability >= 1 / 2 else line


def _told(decision: ReviewedDecision, voice: Voice) -> str:
    view = decision.view
    deed = voice.say(
        f"did_{decision.action.value}",
        more=view.to_call,
        stake=view.highest_stake + view.rules.raise_step,
    )
    best = max(option.value for option in decision.advice if option.value is not None)
    better = [option.action for option in decision.advice if option.value == best]
    return voice.say(
        "decision_blind" if view.hand is None else "decision",
        number=decision.deal_number,
        cards="" if view.hand is None else voice.cards(view.hand),
        deed=deed,
        better=voice.choice(better),
        points=decision.given_up or 0,
    )
