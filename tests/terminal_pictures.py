"""Draw the terminal application: `python tests/terminal_pictures.py FOLDER` needs Chromium.

Each line is set as a terminal sets it that orders right-to-left text by itself.
"""

import asyncio
import io
import shutil
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from textual.pilot import Pilot

from asnas_core import Rules, start_match
from test_terminal_app import SEED, TERMINAL, match_of, press, running

sys.path.insert(0, str(TERMINAL))

import kept_match as kept

CELL, LINE = 9.633, 20
SIZES = {"small": (80, 24), "large": (120, 40)}


def draw(pilot: Pilot[None], file: Path) -> None:
    """Write what is on the screen as a PNG."""
    columns, rows = pilot.app.size
    console = Console(
        width=columns,
        file=io.StringIO(),
        force_terminal=True,
        record=True,
        color_system="truecolor",
    )
    console.print(pilot.app.screen._compositor.render_update(full=True))
    text = console.export_html(inline_styles=True, code_format="{code}").rstrip("\n")
    lines = "".join(f"<div>{line}</div>" for line in text.split("\n"))
    page = file.with_suffix(".html")
    page.write_text(
        "<meta charset=utf-8><style>body { margin: 0; background: #000; font: 16px/20px DejaVu"
        f" Sans Mono }} div {{ white-space: pre; height: {LINE}px }}</style>{lines}",
        "utf-8",
    )
    chromium = shutil.which("chromium") or "chromium"
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    size = f"--window-size={round(columns * CELL) + 4},{rows * LINE}"
    command = [chromium, *options, size, f"--screenshot={file}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True)
    page.unlink()


async def draw_match(folder: Path, language: str, name: str) -> None:
    """Draw a match from the start page to its end."""
    file, has_shown = folder / "match.json", False
    match = kept.begin(SEED)
    settings = kept.Settings(language=language, promised=match.commitment)
    kept.save(file, match, settings)

    async with running(file, size=SIZES[name]) as pilot:

        def picture(moment: str) -> None:
            draw(pilot, folder / f"{moment}-{language}-{name}.png")

        picture("start")
        await press(pilot, "?")
        picture("rules")
        await press(pilot, "escape", "enter", "l")
        picture("deal")
        await press(pilot, "a")
        picture("coach")
        await press(pilot, "a")
        while not (match := match_of(pilot)).is_over:
            view = kept.view_of(match).deal
            if view.is_over and any(view.revealed) and not has_shown:
                picture("showdown")
                has_shown = True
            legal = [action.code for action in view.legal_actions if action.code != "R"]
            await press(pilot, legal[0].lower() if legal else "n")
        picture("end")
        await press(pilot, "v", "v")
        picture("verified")
    file.unlink()


async def draw_five_seats(folder: Path) -> None:
    """Draw the largest table in the smallest window."""
    file = folder / "match.json"
    match = start_match(SEED, rules=Rules(seats=5, copies=5))
    kept.save(file, match, kept.Settings(language="vi"))
    async with running(file) as pilot:
        await press(pilot, "enter", "l")
        draw(pilot, folder / "five-seats.png")
    file.unlink()


def main(folder: Path) -> None:
    """Draw everything."""
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(draw_five_seats(folder))
    for language in ("fa", "en"):
        for name in SIZES:
            asyncio.run(draw_match(folder, language, name))


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
