"""Checks of what callers hand in, shared by all files above.

Each returns the value in the library's own type, or raises before anything was built.
"""

import operator
from contextlib import suppress
from typing import SupportsIndex, TypeVar

from asnas_core.errors import ArgumentError, SeatError, shown

T = TypeVar("T")


def wrong_type(argument: str, expected: str, value: object) -> ArgumentError:
    """Return the error for an object of the wrong kind."""
    return ArgumentError(
        "wrong_type", argument=argument, expected=expected, got=type(value).__name__
    )


def instance(argument: str, value: object, kind: type[T], expected: str) -> T:
    """Return the value if it is of this kind."""
    if isinstance(value, kind):
        return value
    raise wrong_type(argument, expected, value)


def integer(argument: str, value: object, expected: str = "an integer") -> int:
    """Return the value as an int; any integer type will do, but not a bool."""
    if type(value) is int:
        return value
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        # An array of numbers has the method of an integer, and fails when it is called.
        with suppress(TypeError):
            return operator.index(value)
    raise wrong_type(argument, expected, value)


def boolean(argument: str, value: object) -> bool:
    """Return the value if it is True or False, and nothing that is merely like them."""
    return instance(argument, value, bool, "True or False")


def table_seat(argument: str, value: object, seats: int) -> int:
    """Return the value as a seat of a table with that many seats."""
    seat = integer(argument, value)
    if not 0 <= seat < seats:
        raise SeatError("seat_range", argument=argument, last=seats - 1, seat=shown(seat))
    return seat
