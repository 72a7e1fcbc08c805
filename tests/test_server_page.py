"""The page of the server, in real browsers: two people open a table, play, and come back."""

import json
from pathlib import Path

import pytest

from chromium import chromium
from server_people import WRONG, is_over, open_table, person, press, sit
from server_process import Server


@pytest.mark.slow
def test_two_people_play_a_match_by_keyboard_and_come_back_in_its_middle(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", "--pace", "0.05")
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
