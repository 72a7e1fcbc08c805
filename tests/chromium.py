"""The Chromium of this machine, in which no other host than this machine has an address."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product

from playwright.sync_api import Browser, Page, sync_playwright

from build_page import fetch_packages

PROGRAM = shutil.which("chromium") or "chromium"
OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start it, and close it at the end."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=PROGRAM, args=OPTIONS)
        yield browser
        browser.close()


def load_axe(page: Page) -> None:
    """Get a page ready for `faults_of`; its context has to bypass the policy of its content."""
    page.emulate_media(reduced_motion="reduce")  # nothing is looked at while it changes its colour
    page.evaluate((fetch_packages() / "axe-core" / "axe.min.js").read_text("utf-8"))


def faults_of(page: Page) -> list[str]:
    """Return what axe finds, wide and narrow, light and dark, with the elements."""
    faults: list[str] = []
    for width, theme in product((1280, 360), ("light", "dark")):
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme }", theme)
        faults += page.evaluate(
            "async () => (await axe.run()).violations.map(({ id, impact, nodes }) =>"
            " `${impact} ${id}: ${nodes.map((node) => node.target).join('; ')}`)"
        )
    return faults
