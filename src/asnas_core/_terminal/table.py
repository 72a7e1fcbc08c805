"""What a running match needs besides its state: who plays, where text goes, where it is kept."""

import shlex
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TextIO

import attrs

from asnas_core import DEFAULT_RULES, MatchState, MatchView, Seat
from asnas_core._terminal.files import save_match
from asnas_core._terminal.narration import Names
from asnas_core._terminal.players import Player
from asnas_core._terminal.screen import Paint

PROGRAM = "python -m asnas_core"

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""


@attrs.frozen(kw_only=True)
class Table:
    """A table at which a match is watched or played.

    Attributes:
        command: The command that runs: watch or play.
        names: What the seats are called.
        players: The computer players by seat; a seat without one is the person's.
        keys: Where the person's answers come from.
        out: Where the text goes.
        paint: Colour or none.
        save_to: The file that keeps the match, if there is one.
        drawn_seed: The seed as text if it was drawn for this match, not given.
    """

    command: str
    names: Names
    players: Mapping[Seat, Player]
    keys: TextIO
    out: TextIO
    paint: Paint
    save_to: Path | None = None
    drawn_seed: str | None = None

    def tell(self, lines: Iterable[str]) -> None:
        """Write lines, and let them be seen at once."""
        for line in lines:
            self.out.write(line + "\n")
        self.out.flush()

    def keep(self, match: MatchState) -> None:
        """Save the match as it is now, if there is a file for it."""
        if self.save_to is not None:
            save_match(self.save_to, match)

    def repeating(self, view: MatchView) -> Iterator[str]:
        """Tell how to have the same match again, if only this program knows its seed."""
        if self.drawn_seed is not None:
            deals = view.deal.rules.deals
            option = "" if deals == DEFAULT_RULES.deals else f" --deals {deals}"
            yield "The same match again:"
            yield f"  {PROGRAM} {self.command} --seed {self.drawn_seed}{option}"

    def keeping(self, view: MatchView) -> Iterator[str]:
        """Tell what can be done with the file, or that there is none."""
        if self.save_to is None:
            if not view.is_over:
                yield "This match is not saved; --save FILE keeps one."
            return
        path = shlex.quote(str(self.save_to))
        yield f"Saved to {path}. Whoever reads that file can see every hand."
        if not view.is_over:
            yield "To go on with it:"
            yield f"  {PROGRAM} {self.command} --resume {path}"
        elif view.commitment is not None:
            yield "To check it, with the commitment that was shown at the start for HEX:"
            yield f"  {PROGRAM} verify {path} --commitment HEX"
