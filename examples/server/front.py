"""What the server answers: pages, opening a table, a table's WebSocket, its health."""

import asyncio
import logging
import sqlite3
import sys
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from ipaddress import IPv6Address, ip_address, ip_network
from pathlib import Path
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from connections import Connection
from hall import Hall
from limits import Limits
from messages import LONGEST_MESSAGE, Bucket, RefusedError, read_opening
from store import Options, Store

HERE = Path(__file__).parent
WEB = HERE.parent / "web"
sys.path.append(str(WEB))

from assets import assets  # noqa: E402 - what the examples share is not installed

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
        self._made = assets()

    async def page(self, request: Request) -> Response:
        """Send the page; it finds out itself which table its address names."""
        name = request.path_params.get("table")
        found = name is None or self._hall.exists(name)
        return FileResponse(HERE / "page" / "index.html", 200 if found else 404)

    async def made(self, request: Request) -> Response:
        """Send what was made of the library's own words and pictures."""
        name = request.path_params["name"]
        kind = "application/json" if name.endswith(".json") else "image/svg+xml"
        made = self._made.get(name)
        return Response(made or "", 404 if made is None else 200, media_type=kind)

    async def health(self, _: Request) -> Response:
        """Tell whoever watches the server that it works, and how much it has to do."""
        guests = sum(len(table.guests) for table in self._hall.tables.values())
        return JSONResponse({"status": "ok", "tables": len(self._hall.tables), "guests": guests})

    async def open(self, request: Request) -> Response:
        """Open a table."""
        try:
            self._may_open(request)
            table = self._hall.open(_options(await _body(request)))
        except RefusedError as error:
            return JSONResponse({"code": error.code}, STATUS.get(error.code, 400))
        except sqlite3.Error as error:
            LOG.warning("a table could not be kept: %s", error)
            return JSONResponse({"code": "not_kept"}, 503)
        return JSONResponse({"table": table}, 201)

    async def connect(self, socket: WebSocket) -> None:
        """Let somebody take part in a table."""
        address, most = _address(socket), self._hall.limits.connections
        if (
            self.is_foreign(socket)
            or self._here[address] >= most
            or not _take(self._arrivals, address, Bucket(most, most / 60))
        ):
            await socket.close()  # before it was accepted: the answer is 403
            return
        self._here[address] += 1
        try:
            await Connection(socket).run(self._hall, socket.path_params["table"])
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
    """Return who asks. Whoever has one address of IPv6 has a whole network of them."""
    host = request.client.host if request.client else ""
    with suppress(ValueError):
        address = ip_address(host)
        if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
            return str(ip_network((address, 64), strict=False))
    return host


def _take(buckets: OrderedDict[str, Bucket], address: str, full: Bucket) -> bool:
    """Count one time for an address, and tell whether it was not one too many."""
    bucket = buckets.setdefault(address, full)
    buckets.move_to_end(address)
    if len(buckets) > MOST_ADDRESSES:
        buckets.popitem(last=False)
    return bucket.take() >= 0


def _options(text: str) -> Options:
    try:
        return Options(**read_opening(text))
    except ValueError:  # there is no such level
        raise RefusedError("bad_message") from None


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
