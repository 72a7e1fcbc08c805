"""Pictures of the terminal application.

Each line is set as a terminal sets it that orders right-to-left text by itself.
"""

import asyncio
import io
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser
from rich.console import Console
from textual.pilot import Pilot

import host
from asnas_core import Rules, start_match
from saving import MatchFile, Settings
from terminal_driver import SEED, match_of, press, running

CELL, LINE = 9.633, 20
SIZES = {"small": (80, 24), "large": (120, 40)}


def draw(pilot: Pilot[None], file: Path) -> None:
    """Write what is on the screen as a page."""
    columns, _ = pilot.app.size
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
    file.write_text(
        "<meta charset=utf-8><style>body { margin: 0; background: #000; font: 16px/20px DejaVu"
        f" Sans Mono }} div {{ white-space: pre; height: {LINE}px }}</style>{lines}",
        "utf-8",
    )


async def draw_match(folder: Path, language: str, name: str) -> None:
    """Draw a match from the start page to its end."""
    file, has_shown = folder / "match.json", False
    match = start_match(SEED)
    settings = Settings(language=language, promised=(str(match.commitment),))
    MatchFile(file).save(match, settings)

    async with running(file, size=SIZES[name]) as pilot:

        def picture(moment: str) -> None:
            draw(pilot, folder / f"{moment}-{language}-{name}.html")

        picture("start")
        await press(pilot, "?")
        picture("rules")
        await press(pilot, "escape", "enter", "l")
        picture("deal")
        await press(pilot, "a")
        picture("coach")
        await press(pilot, "a")
        while not (match := match_of(pilot)).is_over:
            view = host.view_of(match).deal
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
    MatchFile(file).save(match, Settings(language="vi"))
    async with running(file) as pilot:
        await press(pilot, "enter", "l")
        draw(pilot, folder / "five-seats.html")
    file.unlink()


def take_pictures(browser: Browser, folder: Path) -> None:
    """Draw a match as Persians and others see it, in windows of two sizes."""
    with ThreadPoolExecutor(1) as thread:  # Playwright has a loop of its own in this one
        thread.submit(asyncio.run, draw_five_seats(folder)).result()
        for language, name in product(("fa", "en"), SIZES):
            thread.submit(asyncio.run, draw_match(folder, language, name)).result()
    for file in folder.glob("*.html"):
        columns, rows = SIZES["large" if file.stem.endswith("large") else "small"]
        size: Any = {"width": round(columns * CELL) + 4, "height": rows * LINE}
        page = browser.new_page(viewport=size)
        page.goto(file.as_uri())
        page.screenshot(path=file.with_suffix(".png"))
        page.close()
        file.unlink()
