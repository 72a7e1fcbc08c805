"""What a running match needs besides its state: who plays, where text goes, where it is kept."""

import shlex
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TextIO

import attrs

from asnas_core import DEFAULT_RULES, MatchState, MatchView, Seat, SeatView
from asnas_core._language.phrases import separated
from asnas_core._terminal.files import save_match
from asnas_core._terminal.screen import Paint, wrapped
from asnas_core._terminal.words import Voice
from asnas_core.locales import names, seat_names
from asnas_core.players import LEVELS, advance

PROGRAM = "python -m asnas_core"

_RIGHT_TO_LEFT = "\u200f"
"""The mark that makes a line one that is read from the right, whatever it begins with."""

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""


@attrs.frozen(kw_only=True)
class Table:
    """A table at which a match is watched or played.

    Attributes:
        command: The command that runs: watch or play.
        language: The language of the table.
        levels: The levels of the computer players by seat; a seat without one is the person's.
        keys: Where the person's answers come from.
        out: Where the text goes.
        paint: Colour or none.
        save_to: The file that keeps the match, if there is one.
        drawn_seed: The seed as text if it was drawn for this match, not given.
        options: What has to be said again on a command line that goes on with this table.
        has_coach: Whether the person can ask for advice.
    """

    command: str
    language: str = "en"
    levels: Mapping[Seat, str]
    keys: TextIO
    out: TextIO
    paint: Paint
    save_to: Path | None = None
    drawn_seed: str | None = None
    options: str = ""
    has_coach: bool = False

    def advance(self, match: MatchState) -> MatchState:
        """Let the computer players decide until it is the person's turn or the deal is over."""
        players = {seat: LEVELS[level] for seat, level in self.levels.items()}
        *_, played = match, *advance(match, players)
        return played

    def voice(self, view: MatchView) -> Voice:
        """Return how the table is told of to whom a view is for."""
        deal = view.deal
        return Voice(
            language=self.language,
            names=seat_names(deal, self.language),
            you=deal.seat if isinstance(deal, SeatView) else None,
            paint=self.paint,
        )

    def introduction(self, voice: Voice) -> Iterator[str]:
        """Tell which computer player sits where."""
        known = voice.vocabulary.levels
        levels = (f"{voice.names[seat]} {known[level]}" for seat, level in self.levels.items())
        text = voice.say("levels", levels=separated(levels, voice.words))
        yield from wrapped(text, "  ")

    def tell(self, lines: Iterable[str]) -> None:
        """Write lines, and let them be seen at once."""
        for line in lines:
            self.write(line + "\n")
        self.out.flush()

    def write(self, text: str) -> None:
        """Write a text that begins a line, in the direction of its language."""
        is_marked = text.strip() and names(self.language).direction == "rtl"
        self.out.write(_RIGHT_TO_LEFT + text if is_marked else text)

    def keep(self, match: MatchState) -> None:
        """Save the match as it is now, if there is a file for it."""
        if self.save_to is not None:
            save_match(self.save_to, match)

    def repeating(self, view: MatchView, voice: Voice) -> Iterator[str]:
        """Tell how to have the same match again, if only this program knows its seed."""
        if self.drawn_seed is not None:
            deals = view.deal.rules.deals
            option = "" if deals == DEFAULT_RULES.deals else f" --deals {deals}"
            yield voice.say("same_again")
            yield f"  {PROGRAM} {self.command} --seed {self.drawn_seed}{option}{self.options}"

    def keeping(self, view: MatchView, voice: Voice) -> Iterator[str]:
        """Tell what can be done with the file, or that there is none."""
        if self.save_to is None:
            if not view.is_over:
                yield voice.say("not_saved")
            return
        path = shlex.quote(str(self.save_to))
        yield voice.say("saved", path=path)
        if not view.is_over:
            yield voice.say("go_on")
            yield f"  {PROGRAM} {self.command} --resume {path}{self.options}"
        elif view.commitment is not None:
            yield voice.say("check")
            yield f"  {PROGRAM} verify {path} --commitment HEX"
