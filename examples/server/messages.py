"""What comes from outside: which messages there are, and what is refused at the door."""

import json
import re
import time
from collections.abc import Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Any

from asnas_core import AsNasError
from asnas_core.locales import LANGUAGES

Kinds = tuple[type, ...]
LONGEST_MESSAGE = 1000
"""Bytes."""
LONGEST_NAME = 20
TOKEN = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
"""32 random bytes in URL-safe base64."""

_NOTHING: Mapping[str, Kinds] = MappingProxyType({})
_SETTINGS: Mapping[str, Kinds] = MappingProxyType({"language": (str,), "coach": (bool,)})
MESSAGES: Mapping[str, Mapping[str, Kinds]] = MappingProxyType(
    {
        # The first one. The token says who this is; whoever has none can only watch. A seat is
        # named by those who come back to it.
        "hello": {**_SETTINGS, "token": (str, type(None)), "seat": (int, type(None))},
        "settings": _SETTINGS,
        "sit": {"seat": (int,), "name": (str,)},
        "stand": _NOTHING,  # gives the seat back to the computer
        "start": _NOTHING,
        "action": {"action": (str,), "move": (int,)},
        "next": {"deal": (int,)},  # which deal has been seen
        "again": _NOTHING,  # another match
        "back": _NOTHING,  # after the computer has stepped in
    }
)
"""The messages of the WebSocket, and the types of all their fields."""

OPENING: Mapping[str, Kinds] = MappingProxyType(
    {"level": (str,), "seats": (int,), "deals": (int,), "coach": (bool,), "publish_seed": (bool,)}
)
"""The fields of a request for a new table."""


class RefusedError(AsNasError):
    """A request of a person that is not granted; nothing has changed."""


def read(text: str | bytes | None) -> dict[str, Any]:
    """Return a message of a WebSocket.

    Args:
        text: What has come; bytes and None are refused.

    Returns:
        A message of `MESSAGES`, with its ``type`` and exactly the fields it has to have.

    Raises:
        RefusedError: This is none.
    """
    if not isinstance(text, str):
        raise RefusedError("bad_message")
    message = _object(text)
    kind = message.pop("type", None)
    fields = MESSAGES.get(kind) if isinstance(kind, str) else None
    if fields is None:
        raise RefusedError("bad_message")
    _check(message, fields)
    if message.get("language", "en") not in LANGUAGES:
        raise RefusedError("bad_message")
    return {"type": kind, **message}


def read_opening(text: str) -> dict[str, Any]:
    """Return the options of a request for a new table, all of the right type."""
    options = _object(text)
    _check(options, OPENING)
    return options


def person_name(text: str) -> str:
    """Return a name as it will be shown, or refuse it."""
    name = " ".join(text.split())
    # The joiner is written within Persian words.
    if not name or len(name) > LONGEST_NAME or not name.replace("\u200c", "").isprintable():
        raise RefusedError("bad_name")
    return name


def hashed(token: str) -> bytes:
    """Return what is kept of a token. It is as random as its hash is long, so one round will do."""
    if not TOKEN.fullmatch(token):
        raise RefusedError("wrong_token")
    return sha256(token.encode()).digest()


class Bucket:
    """How often somebody may do something: so many times at once, and then at a steady pace.

    Args:
        size: How many times at once.
        rate: How many times a second in the long run.
        debt: How many times more are counted; beyond them one that is refused costs nothing.
    """

    def __init__(self, size: float, rate: float, debt: int = 0) -> None:
        self._size, self._rate, self._debt = size, rate, debt
        self._left, self._when = size, time.monotonic()

    def take(self) -> float:
        """Count one time, and return how many are left; below 0 it was one too many."""
        now = time.monotonic()
        self._left = min(self._size, self._left + (now - self._when) * self._rate)
        self._when = now
        left = self._left - 1
        if left >= -self._debt:
            self._left = left
        return left


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise RefusedError("bad_message")
    return value


def _check(message: dict[str, Any], fields: Mapping[str, Kinds]) -> None:
    same = message.keys() == fields.keys()
    # The exact type, as True is an integer.
    if not same or any(type(message[name]) not in kinds for name, kinds in fields.items()):
        raise RefusedError("bad_message")
