"""Tables on which people play: what can happen at one, and what the computer does by itself.

Everything here runs in one event loop and never waits, so two things can never happen at once.
Each of them is first kept and then told.
"""

import asyncio
import secrets
import sqlite3
from contextlib import suppress
from typing import Any, Protocol

import attrs

from asnas_core import SPECTATOR, MatchState, Seat, next_deal, play, restart, to_json, view_match
from asnas_core.locales import LANGUAGES, name_key, seat_names
from asnas_core.players import LEVELS, advance
from limits import Limits
from messages import RefusedError
from store import Person, Saved, Store

AFTER_A_FAILURE = 1.0
"""Seconds until what could not be kept is tried again, beside what it takes anyway."""


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
        last: The match before, if there was one.
        persons: Who holds the seats; the computer plays the others.
        guests: Who is connected.
        away: The persons for whom the computer plays, as they took too long.
        ready: The persons who wait for what comes after the deal or the match.
        version: Counts the changes of what people see.
    """

    def __init__(self, name: str, saved: Saved, store: Store, limits: Limits) -> None:
        self.id = name
        self.options = saved.options
        self.started = saved.started
        self.match = saved.match
        self.last = saved.last
        self.persons = saved.persons
        self.guests: set[Guest] = set()
        self.away: set[Seat] = set()
        self.ready: set[Seat] = set()
        self.version = 0
        self._store, self._limits = store, limits
        self._timer: asyncio.TimerHandle | None = None
        self._is_closed = False
        self._since = _now()  # when what everybody waits for began
        self._wind()

    def seat_of(self, token: bytes) -> Seat | None:
        """Return the seat of the person who has a token."""
        for seat, person in self.persons.items():
            if secrets.compare_digest(person.token, token):
                return seat
        return None

    def is_waiting(self, seat: Seat) -> bool:
        """Tell whether a person has sat down in the middle of this deal.

        Until the next one the computer plays on, and the person sees what everybody sees: whoever
        could go from seat to seat would see the cards of all that have looked.
        """
        person = self.persons.get(seat)
        return person is not None and person.joined == self._deal_name()

    def sit(self, seat: Seat, name: str, token: bytes) -> None:
        """Let a person take a seat that the computer has played."""
        if self.seat_of(token) is not None:
            raise RefusedError("already_seated")
        if not 0 <= seat < self.match.rules.seats or seat in self.persons:
            raise RefusedError("seat_taken")
        if name_key(name) in {name_key(other.name) for other in self.persons.values()}:
            raise RefusedError("name_taken")
        if not self._is_shown_as_it_is(name, seat):
            raise RefusedError("name_misleads")
        person = Person(name, token, self._deal_name() if self.started else "")
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
        with suppress(sqlite3.Error):  # standing up was kept; the others can ask again
            self._go_on_if_all_are_ready()

    def start(self) -> None:
        """Begin to play."""
        if self.started:
            raise RefusedError("already_started")
        self._keep(self.match)

    def act(self, seat: Seat, action: str, move: int) -> None:
        """Do what a person wants to do in the deal. The engine refuses what may not be."""
        if not self.started:
            raise RefusedError("not_started")
        if self.is_waiting(seat):
            raise RefusedError("next_deal_first")
        self._keep(play(self.match, action, seat=seat, move=move))

    def next(self, seat: Seat, deal: int) -> None:
        """Deal the next deal as soon as everybody has asked for it."""
        if deal != self.match.deal_number:
            raise RefusedError("stale_deal")
        next_deal(self.match)  # refused while the deal goes on, or where it was the last
        self._is_ready(seat)

    def again(self, seat: Seat) -> None:
        """Begin another match, with a new seed, as soon as everybody has asked for it."""
        if not self.match.is_over:
            raise RefusedError("match_not_over")
        self._is_ready(seat)

    def back(self, seat: Seat) -> None:
        """Let a person play again for whom the computer has played."""
        if seat in self.away:
            self.away.discard(seat)
            self._changed()

    def leave(self, guest: Guest) -> None:
        """Let a guest go, and forget what they have asked for.

        The others need not wait for them longer than for one who does nothing; but whoever only
        loads the page again is soon there again.
        """
        self.guests.discard(guest)
        if guest.seat is not None and guest.seat not in {other.seat for other in self.guests}:
            self.ready.discard(guest.seat)
            self._wind()
        self.tell()

    def seconds_left(self) -> float | None:
        """Return after how long something will happen by itself."""
        if self._timer is None:
            return None
        return max(0.0, self._timer.when() - _now())

    def tell(self) -> None:
        """Tell all guests that something has changed."""
        for guest in self.guests:
            guest.update()

    def close(self) -> None:
        """Let nothing more happen by itself, whatever comes."""
        self._is_closed = True
        self._stop()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _deal_name(self) -> str:
        return f"{self.match.commitment} {self.match.deal_number}"

    def _is_shown_as_it_is(self, name: str, seat: Seat) -> bool:
        """Tell whether a name passes for no other one, such as that of a seat, in any language."""
        given = ["" if other != seat else name for other in range(self.match.rules.seats)]
        view = view_match(self.match, SPECTATOR).deal
        return all(seat_names(view, code, names=given)[seat] == name for code in LANGUAGES)

    def _is_ready(self, seat: Seat) -> None:
        if self.match.is_over and not self.ready:
            self._since = _now()  # the first who wants another match does not wait for ever
        self.ready.add(seat)
        self._wind()
        self._go_on_if_all_are_ready()

    def _go_on_if_all_are_ready(self) -> None:
        present = {guest.seat for guest in self.guests if guest.seat is not None}
        # Whoever is away need not ask for a deal; but for another match all have to.
        awaited = present if self.match.is_over else present - self.away
        if self.ready and present and awaited <= self.ready:
            self._keep(self._following())
        else:
            self.tell()

    def _following(self) -> MatchState:
        """Return what comes after a deal."""
        return restart(self.match) if self.match.is_over else next_deal(self.match)

    def _keep(self, match: MatchState) -> None:
        """Go on with a match, once it is kept."""
        last = self.match if match.move_number == 0 and self.match.is_over else self.last
        self._store.save(self.id, match, last)
        self.match, self.last, self.started, self._since = match, last, True, _now()
        self.ready.clear()
        self._changed()

    def _changed(self) -> None:
        self.version += 1
        self._wind()
        self.tell()

    def _wind(self) -> None:
        """Set the clock for what happens next by itself."""
        self._stop()
        wait = self._wait()
        if wait is not None and not self._is_closed:
            # Whoever sits down, stands up or comes back in the meantime does not gain time by it.
            when = self._since + wait
            self._timer = asyncio.get_running_loop().call_at(when, self._try_to_go_on)

    def _wait(self) -> float | None:
        turn = self.match.deal.turn
        if not self.started or (self.match.is_over and not self.ready):
            return None
        if turn is None:
            return self._limits.pause
        return self._limits.answer if self._decides(turn) else self._limits.pace

    def _decides(self, seat: Seat) -> bool:
        """Tell whether a person plays for a seat, not the computer."""
        return seat in self.persons and seat not in self.away and not self.is_waiting(seat)

    def _try_to_go_on(self) -> None:
        try:
            self._go_on()
        except sqlite3.Error:  # it could not be kept, so it has not happened
            self._since = _now() + AFTER_A_FAILURE
            self._wind()

    def _go_on(self) -> None:
        """Deal the next deal, or play for the computer or for a person who took too long."""
        turn = self.match.deal.turn
        if turn is None:
            self._keep(self._following())
            return
        played = next(advance(self.match, {turn: LEVELS[self.options.level]}))
        was_away = set(self.away)
        if self._decides(turn):
            self.away.add(turn)
        try:
            self._keep(played)
        except sqlite3.Error:
            self.away = was_away
            raise


def _now() -> float:
    return asyncio.get_running_loop().time()


def names_of(table: Table) -> list[str]:
    """Return the names by seat; the seats of the computer have none."""
    persons = map(table.persons.get, range(table.match.rules.seats))
    return [person.name if person else "" for person in persons]


def public(table: Table) -> dict[str, Any]:
    """Return what everybody may know of a table, beside the match itself."""
    present = {guest.seat for guest in table.guests}
    options = table.options
    return {
        "started": table.started,
        "people": [
            {
                "name": name,
                "is_computer": not name,
                "is_here": not name or seat in present,
                "is_away": seat in table.away,
                "is_ready": seat in table.ready,
                "is_waiting": table.is_waiting(seat),
            }
            for seat, name in enumerate(names_of(table))
        ],
        "watching": sum(guest.seat is None for guest in table.guests),
        "seconds_left": table.seconds_left(),
        "options": attrs.asdict(options),
    }


def record_of(table: Table) -> str | None:
    """Return the record of a match that is over, if the table was opened so that all get it.

    The seed is in it, and with that the folded hands.
    """
    is_told = table.match.is_over and table.options.publish_seed
    return to_json(table.match) if is_told else None


def last_of(table: Table) -> dict[str, Any] | None:
    """Return the record of the match before, which those who were slow can still save."""
    if table.last is None or not table.options.publish_seed:
        return None
    return {"record": to_json(table.last), "commitment": table.last.commitment}
