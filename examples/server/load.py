"""Let many people play at many tables at once, and tell how long they wait for an answer.

``python examples/server/load.py`` starts a server of its own with an empty file. What it measures
is the time from sending an action until the server says that it is accepted, which is after it was
written to the disk, and until the person sees the table after it.
"""

import argparse
import asyncio
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

from websockets.asyncio.client import connect

from client import Client, new_token, open_table

SERVER = [sys.executable, str(Path(__file__).with_name("serve.py")), "--port", "0"]
LIMITS = [
    "--openings",
    "100000",
    "--tables",
    "100000",
    "--pause",
    "2",
    "--messages",
    "20",
    "--connections",
    "1000",
]

SEATING = 10
"""Seconds until all sit; within as many more the tables begin to play, one after another."""

Times = list[tuple[float, float]]


async def person(port: int, table: str, seat: int, given: argparse.Namespace) -> Times:
    """Play at random for a while, and return how long each action took to be accepted and seen."""
    times: Times = []
    luck = Random(f"{table} {seat}")
    await asyncio.sleep(luck.uniform(0, SEATING / 2))
    async with connect(f"ws://127.0.0.1:{port}/tables/{table}", open_timeout=60) as socket:
        client = Client(socket)
        await client.hello(new_token())
        await client.ask("sit", seat=seat, name=f"Person {seat}")
        await asyncio.sleep(SEATING + Random(table).uniform(0, SEATING))
        await client.ask("start")  # whoever is first; the others are refused
        await client.until(lambda: bool(client.table["started"]))
        with suppress(TimeoutError):
            async with asyncio.timeout(given.seconds):
                while True:
                    await act(client, luck, given.think, times)
    return times


async def act(client: Client, luck: Random, think: float, times: Times) -> None:
    """Wait for something to do, think, do it, and note how long the server took."""
    screen: dict[str, Any] = client.screen
    legal = [button["action"] for button in screen["actions"] if button["is_legal"]]
    if not legal:
        await client.hear()
        return
    await asyncio.sleep(luck.uniform(0, 2 * think))
    asked = time.perf_counter()
    answer = await client.ask("action", action=luck.choice(legal), move=screen["move"])
    accepted = time.perf_counter()
    await client.until(lambda: client.screen is not screen)
    if answer["type"] == "accepted":
        times.append((accepted - asked, time.perf_counter() - asked))


async def everybody(port: int, given: argparse.Namespace) -> Times:
    """Seat four people at every table, and return all their times."""
    names = [open_table("127.0.0.1", port, deals=100) for _ in range(given.tables)]
    people = [person(port, name, seat, given) for name in names for seat in range(4)]
    return [times for each in await asyncio.gather(*people) for times in each]


def told(what: str, times: list[float]) -> str:
    """Return a line with the median, the 99th percentile and the longest of some times."""
    cuts = quantiles(times, n=100)
    figures = ", ".join(f"{1000 * value:.0f} ms" for value in (cuts[49], cuts[98], max(times)))
    return f"{what}: median, 99th percentile, longest: {figures}"


def main() -> None:
    """Start a server, let everybody play, and print the figures."""
    parser = argparse.ArgumentParser(description="Measure the server of tables.")
    for name, default, meaning in (
        ("--tables", 100, "with four people each"),
        ("--seconds", 30.0, "how long they play"),
        ("--think", 2.0, "seconds before an action, on average"),
    ):
        text = f"{meaning}; default: %(default)s"
        parser.add_argument(name, type=type(default), default=default, help=text)
    given = parser.parse_args()
    if given.tables < 1 or not given.seconds > 0:
        parser.error("there has to be a table, and time to play")
    with tempfile.TemporaryDirectory() as folder:
        program = [*SERVER, *LIMITS, "--data", f"{folder}/tables.db"]
        with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as server:
            first_line = server.stdout.readline() if server.stdout else ""
            port = int(first_line.split(":")[2].split("/")[0])
            try:
                times = asyncio.run(everybody(port, given))
            finally:
                server.terminate()
    rate = len(times) / given.seconds
    print(f"{given.tables} tables, {4 * given.tables} people, {rate:.0f} actions a second")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = (used.ru_utime + used.ru_stime) / len(times)
    print(f"the server was busy for {1000 * busy:.0f} ms an action, seating all included")
    print(told("accepted", [accepted for accepted, _ in times]))
    print(told("seen    ", [seen for _, seen in times]))


if __name__ == "__main__":
    main()
