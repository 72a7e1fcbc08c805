"""Tables on which people play: what can happen at one, and what the computer does by itself.

Everything here runs in one event loop and never waits, so two things can never happen at once.
Each of them is first kept and then told.
"""

import asyncio
import secrets
import sqlite3
from typing import Any, Protocol

import attrs

from asnas_core import MatchState, Seat, next_deal, play, restart, to_json
from asnas_core.players import LEVELS, advance
from messages import RefusedError
from store import Person, Saved, Store


@attrs.frozen(kw_only=True)
class Limits:
    """How long things take at a table, in seconds, and how much anybody can ask for.

    Attributes:
        answer: How long a person may think before the computer plays for them.
        pace: How long the computer seems to think.
        pause: After how long the next deal is dealt, if not all have asked for it before.
        idle: After how long a table at which nothing happens is deleted.
        tables: How many tables there can be.
        openings: How many tables one address can open at once, and then in an hour.
        messages: How many messages a second a connection can send, and at once five times as many.
    """

    answer: float = 60.0
    pace: float = 0.9
    pause: float = 30.0
    idle: float = 86_400.0
    tables: int = 1000
    openings: int = 20
    messages: float = 4.0


class Guest(Protocol):
    """Somebody who is connected to a table, on a seat or to watch."""

    seat: Seat | None
    token: bytes | None

    def update(self) -> None:
        """Hear that something has changed."""

    def dismiss(self) -> None:
        """Hear that the table is no more."""


class Table:
    """A table that somebody is connected to.

    Attributes:
        id: What the link to it ends with.
        options: How it was opened.
        started: Whether play has begun.
        match: The match: every hidden card and the seed are in it.
        persons: Who holds the seats; the computer plays the others.
        guests: Who is connected.
        away: The persons for whom the computer plays, as they took too long.
        ready: The persons who wait for the next deal.
        version: Counts the changes of the match.
    """

    def __init__(self, name: str, saved: Saved, store: Store, limits: Limits) -> None:
        self.id = name
        self.options = saved.options
        self.started = saved.started
        self.match = saved.match
        self.persons = saved.persons
        self.guests: set[Guest] = set()
        self.away: set[Seat] = set()
        self.ready: set[Seat] = set()
        self.version = 0
        self._store, self._limits = store, limits
        self._timer: asyncio.TimerHandle | None = None
        self._wind()

    def seat_of(self, token: bytes) -> Seat | None:
        """Return the seat of the person who has a token."""
        for seat, person in self.persons.items():
            if secrets.compare_digest(person.token, token):
                return seat
        return None

    def sit(self, seat: Seat, person: Person) -> None:
        """Let a person take a seat that the computer has played."""
        if self.seat_of(person.token) is not None:
            raise RefusedError("already_seated")
        if not 0 <= seat < self.match.rules.seats or seat in self.persons:
            raise RefusedError("seat_taken")
        if person.name.casefold() in {other.name.casefold() for other in self.persons.values()}:
            raise RefusedError("name_taken")
        self._store.seat(self.id, seat, person)
        self.persons[seat] = person
        for guest in self.guests:  # one person may have several windows open
            if guest.token == person.token:
                guest.seat = seat
        self._changed()

    def stand(self, seat: Seat) -> None:
        """Give a seat back to the computer."""
        self._store.unseat(self.id, seat)
        del self.persons[seat]
        for guest in self.guests:
            if guest.seat == seat:
                guest.seat = None
        self.away.discard(seat)
        self.ready.discard(seat)
        self._changed()

    def start(self) -> None:
        """Begin to play."""
        if self.started:
            raise RefusedError("already_started")
        self._keep(self.match)

    def act(self, seat: Seat, action: str, move: int) -> None:
        """Do what a person wants to do in the deal. The engine refuses what may not be."""
        if not self.started:
            raise RefusedError("not_started")
        self._keep(play(self.match, action, seat=seat, move=move))

    def next(self, seat: Seat, deal: int) -> None:
        """Deal the next deal as soon as everybody has asked for it."""
        if deal != self.match.deal_number:
            raise RefusedError("stale_deal")
        self._when_all_are_ready(seat, next_deal(self.match))

    def again(self, seat: Seat) -> None:
        """Begin another match, with a new seed, as soon as everybody has asked for it."""
        if not self.match.is_over:
            raise RefusedError("match_not_over")
        self._when_all_are_ready(seat, restart(self.match))

    def back(self, seat: Seat) -> None:
        """Let a person play again for whom the computer has played."""
        if seat in self.away:
            self.away.discard(seat)
            self._changed()

    def seconds_left(self) -> float | None:
        """Return after how long something will happen by itself."""
        if self._timer is None:
            return None
        return max(0.0, self._timer.when() - asyncio.get_running_loop().time())

    def tell(self) -> None:
        """Tell all guests that something has changed."""
        for guest in self.guests:
            guest.update()

    def stop(self) -> None:
        """Let nothing more happen by itself."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _when_all_are_ready(self, seat: Seat, following: MatchState) -> None:
        self.ready.add(seat)
        present = {guest.seat for guest in self.guests if guest.seat is not None}
        if present - self.away <= self.ready:
            self._keep(following)
        else:
            self.tell()

    def _keep(self, match: MatchState) -> None:
        """Go on with a match, once it is kept."""
        self._store.save(self.id, match)
        self.match, self.started = match, True
        self.ready.clear()
        self._changed()

    def _changed(self) -> None:
        self.version += 1
        self._wind()
        self.tell()

    def _wind(self) -> None:
        """Set the clock for what happens next by itself."""
        self.stop()
        wait = self._wait()
        if wait is not None:
            self._timer = asyncio.get_running_loop().call_later(wait, self._try_to_go_on)

    def _wait(self) -> float | None:
        turn = self.match.deal.turn
        if not self.started or self.match.is_over:
            return None
        if turn is None:
            return self._limits.pause
        waits = turn in self.persons and turn not in self.away
        return self._limits.answer if waits else self._limits.pace

    def _try_to_go_on(self) -> None:
        try:
            self._go_on()
        except sqlite3.Error:  # it could not be kept, so it has not happened
            self._wind()

    def _go_on(self) -> None:
        """Deal the next deal, or play for the computer or for a person who took too long."""
        turn = self.match.deal.turn
        if turn is None:
            self._keep(next_deal(self.match))
            return
        if turn in self.persons:
            self.away.add(turn)
        player = LEVELS[self.options.level]
        self._keep(next(advance(self.match, {turn: player})))


def names_of(table: Table) -> list[str]:
    """Return the names by seat; the seats of the computer have none."""
    persons = map(table.persons.get, range(table.match.rules.seats))
    return [person.name if person else "" for person in persons]


def public(table: Table) -> dict[str, Any]:
    """Return what everybody may know of a table, beside the match itself."""
    present = {guest.seat for guest in table.guests}
    match, options = table.match, table.options
    return {
        "started": table.started,
        "people": [
            {
                "name": name,
                "is_computer": not name,
                "is_here": not name or seat in present,
                "is_away": seat in table.away,
                "is_ready": seat in table.ready,
            }
            for seat, name in enumerate(names_of(table))
        ],
        "watching": sum(guest.seat is None for guest in table.guests),
        "seconds_left": table.seconds_left(),
        "options": attrs.asdict(options),
        # The seed is in it, and with that the folded hands.
        "record": to_json(match) if match.is_over and options.publish_seed else None,
    }
