"""A server of tables for people in different places.

``python examples/server/serve.py`` serves them on this machine; ``--help`` tells how to let
others in. Everything is kept in one file, and goes on where it was when the server starts again.
"""

import argparse
import asyncio
import logging
import socket
import sqlite3
import sys
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import attrs
import uvicorn
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from connections import Connection
from hall import Hall
from limits import MEANINGS, Limits
from messages import LONGEST_MESSAGE, Bucket, RefusedError, read_opening
from store import Options, Store

HERE = Path(__file__).parent
WEB = HERE.parent / "web"
sys.path.append(str(WEB))

from assets import assets  # noqa: E402 - what the examples share is not installed

MADE = assets()
HEADERS: Mapping[str, str] = {
    # Nothing from elsewhere, and the link to a table goes nowhere.
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; connect-src 'self'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}
LOG = logging.getLogger("asnas.server")
MOST_ADDRESSES = 10_000
"""For so many the server remembers what they have asked for."""
STATUS: Mapping[str, int] = {"hall_full": 503, "too_fast": 429, "too_long": 413, "foreign": 403}


class Front:
    """What answers the requests of one server."""

    def __init__(self, hall: Hall, origins: Sequence[str]) -> None:
        self._hall, self._origins = hall, origins
        self._openings: OrderedDict[str, Bucket] = OrderedDict()
        self._arrivals: OrderedDict[str, Bucket] = OrderedDict()
        self._here = Counter[str]()

    async def page(self, request: Request) -> Response:
        """Send the page; it finds out itself which table its address names."""
        name = request.path_params.get("table")
        found = name is None or self._hall.exists(name)
        return FileResponse(HERE / "page" / "index.html", 200 if found else 404)

    async def made(self, request: Request) -> Response:
        """Send what was made of the library's own words and pictures."""
        name = request.path_params["name"]
        kind = "application/json" if name.endswith(".json") else "image/svg+xml"
        return Response(MADE.get(name, ""), 200 if name in MADE else 404, media_type=kind)

    async def health(self, _: Request) -> Response:
        """Tell whoever watches the server that it works, and how much it has to do."""
        guests = sum(len(table.guests) for table in self._hall.tables.values())
        return JSONResponse({"status": "ok", "tables": len(self._hall.tables), "guests": guests})

    async def open(self, request: Request) -> Response:
        """Open a table."""
        try:
            self._may_open(request)
            table = self._hall.open(Options(**read_opening(await _body(request))))
        except RefusedError as error:
            return JSONResponse({"code": error.code}, STATUS.get(error.code, 400))
        except sqlite3.Error as error:
            LOG.warning("a table could not be kept: %s", error)
            return JSONResponse({"code": "not_kept"}, 503)
        return JSONResponse({"table": table}, 201)

    async def connect(self, arrived: WebSocket) -> None:
        """Let somebody take part in a table."""
        address, most = _address(arrived), self._hall.limits.connections
        is_new = _take(self._arrivals, address, Bucket(most, most / 60))
        if self.is_foreign(arrived) or not is_new or self._here[address] >= most:
            await arrived.close()  # before it was accepted: the answer is 403
            return
        self._here[address] += 1
        try:
            await Connection(arrived).run(self._hall, arrived.path_params["table"])
        finally:
            self._here[address] -= 1
            self._here += Counter()  # forgets those of whom nobody is left

    def is_foreign(self, request: HTTPConnection) -> bool:
        """Tell whether a page of somebody else asks. Programs that are no browsers say nothing."""
        origin = request.headers.get("origin")
        if not origin or origin in self._origins:
            return False
        try:
            return urlsplit(origin).netloc != request.headers.get("host")
        except ValueError:
            return True

    def _may_open(self, request: Request) -> None:
        if self.is_foreign(request):
            raise RefusedError("foreign")
        most = self._hall.limits.openings
        if not _take(self._openings, _address(request), Bucket(most, most / 3600)):
            raise RefusedError("too_fast")


def _address(request: HTTPConnection) -> str:
    return request.client.host if request.client else ""


def _take(buckets: OrderedDict[str, Bucket], address: str, full: Bucket) -> bool:
    """Count one time for an address, and tell whether it was not one too many."""
    bucket = buckets.setdefault(address, full)
    buckets.move_to_end(address)
    if len(buckets) > MOST_ADDRESSES:
        buckets.popitem(last=False)
    return bucket.take() >= 0


async def _body(request: Request) -> str:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_MESSAGE:
            raise RefusedError("too_long")
    try:
        return body.decode()
    except UnicodeDecodeError:
        raise RefusedError("bad_message") from None


def with_headers(app: ASGIApp) -> ASGIApp:
    """Return an application that sends `HEADERS` with every answer."""
    headers = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        async def send_more(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *headers]
            await send(message)

        await app(scope, receive, send_more)

    return answer


def application(store: Store, limits: Limits, origins: Sequence[str] = ()) -> ASGIApp:
    """Return the server as an ASGI application.

    Args:
        store: Where the tables are kept.
        limits: How long things take, and how many tables there can be.
        origins: Where pages may come from that use it, beside its own address.

    Returns:
        An application for one process: its tables live in memory.
    """
    hall = Hall(store, limits)
    front = Front(hall, origins)

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        cleaning = asyncio.create_task(_clean(hall))
        yield
        cleaning.cancel()
        store.close()

    routes = [
        Route("/", front.page),
        Route("/tables", front.open, methods=["POST"]),
        Route("/tables/{table}", front.page),
        WebSocketRoute("/tables/{table}", front.connect),
        Route("/health", front.health),
        Route("/made/{name}", front.made),
        Mount("/web", StaticFiles(directory=WEB / "page")),
        Mount("/page", StaticFiles(directory=HERE / "page")),
    ]
    return with_headers(Starlette(routes=routes, lifespan=life))


async def _clean(hall: Hall) -> None:
    while True:
        try:
            hall.expire()
        except sqlite3.Error as error:
            LOG.warning("old tables could not be deleted: %s", error)
        await asyncio.sleep(min(60.0, hall.limits.idle / 4))


def parser() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    options = argparse.ArgumentParser(description="Serve tables of As-Nas.")
    options.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets other machines in")
    options.add_argument("--port", default=8000, type=int, help="default: %(default)s")
    options.add_argument(
        "--data",
        default="tables.db",
        type=Path,
        help="the file with all tables; default: %(default)s",
    )
    options.add_argument(
        "--origin",
        action="append",
        default=[],
        help="the address of the page if it is another one than the server's, as behind a proxy",
    )
    options.add_argument(
        "--proxy", help="the address of a proxy that is believed about where requests come from"
    )
    for field in attrs.fields(Limits):
        options.add_argument(
            f"--{field.name}",
            default=field.default,
            type=type(field.default),
            help=f"{MEANINGS[field.name]}; default: %(default)s",
        )
    return options


def addresses(host: str, port: int) -> str:
    """Tell where to find the server."""
    if host in {"127.0.0.1", "::1"}:
        shown = f"[{host}]" if ":" in host else host
        return f"Open http://{shown}:{port}/ on this machine; --host 0.0.0.0 lets others in."
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - that is what was asked for
        host = _own_address()
    return f"Open http://{f'[{host}]' if ':' in host else host}:{port}/ and send others the links."


def _own_address() -> str:
    """Return the address by which other machines know this one; no packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as finder:
        try:
            finder.connect(("192.0.2.1", 9))
        except OSError:  # there is no network
            return "127.0.0.1"
        return str(finder.getsockname()[0])


def main() -> int:
    """Serve until the program is stopped."""
    options = parser()
    given = vars(options.parse_args())
    try:
        limits = Limits(**{field.name: given[field.name] for field in attrs.fields(Limits)})
    except ValueError as error:
        options.error(f"--{error}")
    if not 0 <= given["port"] < 65_536:  # noqa: PLR2004 - ports are
        options.error("--port has to be from 0 to 65535")
    try:
        store = Store(given["data"])
    except (OSError, sqlite3.Error) as error:
        print(f"{given['data']} cannot be used: {error}", file=sys.stderr)
        return 1
    config = uvicorn.Config(
        application(store, limits, given["origin"]),
        host=given["host"],
        port=given["port"],
        access_log=False,  # the links to tables are nobody else's business
        log_level="warning",
        ws_max_size=LONGEST_MESSAGE,
        timeout_graceful_shutdown=2,
        proxy_headers=given["proxy"] is not None,
        forwarded_allow_ips=given["proxy"],
    )
    sys.setswitchinterval(0.0005)  # drawing often makes way for answering
    own = config.bind_socket()
    own.listen()  # whoever comes before all is ready waits
    print(addresses(*own.getsockname()[:2]))
    print(f"The tables are kept in {given['data']}. Ctrl-C stops the server.", flush=True)
    uvicorn.Server(config).run(sockets=[own])
    return 0


if __name__ == "__main__":
    sys.exit(main())
