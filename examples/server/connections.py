"""One connection of a person to a table: what it says, what it is answered, what it is shown.

Messages are taken one after the other, and each gets exactly one answer: ``accepted`` or
``refused``. Beside that, every guest is sent the table as it may see it whenever that changes;
whoever reads slowly is sent only the newest, and holds nobody up.
"""

import asyncio
import json
import logging
import sqlite3
import sys
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from asnas_core import SPECTATOR, AsNasError, Seat, view_match
from asnas_core.locales import LANGUAGES, error_text
from hall import Hall
from messages import Bucket, RefusedError, hashed, person_name, read
from tables import Table, last_of, names_of, public, record_of

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "web"))

from screen import screen  # noqa: E402 - what the examples share is not installed

_WORDS = {
    language: json.loads((HERE / "page" / "words" / f"{language}.json").read_text("utf-8"))
    for language in LANGUAGES
}
REFUSALS: Mapping[str, Mapping[str, str]] = {
    language: words["refusals"] for language, words in _WORDS.items()
}

LOG = logging.getLogger("asnas.server")

DRAWING = ThreadPoolExecutor(1)
"""Pictures are drawn beside everything else, so that no answer has to wait for them."""

PATIENCE = 10.0
"""Seconds until the first message has to be there, and for which a guest may take nothing."""
MESSAGES_TOO_MANY = 40
"""After so many refused as too frequent, the connection is closed."""

CLOSING: Mapping[str, int] = {
    "bad_message": 4400,
    "wrong_token": 4401,
    "no_table": 4404,
    "damaged": 4410,
    "not_kept": 4500,
    "too_slow": 4408,
    "table_full": 4409,
    "too_fast": 4429,
}
"""The codes that a connection is closed with."""


DEEDS: Mapping[str, Callable[[Table, Seat, Mapping[str, Any]], None]] = {
    "stand": lambda table, seat, _: table.stand(seat),
    "start": lambda table, _, __: table.start(),
    "action": lambda table, seat, said: table.act(seat, said["action"], said["move"]),
    "next": lambda table, seat, said: table.next(seat, said["deal"]),
    "again": lambda table, seat, _: table.again(seat),
    "back": lambda table, seat, _: table.back(seat),
}
"""What those who hold a seat can do."""


class Connection:
    """A guest at a table, over a WebSocket.

    Attributes:
        seat: The seat that this person holds, or None for somebody who watches.
        token: The hash of the token that tells who this is, or None for somebody without one.
    """

    def __init__(self, socket: WebSocket) -> None:
        self.seat: Seat | None = None
        self.token: bytes | None = None
        self._socket = socket
        self._language, self._coach = "en", False
        self._answers: deque[str] = deque()
        self._news = asyncio.Event()
        self._is_outdated = self._is_dismissed = False
        self._shown: object = None  # what the last screen was made of

    async def run(self, hall: Hall, name: str) -> None:
        """Let the person who has connected take part, until one of the two sides leaves."""
        await self._socket.accept()
        try:
            hello = await self._first_message()
            table = hall.table(name)
            try:
                self._recognize(table, hello)
                hall.enter(table, self)
                self._answer({"type": "accepted", "message": "hello"})
                table.tell()
                rate = hall.limits.messages
                await self._take_part(table, Bucket(5 * rate, rate, MESSAGES_TOO_MANY + 1))
            finally:
                hall.leave(table, self)
        except WebSocketDisconnect:
            pass
        except RefusedError as error:
            await self._close(error)
        except sqlite3.DataError as error:
            LOG.warning("a table could not be opened: %s", error)
            await self._close(RefusedError("damaged"))
        except sqlite3.Error as error:
            LOG.warning("a table could not be opened: %s", error)
            await self._close(RefusedError("not_kept"))

    def update(self) -> None:
        """Have the newest state of the table sent, as soon as the person can take it."""
        self._is_outdated = True
        self._news.set()

    def dismiss(self) -> None:
        """Close the connection, as the table is no more."""
        self._is_dismissed = True
        self._news.set()

    async def _first_message(self) -> Mapping[str, Any]:
        try:
            async with asyncio.timeout(PATIENCE):
                hello = read(await self._hear())
        except TimeoutError:
            raise RefusedError("too_slow") from None
        if hello["type"] != "hello":
            raise RefusedError("bad_message")
        self._set(hello)
        return hello

    def _recognize(self, table: Table, hello: Mapping[str, Any]) -> None:
        """Find out who this is."""
        if hello["token"] is not None:
            self.token = hashed(hello["token"])
            self.seat = table.seat_of(self.token)
        if hello["seat"] is not None and hello["seat"] != self.seat:
            raise RefusedError("wrong_token")
        if self.seat is not None:
            table.back(self.seat)

    async def _take_part(self, table: Table, bucket: Bucket) -> None:
        """Listen and talk, until either comes to an end."""
        tasks = [
            asyncio.create_task(self._listen(table, bucket)),
            asyncio.create_task(self._talk(table)),
        ]
        try:
            ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in ended:
            task.result()

    async def _listen(self, table: Table, bucket: Bucket) -> None:
        """Take what the person says, one message after the other."""
        while True:
            text = await self._hear()
            left = bucket.take()
            try:
                if left < 0:
                    raise RefusedError("too_fast")
                message = read(text)
                self._do(table, message)
            except AsNasError as error:
                if left < -MESSAGES_TOO_MANY:
                    raise
                self._refuse(error)
            except sqlite3.Error:
                self._refuse(RefusedError("not_kept"))
            else:
                self._answer({"type": "accepted", "message": message["type"]})

    def _do(self, table: Table, message: Mapping[str, Any]) -> None:
        kind = message["type"]
        if kind == "hello":
            raise RefusedError("bad_message")
        if kind == "settings":
            self._set(message)
        elif kind == "sit":
            if self.token is None:
                raise RefusedError("wrong_token")
            table.sit(message["seat"], person_name(message["name"]), self.token)
        elif self.seat is None:
            raise RefusedError("not_seated")
        else:
            table.back(self.seat)
            DEEDS[kind](table, self.seat, message)

    def _set(self, message: Mapping[str, Any]) -> None:
        self._language, self._coach = message["language"], message["coach"]
        self.update()

    async def _hear(self) -> str | None:
        message = await self._socket.receive()
        if message["type"] != "websocket.receive":
            raise WebSocketDisconnect
        text: str | None = message.get("text")
        return text

    def _refuse(self, error: AsNasError) -> None:
        own = REFUSALS[self._language].get(error.code)
        text = error_text(error, self._language) if own is None else own
        self._answer({"type": "refused", "code": error.code, "text": text})

    def _answer(self, answer: Mapping[str, Any]) -> None:
        self._answers.append(json.dumps(answer))
        self._news.set()

    async def _talk(self, table: Table) -> None:
        """Send what there is to send."""
        while True:
            await self._news.wait()
            self._news.clear()
            await self._send_answers()
            if self._is_dismissed:
                raise RefusedError("no_table")
            if self._is_outdated:
                self._is_outdated = False
                await self._send(await self._sight(table))

    async def _send_answers(self) -> None:
        while self._answers:
            await self._send(self._answers.popleft())

    async def _send(self, text: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._socket.send_text(text)
        except TimeoutError:
            raise RefusedError("too_slow") from None
        except RuntimeError:  # the server has closed the connection, as a message was too long
            raise WebSocketDisconnect from None

    async def _sight(self, table: Table) -> str:
        """Return the table as this person may see it; the screen only if it is another one."""
        coach = self._coach and table.options.coach
        sight = {
            "type": "table",
            "you": self.seat,
            **public(table),
            "screen": None,
            "record": None,
            "last": None,
        }
        shown = (table.version, self.seat, self._language, coach)
        if shown == self._shown:
            return json.dumps(sight)
        self._shown = shown
        viewer = SPECTATOR if self.seat is None or table.is_waiting(self.seat) else self.seat
        view = view_match(table.match, viewer)
        sight["record"], sight["last"] = record_of(table), last_of(table)
        draw = partial(screen, view, self._language, names=names_of(table), coach=coach)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(DRAWING, lambda: json.dumps({**sight, "screen": draw()}))

    async def _close(self, error: RefusedError) -> None:
        self._refuse(error)
        with suppress(RefusedError, RuntimeError, WebSocketDisconnect):  # the connection is gone
            await self._send_answers()
            await self._socket.close(CLOSING[error.code])
