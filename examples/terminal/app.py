"""As-Nas in a terminal: one person against three computer players, built on Textual.

    python examples/terminal/app.py [FILE]

The match is kept in FILE after every action, and goes on when the program starts again.
"""

import argparse
import os
from pathlib import Path

from platformdirs import user_state_path
from textual import on

from pages import Start
from program import Program
from table import Table

LONGEST_PAUSE = 60


class AsNas(Program):
    """The program: it starts with its first page, and goes to the table from there."""

    TITLE = "As-Nas"
    CSS_PATH = "app.tcss"

    def on_mount(self) -> None:
        """Show the start."""
        self.push_screen(Start())

    @on(Start.Ready)
    def sit_down(self) -> None:
        """Show the table."""
        self.switch_screen(Table())


def main() -> None:
    """Run the program that the command line describes."""
    parser = argparse.ArgumentParser(description="Play As-Nas in a terminal.")
    usual = user_state_path("asnas-terminal") / "match.json"
    parser.add_argument("file", nargs="?", type=Path, default=usual, help="default: %(default)s")
    parser.add_argument("--pause", type=float, default=0.6, help="seconds for each computer player")
    options = parser.parse_args()
    path = options.file.resolve()
    if path.is_dir():
        parser.error(f"{path} is a folder, not a file")
    if not 0 <= options.pause <= LONGEST_PAUSE:
        parser.error(f"--pause has to be from 0 to {LONGEST_PAUSE}")
    has_colour = "NO_COLOR" not in os.environ
    AsNas(path, pause=options.pause, has_colour=has_colour).run()


if __name__ == "__main__":
    main()
