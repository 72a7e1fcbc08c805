"""The page for browsers: whole matches, nothing fetched from elsewhere, nothing hidden told."""

import fcntl
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from itertools import takewhile
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

import serve_page
from asnas_core import (
    MatchState,
    MatchView,
    Rules,
    SeatView,
    commitment,
    from_json,
    from_record,
    replay,
    start_match,
    to_json,
    to_record,
    view_match,
)
from asnas_core.locales import LANGUAGES, names, narrate, points
from asnas_core.players import LEVELS, play_match
from build_page import build
from chromium import chromium, faults_of, load_axe
from page_host import Host
from playing import cards, pack_text
from serve_page import page_server

EXAMPLES = Path(__file__).parent.parent / "examples"


def words_of(code: str) -> dict[str, Any]:
    folders = (EXAMPLES / "web" / "page" / "words", EXAMPLES / "browser" / "page" / "words")
    shared, own = (json.loads((at / f"{code}.json").read_text("utf-8")) for at in folders)
    assert not shared.keys() & own.keys()
    return {**shared, **own}


WORDS = {code: words_of(code) for code in LANGUAGES}
BUTTON_BOXES = """
[...document.querySelectorAll(".actions button")]
    .map((button) => button.getBoundingClientRect())
    .map((box) => [box.left, box.right, box.height])
"""
CAN_PRESS = ".actions button:not([aria-disabled])"
LOADING = 60_000


# In Python alone


def asked(host: Host, do: str, **values: object) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(host.answer(json.dumps({"do": do, **values})))
    return answer


def played(host: Host, wanted: str = "look call hold fold") -> dict[str, Any]:
    """Play a match to its end with the first wanted action that is legal."""
    answer = asked(host, "step", step=None)
    while not answer["screen"]["match_is_over"]:
        screen = answer["screen"]
        legal = {button["action"] for button in screen["actions"] if button["is_legal"]}
        if answer["waits"]:
            answer = asked(host, "watch")
        elif screen["deal_is_over"]:
            answer = asked(host, "next")
        else:
            action = next(action for action in wanted.split() if action in legal)
            answer = asked(host, "act", action=action, move=screen["move"])
    return answer


def kept_by(host: Host) -> MatchState:
    assert host.match is not None
    return host.match


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_host_plays_a_match_and_keeps_it(language: str) -> None:
    host = Host()
    asked(host, "speak", language=language, opponents=WORDS[language]["opponents"], coach=True)
    asked(host, "start", levels=["novice", "bold", "random"])
    answer = played(host)
    match = from_record(json.loads(answer["record"])["match"], MatchState)
    assert match.is_over
    screen = answer["screen"]
    assert screen["totals"] == [points(total, language, signed=True) for total in match.totals]
    other = Host(language=language, opponents=host.opponents, coach=True)
    assert asked(other, "resume", record=answer["record"])["screen"] == screen
    seed = asked(host, "reveal")["seed"]
    assert commitment(bytes.fromhex(seed)) == screen["commitment"] == answer["published"]
    assert asked(host, "verify") == {"verdict": "fits"}
    other.published = "0" * 64
    assert asked(other, "verify") == {"verdict": "differs"}
    asked(other, "load", text=asked(host, "save")["file"])
    assert asked(other, "verify") == {"verdict": "unpublished"}


def test_the_host_tells_no_seed_before_the_end_and_refuses_in_the_language_of_the_page() -> None:
    host = Host(language="nb")
    asked(host, "start", levels=["novice"] * 3)
    assert asked(host, "reveal") == {"refused": "no_seed"}
    before = host.match
    assert "trekk 7" in asked(host, "act", action="call", move=7)["text"]
    assert "JSON" in asked(host, "load", text="nothing")["text"]
    assert host.match == before


KEPT = {"about": "", "levels": ["novice"], "published": None, "match": to_record(start_match(7))}


@pytest.mark.parametrize(
    "record",
    [
        "",
        "null",
        "[" * 100_000,
        "{}",
        json.dumps(KEPT | {"levels": []}),
        json.dumps(KEPT | {"levels": ["grandmaster"]}),
        json.dumps(KEPT | {"levels": [["novice"]]}),
        json.dumps(KEPT | {"levels": 7}),
        json.dumps(KEPT | {"published": 7}),
        json.dumps(KEPT | {"match": {}}),
        json.dumps(KEPT | {"match": None}),
    ],
    ids=range(11),
)
def test_what_is_no_record_of_the_page_is_refused_and_changes_nothing(record: str) -> None:
    host = Host()
    asked(host, "start", levels=["bold"] * 3)
    before = host.match, host.levels, host.published
    refused = asked(host, "resume", record=record)["refused"]
    assert refused == "bad_record" or refused.startswith("record_")
    assert (host.match, host.levels, host.published) == before
    assert asked(host, "resume", record=json.dumps(KEPT))["screen"]["move"] == 0


def test_without_a_match_there_is_nothing_to_do() -> None:
    requests = [
        {"do": "act", "action": "call", "move": 0},
        {"do": "step", "step": 0},
        *({"do": do} for do in ("watch", "next", "save", "reveal", "verify")),
    ]
    for request in requests:
        assert json.loads(Host().answer(json.dumps(request))) == {"refused": "no_match"}
    assert asked(Host(), "speak", language="fa", opponents=[], coach=True) == {"screen": None}


def test_the_host_replays_every_step_as_its_seat_saw_it() -> None:
    host = Host()
    asked(host, "start", levels=["novice", "bold", "master"])
    last = played(host)
    first = asked(host, "step", step=0)
    steps = first["steps"]
    assert steps == len(list(replay(kept_by(host)))) - 1
    assert (first["step"], first["screen"]["move"], first["screen"]["deal"]) == (0, 0, 1)
    assert not first["waits"]
    assert asked(host, "step", step=steps)["screen"] == last["screen"]
    assert asked(host, "step", step=steps + 5)["screen"] == last["screen"]
    assert asked(host, "step", step=None)["screen"] == last["screen"]


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_host_takes_matches_of_other_tables(seats: int) -> None:
    match = start_match(7, rules=Rules(seats=seats, copies=5, deals=seats))
    host = Host(opponents=("Ada", "Bo", "Cy"))
    answer = asked(host, "load", text=to_json(match))
    assert len(answer["screen"]["places"]) == seats
    assert played(host)["screen"]["match_is_over"]


@pytest.mark.parametrize("port", ["taken", "99999", "-1"])
def test_a_port_that_cannot_be_had_is_told_before_anything_is_built(
    port: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with page_server(Path()) as other:
        port = str(other.server_port) if port == "taken" else port
        monkeypatch.setattr(sys, "argv", ["serve_page.py", "--port", port])
        with pytest.raises(SystemExit):
            serve_page.main()
    assert f"--port {port} cannot be had: " in capsys.readouterr().err


# In a browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Build the page once for all processes of a test run, and serve it."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    folder = shared / "page"
    with (shared / "page.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "contents.json").exists():
            build(folder)
    with page_server(folder) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


Opener = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, address: str) -> Iterator[Opener]:
    """Open the page; errors, and requests to anywhere else, fail the test at its end."""
    faults: list[str] = []
    contexts: list[BrowserContext] = []

    def watch(url: str) -> None:
        if not url.startswith((address, f"blob:{address}", "data:")):
            faults.append(f"request to {url}")

    def open_page(
        stored: dict[str, str] | None = None,
        script: str = "",
        **options: Any,
    ) -> Page:
        options = {"reduced_motion": "reduce", "viewport": {"width": 1280, "height": 800}} | options
        items = [{"name": name, "value": text} for name, text in (stored or {}).items()]
        origin: Any = {"origin": address.rstrip("/"), "localStorage": items}
        context = browser.new_context(storage_state={"origins": [origin]}, **options)
        contexts.append(context)
        context.set_default_timeout(15_000)
        context.on("request", lambda request: watch(request.url))
        context.on("weberror", lambda error: faults.append(str(error.error)))
        context.on(
            "console",
            lambda said: faults.append(said.text) if said.type in {"error", "warning"} else None,
        )
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector(f".begin, {CAN_PRESS}", timeout=LOADING)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


def kept(page: Page) -> MatchState:
    """Return the match that the browser remembers."""
    record = page.evaluate("localStorage.getItem('asnas.match')")
    return from_record(json.loads(record)["match"], MatchState)


def moment(page: Page) -> tuple[str, str, str]:
    found: list[str] = page.evaluate(
        "[...['deal', 'move'].map((key) => document.querySelector('.table').dataset[key] ?? ''),"
        " document.querySelector('.actions').className]"
    )
    return found[0], found[1], found[2]


def press(page: Page, key: str) -> None:
    """Press a key, and wait until there is something to press again."""
    before = moment(page)
    page.keyboard.press(key)
    page.wait_for_function(
        "([deal, move, bar]) => { const table = document.querySelector('.table').dataset;"
        " return (table.deal !== deal || table.move !== move ||"
        " document.querySelector('.actions').className !== bar)"
        f" && document.querySelector('{CAN_PRESS}') }}",
        arg=list(before),
    )


def keys(page: Page) -> list[str]:
    found: list[str] = page.eval_on_selector_all(
        CAN_PRESS, "buttons => buttons.map((button) => button.dataset.key)"
    )
    return found


def begin(page: Page) -> None:
    page.keyboard.press("Enter")  # the button has the focus
    page.wait_for_selector(CAN_PRESS)


def till_looking(page: Page) -> None:
    """Go on until the person may look: all others may have folded before."""
    while "L" not in (can := keys(page)):
        press(page, "N" if "N" in can else can[0])


def look(page: Page) -> None:
    till_looking(page)
    press(page, "L")


def play_on(page: Page, until_deal: int = 13) -> None:
    """Play by keyboard: look, call or hold; raise or fold now and then; some deals blind."""
    turn = 0
    while not kept(page).is_over and int(moment(page)[0]) < until_deal:
        turn += 1
        can = keys(page)
        wishes = "NLRCHF" if turn % 7 == 3 else "NFLCH" if turn % 11 == 5 else "NLCHF"
        wishes = wishes.replace("L", "") if kept(page).deal_number % 4 == 2 else wishes
        press(page, next(key for key in wishes if key in can))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_match_by_keyboard(opened: Opener, language: str) -> None:
    page = opened({"asnas.language": language})
    assert page.get_attribute("html", "lang") == language
    assert page.get_attribute("html", "dir") == names(language).direction
    begin(page)
    labels = page.locator(".actions .label").all_text_contents()
    assert set(labels) <= {*names(language).actions.values(), WORDS[language]["nextDeal"]}
    play_on(page)
    match = kept(page)
    assert match.is_over
    view = view_match(match, 0)
    called = ["", *WORDS[language]["opponents"]]
    told = narrate(view, language, names=called)
    assert tuple(page.locator(".log li").all_text_contents()) == told
    assert told[-1] in page.locator(".live").inner_text()
    totals = page.locator("table.scores tfoot td").all_text_contents()
    assert totals == [points(total, language, signed=True) for total in match.totals]
    assert page.locator("table.scores tbody tr").count() == 12
    assert page.locator(CAN_PRESS).all_text_contents()[0].startswith(WORDS[language]["newMatch"])


@pytest.mark.slow
def test_a_reload_in_mid_deal_loses_nothing(opened: Opener) -> None:
    page = opened()
    begin(page)
    play_on(page, until_deal=3)
    look(page)
    before, picture = kept(page), page.inner_html(".picture")
    assert not before.deal.is_over
    page.reload()
    page.wait_for_selector(CAN_PRESS, timeout=LOADING)
    assert kept(page) == before
    assert page.inner_html(".picture") == picture
    press(page, next(key for key in "CH" if key in keys(page)))
    assert kept(page).move_number > before.move_number


@pytest.mark.slow
def test_save_load_replay_and_verify(opened: Opener, tmp_path: Path) -> None:
    page = opened()
    begin(page)
    page.click("[data-panel=fairness] summary")
    committed = page.inner_text("#commitment")
    assert re.fullmatch("[0-9a-f]{64}", committed)
    assert page.locator("#show-seed").is_hidden()
    play_on(page)
    match = kept(page)
    page.click("#show-seed")
    page.click("#verify")
    page.wait_for_selector("#verdict.fits")
    assert page.inner_text("#verdict") == WORDS["en"]["verdicts"]["fits"]
    assert match.seed is not None
    assert page.inner_text("#seed") == match.seed.hex()

    page.click("[data-panel=keep] summary")
    with page.expect_download() as download:
        page.click("#save")
    file = tmp_path / "as-nas.json"
    download.value.save_as(file)
    assert from_json(file.read_text("utf-8"), MatchState) == match

    page.click("#open-replay")
    page.wait_for_selector("#replay:not([hidden])")
    steps = match.move_number + 11
    assert page.inner_text("#step") == f"Step 0 of {steps}"
    page.click("[data-by='1']")
    page.wait_for_function(
        "() => document.querySelector('#step').textContent.startsWith('Step 1 ')"
    )
    assert moment(page)[:2] == ("1", "1")
    page.click("#leave")
    page.wait_for_selector("#replay", state="hidden")
    assert kept(page) == match


@pytest.mark.slow
def test_a_file_takes_the_place_of_the_match_on_the_table_only_if_that_is_wanted(
    opened: Opener,
) -> None:
    page = opened()
    begin(page)
    match = play_match(start_match(), dict.fromkeys(range(4), LEVELS["bold"]))
    file: Any = {"name": "x.json", "mimeType": "", "buffer": to_json(match).encode()}
    running = kept(page)
    page.set_input_files("#file", file)  # asks first, and Playwright says no to what it is asked
    page.wait_for_timeout(300)
    assert kept(page) == running
    page.on("dialog", lambda dialog: dialog.accept())
    page.set_input_files("#file", {"name": "x.json", "mimeType": "", "buffer": b"{}"})
    page.wait_for_selector("#notice:not([hidden])")
    assert page.inner_text("#notice").startswith(WORDS["en"]["notSaved"])
    page.set_input_files("#file", file)
    page.wait_for_function("() => document.querySelector('.table').dataset.deal === '12'")
    assert kept(page) == match
    page.click("[data-panel=fairness] summary")
    page.click("#show-seed")
    page.click("#verify")
    page.wait_for_selector("#verdict.unpublished")
    page.select_option("#language", "nb")
    page.get_by_text(WORDS["nb"]["verdicts"]["unpublished"]).wait_for()


@pytest.mark.slow
def test_a_file_is_loaded_from_the_start_and_a_new_match_is_by_the_usual_rules(
    opened: Opener,
) -> None:
    page = opened()
    assert page.get_by_text(WORDS["en"]["load"]).first.is_visible()
    small = to_json(start_match(7, rules=Rules(seats=2, deals=1)))
    file: Any = {"name": "x.json", "mimeType": "", "buffer": small.encode()}
    page.set_input_files("#file", file)
    page.wait_for_selector(CAN_PRESS)
    assert page.evaluate("document.activeElement.closest('.actions') !== null")
    assert kept(page).rules.seats == 2
    assert page.locator("#fairness-loaded[hidden]").count() == 0
    play_on(page)
    match = kept(page)
    page.click(".actions .next")
    page.keyboard.press("Escape")  # the match that is over can still be looked at
    page.wait_for_selector(CAN_PRESS)
    assert kept(page) == match
    page.click(".actions .next")
    page.click(".begin")
    page.wait_for_selector(CAN_PRESS)
    assert kept(page).rules == Rules()


@pytest.mark.slow
def test_keys_of_the_game_do_nothing_where_the_table_is_not_shown(opened: Opener) -> None:
    page = opened()
    begin(page)
    look(page)
    before = kept(page)
    page.click("#open-start")
    for key in "LCHRFN":
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    assert page.locator("#start").is_visible()
    page.keyboard.press("Escape")
    page.wait_for_selector(CAN_PRESS)
    assert page.evaluate("document.activeElement.closest('.actions') !== null")
    page.click("[data-panel=keep] summary")
    page.click("#open-replay")
    page.wait_for_selector("#replay:not([hidden])")
    assert page.evaluate("document.activeElement.dataset.by") == "1"
    page.keyboard.press("End")
    page.wait_for_selector("[data-by='1'][aria-disabled]")
    for key in "LCHRFN":
        page.keyboard.press(key)
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("[data-by='1']:not([aria-disabled])")
    step = page.inner_text("#step")
    page.focus("#language")
    page.keyboard.press("Home")
    page.wait_for_timeout(200)
    assert page.inner_text("#step") == step
    page.focus("[data-by='1']")
    page.keyboard.press("Escape")
    page.wait_for_selector("#replay", state="hidden")
    assert kept(page) == before
    assert page.evaluate("document.activeElement.closest('.actions') !== null")


@pytest.mark.slow
def test_two_windows_show_the_same_match(opened: Opener) -> None:
    page = opened()
    begin(page)
    look(page)
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(CAN_PRESS, timeout=LOADING)
    press(page, next(key for key in "CH" if key in keys(page)))
    after = moment(page)
    other.wait_for_function(
        "([deal, move]) => { const { dataset } = document.querySelector('.table');"
        " return dataset.deal === deal && dataset.move === move }",
        arg=list(after[:2]),
    )
    press(other, next(key for key in "NLCHF" if key in keys(other)))
    later = moment(other)
    page.wait_for_function(
        "([_, move]) => move === document.querySelector('.table').dataset.move", arg=list(later)
    )
    assert kept(page) == kept(other)


@pytest.mark.slow
def test_a_window_that_opens_while_another_plays_takes_nothing_back(opened: Opener) -> None:
    first = opened()
    begin(first)
    look(first)
    second = first.context.new_page()
    second.add_init_script(
        """const get = Storage.prototype.getItem;
        let reads = 0;
        Storage.prototype.getItem = function (key) {
          const text = get.call(this, key);
          if (key !== "asnas.match" || text === null) return text;
          reads += 1;
          // What the first window saves while this one starts comes just after it has read.
          return reads === 1 ? localStorage.older ?? text : text;
        };"""
    )
    older = first.evaluate("() => localStorage.getItem('asnas.match')")
    press(first, next(key for key in "CH" if key in keys(first)))
    first.evaluate("(older) => { localStorage.older = older; }", older)
    newest = kept(first)
    second.goto(first.url)
    second.wait_for_selector(CAN_PRESS, timeout=LOADING)
    assert kept(first) == kept(second) == newest
    assert second.locator(f".table[data-move='{newest.move_number}']").count() == 1


@pytest.mark.slow
def test_a_window_that_is_left_alone_goes_on(opened: Opener) -> None:
    first = opened({"asnas.levels": "master master master"}, reduced_motion="no-preference")
    begin(first)
    second = first.context.new_page()
    second.goto(first.url)
    second.wait_for_selector(CAN_PRESS, timeout=LOADING)
    while second.locator(CAN_PRESS).count():  # until computer players act after the person
        first.wait_for_selector(CAN_PRESS)
        first.keyboard.press(next(key for key in "NCHL" if key in keys(first)))
        second.wait_for_timeout(700)
    first.close()
    second.wait_for_selector(CAN_PRESS)


@pytest.mark.slow
def test_the_language_changes_in_mid_game_and_is_remembered(opened: Opener) -> None:
    page = opened()
    begin(page)
    look(page)
    before = kept(page)
    page.select_option("#language", "fa")
    page.wait_for_function("() => document.documentElement.dir === 'rtl'")
    page.wait_for_selector(".picture svg[lang=fa]")
    assert page.locator(".actions .look .label").inner_text() == "نگاه کردن"
    page.reload()
    page.wait_for_selector(CAN_PRESS, timeout=LOADING)
    assert page.get_attribute("html", "lang") == "fa"
    assert kept(page) == before


@pytest.mark.slow
def test_the_look_is_changed_and_remembered(opened: Opener) -> None:
    page = opened({"asnas.look": json.dumps({"theme": "light"})})
    page.click("#open-settings")
    for name in ("contrast", "grain", "temperature"):
        slider = page.locator(f"#look [name={name}]")
        assert slider.input_value() == "50"
        slider.focus()
        page.keyboard.press("Home")
        assert slider.input_value() == "0"
    page.check("#look [value=dark]")
    assert page.get_attribute("html", "data-theme") == "dark"
    page.reload()
    page.wait_for_selector(".begin", timeout=LOADING)
    assert page.get_attribute("html", "data-theme") == "dark"
    assert page.get_attribute("html", "class") == "is-filtered"
    page.click("#open-settings")
    assert page.locator("#look [name=grain]").input_value() == "0"
    page.click("#look [type=reset]")
    assert page.locator("#look [name=grain]").input_value() == "50"
    assert page.get_attribute("html", "class") == ""


@pytest.mark.slow
def test_a_phone_of_360_pixels_shows_everything_without_scrolling_sideways(opened: Opener) -> None:
    page = opened(
        {"asnas.coach": "on"},
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
    )
    width = "document.documentElement.scrollWidth"
    assert page.evaluate(width) == 360
    page.tap(".begin")
    page.wait_for_selector(CAN_PRESS)
    till_looking(page)
    page.tap(".actions .look")
    page.wait_for_selector(".coach table")
    page.evaluate("for (const panel of document.querySelectorAll('details')) panel.open = true")
    for language in LANGUAGES:
        page.select_option("#language", language)
        page.wait_for_function("(code) => document.documentElement.lang === code", arg=language)
        page.wait_for_selector(f".picture svg[lang={language}]", state="attached")
        assert page.evaluate(width) == 360, language
        # All at once, as the buttons may be drawn again at any moment.
        for left, right, height in page.evaluate(BUTTON_BOXES):
            assert min(right - left, height) >= 44
            assert left >= 0
            assert right <= 360
        assert page.locator(".small-table .place:visible").count() == 4
        assert page.locator(".small-pot").is_visible()
        assert page.locator(".picture").is_hidden()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fa"])
def test_axe_finds_nothing(opened: Opener, language: str) -> None:
    page = opened({"asnas.language": language, "asnas.coach": "on"}, bypass_csp=True)
    load_axe(page)
    found = {"start": faults_of(page)}
    begin(page)
    look(page)
    page.evaluate("for (const panel of document.querySelectorAll('details')) panel.open = true")
    found["deal"] = faults_of(page)
    page.click("#open-replay")
    page.wait_for_selector("#replay:not([hidden])")
    found["replay"] = faults_of(page)
    page.click("#leave")
    page.wait_for_selector("#replay", state="hidden")
    for dialog in ("settings", "rules"):
        page.click(f"#open-{dialog}")
        found[dialog] = faults_of(page)
        page.keyboard.press("Escape")
    play_on(page, until_deal=2)
    found["after a deal"] = faults_of(page)
    assert all(faults == [] for faults in found.values()), found


@pytest.mark.slow
def test_computer_moves_are_shown_one_by_one_unless_somebody_is_in_a_hurry(opened: Opener) -> None:
    page = opened({"asnas.levels": "master master master"}, reduced_motion="no-preference")
    sentences = "() => document.querySelectorAll('.log li').length"
    page.click(".begin")
    page.wait_for_selector(".log li")
    seen = set()
    while not keys(page):
        seen.add(page.evaluate(sentences))
    assert len(seen) > 3
    page.evaluate(
        "() => { new MutationObserver(() => { window.drawings += 1; })"
        ".observe(document.querySelector('.log'), { childList: true }); }"
    )
    told = drawings = 0
    while told < 3:  # until some computer players act after somebody is in a hurry
        press_key = next(key for key in "NCHL" if key in keys(page))
        page.evaluate("() => { window.drawings = 0; }")
        page.keyboard.press(press_key)
        page.wait_for_function("() => window.drawings > 0")
        before = page.evaluate(
            "() => { window.drawings = 0; document.body.dispatchEvent(new KeyboardEvent('keydown',"
            " { key: 'Shift', bubbles: true }));"
            " return document.querySelectorAll('.log li').length; }"
        )
        page.wait_for_selector(CAN_PRESS)
        drawings = page.evaluate("() => window.drawings")
        told = page.evaluate(sentences) - before
    assert drawings <= 2  # one that was on its way, and what came of it all


@pytest.mark.slow
def test_the_page_says_so_where_there_is_no_webassembly(browser: Browser, address: str) -> None:
    context = browser.new_context(locale="nb-NO")
    context.add_init_script("delete window.WebAssembly")
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("#message:not([hidden])")
    assert page.inner_text("#message") == WORDS["nb"]["noWebAssembly"]
    assert page.locator("#levels").is_hidden()
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("missing", ["pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip"])
def test_the_page_says_so_where_a_file_does_not_come(
    browser: Browser, address: str, missing: str
) -> None:
    context = browser.new_context()
    context.route(f"**/{missing}", lambda route: route.fulfill(status=404))
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("#message:not([hidden])")
    assert page.inner_text("#message") == f"{WORDS['en']['failed']} 404 {address}{missing}"
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("record", ["{", "{}", '{"match": 7}'])
def test_a_match_that_cannot_be_read_is_told_and_stays_until_another_begins(
    opened: Opener, record: str
) -> None:
    page = opened({"asnas.match": record, "asnas.levels": "nobody", "asnas.look": "?"})
    assert page.inner_text("#message").startswith(WORDS["en"]["damaged"])
    assert page.evaluate("localStorage.getItem('asnas.match')") == record
    begin(page)
    assert kept(page).deal_number == 1


@pytest.mark.slow
def test_restart_asks_first(opened: Opener) -> None:
    page = opened()
    begin(page)
    look(page)
    before = kept(page)
    page.click("#open-start")
    page.get_by_text(WORDS["en"]["cancel"]).click()
    page.wait_for_selector(CAN_PRESS)
    assert kept(page) == before
    page.click("#open-start")
    page.select_option("[name=level0]", "random")
    page.click(".begin")
    page.wait_for_selector(CAN_PRESS)
    after = kept(page)
    assert after.seed != before.seed
    record = json.loads(page.evaluate("localStorage.getItem('asnas.match')"))
    assert record["levels"] == ["random", "bold", "master"]


@pytest.mark.slow
def test_a_file_that_is_none_does_not_stop_the_computer_players(opened: Opener) -> None:
    page = opened({"asnas.levels": "master master master"}, reduced_motion="no-preference")
    page.on("dialog", lambda dialog: dialog.accept())
    page.click(".begin")
    page.wait_for_selector(".log li")
    assert not keys(page)
    page.set_input_files("#file", {"name": "x.json", "mimeType": "", "buffer": b"nonsense"})
    page.wait_for_selector("#notice:not([hidden])")
    page.wait_for_selector(CAN_PRESS)


@pytest.mark.slow
def test_another_match_in_another_window_leaves_no_verdict_behind(opened: Opener) -> None:
    page = opened()
    begin(page)
    play_on(page)
    page.click("[data-panel=fairness] summary")
    page.click("#show-seed")
    page.click("#verify")
    page.wait_for_selector("#verdict.fits")
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector(CAN_PRESS, timeout=LOADING)
    match = play_match(start_match(), dict.fromkeys(range(4), LEVELS["bold"]))
    other.set_input_files("#file", {"name": "x", "mimeType": "", "buffer": to_json(match).encode()})
    page.wait_for_function(
        "text => document.querySelector('#commitment').textContent === text", arg=match.commitment
    )
    assert page.locator("#seed-part").is_hidden()
    assert page.locator("#verdict").text_content() == ""
    # The same match from a file has no promise of its own, so the verdict is another one.
    page.click("#show-seed")
    page.click("#verify")
    page.wait_for_selector("#verdict.unpublished")
    page.click("#open-start")
    again = play_match(start_match(), dict.fromkeys(range(4), LEVELS["bold"]))
    other.set_input_files("#file", {"name": "x", "mimeType": "", "buffer": to_json(again).encode()})
    other.wait_for_function(
        "(text) => document.querySelector('#commitment').textContent === text", arg=again.commitment
    )
    page.wait_for_timeout(500)
    page.keyboard.press("Escape")
    page.wait_for_selector("#match:not([hidden])")
    assert page.inner_text("#commitment") == again.commitment
    assert page.locator("#seed-part").is_hidden()


@pytest.mark.slow
def test_a_language_whose_words_do_not_come_changes_nothing(browser: Browser, address: str) -> None:
    context = browser.new_context(locale="en")
    context.route("**/words/fa.json", lambda route: route.abort())
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(".begin", timeout=LOADING)
    page.select_option("#language", "fa")
    page.wait_for_function("() => document.querySelector('#language').value === 'en'")
    assert page.get_attribute("html", "lang") == "en"
    page.select_option("#language", "nb")
    page.wait_for_function("() => document.documentElement.lang === 'nb'")
    context.close()


@pytest.mark.slow
def test_keys_count_by_their_place_where_a_keyboard_writes_other_letters(opened: Opener) -> None:
    page = opened()
    begin(page)
    till_looking(page)
    before = kept(page)
    pressed = """(extra) => document.body.dispatchEvent(
        new KeyboardEvent("keydown", { code: "KeyL", key: "م", bubbles: true, ...extra }))"""
    page.evaluate(pressed, {"ctrlKey": True})
    page.wait_for_timeout(300)
    assert kept(page) == before
    page.evaluate(pressed, {})
    page.wait_for_selector(".actions .look[aria-disabled]")


# Nothing that is hidden

RECORDER = """
window.told = [];
const Plain = Worker;
window.Worker = class extends Plain {
  constructor(...all) {
    super(...all);
    this.addEventListener("message", ({ data }) => {
      if (data.answer) window.told.push(data.answer);
    });
  }
};
"""


def pages_of(
    opened: Opener, packs: list[str], wishes: str
) -> list[tuple[MatchView[SeatView], str, str, str]]:
    """Play a match of given packs; return at each moment the view, and all that the page holds."""
    match = start_match(packs=[cards(pack) for pack in packs])
    record = {"about": "", "levels": ["random"] * 3, "published": None, "match": to_record(match)}
    page = opened({"asnas.match": json.dumps(record)}, RECORDER)
    page.wait_for_selector(CAN_PRESS)
    moments = []
    while not kept(page).is_over:
        told = page.evaluate("window.told.splice(0)")
        answers = [{**json.loads(answer), "record": None} for answer in told]
        storage = page.evaluate("JSON.stringify({ ...localStorage, 'asnas.match': '' })")
        view = view_match(kept(page), 0)
        moments.append((view, page.content(), json.dumps(answers), storage))
        press(page, next(key for key in f"N{wishes}" if key in keys(page)))
    return moments


@pytest.mark.slow
def test_cards_that_the_person_may_not_see_change_nothing_in_the_page(opened: Opener) -> None:
    hands = ("ASBZC", "AASSB", "BBZZC", "ACZSC")
    mine, *others = hands
    packs = [pack_text(hands, dealer=number % 4) for number in range(12)]
    from_here = 5
    other_packs = packs[:from_here] + [
        pack_text((mine, *reversed(others)), dealer=number % 4) for number in range(from_here, 12)
    ]
    # The levels are random, so hidden cards do not change what they do, and views are alike until
    # a showdown uncovers hands that differ.
    moments = list(
        zip(pages_of(opened, packs, "LCHRF"), pages_of(opened, other_packs, "LCHRF"), strict=False)
    )
    alike = list(takewhile(lambda pair: pair[0][0] == pair[1][0], moments))
    assert alike[-1][0][0].deal_number > from_here
    for one, other in alike:
        assert one[1:] == other[1:]
    uncovered, other_uncovered = moments[len(alike)]
    assert uncovered[0].deal.is_over
    assert uncovered[1] != other_uncovered[1]
