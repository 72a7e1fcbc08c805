"""Measure the page: how long it takes until one can play, and how long an action takes."""

import argparse
import time
from statistics import median
from threading import Thread

from playwright.sync_api import Browser, Page, sync_playwright

from build_page import BUILD, build
from serve_page import page_server

# Presses what can be pressed, a match long, and times each press until the buttons are drawn anew.
PLAY = """async () => {
  const times = [];
  const can = () => document.querySelector(".actions button:not([aria-disabled])");
  for (;;) {
    while (!can()) await new Promise((resolve) => setTimeout(resolve, 20));
    if (document.querySelectorAll("table.scores tbody tr").length === 12) return times;
    const bar = document.querySelector(".actions");
    const answered = new Promise((resolve) => {
      new MutationObserver(resolve).observe(bar, { childList: true });
    });
    const start = performance.now();
    can().click();
    await answered;
    times.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}"""


def opened(chromium: Browser, address: str) -> tuple[Page, float]:
    """Open the page as somebody who was never there; return how many seconds it took."""
    page = chromium.new_context(reduced_motion="reduce").new_page()
    start = time.perf_counter()
    page.goto(address)
    page.wait_for_selector(".begin", timeout=120_000)
    return page, time.perf_counter() - start


def main() -> None:
    """Build the page, open it a few times, play a match."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chromium", default="/usr/bin/chromium", help="default: %(default)s")
    options = parser.parse_args()
    build()
    with page_server(BUILD) as server, sync_playwright() as driver:
        Thread(target=server.serve_forever, daemon=True).start()
        chromium = driver.chromium.launch(
            executable_path=options.chromium, args=["--no-sandbox", "--disable-gpu"]
        )
        address = f"http://127.0.0.1:{server.server_port}/"
        pages, loads = zip(*(opened(chromium, address) for _ in range(5)), strict=True)
        page = pages[-1]
        page.click(".begin")
        times = sorted(page.evaluate(PLAY))
        server.shutdown()
    print(f"until one can play: median {median(loads):.1f} s, best {min(loads):.1f} s")
    print(f"an action: median {median(times):.0f} ms, worst of {len(times)} {times[-1]:.0f} ms")


if __name__ == "__main__":
    main()
