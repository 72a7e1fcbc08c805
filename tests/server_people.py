"""People at the tables of a server, each in a browser of their own."""

from typing import Any

from playwright.sync_api import Browser, Page

from server_process import Server

KEYS = "LCHN"
WRONG: list[str] = []
"""What went wrong in the pages, and what they asked of others than their server."""


def person(
    chromium: Browser, server: Server, language: str, *, width: int = 1280, scheme: Any = "light"
) -> Page:
    """Return the page of somebody new."""
    size: Any = {"width": width, "height": 860}
    context = chromium.new_context(
        viewport=size, locale=language, color_scheme=scheme, bypass_csp=True
    )
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
