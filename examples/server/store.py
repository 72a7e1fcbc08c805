"""Where tables are kept: one SQLite file. Whatever a function here returns from is on the disk."""

import json
import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

import attrs
from attrs.validators import in_, instance_of, min_len

from asnas_core import AsNasError, MatchState, Seat, from_json, to_json
from asnas_core.players import LEVELS

VERSION = 3
PROGRAM = int.from_bytes(b"AsNa")
SCHEMA = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    options TEXT NOT NULL,
    started INTEGER NOT NULL,
    match TEXT NOT NULL,  -- every card and the seed are in it
    last TEXT,            -- the match before
    used REAL NOT NULL    -- when somebody last did something, in seconds
) STRICT;
CREATE TABLE persons (
    table_id TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    token BLOB NOT NULL,   -- its hash: the token itself stays with the person
    joined TEXT NOT NULL,  -- the deal in the middle of which they sat down, or nothing
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, token)
) STRICT;
"""


@attrs.frozen(kw_only=True)
class Options:
    """What is settled when a table is opened.

    Attributes:
        level: How well the computer plays, a key of `asnas_core.players.LEVELS`.
        seats: How many seats there are.
        deals: How many deals a match has.
        coach: Whether players may ask for odds and advice.
        publish_seed: Whether all get the seed when the match is over.
    """

    level: str = attrs.field(validator=in_(LEVELS))
    seats: int = attrs.field(validator=instance_of(int))
    deals: int = attrs.field(validator=instance_of(int))
    coach: bool = attrs.field(validator=instance_of(bool))
    publish_seed: bool = attrs.field(validator=instance_of(bool))


@attrs.frozen
class Person:
    """Who holds a seat.

    Attributes:
        name: What the person is called.
        token: The hash of the token that only this person has.
        joined: The deal in the middle of which they sat down, or "".
    """

    name: str = attrs.field(validator=min_len(1))
    token: bytes = attrs.field(validator=instance_of(bytes))
    joined: str = attrs.field(validator=instance_of(str))


def _have_seats(saved: "Saved", _: object, persons: dict[Seat, Person]) -> None:
    rules, options = saved.match.rules, saved.options
    if (rules.seats, rules.deals) != (options.seats, options.deals):
        raise ValueError("a match that is not as the table was opened")
    if not set(persons) <= set(range(rules.seats)):
        raise ValueError("a seat that is not there")


@attrs.frozen(kw_only=True)
class Saved:
    """A table as it is kept."""

    options: Options
    started: bool
    match: MatchState
    last: MatchState | None
    persons: dict[Seat, Person] = attrs.field(validator=_have_seats)


class Store:
    """The file with all tables. One server at a time can use it; another one is refused.

    Args:
        path: The file; it is made if it is not there, readable for its owner alone.

    Raises:
        sqlite3.Error: It is in use, or is not a file of this program.
    """

    def __init__(self, path: Path) -> None:
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        # Every statement is a transaction of its own, and on the disk when it returns.
        self._database = sqlite3.connect(path, isolation_level=None, timeout=1)
        marks = "SELECT * FROM pragma_application_id, pragma_user_version"
        found = self._database.execute(marks).fetchone()
        [parts] = self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        is_new = found == (0, 0) and parts == 0
        if not is_new and found != (PROGRAM, VERSION):
            self._database.close()
            raise sqlite3.DatabaseError("it is of another program, or another version of this one")
        for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
            if file.exists():
                file.chmod(0o600)
        for setting in ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL"):
            self._database.execute(f"PRAGMA {setting}")
        self._database.execute("PRAGMA foreign_keys=ON")
        self._database.execute("PRAGMA secure_delete=ON")
        if is_new:
            marks = f"PRAGMA user_version={VERSION}; PRAGMA application_id={PROGRAM};"
            self._database.executescript(f"BEGIN EXCLUSIVE; {SCHEMA} {marks} COMMIT")

    def count(self) -> int:
        """Return how many tables there are."""
        [tables] = self._database.execute("SELECT count(*) FROM tables").fetchone()
        return int(tables)

    def add(self, table: str, options: Options, match: MatchState) -> None:
        """Keep a new table."""
        self._database.execute(
            "INSERT INTO tables VALUES (?, ?, 0, ?, NULL, ?)",
            (table, json.dumps(attrs.asdict(options)), to_json(match), time.time()),
        )

    def has(self, table: str) -> bool:
        """Tell whether there is such a table."""
        row = self._database.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone()
        return row is not None

    def load(self, table: str) -> Saved | None:
        """Return a table, or None if there is no such.

        Raises:
            sqlite3.Error: It cannot be read.
        """
        columns = "SELECT options, started, match, last FROM tables WHERE id = ?"
        row = self._database.execute(columns, (table,)).fetchone()
        if row is None:
            return None
        persons = self._database.execute(
            "SELECT seat, name, token, joined FROM persons WHERE table_id = ?", (table,)
        )
        try:
            return Saved(
                options=Options(**json.loads(row[0])),
                started=bool(row[1]),
                match=from_json(row[2], MatchState),
                last=None if row[3] is None else from_json(row[3], MatchState),
                persons={seat: Person(*about) for seat, *about in persons},
            )
        except (AsNasError, RecursionError, TypeError, ValueError):
            raise sqlite3.DataError("a table was changed by another program") from None

    def save(self, table: str, match: MatchState, last: MatchState | None) -> None:
        """Keep a match that has gone on, and the one before."""
        kept = self._database.execute(
            "UPDATE tables SET started = 1, match = ?, last = ?, used = ? WHERE id = ?",
            (to_json(match), last and to_json(last), time.time(), table),
        )
        if kept.rowcount != 1:
            raise sqlite3.DataError("the table is no more")

    def seat(self, table: str, seat: Seat, person: Person) -> None:
        """Keep who has taken a seat."""
        taken = "INSERT INTO persons VALUES (?, ?, ?, ?, ?)"
        self._change(table, taken, (table, seat, *attrs.astuple(person)))

    def unseat(self, table: str, seat: Seat) -> None:
        """Forget who held a seat."""
        left = "DELETE FROM persons WHERE table_id = ? AND seat = ?"
        self._change(table, left, (table, seat))

    def expire(self, before: float) -> list[str]:
        """Delete the tables at which nothing was done since a time, and return them."""
        rows = self._database.execute("DELETE FROM tables WHERE used < ? RETURNING id", (before,))
        return [table for [table] in rows.fetchall()]

    def _change(self, table: str, statement: str, values: tuple[object, ...]) -> None:
        """Change something at a table, and note that it is used: both, or nothing."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            self._database.execute(statement, values)
            self._database.execute("UPDATE tables SET used = ? WHERE id = ?", (time.time(), table))
            self._database.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # it has done so itself
                self._database.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()
