"""Drives the application of examples/terminal by its keys."""

import asyncio
import re
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot

import pages
from app import AsNas
from asnas_core import MatchState, from_json, start_match
from program import Page
from saving import MatchFile, Settings
from table import Table

SEED = "a seed that is long enough to commit to"
MARKS = re.compile("[\u200e\u200f\u2066-\u2069]")


LEADING: dict[type[Page], str] = {
    pages.Start: "?",
    Table: "?VM",
    pages.RulesPage: "Esc",
    pages.VerifyPage: "Esc",
}
"""The keys that lead from a page to another."""


def run(test: Coroutine[None, None, None]) -> None:
    asyncio.run(test)


@asynccontextmanager
async def running(path: Path, *, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Pilot[None]]:
    async with AsNas(path, pause=0).run_test(size=size) as pilot:
        await settled(pilot)
        yield pilot


async def settled(pilot: Pilot[None]) -> None:
    """Wait until it is the person's turn, or nobody's, and everything is drawn."""
    game = application(pilot)
    for _ in range(1000):
        await pilot.pause()
        page = game.screen  # for a moment, it can be none of ours
        if isinstance(page, Table) and page.game_keys():
            break
        if isinstance(page, pages.Start | pages.RulesPage | pages.VerifyPage):
            break
        if not game.is_running:
            break
        await asyncio.sleep(0.002)
    await pilot.pause()


def application(pilot: Pilot[None]) -> AsNas:
    assert isinstance(pilot.app, AsNas)
    return pilot.app


def match_of(pilot: Pilot[None]) -> MatchState:
    match = application(pilot).match
    assert match is not None
    return match


def text_of(pilot: Pilot[None]) -> str:
    """Return what stands on the screen, line by line, without marks of direction."""
    strips = pilot.app.screen._compositor.render_strips()
    return MARKS.sub("", "\n".join(strip.text for strip in strips))


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one by one, and wait for the page that each leads to."""
    for key in keys:
        page = pilot.app.screen
        assert isinstance(page, Page)
        name = {"escape": "Esc", "؟": "?"}.get(key, key.upper())
        leaves = name in set(page.keys()) and name in LEADING[type(page)]
        await pilot.press(key)
        while (leaves or key == "enter") and pilot.app.screen is page:
            await pilot.pause()
        await settled(pilot)


def offered(pilot: Pilot[None]) -> set[str]:
    """Return the keys that the line at the bottom shows."""
    screen = pilot.app.screen
    assert isinstance(screen, Page)
    keys = set(screen.keys())
    bottom = text_of(pilot).splitlines()[-3:]
    assert all(f" {key} " in "".join(bottom) for key in keys)
    return keys


def saved(path: Path) -> MatchState:
    return from_json(path.read_text("utf-8"), MatchState)


def begun(path: Path, language: str = "en", **changes: object) -> MatchState:
    """Keep a match that has just begun."""
    match = start_match(SEED)
    chosen = {"language": language, "promised": (match.commitment,)} | changes
    MatchFile(path).save(match, Settings(**chosen))  # type: ignore[arg-type]
    return match
