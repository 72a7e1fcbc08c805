"""The page of the server, in real browsers: two people open a table, play, and come back."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from chromium import chromium, faults_of, load_axe
from server_people import WRONG, is_over, open_table, person, press, sit
from server_process import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "tables.db", "--pace", "0.05")
    WRONG.clear()
    yield running
    assert running.kill() == ""


@pytest.mark.slow
def test_two_people_play_a_match_by_keyboard_and_come_back_in_its_middle(server: Server) -> None:
    with chromium() as browser:
        ada, mina = person(browser, server, "en"), person(browser, server, "fa", width=360)
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
                assert WRONG == []
                server.kill()
                ada.wait_for_selector("#play .actions", state="hidden")
                server.start()
                for page in (ada, mina):
                    page.wait_for_selector(".actions", state="visible")
                assert all("WebSocket connection" in fault for fault in WRONG), WRONG
                WRONG.clear()
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


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fa"])
def test_axe_finds_nothing_at_a_table_and_the_keyboard_is_never_lost(
    server: Server, language: str
) -> None:
    found = {}

    def has_focus() -> bool:
        return bool(ada.evaluate("document.activeElement !== document.body"))

    with chromium() as browser:
        ada = person(browser, server, language)
        ada.goto(server.address)
        ada.wait_for_selector("#opening .begin")
        load_axe(ada)
        found["hall"] = faults_of(ada)
        open_table(ada, server, 1)
        load_axe(ada)
        found["open"] = faults_of(ada)
        ada.fill("#sitting input", "Seat 2")
        ada.set_viewport_size({"width": 360, "height": 740})
        ada.keyboard.press("Enter")
        ada.wait_for_selector("#notice:not([hidden])")
        assert ada.evaluate(
            "(box => box.top >= 0 && box.bottom <= innerHeight + 1)"
            "(document.querySelector('#notice').getBoundingClientRect())"
        )
        for by_button in (True, False):
            ada.fill("#sitting input", "Ada")
            if by_button:
                ada.locator("#people button").nth(0).focus()
            ada.keyboard.press("Enter")
            ada.wait_for_selector("#sitting", state="hidden")
            ada.wait_for_function("document.activeElement.id === 'start'")
            if by_button:
                ada.locator("#people button").nth(0).click()
                ada.wait_for_selector("#sitting", state="visible")
        found["seated"] = faults_of(ada)
        ada.locator("#start").focus()
        ada.keyboard.press("Enter")
        ada.wait_for_selector(".actions", state="visible")
        assert has_focus()
        ada.click("#open-settings")
        ada.check("#coach")
        found["settings"] = faults_of(ada)
        ada.keyboard.press("Escape")
        ada.evaluate("for (const panel of document.querySelectorAll('details')) panel.open = true")
        ada.locator("#people button").nth(0).focus()
        ada.wait_for_selector(".coach table, .actions.is-over")
        assert ada.evaluate("document.activeElement.closest('#people') !== null")
        found["deal"] = faults_of(ada)
        while not is_over(ada):
            press(ada)
            ada.wait_for_timeout(100)
        assert has_focus()
        found["end"] = faults_of(ada)
        assert {name: faults for name, faults in found.items() if faults} == {}
        assert WRONG == []


@pytest.mark.slow
def test_a_table_that_is_not_there_leads_back_to_the_hall(server: Server) -> None:
    with chromium() as browser:
        page = person(browser, server, "en")
        page.goto(f"{server.address}/tables/none")
        page.wait_for_selector("#hall-notice:not([hidden])")
        assert page.locator("#match").is_hidden()
        page.click("#opening .begin")
        page.wait_for_selector("#people li")


@pytest.mark.slow
@pytest.mark.parametrize(
    "kept", ["garbage", "{}", "[1]", '"x"', '{"token": "short", "seat": null}']
)
def test_what_was_kept_of_a_seat_but_is_damaged_is_left_aside(server: Server, kept: str) -> None:
    with chromium() as browser:
        page = person(browser, server, "en")
        link = open_table(page, server, 1)
        page.evaluate(
            "([key, kept]) => localStorage.setItem(key, kept)",
            [f"asnas.table.{link.rsplit('/', 1)[1]}", kept],
        )
        page.reload()
        page.wait_for_selector("#people li")
        sit(page, "Ada", 0)
        assert WRONG == []
