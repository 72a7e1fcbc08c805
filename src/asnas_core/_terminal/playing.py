"""``play``: a person at seat 0, shown what its own view holds and nothing else."""

import unicodedata
from collections.abc import Iterator

from asnas_core import Action, MatchState, SeatView, next_deal, play, view_deal, view_match
from asnas_core._language.phrases import separated
from asnas_core._terminal import narration
from asnas_core._terminal.coaching import advice, look_back
from asnas_core._terminal.guide import guide
from asnas_core._terminal.screen import WIDTH, Ink, wrapped
from asnas_core._terminal.table import INTERRUPTED, Table
from asnas_core._terminal.words import Voice

PERSON = 0
"""The seat of the person."""

_ACTIONS = {word: action for action in Action for word in (action.value, action.code.lower())}
"""What can be typed in every language; the words of its own can be typed, too."""

_NEXT = ("", "n", "next")
_QUIT = ("q", "quit")
_HELP = ("?", "\u061f", "help")  # the question mark of a Persian keyboard, too
_ADVICE = ("a", "advice")

_LONGEST_ECHO = 10

_SAME_LETTERS = str.maketrans("\u0643\u064a\u200c", "\u06a9\u06cc ")
"""Arabic letters that stand for Persian ones, and the joiner that some keyboards have not."""

_TIED = "\u00a0"
"""A space at which no line is broken."""


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
    voice = table.voice(view)
    table.tell(narration.standing(view, voice))
    if table.has_coach:
        table.tell(look_back(moment, PERSON, voice))
    if view.is_over or table.save_to is None:
        table.tell(table.repeating(view, voice))
    table.tell(table.keeping(view, voice))
    return code


def _moments(match: MatchState, table: Table) -> Iterator[MatchState]:
    """Play, and yield the match before every question to the person and at its end."""
    opening = view_match(match, PERSON)
    voice = table.voice(opening)
    table.tell(narration.match_opening(opening, voice))
    table.tell(table.introduction(voice))
    table.tell([voice.say("sitting")])
    if table.has_coach:
        table.tell([voice.say("coach")])
    while True:
        table.tell(narration.deal_opening(view_match(match, PERSON), voice))
        told = 0
        while True:
            match = table.advance(match)
            yield match
            view = view_deal(match.deal, PERSON)
            table.tell(narration.deal_actions(view, voice, told))
            told = len(view.history)
            if view.is_over:
                break
            match = play(match, _chosen_action(view, table, voice), seat=PERSON)
        table.tell(narration.deal_ending(view_match(match, PERSON), voice))
        if match.is_over:
            return
        if table.keys.isatty():
            _wait_for_next(view, table, voice)
        match = next_deal(match)


def _chosen_action(view: SeatView, table: Table, voice: Voice) -> Action:
    """Ask the person until the answer is a legal action."""
    hand = voice.say("face_down") if view.hand is None else voice.shown_hand(view.hand)
    table.tell(["", f"  {voice.say('your_cards', cards=hand)}"])
    own = {_plain(name): action for action, name in voice.vocabulary.actions.items()}
    while True:
        word = _answer(f"  {_options(view, table, voice)} >", view, table, voice)
        action = _ACTIONS.get(word, own.get(word))
        if action in view.legal_actions:
            return Action(action)
        reason = _no_action(word, voice) if action is None else voice.say(f"refuse_{action}")
        legal = voice.say("legal", actions=voice.choice(view.legal_actions))
        table.tell(wrapped(f"  {reason} {legal}", "  "))


def _wait_for_next(view: SeatView, table: Table, voice: Voice) -> None:
    """Ask the person until it wants the next deal."""
    table.tell([""])
    prompt = f"  {voice.say('next_deal')} >"
    while (word := _answer(prompt, view, table, voice)) not in _NEXT:
        table.tell(wrapped(f"  {voice.say('between_deals', word=_echo(word))}", "  "))


def _answer(prompt: str, view: SeatView, table: Table, voice: Voice) -> str:
    """Return the next answer, once the person has read the rules if it asked for them.

    Raises:
        EOFError: The person wants to leave, or there is no more input.
    """
    while True:
        *above, last = [line.replace(_TIED, " ") for line in wrapped(prompt, "  ", WIDTH - 1)]
        table.tell(table.paint(line, Ink.HEADING) for line in above)
        table.write(table.paint(f"{last} ", Ink.HEADING))
        table.out.flush()
        line = table.keys.readline()
        while line and not table.keys.isatty() and line.strip().casefold() in _NEXT:
            line = table.keys.readline()  # a script need not know where a deal ends
        word = _plain(line)
        if not line or not table.keys.isatty():
            table.out.write(_echo(word) + "\n")  # a terminal has shown it, and its Enter
        if not line or word in _QUIT:
            raise EOFError
        if word in _HELP:
            table.tell([*guide(view.rules, voice), ""])
        elif table.has_coach and word in _ADVICE and not view.is_over:
            table.tell(advice(view, voice))
        else:
            return word


def _options(view: SeatView, table: Table, voice: Voice) -> str:
    """List what the person can type: "[c]all (1 more), [r]aise (to 3), ..."."""
    raised = view.highest_stake + view.rules.raise_step
    details = {
        Action.CALL: f" ({voice.say('more', more=view.to_call)})",
        Action.RAISE: f" ({voice.say('raise_to', stake=raised)})",
    }
    names = voice.vocabulary.actions
    options = [
        _keyed(action.code.lower(), names[action]) + details.get(action, "")
        for action in view.legal_actions
    ]
    if table.has_coach:
        options.append(_keyed("a", voice.say("advice")))
    options.append(_keyed("?", voice.say("rules")))
    return separated(options, voice.words)


def _keyed(key: str, name: str) -> str:
    """Write what one can type for a name: "[c]all", "[c] syne"."""
    text = f"[{key}]{name[1:]}" if name.startswith(key) else f"[{key}] {name}"
    return text.replace(" ", _TIED)


def _plain(text: str) -> str:
    """Return what was typed as words are compared, whatever keyboard it comes from."""
    letters = unicodedata.normalize("NFC", text).casefold().translate(_SAME_LETTERS)
    return " ".join(letters.split())


def _no_action(word: str, voice: Voice) -> str:
    return voice.say("not_an_action", word=_echo(word)) if word else voice.say("no_word")


def _echo(word: str) -> str:
    """Write what was typed so that any terminal can show it."""
    text = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in word)
    return text if len(text) <= _LONGEST_ECHO else f"{text[:_LONGEST_ECHO]}..."
