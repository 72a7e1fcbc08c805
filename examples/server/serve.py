"""A server of tables for people in different places.

``python examples/server/serve.py`` serves them on this machine; ``--help`` tells how to let
others in. Everything is kept in one file, and goes on where it was when the server starts again.
"""

import argparse
import re
import socket
import sqlite3
import sys
from pathlib import Path

import attrs
import uvicorn

from front import application
from limits import MEANINGS, Limits
from messages import LONGEST_MESSAGE
from store import Store


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
    for origin in given["origin"]:
        if not re.fullmatch(r"https?://[^/?#\s]+", origin):
            options.error(f"--origin has to be like https://play.example, not {origin}")
    host, port = given["host"], given["port"]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        own = socket.create_server((host, port), family=family)  # whoever comes early waits
    except (OSError, OverflowError) as error:
        options.error(f"--host {host} --port {port} cannot be had: {error}")
    try:
        store = Store(given["data"])
    except (OSError, sqlite3.Error) as error:
        print(f"{given['data']} cannot be used: {error}", file=sys.stderr)
        return 1
    config = uvicorn.Config(
        application(store, limits, given["origin"]),
        access_log=False,  # the links to tables are nobody else's business
        log_level="warning",
        ws_max_size=LONGEST_MESSAGE,
        timeout_graceful_shutdown=2,
        proxy_headers=given["proxy"] is not None,
        forwarded_allow_ips=given["proxy"],
    )
    sys.setswitchinterval(0.0005)  # drawing often makes way for answering
    print(addresses(*own.getsockname()[:2]))
    print(f"The tables are kept in {given['data']}. Ctrl-C stops the server.", flush=True)
    uvicorn.Server(config).run(sockets=[own])
    return 0


if __name__ == "__main__":
    sys.exit(main())
