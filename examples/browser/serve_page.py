"""Build the page and serve it on this machine: play As-Nas in your browser."""

import argparse
import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from build_page import BUILD, build


class PageHandler(SimpleHTTPRequestHandler):
    """Serves files, with the types that a browser insists on, whatever this machine calls them."""

    extensions_map = {  # noqa: RUF012 - as the base class has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
    }

    def end_headers(self) -> None:
        """Let the browser ask each time whether a file has changed."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the base class
        """Say nothing about each file."""


def page_server(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """Return a server of a folder for this machine alone; port 0 takes any that is free."""
    handler = partial(PageHandler, directory=str(folder))
    return ThreadingHTTPServer(("127.0.0.1", port), handler)


def main() -> None:
    """Read the options, build and serve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8080, help="default: %(default)s")
    parser.add_argument("--built", action="store_true", help="serve what was built before")
    parser.add_argument("--no-browser", action="store_true", help="open no browser")
    options = parser.parse_args()
    try:
        server = page_server(BUILD, options.port)
    except (OSError, OverflowError) as error:
        parser.error(f"--port {options.port} cannot be had: {error}")
    if not options.built:
        print("Collecting Python for the browser and the game ...", flush=True)
        build()
    with server:
        address = f"http://127.0.0.1:{server.server_port}/"
        print(f"Play at {address} (Ctrl-C stops it)", flush=True)
        if not options.no_browser:
            webbrowser.open(address)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()
