"""What is kept on the disk: the match, and beside it the settings.

The match is a file of its own, written by `to_json`, so that other programs can read and verify it.
It holds the seed, and with it every card. What was promised of the seed before the first action
must not come from the record that it is to check, so it stands with the settings.
"""

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs

from asnas_core import MatchState, from_json, to_json
from asnas_core.locales import LANGUAGES
from asnas_core.players import LEVELS

_PROMISES = 20
"""For so many matches the settings know what was promised."""


@attrs.frozen
class Settings:
    """What a person has chosen, and what was promised to them.

    Attributes:
        language: One of the languages of the library.
        levels: The levels of the opponents, from seat 1 on.
        has_coach: Whether the coach is there.
        promised: The commitments that were shown before matches, the last one at the end.
    """

    language: str = "en"
    levels: tuple[str, ...] = ("novice", "cautious", "bold")
    has_coach: bool = False
    promised: tuple[str, ...] = ()

    def promising(self, match: MatchState) -> "Settings":
        """Remember what is shown before a match."""
        new = () if match.commitment is None else (match.commitment,)
        return attrs.evolve(self, promised=(*self.promised, *new)[-_PROMISES:])


class ElsewhereError(OSError):
    """Another program has gone on with the match in the meantime."""


class MatchFile:
    """The file of a match, with its settings in another one beside it."""

    def __init__(self, path: Path) -> None:
        """Take a file, which need not be there yet."""
        self.path = path
        self._settings = path.with_name(f"{path.name}.settings")
        self._last = self._text()

    def match(self) -> MatchState | None:
        """Return the match that was kept, if there is one.

        Raises:
            RecordError: The file holds something else.
            OSError: It cannot be read.
        """
        try:
            text = self.path.read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return None
        return from_json(text, MatchState)

    def settings(self) -> Settings:
        """Return the settings; whatever is missing or damaged is as in a first match."""
        kept: Any = None
        with suppress(OSError, RecursionError, ValueError):
            kept = json.loads(self._settings.read_text(encoding="utf-8"))
        kept, usual = kept if isinstance(kept, dict) else {}, Settings()
        levels, promised = _texts(kept.get("levels")), _texts(kept.get("promised"))
        is_known = len(levels) == len(usual.levels) and set(levels) <= set(LEVELS)
        return Settings(
            language=kept["language"] if kept.get("language") in LANGUAGES else usual.language,
            levels=levels if is_known else usual.levels,
            has_coach=kept.get("has_coach") is True,
            promised=tuple(text for text in promised if re.fullmatch("[0-9a-f]{64}", text)),
        )

    def save(self, match: MatchState | None, settings: Settings) -> None:
        """Keep settings, and a match if there is one; each is replaced as a whole or not at all.

        Raises:
            ElsewhereError: Another program has changed the match.
            OSError: A file cannot be written.
        """
        if self.has_changed():
            raise ElsewhereError
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if match is not None:
            text = to_json(match)
            _write(self.path, text)
            self._last = text
        # Another window may have promised something in the meantime.
        promised = dict.fromkeys((*self.settings().promised, *settings.promised))
        settings = attrs.evolve(settings, promised=tuple(promised)[-_PROMISES:])
        _write(self._settings, json.dumps(attrs.asdict(settings)))

    def has_changed(self) -> bool:
        """Tell whether another program has saved something since it was read or written here."""
        return self._text() not in (None, self._last)

    def take_over(self) -> None:
        """Let the next match that is saved replace whatever the file holds."""
        self._last = self._text()

    def _text(self) -> str | None:
        with suppress(OSError):
            return self.path.read_text(encoding="utf-8", errors="replace")
        return None


def _texts(value: object) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _write(path: Path, text: str) -> None:
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)  # only its owner reads the cards
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
