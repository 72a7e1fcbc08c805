"""A program that takes part in a table, as robots, load tests and other front ends do."""

import base64
import json
import secrets
from collections.abc import Callable, Mapping
from http.client import HTTPConnection
from typing import Any

from websockets.asyncio.client import ClientConnection

OPTIONS: Mapping[str, Any] = {
    "level": "cautious",
    "seats": 4,
    "deals": 12,
    "coach": True,
    "publish_seed": True,
}


def new_token() -> str:
    """Return a secret that tells who somebody is."""
    return base64.urlsafe_b64encode(secrets.token_bytes(32)).decode().rstrip("=")


def open_table(host: str, port: int, **options: object) -> str:
    """Open a table on a server, and return its name."""
    connection = HTTPConnection(host, port, timeout=10)
    connection.request("POST", "/tables", json.dumps({**OPTIONS, **options}))
    answer = json.load(connection.getresponse())
    connection.close()
    return str(answer["table"])


class Client:
    """One person at a table.

    Attributes:
        table: The newest message about the table.
        screen: The newest screen.
        heard: Every message so far, as it came.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self.table: dict[str, Any] = {}
        self.screen: dict[str, Any] = {}
        self.heard: list[str] = []
        self._socket = socket

    async def hello(
        self, token: str | None = None, seat: int | None = None, language: str = "en"
    ) -> dict[str, Any]:
        """Say who this is."""
        return await self.ask("hello", token=token, seat=seat, language=language, coach=False)

    async def ask(self, kind: str, **fields: object) -> dict[str, Any]:
        """Send a message and return its answer, taking in what comes before it."""
        return await self.send(json.dumps({"type": kind, **fields}))

    async def send(self, text: str | bytes) -> dict[str, Any]:
        """Send anything, and return the answer."""
        await self._socket.send(text)
        while True:
            message = await self.hear()
            if message["type"] != "table":
                return message

    async def until(self, condition: Callable[[], bool]) -> None:
        """Listen until the table has been shown and is as one waits for."""
        while not self.table or not condition():
            await self.hear()

    async def hear(self) -> dict[str, Any]:
        """Wait for the next message."""
        text = str(await self._socket.recv())
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "table":
            self.table = message
            self.screen = message["screen"] or self.screen
        return message
