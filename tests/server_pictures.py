"""Pictures of the page of the server, from the opening of a table to the end of a match."""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from server_people import is_over, open_table, person, press, sit
from server_process import Server


def take_pictures(browser: Browser, folder: Path) -> None:
    """Take pictures of what three people see: wide, on a phone in Persian, and watching."""
    with tempfile.TemporaryDirectory() as data:
        server = Server(Path(data) / "tables.db", "--pace", "0.05")
        ada = person(browser, server, "en")
        mina = person(browser, server, "fa", width=360, scheme="dark")
        watcher = person(browser, server, "vi", scheme="dark")

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
        for page in (ada, mina):
            page.click("#open-settings")
            page.check("#coach")
            page.click("#settings [data-close]")
        seen: set[str] = set()
        while not is_over(ada):
            is_end = ada.locator(".actions.is-over:visible").count() > 0
            moment = "showdown" if is_end else "deal"
            if moment not in seen and (is_end or ada.locator(".coach table").count()):
                seen.add(moment)
                picture(moment)
            for page in (ada, mina):
                press(page)
            ada.wait_for_timeout(400)
        ada.click("[data-panel=fairness] summary")
        ada.wait_for_timeout(400)
        picture("end")
        server.kill()
