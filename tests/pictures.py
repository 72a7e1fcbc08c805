"""Make pictures of all front ends, to be looked at: `python tests/pictures.py FOLDER`."""

import sys
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"
sys.path += [str(EXAMPLES / name) for name in ("web", "browser", "server", "terminal")]

import browser_pictures  # noqa: E402 - the examples are no package
import server_pictures  # noqa: E402
import terminal_pictures  # noqa: E402
from chromium import chromium  # noqa: E402


def main(folder: Path) -> None:
    """Make all of them, in a folder for each front end."""
    makers = {
        "terminal": terminal_pictures.take_pictures,
        "server": server_pictures.take_pictures,
        "browser": browser_pictures.take_pictures,
    }
    for name, take_pictures in makers.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        with chromium() as browser:
            take_pictures(browser, folder / name)
        print(folder / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
