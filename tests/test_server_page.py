"""The page of the server, in real browsers: two people open a table, play, and come back.

Run with `python`, this file puts pictures of the page into the folder that it is given.
"""

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from test_server import Server

CHROMIUM = "/usr/bin/chromium"
KEYS = "LCHN"


@contextmanager
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        options = ["--no-sandbox", "--disable-gpu"]
        yield playwright.chromium.launch(executable_path=CHROMIUM, args=options)


WRONG: list[str] = []
"""What went wrong in the pages, and what they asked of others than their server."""


def person(
    chromium: Browser, server: Server, language: str, *, width: int = 1280, scheme: Any = "light"
) -> Page:
    """Return the page of somebody new."""
    size: Any = {"width": width, "height": 860}
    context = chromium.new_context(viewport=size, locale=language, color_scheme=scheme)
    page = context.new_page()
    own = (server.address, "data:", "blob:")
    page.on("pageerror", lambda error: WRONG.append(str(error)))
    page.on("console", lambda line: WRONG.append(line.text) if line.type == "error" else None)
    page.on("request", lambda asked: None if asked.url.startswith(own) else WRONG.append(asked.url))
    return page


def open_table(page: Page, server: Server, deals: int) -> str:
    page.goto(server.address)
    page.fill("[name=deals]", str(deals))
    page.check("[name=coach]")
    page.click("#opening .begin")
    page.wait_for_selector("#people li")
    return page.url


def sit(page: Page, name: str, place: int) -> None:
    page.fill("#sitting input", name)
    page.locator("#people button").nth(place).click()
    page.wait_for_selector("#sitting", state="hidden")


def press(page: Page) -> None:
    """Press the key of the first thing that can be done."""
    for key in KEYS:
        if page.locator(f".actions:visible [data-key={key}]:not([aria-disabled])").count():
            page.keyboard.press(key)
            return


def is_over(page: Page) -> bool:
    return page.locator("#seed-part:not([hidden])").count() > 0


@pytest.mark.slow
def test_two_people_play_a_match_by_keyboard_and_come_back_in_its_middle(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", "--pace", "0.05")
    with browser() as chromium:
        ada, mina = person(chromium, server, "en"), person(chromium, server, "fa", width=360)
        link = open_table(ada, server, 2)
        mina.goto(link)
        mina.wait_for_selector("#people li")
        sit(ada, "Ada", 0)
        sit(mina, "مینا", 1)
        ada.click("#start")
        ada.wait_for_selector(".actions", state="visible")
        for step in range(400):
            if is_over(ada):
                break
            if step == 4:
                mina.reload()
                mina.wait_for_selector(".actions", state="visible")
            if step == 8:
                server.kill()
                ada.wait_for_selector("#play .actions", state="hidden")
                server.start()
                for page in (ada, mina):
                    page.wait_for_selector(".actions", state="visible")
                WRONG.clear()  # they could not connect
            for page in (ada, mina):
                press(page)
            ada.wait_for_timeout(100)
        assert is_over(ada)
        assert mina.evaluate("document.documentElement.dir") == "rtl"
        assert mina.evaluate("document.documentElement.scrollWidth") <= 360
        for page in (ada, mina):
            stored = json.loads(page.evaluate("JSON.stringify(localStorage)"))
            kept = json.loads(stored[f"asnas.table.{link.rsplit('/', 1)[1]}"])
            assert kept.keys() == {"token", "seat"}
            assert stored.keys() - {"asnas.name", "asnas.language"} == {
                f"asnas.table.{link.rsplit('/', 1)[1]}"
            }
            assert kept["token"] not in page.content() + page.url
        assert WRONG == []
    assert server.kill() == ""


def take_pictures(folder: Path) -> None:
    """Take pictures of what people see, from the opening of a table to the end of a match."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, browser() as chromium:
        server = Server(Path(data) / "tables.db", "--pace", "0.05")
        ada = person(chromium, server, "en")
        mina = person(chromium, server, "fa", width=360, scheme="dark")
        watcher = person(chromium, server, "vi", scheme="dark")

        def picture(name: str) -> None:
            for who, page in (("wide", ada), ("phone", mina), ("watching", watcher)):
                page.screenshot(path=folder / f"{name}_{who}.png", full_page=True)

        ada.goto(server.address)
        ada.wait_for_timeout(500)
        ada.screenshot(path=folder / "hall.png")
        link = open_table(ada, server, 2)
        for page in (mina, watcher):
            page.goto(link)
            page.wait_for_selector("#people li")
        picture("open")
        sit(ada, "Ada", 0)
        sit(mina, "مینا", 1)
        ada.click("#start")
        seen: set[str] = set()
        while not is_over(ada):
            ada.wait_for_timeout(400)
            is_end = ada.locator(".actions.is-over:visible").count() > 0
            moment = "showdown" if is_end else "deal"
            if moment not in seen and (is_end or ada.locator(".picture >> text=Looked").count()):
                seen.add(moment)
                picture(moment)
            for page in (ada, mina):
                press(page)
        ada.click("[data-panel=fairness] summary")
        ada.wait_for_timeout(400)
        picture("end")
        server.kill()


if __name__ == "__main__":
    take_pictures(Path(sys.argv[1]))
