"""The server of examples/server as a process of its own."""

import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import ClassVar

from websockets.asyncio.client import connect

from client import Client, open_table

SERVE = Path(__file__).parent.parent / "examples" / "server" / "serve.py"
FAST = ("--pace", "0", "--messages", "1000", "--openings", "1000", "--connections", "1000")


class Server:
    """A real server process, which can be killed and started again at its address."""

    running: ClassVar[set[subprocess.Popen[bytes]]] = set()

    def __init__(self, data: Path, *options: str) -> None:
        self.data, self.options, self.port = data, options or FAST, 0
        self.start()

    def start(self) -> None:
        program = [sys.executable, str(SERVE)]
        where = ["--port", str(self.port), "--data", str(self.data)]
        self.process = subprocess.Popen(
            [*program, *where, *self.options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.running.add(self.process)
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        self.port = int(line.split(":")[2].split("/")[0])

    def kill(self) -> str:
        """Kill it as a power cut would, and return what it has written to its log."""
        self.running.discard(self.process)
        self.process.send_signal(signal.SIGKILL)
        return self.process.communicate(timeout=10)[1].decode()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self, **options: object) -> str:
        return open_table("127.0.0.1", self.port, **options)

    @asynccontextmanager
    async def at(self, table: str, **headers: str) -> AsyncIterator[Client]:
        address = f"ws://127.0.0.1:{self.port}/tables/{table}"
        async with connect(
            address, additional_headers=headers, ping_interval=None, close_timeout=1
        ) as socket:
            yield Client(socket)
