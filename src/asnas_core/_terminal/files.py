"""Match records on disk: read with care, written as a whole or not at all."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from asnas_core import MatchState, RecordError, from_json, to_json

_MOST_CHARACTERS = 4_000_000
"""A longer text cannot be a record; see `from_json`."""


class FileError(Exception):
    """A file could not be read or written."""


class RefusedError(Exception):
    """A file was read, and it is not a match record that the engine could have written."""


def load_match(path: Path) -> MatchState:
    """Read the record of a match.

    Args:
        path: The file.

    Returns:
        The match, played again action by action.

    Raises:
        FileError: The file cannot be read.
        RefusedError: It holds something else, or the fault that the message points at.
    """
    text = _text(path)
    try:
        return from_json(text, MatchState)
    except RecordError as error:
        raise RefusedError(str(error)) from None


def save_match(path: Path, match: MatchState) -> None:
    """Write the record of a match: whoever reads the file finds the old one or the new one.

    Args:
        path: The file; one that exists is replaced.
        match: The match, over or not.

    Raises:
        FileError: The file cannot be written. Nothing has changed.
    """
    try:
        target = Path(os.path.realpath(path))  # a link stays a link
        if target.exists() and not target.is_file():
            raise FileError(f"cannot save to {_shown(path)}: it is not an ordinary file")
        _replace(target, to_json(match) + "\n")
    except (OSError, ValueError) as error:
        raise FileError(f"cannot save to {_shown(path)}: {_reason(error)}") from None


def _text(path: Path) -> str:
    try:
        with path.open(encoding="utf-8") as file:
            return file.read(_MOST_CHARACTERS + 1)
    except UnicodeDecodeError:
        raise RefusedError("the file is not text") from None
    except (OSError, ValueError) as error:
        raise FileError(f"cannot read {_shown(path)}: {_reason(error)}") from None


def _shown(path: Path) -> str:
    """Write a path so that any terminal can show it."""
    text = str(path)
    return text if text.isprintable() else ascii(text)


def _reason(error: OSError | ValueError) -> str:
    """Tell what the system says; it raises a ValueError for a name that cannot be one."""
    return str(error.strerror if isinstance(error, OSError) else error)


def _replace(target: Path, text: str) -> None:
    descriptor, name = tempfile.mkstemp(prefix=".asnas-", dir=target.parent, text=True)
    try:
        with open(descriptor, "w", encoding="ascii") as file:  # noqa: PTH123  # no path yet
            file.write(text)
        Path(name).replace(target)
    except BaseException:  # an interrupt as well: no other file is left behind
        with suppress(OSError):
            Path(name).unlink()
        raise
