"""The server of tables: real processes, real connections, and people who mean no good."""

import asyncio
import base64
import json
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack
from functools import partial
from http.client import HTTPConnection
from itertools import cycle
from pathlib import Path
from random import Random
from resource import RLIMIT_FSIZE, prlimit
from typing import Any
from unittest.mock import MagicMock

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from asnas_core import SPECTATOR, MatchState, Rules, from_json, replay, start_match, view_match
from asnas_core.players import LEVELS, play_match
from asnas_core.testing import check_match_secrecy
from client import OPTIONS, Client, new_token
from limits import Limits
from messages import Bucket
from screen import screen as screen_of
from server_process import FAST, Server
from store import Options, Person, Store
from tables import Table

pytestmark = pytest.mark.slow  # each starts a server of its own

EXAMPLES = Path(__file__).parent.parent / "examples"
PAGE = EXAMPLES / "server" / "page"
NAMES = ["Ada", "بو", "مینا", "Đào"]


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Run it to the end, or fail where it would wait for ever."""

    async def limited() -> Any:
        async with asyncio.timeout(60):
            return await coroutine

    return asyncio.run(limited())


@pytest.fixture(autouse=True)
def _no_server_is_left() -> Iterator[None]:
    yield
    for process in Server.running:
        process.kill()
        process.communicate(timeout=10)
    Server.running.clear()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "tables.db")
    yield running
    log = running.kill()
    assert log == ""


async def sit(client: Any, seat: int) -> str:
    token = new_token()
    assert (await client.hello(token))["type"] == "accepted"
    assert (await client.ask("sit", seat=seat, name=NAMES[seat]))["type"] == "accepted"
    return str(token)


def legal(screen: dict[str, Any]) -> list[str]:
    return [button["action"] for button in screen["actions"] if button["is_legal"]]


def has_started(client: Any) -> bool:
    return bool(client.table["started"])


def is_new(client: Any, screen: dict[str, Any]) -> bool:
    return client.screen is not screen


async def play_on(client: Any, luck: Random, until: Any = None) -> list[tuple[int, int, str]]:
    """Play at random until the match is over, and return what was accepted: move, seat, action."""
    done = []
    while not (client.screen["match_is_over"] or (until and until(client.screen))):
        screen = client.screen
        if choice := legal(screen):
            action = luck.choice(choice)
            answer = await client.ask("action", action=action, move=screen["move"])
            assert answer["type"] == "accepted", answer
            done.append((screen["move"], screen["you"], action))
        elif screen["deal_is_over"] and screen["you"] is not None:
            answer = await client.ask("next", deal=screen["deal"])
            assert answer["type"] == "accepted" or answer["code"] == "stale_deal"
        await client.until(partial(is_new, client, screen))
    return done


def actions_of(match: MatchState) -> list[tuple[int, int, str]]:
    history = [(seat, action.value) for deal in match.deals for seat, action in deal.history]
    return [(move, seat, action) for move, (seat, action) in enumerate(history)]


async def four_play(server: Server, seed: int, **options: object) -> None:
    """Let four people play a match to its end, and one watch; check all that each was sent."""
    table = server.open(**options)
    async with (
        server.at(table) as ada,
        server.at(table) as bo,
        server.at(table) as mina,
        server.at(table) as dao,
        server.at(table) as watcher,
    ):
        seated = [ada, bo, mina, dao]
        tokens = [await sit(client, seat) for seat, client in enumerate(seated)]
        await watcher.hello()
        assert (await ada.ask("start"))["type"] == "accepted"
        for client in [*seated, watcher]:
            await client.until(partial(has_started, client))
        playing = [play_on(client, Random(seed + seat)) for seat, client in enumerate(seated)]
        done = await asyncio.gather(*playing, play_on(watcher, Random()))
    match = from_json(ada.table["record"], MatchState)
    assert match.is_over
    assert sorted(entry for entries in done for entry in entries) == actions_of(match)
    for seat, client in enumerate(seated):
        check_sent(client.heard, match, seat, tokens)
    check_sent(watcher.heard, match, SPECTATOR, tokens)


def check_sent(heard: list[str], match: MatchState, viewer: Any, tokens: list[str]) -> None:
    """Check every byte that was sent to one viewer against what it may know."""
    states = {(state.deal_number, state.move_number): state for state in replay(match)}
    assert match.seed is not None
    secrets = [match.seed.hex(), *tokens]
    screens = 0
    for text in heard:
        message = json.loads(text)
        if message["type"] != "table":
            assert message == {"type": "accepted", "message": message["message"]}
            continue
        screen, record = message.pop("screen"), message.pop("record")
        assert message.pop("last") is None
        names = [person["name"] for person in message["people"]]
        assert set(message) == {
            "type", "you", "started", "people", "watching", "seconds_left", "options"
        }  # fmt: skip
        over = screen is not None and screen["match_is_over"]
        if record is None:
            assert not over
            assert not any(secret in text for secret in secrets)
        else:
            assert from_json(record, MatchState) == match
        if screen is not None:
            screens += 1
            state = states[screen["deal"], screen["move"]]
            who = SPECTATOR if message["you"] is None else viewer
            expected = screen_of(view_match(state, who), "en", names=names)
            assert screen == json.loads(json.dumps(expected))
    assert screens > len(match.deals)


def test_four_people_play_matches_to_the_end_at_four_tables_at_once(server: Server) -> None:
    async def everybody() -> None:
        await asyncio.gather(*(four_play(server, seed, deals=4) for seed in range(4)))

    run(everybody())


class Sent:
    """What people have sent through the kills of a server, and what was accepted of it."""

    def __init__(self) -> None:
        self.tokens: dict[int, str] = {}
        self.all: set[tuple[int, int, str]] = set()
        self.accepted: list[tuple[int, int, str]] = []
        self.record = ""


async def come_back(client: Any, seat: int, sent: Sent) -> None:
    if seat in sent.tokens:
        answer = await client.hello(sent.tokens[seat], seat)
        assert answer == {"type": "accepted", "message": "hello"}
    else:
        sent.tokens[seat] = await sit(client, seat)
        if len(sent.tokens) == 4:
            assert (await client.ask("start"))["type"] == "accepted"
    await client.until(lambda: client.table["started"])


async def play_until_kill(  # noqa: PLR0917
    server: Server, table: str, seat: int, sent: Sent, most: int, luck: Random
) -> None:
    """Play until so many actions were accepted, and kill the server while it answers the next."""
    async with server.at(table) as client:
        await come_back(client, seat, sent)
        while not client.screen["match_is_over"]:
            screen = client.screen
            if choice := legal(screen):
                done = (screen["move"], seat, luck.choice(choice))
                sent.all.add(done)
                asking = asyncio.ensure_future(client.ask("action", action=done[2], move=done[0]))
                if len(sent.accepted) >= most:
                    await asyncio.sleep(luck.random() * 0.006)
                    server.kill()
                assert (await asking)["type"] == "accepted"
                sent.accepted.append(done)
            elif screen["deal_is_over"]:
                await client.ask("next", deal=screen["deal"])
            await client.until(partial(is_new, client, screen))
        sent.record = client.table["record"]


def test_nothing_is_lost_or_doubled_when_the_server_is_killed_in_mid_match(tmp_path: Path) -> None:
    server, sent, luck = Server(tmp_path / "tables.db"), Sent(), Random(3)
    table = server.open(deals=4)

    async def four(most: int) -> list[Any]:
        people = [play_until_kill(server, table, seat, sent, most, luck) for seat in range(4)]
        return await asyncio.gather(*people, return_exceptions=True)

    for most in range(0, 20, 4):
        ends = run(four(most))
        assert all(isinstance(end, ConnectionClosed) for end in ends), ends
        server.start()
    assert run(four(1000)) == [None] * 4
    server.kill()
    played = actions_of(from_json(sent.record, MatchState))
    # What was sent and not answered may have been kept or not, but never in half, or twice.
    assert set(sent.accepted) <= set(played) <= sent.all
    assert len(set(sent.accepted)) == len(sent.accepted) >= 16


def test_what_cannot_be_kept_is_refused_and_has_not_happened(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    table = server.open(seats=2)
    prlimit(server.process.pid, RLIMIT_FSIZE, (100_000, 100_000))  # the disk is soon full
    token = new_token()

    async def play() -> int:
        async with server.at(table) as ada:
            await ada.hello(token)
            await ada.ask("sit", seat=1, name="Ada")
            await ada.ask("start")
            await ada.until(lambda: ada.table["started"])
            while True:
                screen = ada.screen
                move = screen["move"]
                if screen["deal_is_over"]:
                    answer = await ada.ask("next", deal=screen["deal"])
                elif choice := legal(screen):
                    answer = await ada.ask("action", action=choice[0], move=move)
                else:
                    answer = {"type": "accepted"}
                if answer["type"] == "refused":
                    assert answer["code"] == "not_kept"
                    return int(move)
                try:
                    async with asyncio.timeout(1):
                        await ada.until(partial(is_new, ada, screen))
                except TimeoutError:  # the computer cannot go on either
                    return int(move)

    async def come_again() -> int:
        async with server.at(table) as ada:
            await ada.hello(token, 1)
            await ada.until(lambda: True)
            return int(ada.screen["move"])

    move = run(play())
    assert move > 3
    assert server.kill() == ""
    server.start()
    assert run(come_again()) in (move, move + 1)  # the computer goes on now
    server.kill()


async def refused(client: Any, kind: str, **fields: object) -> str:
    answer = await client.ask(kind, **fields)
    assert answer["type"] == "refused"
    assert answer["text"] not in ("", answer["code"])
    return str(answer["code"])


def test_what_may_not_be_is_refused_with_a_code_and_a_text_and_changes_nothing(
    server: Server,
) -> None:
    async def people() -> None:
        table = server.open()
        async with server.at(table) as ada, server.at(table) as bo, server.at(table) as watcher:
            await watcher.hello()
            await sit(ada, 1)
            assert await refused(ada, "action", action="call", move=0) == "not_started"
            assert await refused(ada, "sit", seat=2, name="Ada") == "already_seated"
            token = new_token()
            await bo.hello(token)
            assert await refused(bo, "sit", seat=1, name="Bo") == "seat_taken"
            assert await refused(bo, "sit", seat=4, name="Bo") == "seat_taken"
            assert await refused(bo, "sit", seat=-1, name="Bo") == "seat_taken"
            assert await refused(bo, "sit", seat=2, name=" بو ") == "name_taken"
            for name in ("", " ", "x" * 21, "a\nb\u0000", "\u202eabc", "\ud800"):
                assert await refused(bo, "sit", seat=2, name=name) == "bad_name"
            assert (await bo.ask("sit", seat=2, name="Ada"))["type"] == "accepted"
            assert (await ada.ask("start"))["type"] == "accepted"
            assert await refused(ada, "start") == "already_started"
            assert await refused(bo, "action", action="call", move=0) == "not_your_turn"
            assert await refused(ada, "action", action="hold", move=0) == "illegal_action"
            assert await refused(ada, "action", action="CALL", move=0) == "unknown_action"
            assert await refused(ada, "action", action="call", move=-1) == "stale_move"
            assert (await ada.ask("action", action="look", move=0))["type"] == "accepted"
            assert await refused(ada, "action", action="look", move=0) == "stale_move"
            assert await refused(ada, "next", deal=1) == "deal_not_over"
            assert await refused(ada, "next", deal=2) == "stale_deal"
            assert await refused(ada, "again") == "match_not_over"
            for kind in ("start", "stand", "again", "back"):
                assert await refused(watcher, kind) == "not_seated"
            assert await refused(watcher, "action", action="call", move=1) == "not_seated"
            assert await refused(watcher, "next", deal=1) == "not_seated"
            assert await refused(watcher, "sit", seat=3, name="Eve") == "wrong_token"
            await ada.ask("settings", language="fa", coach=False)
            answer = await ada.ask("action", action="look", move=0)
            assert answer["text"].startswith("دیر شد")
            await ada.until(lambda: ada.screen["language"] == "fa")
            assert ada.screen["move"] == 1

    run(people())


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({"token": "x" * 43, "seat": 1}, "wrong_token"),  # somebody else's seat
        ({"token": "x" * 43, "seat": 2}, "wrong_token"),  # the computer's
        ({"token": None, "seat": 1}, "wrong_token"),
        ({"token": "x" * 42, "seat": None}, "wrong_token"),
        ({"token": "é" * 43, "seat": None}, "wrong_token"),
        ({"token": "x" * 43, "seat": True}, "bad_message"),
        ({"token": "x" * 43}, "bad_message"),
        ({"token": "x" * 43, "seat": 1, "language": "xx"}, "bad_message"),
        ({"type": "start"}, "bad_message"),
    ],
)
def test_whoever_is_not_who_they_say_is_shown_nothing(
    server: Server, hello: dict[str, Any], code: str
) -> None:
    async def people() -> None:
        table = server.open()
        async with server.at(table) as ada, server.at(table) as eve:
            await sit(ada, 1)
            first = {"type": "hello", "language": "en", "coach": False, **hello}
            answer = await eve.send(json.dumps(first))
            assert answer["code"] == code
            with pytest.raises(ConnectionClosed) as closed:
                await eve.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == {"wrong_token": 4401, "bad_message": 4400}[code]
            assert [json.loads(text)["type"] for text in eve.heard] == ["refused"]

    run(people())


def test_tokens_are_in_no_file_and_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    tokens = []

    async def people() -> None:
        table = server.open()
        async with server.at(table) as ada, server.at(table) as bo:
            tokens.append(await sit(ada, 0))
            await ada.ask("start")
            tokens.append(new_token())
            await bo.hello(tokens[1])

    run(people())
    log = server.kill()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Ada" in kept
    for token in tokens:
        assert token.encode() not in kept
        assert base64.urlsafe_b64decode(token + "=") not in kept
        assert token not in log
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


def test_pages_from_elsewhere_are_not_let_in(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", *FAST, "--origin", "https://play.example")
    table = server.open()

    async def enter(origin: str) -> str:
        async with server.at(table, Origin=origin) as client:
            return str((await client.hello())["type"])

    def opened(origin: str) -> int:
        return request(server, "/tables", json.dumps(OPTIONS), Origin=origin)[0]

    own = f"http://127.0.0.1:{server.port}"
    for origin in ("https://play.example", own):
        assert run(enter(origin)) == "accepted"
        assert opened(origin) == 201
    others = ("http://evil.example", "null", "http://127.0.0.1:1", "http://[", "//", "?")
    for origin in (*others, f"{own}.evil.example", own.replace("127.0.0.1", "127.0.0.2")):
        with pytest.raises(InvalidStatus) as refusal:
            run(enter(origin))
        assert refusal.value.response.status_code == 403
        assert opened(origin) == 403
    assert server.kill() == ""


def request(
    server: Server, path: str, body: str | bytes | None = None, **headers: str
) -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request("GET" if body is None else "POST", path, body, headers)
    answer = connection.getresponse()
    text = answer.read().decode()
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    connection.close()
    return answer.status, text


def test_there_are_pages_a_health_address_and_nothing_else(server: Server) -> None:
    table = server.open()
    assert request(server, "/")[0] == 200
    assert request(server, f"/tables/{table}")[0] == 200
    assert request(server, "/tables/none")[0] == 404
    assert json.loads(request(server, "/health")[1]) == {"status": "ok", "tables": 0, "guests": 0}
    assert request(server, "/web/table.js")[0] == 200
    assert request(server, "/page/page.js")[0] == 200
    for path in ("/web/screen.py", "/page/../serve.py", "/page/%2e%2e/serve.py", "/tables.db"):
        assert request(server, path)[0] == 404


def test_tables_are_opened_only_as_they_can_be(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", "--openings", "14", "--tables", "3")
    good = dict(OPTIONS)
    for bad in (
        {"level": "nobody"}, {"seats": 1}, {"seats": 5}, {"deals": 0}, {"deals": 101},
        {"deals": True}, {"coach": 1}, {"more": 1},
    ):  # fmt: skip
        assert request(server, "/tables", json.dumps({**good, **bad}))[0] == 400
    assert request(server, "/tables", b"\xff")[0] == 400
    assert request(server, "/tables", "x" * 100_000)[0] == 413
    statuses = [request(server, "/tables", json.dumps(good))[0] for _ in range(5)]
    assert statuses == [201, 201, 201, 503, 429]
    assert server.kill() == ""


def test_one_file_serves_one_server(server: Server) -> None:
    program = [sys.executable, str(EXAMPLES / "server" / "serve.py"), "--data", str(server.data)]
    second = subprocess.run(program, capture_output=True, text=True, timeout=30, check=False)
    assert second.returncode == 1
    assert second.stderr == f"{server.data} cannot be used: database is locked\n"


def test_a_person_who_stays_away_is_played_for_and_can_come_back(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", "--pace", "0.05", "--answer", "0.5", "--pause", "0.2")
    table = server.open(deals=100, coach=False)

    async def people() -> None:
        async with server.at(table) as watcher:
            await watcher.hello()
            async with server.at(table) as ada:
                token = await sit(ada, 1)
                await ada.ask("start")
                # There, but thinking for too long.
                await ada.until(lambda: ada.table["people"][1]["is_away"])
                move = ada.screen["move"]
                assert move >= 1
                assert (await ada.ask("back"))["type"] == "accepted"
                await ada.until(lambda: not ada.table["people"][1]["is_away"])
            # Not there at all.
            await watcher.until(lambda: not watcher.table["people"][1]["is_here"])
            await watcher.until(lambda: watcher.table["people"][1]["is_away"])
            deal = watcher.screen["deal"]
            await watcher.until(lambda: watcher.screen["deal"] > deal + 1)  # without anybody
            async with server.at(table) as ada:
                await ada.hello(token, 1)
                await ada.until(lambda: ada.screen["turn"] == 1)
                assert not ada.table["people"][1]["is_away"]
                assert ada.table["seconds_left"] > 0.3
                action = legal(ada.screen)[0]
                answer = await ada.ask("action", action=action, move=ada.screen["move"])
                assert answer["type"] == "accepted"

    run(people())
    assert server.kill() == ""


def test_whoever_goes_from_seat_to_seat_sees_no_hand_but_their_own(tmp_path: Path) -> None:
    """A seat that is taken in the middle of a deal is played by the computer to its end."""
    server = Server(tmp_path / "tables.db", *FAST, "--pace", "0.5", "--pause", "600")

    async def look(ada: Client) -> None:
        while True:
            await ada.until(lambda: ada.screen["turn"] in (0, None))
            if ada.screen["turn"] == 0:
                await ada.ask("action", action="look", move=ada.screen["move"])
                return
            screen = ada.screen
            await ada.ask("next", deal=screen["deal"])
            await ada.until(partial(is_new, ada, screen))

    async def hop(ada: Client) -> None:
        for seat in (1, 2, 0):
            await ada.ask("stand")
            assert (await ada.ask("sit", seat=seat, name="Ada"))["type"] == "accepted"
            await ada.until(partial(sits, ada, seat))
            assert ada.table["people"][seat]["is_waiting"]
            assert ada.screen["you"] is None
            assert await refused(ada, "action", action="call", move=0) == "next_deal_first"

    def sits(ada: Client, seat: int) -> bool:
        return bool(ada.table["you"] == seat)

    async def people() -> None:
        table = server.open(deals=30)
        async with server.at(table) as ada:
            token = await sit(ada, 0)
            await ada.ask("start")
            await look(ada)
            await ada.until(lambda: bool(ada.screen["places"][0]["worth"]))
            deal, heard = ada.screen["deal"], len(ada.heard)
            await hop(ada)
            async with server.at(table) as window:  # nor in another window
                await window.hello(token, 0)
                await window.until(lambda: True)
                assert window.screen["you"] is None
            await ada.until(lambda: ada.screen["deal_is_over"])
            for text in ada.heard[heard:]:
                screen = json.loads(text).get("screen")
                if screen and not screen["deal_is_over"]:
                    assert [place["cards"] for place in screen["places"]] == [None] * 4
            await ada.ask("next", deal=deal)
            await ada.until(lambda: ada.screen["you"] == 0)
            assert not ada.table["people"][0]["is_waiting"]

    run(people())
    assert server.kill() == ""


def test_sitting_down_and_standing_up_gains_nobody_time(tmp_path: Path) -> None:
    limits = ("--pace", "0.6", "--answer", "1.5", "--pause", "0.1")
    server = Server(tmp_path / "tables.db", *FAST, *limits)

    async def hop(mal: Client) -> None:
        for seat in cycle((1, 2, 3)):
            await mal.ask("sit", seat=seat, name="Mal")
            await asyncio.sleep(0.2)
            await mal.ask("stand")

    async def people() -> None:
        table = server.open(deals=100)
        async with server.at(table) as ada, server.at(table) as mal:
            await sit(ada, 0)
            await ada.ask("start")
            await mal.hello(new_token())
            hopping = asyncio.create_task(hop(mal))
            async with asyncio.timeout(20):  # the clock of ada comes to its end all the same
                await ada.until(lambda: ada.table["people"][0]["is_away"])
            hopping.cancel()

    run(people())
    assert server.kill() == ""


def test_names_that_pass_for_others_are_refused(server: Server) -> None:
    async def people() -> None:
        table = server.open()
        async with server.at(table) as ada, server.at(table) as mal:
            await ada.hello(new_token())
            assert (await ada.ask("sit", seat=0, name="بی\u200cبی"))["type"] == "accepted"
            await mal.hello(new_token())
            for name in (
                "You",
                "du",
                "Bạn",
                "شما",
                "seat 2",
                "Ghế 3",
                "\u200c",
                "\u3164",
                "\u2800",
            ):
                assert await refused(mal, "sit", seat=1, name=name) == "name_misleads"
            for name in ("بیبی", "بی\u200cبی", " بی\u200c\u200cبی "):
                assert await refused(mal, "sit", seat=1, name=name) == "name_taken"

    run(people())


def test_those_who_watch_do_not_keep_out_those_who_play(server: Server) -> None:
    async def people() -> None:
        table = server.open()
        async with AsyncExitStack() as stack:
            async with server.at(table) as ada:
                token = await sit(ada, 0)
            for _ in range(60):
                watcher = await stack.enter_async_context(server.at(table))
                assert (await watcher.hello())["type"] == "accepted"
            async with server.at(table) as late:
                assert (await late.hello())["code"] == "table_full"
            async with server.at(table) as ada:
                assert (await ada.hello(token, 0))["type"] == "accepted"

    run(people())


def test_one_address_has_only_so_many_connections(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", "--connections", "3")

    async def people() -> None:
        table = server.open()
        async with server.at(table) as one, server.at(table) as two, server.at(table):
            await one.hello()
            await two.hello()
            with pytest.raises(InvalidStatus):
                async with server.at(table):
                    pass
            assert (await one.ask("settings", language="fa", coach=False))["type"] == "accepted"

    run(people())
    assert server.kill() == ""


def test_who_leaves_is_waited_for_no_longer_than_the_pause_and_wants_nothing_more(
    tmp_path: Path,
) -> None:
    server = Server(tmp_path / "tables.db", *FAST, "--pause", "1.5")
    table = server.open(seats=2, deals=1)

    async def people() -> None:
        async with server.at(table) as ada:
            async with server.at(table) as bo:
                await sit(ada, 0)
                token = await sit(bo, 1)
                await ada.ask("start")
                for client in (ada, bo):
                    await client.until(partial(has_started, client))
                await asyncio.gather(play_on(ada, Random(1)), play_on(bo, Random(2)))
                await bo.ask("again")
                await ada.until(lambda: ada.table["people"][1]["is_ready"])
            await ada.until(lambda: not ada.table["people"][1]["is_here"])
            assert not ada.table["people"][1]["is_ready"]
            assert ada.table["seconds_left"] is None
            async with server.at(table) as bo:  # who only loads the page again has not agreed
                await bo.hello(token, 1)
                await ada.ask("again")
            assert ada.screen["match_is_over"]
            await ada.until(lambda: not ada.screen["match_is_over"])

    run(people())
    assert server.kill() == ""


def test_old_tables_are_deleted_again_after_the_disk_was_full(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", "--idle", "1", "--answer", "0.5", "--pause", "0.5")
    table = server.open()
    prlimit(server.process.pid, RLIMIT_FSIZE, (1, -1))
    assert request(server, "/tables", json.dumps(OPTIONS)) == (503, '{"code":"not_kept"}')
    time.sleep(2)
    prlimit(server.process.pid, RLIMIT_FSIZE, (-1, -1))
    time.sleep(2)
    assert request(server, f"/tables/{table}")[0] == 404
    log = server.kill()
    assert "old tables could not be deleted: " in log
    assert table not in log
    assert "Traceback" not in log


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("match", "{}"),
        ("match", "x"),
        ("last", "{}"),
        ("last", ""),
        ("options", json.dumps({**OPTIONS, "seats": 3})),
        ("options", "{}"),
        ("options", "[" * 100_000),
        ("options", json.dumps({**OPTIONS, "level": "nobody"})),
        ("options", json.dumps({**OPTIONS, "publish_seed": "no"})),
    ],
    ids=range(9),
)
def test_a_table_that_cannot_be_read_is_told_and_harms_no_other(
    tmp_path: Path, column: str, value: str
) -> None:
    server = Server(tmp_path / "tables.db")
    table, other = server.open(), server.open()
    server.kill()
    with sqlite3.connect(server.data) as database:
        database.execute(f"UPDATE tables SET {column} = ? WHERE id = ?", (value, table))  # noqa: S608
    database.close()
    server.start()

    async def people() -> None:
        async with server.at(table) as ada:
            assert (await ada.hello())["code"] == "damaged"
            with pytest.raises(ConnectionClosed) as closed:
                await ada.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4410
        async with server.at(other) as ada:
            assert (await ada.hello())["type"] == "accepted"

    run(people())
    assert server.kill() == "a table could not be opened: a table was changed by another program\n"


def test_a_seat_is_taken_on_the_disk_and_in_memory_or_on_neither(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")
    options = Options(**{**OPTIONS, "seats": 2})
    store.add("table", options, start_match(rules=Rules(seats=2)))
    ada = Person("Ada", b"token", "")
    store._database.set_authorizer(
        lambda action, table, *_: (
            sqlite3.SQLITE_DENY
            if (action, table) == (sqlite3.SQLITE_UPDATE, "tables")
            else sqlite3.SQLITE_OK
        )
    )
    with pytest.raises(sqlite3.Error):
        store.seat("table", 0, ada)
    store._database.set_authorizer(None)
    loaded = store.load("table")
    assert loaded is not None
    assert loaded.persons == {}
    store.seat("table", 0, ada)
    loaded = store.load("table")
    assert loaded is not None
    assert loaded.persons == {0: ada}
    store.close()


class Listener:
    """A guest who only listens."""

    def __init__(self, seat: int, token: bytes) -> None:
        self.seat: int | None = seat
        self.token: bytes | None = token

    def update(self) -> None:
        pass

    def dismiss(self) -> None:
        pass


def test_standing_up_holds_even_if_what_follows_from_it_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "tables.db")
    rules = Rules(seats=2, deals=1)
    match = play_match(start_match(rules=rules), dict.fromkeys(range(2), LEVELS["novice"]))
    store.add("table", Options(**{**OPTIONS, "seats": 2, "deals": 1}), match)

    async def people() -> None:
        saved = store.load("table")
        assert saved is not None
        table = Table("table", saved, store, Limits())
        for seat, name in enumerate(("Ada", "Bo")):
            table.guests.add(Listener(seat, name.encode()))
            table.sit(seat, name, name.encode())
        table.again(0)
        assert table.ready == {0}  # bo has not asked for another match
        monkeypatch.setattr(store, "save", MagicMock(side_effect=sqlite3.OperationalError))
        table.stand(1)
        assert set(table.persons) == {0}
        assert table.match == match
        table.close()

    run(people())
    loaded = store.load("table")
    assert loaded is not None
    assert set(loaded.persons) == {0}
    store.close()


def test_a_person_on_a_seat_that_is_not_there_is_damage(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    table = server.open(seats=2)
    server.kill()
    with sqlite3.connect(server.data) as database:
        person = (table, 7, "Ada", b"", "")
        database.execute("INSERT INTO persons VALUES (?, ?, ?, ?, ?)", person)
    database.close()
    server.start()

    async def people() -> None:
        async with server.at(table) as ada:
            assert (await ada.hello())["code"] == "damaged"

    run(people())
    assert "Traceback" not in server.kill()


def test_a_server_that_was_killed_before_it_began_starts_again(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "tables.db") as database:
        database.execute("PRAGMA journal_mode=WAL")
    database.close()
    assert (tmp_path / "tables.db").stat().st_size > 0
    server = Server(tmp_path / "tables.db")
    assert server.open()
    assert server.kill() == ""


def test_what_is_refused_costs_an_address_nothing(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", "--connections", "5", "--openings", "2")
    table = server.open()

    async def arrive(**headers: str) -> str:
        try:
            async with server.at(table, **headers) as client:
                return str((await client.hello())["type"])
        except InvalidStatus:
            return "refused"

    for _ in range(30):
        assert run(arrive(Origin="http://evil.example")) == "refused"
    assert run(arrive()) == "accepted"
    bucket = Bucket(2, 1000)
    assert [bucket.take() >= 0 for _ in range(2)] == [True, True]
    for _ in range(100):
        bucket.take()
    time.sleep(0.01)
    assert bucket.take() >= 0
    assert server.kill() == ""


def test_a_new_match_takes_nothing_from_those_who_were_slow(tmp_path: Path) -> None:
    """The record of the match before stays, and whoever is there has to want another one."""
    server = Server(tmp_path / "tables.db", *FAST, "--answer", "0.3", "--pause", "600")
    table = server.open(seats=3, deals=1)

    async def people() -> None:
        async with server.at(table) as ada, server.at(table) as mal:
            token = await sit(ada, 1)  # the first to decide
            await ada.ask("start")
            await ada.until(lambda: ada.screen["match_is_over"])  # the computer plays for ada
            assert ada.table["people"][1]["is_away"]
            record = ada.table["record"]
            await sit(mal, 2)
            await mal.ask("again")
            await mal.until(lambda: mal.table["people"][2]["is_ready"])
            assert mal.screen["match_is_over"]
            await ada.ask("again")
            await ada.until(lambda: not ada.screen["match_is_over"])
            assert ada.table["last"]["record"] == record
        server.kill()
        server.start()
        async with server.at(table) as ada:
            await ada.hello(token, 1)
            await ada.until(lambda: True)
            last = ada.table["last"]
            assert last["record"] == record
            assert last["commitment"] == from_json(record, MatchState).commitment

    run(people())
    server.kill()


def started_wrong(*options: str) -> tuple[int, str]:
    program = [sys.executable, str(EXAMPLES / "server" / "serve.py"), *options]
    ended = subprocess.run(program, capture_output=True, text=True, timeout=30, check=False)
    assert "Traceback" not in ended.stderr
    return ended.returncode, ended.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--port 99999", "--port 99999 cannot be had: bind(): port must be 0-65535."),
        ("--idle nan", "--idle has to be a number, not nan"),
        ("--idle 60", "--idle has to be longer than answer and pause"),
        ("--messages 0.5", "--messages has to be 1 or more, not 0.5"),
        ("--pace inf", "--pace has to be a number, not inf"),
        ("--origin https://a/", "--origin has to be like https://play.example, not https://a/"),
        ("--tables -1", "--tables has to be more than 0, not -1"),
        ("--pace -1", "--pace has to be 0 or more, not -1"),
        ("--answer soon", "invalid float value: 'soon'"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: str, told: str) -> None:
    status, line = started_wrong(*options.split())
    assert (status, line.endswith(told)) == (2, True)


def test_files_of_other_programs_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE precious (x)")
    database.close()
    before = path.read_bytes()
    told = f"{path} cannot be used: it is of another program, or another version of this one"
    assert started_wrong("--data", str(path)) == (1, told)
    assert path.read_bytes() == before
    path.write_bytes(b"no database" * 100)
    assert started_wrong("--data", str(path)) == (
        1,
        f"{path} cannot be used: file is not a database",
    )


def test_a_file_that_others_could_read_is_its_owners_alone_afterwards(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    server.kill()
    server.data.chmod(0o644)
    server.start()
    server.open()
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}
    server.kill()


def test_a_table_rests_while_nobody_is_there(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", "--pace", "0.01", "--pause", "0.01")
    table = server.open()

    async def visit() -> int:
        async with server.at(table) as client:
            await client.hello(token)
            await client.until(lambda: True)
            return int(client.screen["move"])

    async def begin() -> None:
        async with server.at(table) as client:
            await client.hello(token)
            await client.ask("sit", seat=0, name="Ada")
            await client.ask("start")
            await client.ask("stand")
            await client.until(lambda: client.screen["move"] > 1)

    token = new_token()
    run(begin())
    before = run(visit())
    assert json.loads(request(server, "/health")[1])["tables"] == 0
    time.sleep(0.5)
    assert before <= run(visit()) < before + 20
    assert server.kill() == ""


def test_idle_tables_expire_and_those_who_are_there_are_told(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", "--idle", "1", "--answer", "0.5", "--pause", "0.5")
    table = server.open()

    async def wait() -> None:
        async with server.at(table) as client:
            await client.hello()
            with pytest.raises(ConnectionClosed) as closed:
                await client.until(lambda: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4404
            assert json.loads(client.heard[-1])["code"] == "no_table"
        async with server.at(table) as client:
            assert (await client.hello())["code"] == "no_table"

    run(wait())
    assert request(server, f"/tables/{table}")[0] == 404
    log = server.kill()
    assert log == ""
    assert table.encode() not in b"".join(path.read_bytes() for path in tmp_path.glob("*.db"))


def test_the_seed_stays_with_the_server_unless_the_table_was_opened_otherwise(
    server: Server,
) -> None:
    async def people() -> None:
        table = server.open(deals=1, seats=2, publish_seed=False)
        async with server.at(table) as ada:
            await sit(ada, 1)
            await ada.ask("start")
            await ada.until(lambda: ada.table["started"])
            await play_on(ada, Random(1))
            assert ada.table["record"] is None
            commitment = ada.screen["commitment"]
            assert (await ada.ask("again"))["type"] == "accepted"
            await ada.until(lambda: not ada.screen["match_is_over"])
            assert ada.screen["commitment"] != commitment

    run(people())


def test_the_coach_speaks_only_to_players_and_only_where_it_was_allowed(server: Server) -> None:
    async def coached(table: str, seat: int | None) -> bool:
        async with server.at(table) as client:
            if seat is not None:
                await sit(client, seat)
            else:
                await client.hello()
            await client.ask("settings", language="en", coach=True)
            shown = client.table
            await client.until(lambda: client.table is not shown)
            return client.screen["coach"] is not None

    async def people() -> None:
        allowed, forbidden = server.open(coach=True), server.open(coach=False)
        assert await coached(allowed, 1)
        assert not await coached(allowed, 2)  # it is not this one's turn
        assert not await coached(allowed, None)
        assert not await coached(forbidden, 1)

    run(people())


def test_two_windows_of_one_person_show_the_same_and_a_seat_can_be_given_up(
    server: Server,
) -> None:
    async def people() -> None:
        table = server.open()
        async with server.at(table) as one, server.at(table) as two, server.at(table) as bo:
            token = new_token()
            await two.hello(token)
            await one.hello(token)
            await one.ask("sit", seat=1, name="Ada")
            await one.ask("start")
            await two.until(lambda: two.table["you"] == 1 and two.table["started"])
            assert (await two.ask("action", action="look", move=0))["type"] == "accepted"
            await one.until(lambda: one.screen["move"] == 1)
            assert await refused(one, "action", action="look", move=0) == "stale_move"
            assert (await one.ask("stand"))["type"] == "accepted"
            assert await refused(two, "action", action="call", move=1) == "not_seated"
            await two.until(lambda: two.table["you"] is None)
            assert two.screen["you"] is None
            await sit(bo, 1)  # somebody else takes it

    run(people())


HOSTILE: list[str | bytes] = [
    "", "null", "[]", "{}", "1", '"', "\u0000", "[" * 900, '{"type": "look"}', b"", b"\xff" * 900,
    '{"type": ["action"]}', '{"type": "action"}', '{"type": "action", "action": "call"}',
    '{"type": "action", "action": "call", "move": null}',
    '{"type": "action", "action": "call", "move": 1e3}',
    '{"type": "action", "action": "call", "move": NaN}',
    '{"type": "action", "action": "call", "move": true}',
    '{"type": "action", "action": "call", "move": "0"}',
    '{"type": "action", "action": "call", "move": ' + "9" * 900 + "}",
    '{"type": "action", "action": ["call"], "move": 0}',
    '{"type": "action", "action": "\\ud800", "move": 0}',
    '{"type": "action", "action": "call", "move": 0, "seat": 1}',
    '{"type": "next", "deal": -1}', '{"type": "again"}', '{"type": "stand"}', '{"type": "start"}',
    '{"type": "sit", "seat": 0, "name": "\\u202e"}', '{"type": "sit", "seat": 1e9, "name": "x"}',
    '{"type": "settings", "language": "../en", "coach": false}',
    '{"type": "hello", "token": null, "seat": null, "language": "en", "coach": false}',
]  # fmt: skip


def test_hostile_messages_are_refused_and_harm_nobody(tmp_path: Path) -> None:
    server, luck = Server(tmp_path / "tables.db"), Random(8)
    table = server.open(deals=3)

    def spoilt() -> str | bytes:
        text = luck.choice(HOSTILE)
        if luck.random() < 0.5 or not text:
            return text
        place = luck.randrange(len(text))
        if isinstance(text, bytes):
            return text[:place] + luck.randbytes(3) + text[place:]
        return text[:place] + luck.choice('{}[]",:0eé\u200f') + text[place + 1 :]

    async def hostile() -> int:
        """Say hello, and then anything, again and again."""
        refusals = 0
        for _ in range(10):
            async with server.at(table) as client:
                await client.hello(new_token())
                for _ in range(20):
                    answer = await client.send(spoilt())
                    refusals += answer["type"] == "refused"
        return refusals

    async def rude(first: str | bytes) -> None:
        """Say anything first."""
        async with server.at(table) as client:
            assert (await client.send(first))["type"] == "refused"
            with pytest.raises(ConnectionClosed):
                await client.hear()

    async def everybody() -> None:
        strangers = asyncio.gather(*(hostile() for _ in range(4)))
        rude_ones = asyncio.gather(*map(rude, HOSTILE[:-1]))
        async with server.at(table) as ada, server.at(table) as bo:
            await sit(ada, 0)
            await sit(bo, 1)
            await ada.ask("start")
            await bo.until(lambda: bo.table["started"])
            await ada.until(lambda: ada.table["started"])
            done = await asyncio.gather(play_on(ada, Random(1)), play_on(bo, Random(2)))
        assert sum(await strangers) > 500
        await rude_ones
        played = actions_of(from_json(ada.table["record"], MatchState))
        assert sorted(done[0] + done[1]) == [entry for entry in played if entry[1] < 2]

    run(everybody())
    assert server.kill() == ""


def test_too_many_and_too_long_messages_close_only_their_own_connection(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db")
    server.kill()
    server.options = ("--messages", "2")
    server.start()
    table = server.open()

    async def flood(client: Any) -> None:
        while True:
            await client.send("{}")

    async def people() -> None:
        async with server.at(table) as ada, server.at(table) as eve, server.at(table) as mal:
            await sit(ada, 0)
            await eve.hello()
            with pytest.raises(ConnectionClosed) as closed:
                await flood(eve)
            answers = [json.loads(text) for text in eve.heard]
            codes = [answer["code"] for answer in answers if answer["type"] == "refused"]
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4429
            assert codes[:10] == ["bad_message"] * 10
            assert codes[11:] == ["too_fast"] * len(codes[11:])
            assert 40 < len(codes) < 60
            await mal.hello()
            with pytest.raises(ConnectionClosed) as closed:
                await mal.send("x" * 1001)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
            assert (await ada.ask("start"))["type"] == "accepted"

    run(people())
    assert server.kill() == ""


def test_whoever_says_nothing_or_reads_nothing_holds_nobody_up(server: Server) -> None:
    async def people() -> None:
        table = server.open(deals=2)
        address = f"ws://127.0.0.1:{server.port}/tables/{table}"
        async with (
            server.at(table) as ada,
            connect(address, max_queue=1, close_timeout=0.1) as deaf,
            connect(address),
        ):
            await sit(ada, 1)
            await deaf.send(json.dumps({"type": "hello", "token": None, "seat": None,
                                        "language": "en", "coach": False}))  # fmt: skip
            await ada.ask("start")
            await ada.until(lambda: ada.table["started"])
            await play_on(ada, Random(4))
            assert ada.screen["match_is_over"]

    run(people())


def test_every_refusal_of_the_program_has_a_text() -> None:
    source = "".join(path.read_text("utf-8") for path in (EXAMPLES / "server").glob("*.py"))
    refusals = json.loads((PAGE / "words" / "en.json").read_text("utf-8"))["refusals"]
    assert set(re.findall(r'RefusedError\("(\w+)"\)', source)) == refusals.keys() - {"stale_move"}


def test_a_screen_tells_nobody_what_they_may_not_know() -> None:
    check_match_secrecy(
        lambda match, viewer: json.dumps(screen_of(view_match(match, viewer), "en", coach=True)),
        examples=20,
    )
