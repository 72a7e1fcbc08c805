"""The host of a match inside the page: Python in the browser, which alone knows all the cards.

The page asks in JSON and is answered in JSON: a screen made from the view of seat 0, and the
record of the match to keep. What it can ask for stands in `REQUESTS`.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle, islice
from typing import Any

import attrs

from asnas_core import (
    AsNasError,
    MatchState,
    commitment,
    from_json,
    from_record,
    next_deal,
    play,
    replay,
    restart,
    shuffled_pack,
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


@attrs.define
class Host:
    """A match, who plays in it, and how it is shown.

    Attributes:
        match: The match, with everything that is secret in it.
        levels: The computer players of seats 1, 2 and 3, and round again where there are more.
        published: The commitment as it was when the match began.
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
        except AsNasError as error:
            answer = {"error": error_text(error, self.language)}
        return json.dumps(answer, ensure_ascii=False)


def speak(host: Host, *, language: str, opponents: Sequence[str], coach: bool) -> dict[str, Any]:
    """Show everything from now on in a language, with or without the coach."""
    host.language, host.opponents, host.coach = language, tuple(opponents), coach
    return _shown(host)


def start(host: Host, *, levels: Sequence[str]) -> dict[str, Any]:
    """Begin a match, or the next one at the same table."""
    match = start_match() if host.match is None else restart(host.match)
    host.levels = tuple(levels)
    return _taken(host, match)


def act(host: Host, *, action: str, move: int) -> dict[str, Any]:
    """Do what the person has decided; the move makes a double click harmless."""
    host.match = play(_match(host), action, seat=YOU, move=move)
    return _shown(host)


def watch(host: Host) -> dict[str, Any]:
    """Let the computer players take one action."""
    match = _match(host)
    *_, host.match = match, *islice(advance(match, _players(host)), 1)
    return _shown(host)


def deal_next(host: Host) -> dict[str, Any]:
    """Go on to the next deal."""
    host.match = next_deal(_match(host))
    return _shown(host)


def resume(host: Host, *, record: str) -> dict[str, Any]:
    """Go on with the match that the browser has kept."""
    kept = json.loads(record)
    match, levels = from_record(kept["match"], MatchState), tuple(kept["levels"])
    if not levels or not set(levels) <= set(LEVELS):
        raise ValueError("a level that is not there")
    host.levels = levels
    return _taken(host, match, kept["published"])


def load(host: Host, *, text: str) -> dict[str, Any]:
    """Go on with the match of a file."""
    return _taken(host, from_json(text, MatchState))


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
    return {"seed": match.seed.hex() if match.is_over and match.seed else None}


def verify(host: Host, *, published: str, seed: str) -> dict[str, Any]:
    """Check the seed against what was published, and every pack of the match against the seed."""
    match, secret = _match(host), bytes.fromhex(seed)
    packs = (
        shuffled_pack(secret, deal_number=number, rules=match.rules)
        for number in range(1, match.deal_number + 1)
    )
    return {
        "seed": commitment(secret) == published,
        "packs": all(state.pack == pack for state, pack in zip(match.deals, packs, strict=True)),
    }


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
        raise LookupError("there is no match yet")
    return host.match


def _taken(host: Host, match: MatchState, published: str | None = None) -> dict[str, Any]:
    """Put a match on the table."""
    host.match, host.step = match, None
    host.published = published or view_match(match, YOU).commitment
    return _shown(host)


def _players(host: Host) -> dict[int, Player]:
    levels = cycle(host.levels)
    return {seat: LEVELS[next(levels)] for seat in range(YOU + 1, _match(host).rules.seats)}


def _shown(host: Host) -> dict[str, Any]:
    """Return the screen, whether the computer is to act, and the record to keep."""
    if host.match is None:
        return {"screen": None}
    match = host.match
    steps = match.move_number + match.deal_number - 1
    if host.step is not None:
        host.step = max(0, min(host.step, steps))
        match = next(islice(replay(match), host.step, None))
    view = view_match(match, YOU)
    called = ("", *host.opponents, "")[: match.rules.seats]
    kept = {
        "about": ABOUT,
        "levels": host.levels,
        "published": host.published,
        "match": to_record(host.match),
    }
    return {
        "screen": screen(view, host.language, names=called, coach=host.coach)
        | {"commitment": host.published, "showsCoach": host.coach},
        "waits": host.step is None and view.deal.turn not in {None, YOU},
        "step": host.step,
        "steps": steps,
        "levels": host.levels,
        "record": json.dumps(kept),
    }


host = Host()
