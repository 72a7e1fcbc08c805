"""The host of a match inside the page: Python in the browser, which alone knows all the cards.

The page asks in JSON and is answered in JSON: a screen made from the view of seat 0, and the
record of the match to keep. What it can ask for stands in `REQUESTS`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle
from typing import Any

import attrs

from asnas_core import (
    DEFAULT_RULES,
    AsNasError,
    MatchState,
    from_json,
    from_record,
    next_deal,
    play,
    replay,
    restart,
    start_match,
    to_json,
    to_record,
    view_match,
)
from asnas_core.locales import error_text
from asnas_core.players import LEVELS, Player, advance
from screen import screen

YOU = 0
ABOUT = "This record holds the seed: whoever reads it can see every hand of the match."


class RequestError(AsNasError):
    """A request that cannot be granted; the page has the words for its code."""


@attrs.define
class Host:
    """A match, who plays in it, and how it is shown.

    Attributes:
        match: The match, with everything that is secret in it.
        levels: The computer players of seats 1, 2 and 3, and round again where there are more.
        published: The commitment as it was shown before the match; None if the match came from a
            file.
        language: The language of the page.
        opponents: What the page calls them.
        coach: Whether the coach is on.
        step: The step that a replay shows; None while the match itself is shown.
    """

    match: MatchState | None = None
    levels: tuple[str, ...] = ("novice", "bold", "master")
    published: str | None = None
    language: str = "en"
    opponents: tuple[str, ...] = ("", "", "")
    coach: bool = False
    step: int | None = None

    def answer(self, text: str) -> str:
        """Answer a request of the page; one that is refused changes nothing."""
        request = json.loads(text)
        try:
            answer = REQUESTS[request.pop("do")](self, **request)
        except RequestError as error:
            answer = {"refused": error.code}
        except AsNasError as error:
            answer = {"refused": error.code, "text": error_text(error, self.language)}
        return json.dumps(answer, ensure_ascii=False)


def speak(host: Host, *, language: str, opponents: Sequence[str], coach: bool) -> dict[str, Any]:
    """Show everything from now on in a language, with or without the coach."""
    host.language, host.opponents, host.coach = language, tuple(opponents), coach
    return {"screen": None} if host.match is None else _shown(host)


def start(host: Host, *, levels: Sequence[str]) -> dict[str, Any]:
    """Begin a match by the usual rules, or the next one at the same table."""
    is_usual = host.match is not None and host.match.rules == DEFAULT_RULES
    match = restart(_match(host)) if is_usual else start_match()
    host.match, host.levels, host.published = match, tuple(levels), match.commitment
    host.step = None
    return _shown(host)


def act(host: Host, *, action: str, move: int) -> dict[str, Any]:
    """Do what the person has decided; the move makes a double click harmless."""
    host.match = play(_match(host), action, seat=YOU, move=move)
    return _shown(host)


def watch(host: Host) -> dict[str, Any]:
    """Let the computer players take one action."""
    match = _match(host)
    host.match = next(advance(match, _players(host)), match)
    return _shown(host)


def deal_next(host: Host) -> dict[str, Any]:
    """Go on to the next deal."""
    host.match = next_deal(_match(host))
    return _shown(host)


def resume(host: Host, *, record: str) -> dict[str, Any]:
    """Go on with the match that the browser has kept."""
    try:
        kept = json.loads(record)
        match, levels, published = kept["match"], tuple(kept["levels"]), kept["published"]
        is_known = bool(levels) and set(levels) <= set(LEVELS) and isinstance(match, dict)
    except (KeyError, RecursionError, TypeError, ValueError):
        raise RequestError("bad_record") from None
    if not is_known or not isinstance(published, str | None):
        raise RequestError("bad_record")
    host.match = from_record(match, MatchState)
    host.levels, host.published, host.step = levels, published, None
    return _shown(host)


def load(host: Host, *, text: str) -> dict[str, Any]:
    """Go on with the match of a file. What was promised before that match, nobody here knows."""
    host.match = from_json(text, MatchState)
    host.published = host.step = None
    return _shown(host)


def save(host: Host) -> dict[str, Any]:
    """Return the record for a file, which `python -m asnas_core verify` reads as well."""
    return {"file": to_json(_match(host))}


def show_step(host: Host, *, step: int | None) -> dict[str, Any]:
    """Show a step of the match again, as seat 0 saw it; None leaves the replay."""
    host.step = step
    return _shown(host)


def reveal(host: Host) -> dict[str, Any]:
    """Tell the seed of a match that is over."""
    match = _match(host)
    if not match.is_over or match.seed is None:
        raise RequestError("no_seed")
    return {"seed": match.seed.hex()}


def verify(host: Host) -> dict[str, Any]:
    """Compare the seed with what was published. A match deals every pack from its seed."""
    match = _match(host)
    if host.published is None:
        return {"verdict": "unpublished"}
    return {"verdict": "fits" if match.commitment == host.published else "differs"}


REQUESTS: Mapping[str, Callable[..., dict[str, Any]]] = {
    "speak": speak,
    "start": start,
    "act": act,
    "watch": watch,
    "next": deal_next,
    "resume": resume,
    "load": load,
    "save": save,
    "step": show_step,
    "reveal": reveal,
    "verify": verify,
}
"""What the page can ask for."""


def _match(host: Host) -> MatchState:
    if host.match is None:
        raise RequestError("no_match")
    return host.match


def _players(host: Host) -> dict[int, Player]:
    levels = cycle(host.levels)
    return {seat: LEVELS[next(levels)] for seat in range(YOU + 1, _match(host).rules.seats)}


def _shown(host: Host) -> dict[str, Any]:
    """Return the screen, whether the computer is to act, and the record to keep."""
    match = _match(host)
    steps = [match] if host.step is None else list(replay(match))
    view = view_match(steps[min(host.step or 0, len(steps) - 1)], YOU)
    called = ("", *host.opponents, "")[: match.rules.seats]
    kept = {
        "about": ABOUT,
        "levels": host.levels,
        "published": host.published,
        "match": to_record(match),
    }
    return {
        "screen": screen(view, host.language, names=called, coach=host.coach),
        "waits": host.step is None and view.deal.turn not in {None, YOU},
        "step": host.step,
        "steps": len(steps) - 1,  # of a replay
        "levels": host.levels,
        "published": host.published,
        "is_over": match.is_over,
        "record": json.dumps(kept),
    }


host = Host()
