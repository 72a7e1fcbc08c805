"""How long things take on a server, and how much anybody can ask for. All of it can be chosen."""

from collections.abc import Mapping
from math import isfinite

import attrs

MEANINGS: Mapping[str, str] = {
    "answer": "seconds a person may think before the computer plays for them",
    "pace": "seconds the computer seems to think",
    "pause": "seconds until the next deal, if not all have asked for it before",
    "idle": "seconds until a table at which nothing is done is deleted",
    "tables": "how many tables there can be",
    "openings": "how many tables one address can open at once, and then in an hour",
    "connections": "how many connections one address can have at once, and open in a minute",
    "messages": "how many messages a second a connection can send, five times as many at once",
}


@attrs.frozen(kw_only=True)
class Limits:
    """The limits of a server; `MEANINGS` tells what each of them limits.

    Raises:
        ValueError: One of them makes no sense.
    """

    answer: float = 60.0
    pace: float = 0.9
    pause: float = 30.0
    idle: float = 86_400.0
    tables: int = 1000
    openings: int = 20
    connections: int = 50
    messages: float = 4.0

    def __attrs_post_init__(self) -> None:
        """Refuse what nobody can play with."""
        for name, value in attrs.asdict(self).items():
            if not isfinite(value):
                raise ValueError(f"{name} has to be a number, not {value}")
            if name == "pace" and not value >= 0:
                raise ValueError(f"{name} has to be 0 or more, not {value:g}")
            if name != "pace" and not value > 0:
                raise ValueError(f"{name} has to be more than 0, not {value:g}")
        if self.messages < 1:
            raise ValueError(f"messages has to be 1 or more, not {self.messages:g}")
        if self.idle <= max(self.answer, self.pause):
            raise ValueError("idle has to be longer than answer and pause")
