"""``play``: a person at seat 0, shown what its own view holds and nothing else."""

from collections.abc import Iterator

from asnas_core import Action, MatchState, SeatView, next_deal, play, view_deal, view_match
from asnas_core._terminal import narration
from asnas_core._terminal.coaching import advice, look_back
from asnas_core._terminal.guide import guide
from asnas_core._terminal.screen import Ink, wrapped
from asnas_core._terminal.table import INTERRUPTED, Table
from asnas_core._terminal.words import listing, points, shown_hand

PERSON = 0
"""The seat of the person."""

_ACTIONS = {word: action for action in Action for word in (action.value, action.code.lower())}
_NEXT = ("", "n", "next")
_QUIT = ("q", "quit")
_HELP = ("?", "help")
_ADVICE = ("a", "advice")

_REASONS = {
    Action.LOOK: "You have seen your cards already.",
    Action.CALL: "There is nothing to call: your stake is the highest already.",
    Action.HOLD: "You cannot hold: your stake is too low.",
    Action.RAISE: "You cannot raise: the highest stake is at its limit.",
    Action.FOLD: "At this table you cannot fold while your stake is the highest.",
}
"""Why an action is not legal."""

_LONGEST_ECHO = 10


def play_match(match: MatchState, table: Table) -> int:
    """Let a person play a match against computer players, to its end or until it leaves.

    Args:
        match: A match at any moment.
        table: Computer players for all seats but the person's.

    Returns:
        The exit code: 0, or 130 after Ctrl-C.

    Raises:
        FileError: The match cannot be saved.
    """
    table.keep(match)  # a file that cannot be written is best known at once
    moment, code = match, 0
    try:
        for moment in _moments(match, table):
            table.keep(moment)
    except EOFError:
        pass
    except KeyboardInterrupt:
        table.tell([""])
        code = INTERRUPTED
    view = view_match(moment, PERSON)
    table.tell(narration.standing(view, table.names, table.paint))
    if table.has_coach:
        table.tell(look_back(moment, PERSON, table.paint))
    if view.is_over or table.save_to is None:
        table.tell(table.repeating(view))
    table.tell(table.keeping(view))
    return code


def _moments(match: MatchState, table: Table) -> Iterator[MatchState]:
    """Play, and yield the match before every question to the person and at its end."""
    names, paint = table.names, table.paint
    table.tell(narration.match_opening(view_match(match, PERSON), names, paint))
    table.tell(table.introduction())
    table.tell(["You sit at seat 0. Type ? for the rules of the game, q to quit."])
    if table.has_coach:
        table.tell(["Your coach is here: type a for its advice."])
    while True:
        table.tell(narration.deal_opening(view_match(match, PERSON), names, paint))
        told = 0
        while True:
            match = table.advance(match)
            yield match
            view = view_deal(match.deal, PERSON)
            table.tell(narration.deal_actions(view, names, paint, told))
            told = len(view.history)
            if view.is_over:
                break
            match = play(match, _chosen_action(view, table), seat=PERSON)
        table.tell(narration.deal_ending(view_match(match, PERSON), names, paint))
        if match.is_over:
            return
        if table.keys.isatty():
            _wait_for_next(view, table)
        match = next_deal(match)


def _chosen_action(view: SeatView, table: Table) -> Action:
    """Ask the person until the answer is a legal action."""
    hand = "face down" if view.hand is None else shown_hand(view.hand, table.paint)
    table.tell(["", f"  Your cards: {hand}"])
    while True:
        word = _answer(f"  {_options(view, table)} > ", view, table)
        action = _ACTIONS.get(word)
        if action in view.legal_actions:
            return Action(action)
        reason = _no_action(word) if action is None else _REASONS[action]
        legal = listing([option.value for option in view.legal_actions], "or")
        table.tell(wrapped(f"  {reason} You may {legal}.", "  "))


def _wait_for_next(view: SeatView, table: Table) -> None:
    """Ask the person until it wants the next deal."""
    table.tell([""])
    while (word := _answer("  Enter for the next deal > ", view, table)) not in _NEXT:
        table.tell([f'  "{_echo(word)}" does nothing between deals: press Enter, or q to quit.'])


def _answer(prompt: str, view: SeatView, table: Table) -> str:
    """Return the next answer, once the person has read the rules if it asked for them.

    Raises:
        EOFError: The person wants to leave, or there is no more input.
    """
    while True:
        table.out.write(table.paint(prompt, Ink.HEADING))
        table.out.flush()
        line = table.keys.readline()
        while line and not table.keys.isatty() and line.strip().casefold() in _NEXT:
            line = table.keys.readline()  # a script need not know where a deal ends
        word = line.strip().casefold()
        if not line or not table.keys.isatty():
            table.tell([_echo(word)])  # a terminal has shown what was typed, and its Enter
        if not line or word in _QUIT:
            raise EOFError
        if word in _HELP:
            table.tell([*guide(view.rules, table.paint), ""])
        elif table.has_coach and word in _ADVICE and not view.is_over:
            table.tell(advice(view, table.paint))
        else:
            return word


def _options(view: SeatView, table: Table) -> str:
    """List what the person can type: "[c]all (1 more), [r]aise (to 3), ..."."""
    details = {
        Action.CALL: f" ({points(view.to_call)} more)",
        Action.RAISE: f" (to {points(view.highest_stake + view.rules.raise_step)})",
    }
    options = (
        f"[{action.value[0]}]{action.value[1:]}{details.get(action, '')}"
        for action in view.legal_actions
    )
    coach = ["[a]dvice"] if table.has_coach else []
    return ", ".join((*options, *coach, "[?] rules"))


def _no_action(word: str) -> str:
    return f'"{_echo(word)}" is not an action.' if word else "Type an action or its first letter."


def _echo(word: str) -> str:
    """Write what was typed so that any terminal can show it."""
    text = ascii(word)[1:-1]
    return text if len(text) <= _LONGEST_ECHO else f"{text[:_LONGEST_ECHO]}..."
