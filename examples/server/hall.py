"""All tables: they are opened, entered and left here, and deleted when nothing happens at them."""

import secrets
import time

from asnas_core import Rules, start_match
from limits import Limits
from messages import RefusedError
from store import Options, Store
from tables import Guest, Table

SEATS = range(2, 5)
DEALS = range(1, 101)
MOST_WATCHING = 60
"""At one table."""


class Hall:
    """All tables. Those that nobody is connected to rest in the store."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.limits = limits
        self.tables: dict[str, Table] = {}
        self._store = store

    def open(self, options: Options) -> str:
        """Open a table, and return what the link to it ends with."""
        if options.seats not in SEATS or options.deals not in DEALS:
            raise RefusedError("bad_message")
        if self._store.count() >= self.limits.tables:
            raise RefusedError("hall_full")
        name = secrets.token_urlsafe(12)
        rules = Rules(seats=options.seats, deals=options.deals)
        self._store.add(name, options, start_match(rules=rules))
        return name

    def exists(self, name: str) -> bool:
        """Tell whether there is such a table."""
        return name in self.tables or self._store.has(name)

    def table(self, name: str) -> Table:
        """Return a table, which comes from the store if nobody is there yet."""
        table = self.tables.get(name)
        if table is None:
            saved = self._store.load(name)
            if saved is None:
                raise RefusedError("no_table")
            table = self.tables[name] = Table(name, saved, self._store, self.limits)
        return table

    def enter(self, table: Table, guest: Guest) -> None:
        """Let a guest in; those who hold a seat always get in."""
        watching = sum(other.seat is None for other in table.guests)
        if guest.seat is None and watching >= MOST_WATCHING:
            raise RefusedError("table_full")
        table.guests.add(guest)

    def leave(self, table: Table, guest: Guest) -> None:
        """Let a guest go; the last one leaves the table to the store."""
        if guest in table.guests:
            table.leave(guest)
        if table.guests:
            return
        table.close()
        if self.tables.get(table.id) is table:
            del self.tables[table.id]

    def expire(self) -> None:
        """Delete the tables at which nothing has happened for too long."""
        for name in self._store.expire(time.time() - self.limits.idle):
            table = self.tables.pop(name, None)
            if table is not None:
                table.close()
                for guest in table.guests:
                    guest.dismiss()
