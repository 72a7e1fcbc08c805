"""Pictures of the page for browsers: wide and narrow, light and dark, English and Persian."""

import json
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, Page

from asnas_core import (
    Action,
    MatchState,
    legal_actions,
    next_deal,
    play,
    settle,
    start_match,
    to_record,
)
from asnas_core.players import LEVELS, advance
from build_page import BUILD, build
from serve_page import page_server

SIZES = {"wide": (1280, 800), "phone": (360, 740)}
CAN_PRESS = ".actions button:not([aria-disabled])"

LEVELS_HERE = ("novice", "bold", "master")
PLAYERS = {seat: LEVELS[level] for seat, level in enumerate(LEVELS_HERE, start=1)}


def moments() -> Iterator[MatchState]:
    """Yield a match, always the same, when it waits for seat 0, which looks, calls and holds."""
    match = start_match("a match for pictures, as good as any")
    while True:
        *_, match = match, *advance(match, PLAYERS)
        yield match
        if match.is_over:
            return
        over = match.deal.is_over
        match = next_deal(match) if over else play(match, legal_actions(match.deal)[0], seat=0)


def is_mid_deal(match: MatchState) -> bool:
    """Tell whether seat 0 has looked and has to answer a raise."""
    legal = legal_actions(match.deal)
    return match.deal_number > 1 and Action.CALL in legal and Action.LOOK not in legal


def is_showdown(match: MatchState) -> bool:
    """Tell whether seat 0 and two others show their hands."""
    if not match.deal.is_over:
        return False
    shown = settle(match.deal).revealed
    return shown[0] is not None and len(shown) - shown.count(None) > 2


SCENES: dict[str, Callable[[MatchState], bool] | None] = {
    "1-start": None,
    "2-mid-deal": is_mid_deal,
    "3-coach": is_mid_deal,
    "4-showdown": is_showdown,
    "5-match-end": lambda match: match.is_over,
}


def shoot(page: Page, scene: str, folder: Path) -> None:
    """Make all pictures of what the page shows."""
    page.add_style_tag(
        content="*, *::before { transition: none !important; animation: none !important }"
    )
    for language, theme, (size, (width, height)) in product(
        ("en", "fa"), ("light", "dark"), SIZES.items()
    ):
        page.set_viewport_size({"width": width, "height": height})
        page.select_option("#language", language)
        page.wait_for_function("(code) => document.documentElement.lang === code", arg=language)
        if scene != "1-start":
            page.wait_for_selector(f".picture svg[lang={language}]", state="attached")
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
        page.evaluate("document.activeElement.blur()")
        name = f"{scene}-{size}-{theme}-{language}.png"
        page.screenshot(path=folder / name, full_page=size == "phone")


def take_pictures(browser: Browser, folder: Path) -> None:
    """Build the page and make the pictures."""
    build()
    with page_server(BUILD) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        for scene, is_it in SCENES.items():
            stored = {"asnas.coach": "on"} if scene == "3-coach" else {}
            if is_it is not None:
                match = next(filter(is_it, moments()))
                kept = {"levels": LEVELS_HERE, "published": match.commitment}
                stored["asnas.match"] = json.dumps(kept | {"match": to_record(match)})
            items = [{"name": name, "value": text} for name, text in stored.items()]
            origin: Any = {"origin": address, "localStorage": items}
            context = browser.new_context(
                storage_state={"origins": [origin]}, reduced_motion="reduce", bypass_csp=True
            )
            page = context.new_page()
            page.goto(address)
            page.wait_for_selector(f".begin, {CAN_PRESS}", timeout=60_000)
            shoot(page, scene, folder)
            context.close()
        server.shutdown()
