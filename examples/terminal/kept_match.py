"""A match of one person against computer players, and the two files that keep it.

The match itself is an ordinary record, which `python -m asnas_core verify` reads as well. It holds
every card. The settings stand beside it: who plays, in which language, and what was promised of the
seed before the first action, which must not come from the record that it is to check.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs

from asnas_core import (
    MatchState,
    MatchView,
    SeatView,
    from_json,
    next_deal,
    play,
    restart,
    to_json,
    view_match,
)
from asnas_core.locales import LANGUAGES
from asnas_core.players import LEVELS, advance

ME = 0
"""The seat of the person."""


@attrs.frozen
class Settings:
    """What a person has chosen, and what was promised to them.

    Attributes:
        language: One of the languages of the library.
        levels: The levels of the opponents, from seat 1 on.
        has_coach: Whether the coach is there.
        promised: The commitment as it was shown before the match.
    """

    language: str = "en"
    levels: tuple[str, ...] = ("novice", "cautious", "bold")
    has_coach: bool = False
    promised: str | None = None


def view_of(match: MatchState) -> MatchView[SeatView]:
    """Return all that a screen may ever show."""
    return view_match(match, ME)


def answer(match: MatchState, key: str) -> MatchState:
    """Do what the key of a legal action says, or go on to the next deal or match by N."""
    view = view_of(match)
    if key == "N":
        return restart(match) if match.is_over else next_deal(match)
    action = next(action for action in view.deal.legal_actions if action.code == key)
    return play(match, action, seat=ME, move=view.move_number)


def next_step(match: MatchState, levels: tuple[str, ...]) -> MatchState:
    """Let the computer player act whose turn it is."""
    table = range(1, match.rules.seats)
    players = {seat: LEVELS[levels[(seat - 1) % len(levels)]] for seat in table}
    return next(advance(match, players))


def verify(match: MatchState, promised: str | None) -> str:
    """Tell, by a key of words.toml, what the seed of a match proves. All packs come from it."""
    if match.seed is None:
        return "no_seed"
    if match.commitment is None:
        return "nothing_promised"
    return "same_commitment" if match.commitment == promised else "other_commitment"


def save(path: Path, match: MatchState | None, settings: Settings) -> None:
    """Keep settings, and a match if there is one; a file is replaced as a whole or not at all.

    Raises:
        OSError: A file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _write(_beside(path), json.dumps(attrs.asdict(settings)))
    if match is not None:
        _write(path, to_json(match))


def load(path: Path) -> MatchState | None:
    """Read the match that was kept, if there is one.

    Raises:
        RecordError: The file holds something else.
        OSError: It cannot be read.
    """
    try:
        return from_json(path.read_text(encoding="utf-8", errors="replace"), MatchState)
    except FileNotFoundError:
        return None


def load_settings(path: Path) -> Settings:
    """Read the settings; whatever is missing or damaged is as in a first match."""
    kept: Any = None
    with suppress(OSError, ValueError):
        kept = json.loads(_beside(path).read_text(encoding="utf-8"))
    kept = kept if isinstance(kept, dict) else {}
    levels = kept.get("levels")
    is_known = isinstance(levels, list) and levels and all(level in [*LEVELS] for level in levels)
    return Settings(
        language=kept["language"] if kept.get("language") in LANGUAGES else "en",
        levels=tuple(levels) if is_known else Settings().levels,
        has_coach=kept.get("has_coach") is True,
        promised=str(kept["promised"]) if kept.get("promised") else None,
    )


def _beside(path: Path) -> Path:
    return path.with_suffix(".settings.json")


def _write(path: Path, text: str) -> None:
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)  # only its owner reads the cards
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
