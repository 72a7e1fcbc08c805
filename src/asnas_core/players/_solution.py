"""A solved game in a small file: what each position does in each situation, by its hand.

The file is one line of JSON, which says what was solved and how well, and then, compressed:

* a byte for each situation and hand: the number of the action that is certain, or `_MIXED`;
* for the mixed ones the chances of all actions but the last, in parts of `PARTS`: all their high
  bytes, and then all their low bytes;
* for each situation what looking is worth to a seat that has not looked, and what each action is
  worth that it takes blind, four bytes each in parts of a point, or `_UNKNOWN`.

Situations come in the order of `asnas_core.situations`, and so do hands.
"""

import json
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import attrs

from asnas_core import Action, ArgumentError, AsNasError, RecordError, Rules
from asnas_core.situations import all_hands, histories, number_of_histories

PARTS = 4096
"""Chances are multiples of one over this."""

_KIND = {"format": "asnas-core/solution", "version": 1}
_SETTINGS = ("seats", "copies", "opening_stake", "raise_step", "max_stake", "free_fold")
_MIXED = 255
_POINT = 1_000_000
_UNKNOWN = -(2**31)
_LARGEST = 2**28
"""More bytes than any solution has when it is unpacked."""

Row = tuple[float, ...]
"""The chance of each action in a situation with one hand."""


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Solution:
    """What each position does in each situation, by its hand.

    Attributes:
        rules: The rules that were solved.
        iterations: How long.
        nash_conv: How much the positions could gain by departing from it, in points a deal.
        numbers: The number of each situation in the list of histories, by its actions.
    """

    rules: Rules
    iterations: int
    nash_conv: float
    numbers: Mapping[tuple[Action, ...], int]
    _kinds: Mapping[int, bytes] = attrs.field(alias="kinds")
    _mixed: Mapping[int, Sequence[int]] = attrs.field(alias="mixed")
    _blind: Mapping[int, tuple[float | None, ...]] = attrs.field(alias="blind")
    _rows: dict[int, tuple[Row, ...]] = attrs.field(factory=dict, init=False)

    def rows(self, number: int) -> tuple[Row, ...]:
        """Return the chances of each action in a situation, by hand."""
        rows = self._rows.get(number)
        if rows is None:
            rows = self._rows[number] = tuple(self._unpacked_rows(number))
        return rows

    def blind(self, number: int) -> tuple[float | None, ...]:
        """Return what looking, and then each action, is worth to a seat that has not looked.

        It is None where the solution never gets to the situation.
        """
        return self._blind[number]

    def _unpacked_rows(self, number: int) -> Iterator[Row]:
        width = len(histories(self.rules)[number].legal_actions)
        sure = tuple(tuple(float(a == b) for b in range(width)) for a in range(width))
        parts = iter(self._mixed[number])
        for kind in self._kinds[number]:
            if kind == _MIXED:
                first = [next(parts) for _ in range(width - 1)]
                yield tuple(part / PARTS for part in (*first, PARTS - sum(first)))
            else:
                yield sure[kind]


def write_solution(
    rules: Rules,
    figures: Mapping[str, float],
    parts: Sequence[Sequence[Sequence[int]]],
    blind: Sequence[Sequence[float | None]],
) -> bytes:
    """Write a solution.

    Args:
        rules: The rules that were solved.
        figures: Its ``iterations`` and ``nash_conv``.
        parts: For each situation and hand the chance of each action, in parts of `PARTS`.
        blind: For each situation what looking, and then each action, is worth to a seat that has
            not looked, None where it is not known.

    Returns:
        The bytes of a file.

    Example:
        Everybody always does the first thing that is legal:

        >>> rules = Rules(seats=2, max_stake=2)
        >>> decisions = [each for each in histories(rules) if each.position is not None]
        >>> hands = len(all_hands(rules))
        >>> first = [[PARTS] + [0] * (len(each.legal_actions) - 1) for each in decisions]
        >>> unknown = [[None] * (1 + len(each.legal_actions)) for each in decisions]
        >>> figures = {"iterations": 0, "nash_conv": 1.0}
        >>> data = write_solution(rules, figures, [[row] * hands for row in first], unknown)
        >>> read_solution(data).rows(0)[0]
        (1.0, 0.0, 0.0)
    """
    kinds, mixed = bytearray(), list[int]()
    for row in (row for rows in parts for row in rows):
        sure = PARTS in row
        kinds.append(row.index(PARTS) if sure else _MIXED)
        mixed += [] if sure else row[:-1]
    points = [
        _UNKNOWN if value is None else round(value * _POINT) for values in blind for value in values
    ]
    body = (
        bytes(kinds)
        + bytes(part >> 8 for part in mixed)
        + bytes(part & 255 for part in mixed)
        + struct.pack(f"<{len(points)}i", *points)
    )
    settings = {name: getattr(rules, name) for name in _SETTINGS}
    head = json.dumps({**_KIND, "rules": settings, **figures})
    return head.encode() + b"\n" + zlib.compress(body, 9)


def read_solution(data: bytes) -> Solution:
    """Read a solution.

    Args:
        data: The bytes of a file.

    Returns:
        The solution, to be given to `policy` and `advise`.

    Raises:
        RecordError: This is not what `write_solution` writes.
        ArgumentError: This is not bytes.

    Example:
        >>> from importlib.resources import files
        >>> file = files("asnas_core.players") / "solutions" / "2.solution"
        >>> read_solution(file.read_bytes()).rules.seats
        2
    """
    if type(data) is not bytes:
        raise ArgumentError.wrong_type("data", "the bytes of a solution", data)
    try:
        return _unpacked(data)
    except (AsNasError, KeyError, RecursionError, TypeError, ValueError, struct.error, zlib.error):
        raise RecordError("record_solution", pointer="") from None


def _unpacked(data: bytes) -> Solution:
    head, _, packed = data.partition(b"\n")
    about: dict[str, Any] = json.loads(head)
    if any(about.pop(name) != value for name, value in _KIND.items()):
        raise ValueError
    rules, iterations, gap = Rules(**about.pop("rules")), about["iterations"], about["nash_conv"]
    if type(iterations) is not int or type(gap) is not float or len(about) > len((iterations, gap)):
        raise TypeError
    hands = len(all_hands(rules))
    body = zlib.decompressobj().decompress(packed, _LARGEST)
    if number_of_histories(rules) > len(body):
        raise ValueError
    decisions = [
        (number, history)
        for number, history in enumerate(histories(rules))
        if history.position is not None
    ]
    stop = hands * len(decisions)
    if len(body) < stop:
        raise ValueError
    kinds = {
        number: body[hands * place : hands * (place + 1)]
        for place, (number, _) in enumerate(decisions)
    }
    sizes = {
        number: kinds[number].count(_MIXED) * (len(history.legal_actions) - 1)
        for number, history in decisions
    }
    total = sum(sizes.values())
    highs, lows = body[stop : stop + total], body[stop + total : stop + 2 * total]
    parts = [high << 8 | low for high, low in zip(highs, lows, strict=True)]
    mixed, start = {}, 0
    for number, history in decisions:
        last = len(history.legal_actions) - 1
        mixed[number] = parts[start : start + sizes[number]]
        start += sizes[number]
        sums = map(sum, zip(*(mixed[number][place::last] for place in range(last)), strict=True))
        if not {*kinds[number]} <= {_MIXED, *range(last + 1)} or max(sums, default=0) > PARTS:
            raise ValueError
    widths = [1 + len(history.legal_actions) for _, history in decisions]
    points = struct.unpack(f"<{sum(widths)}i", body[stop + 2 * total :])
    worths = iter([None if point == _UNKNOWN else point / _POINT for point in points])
    blind = {
        number: tuple(islice(worths, width))
        for (number, _), width in zip(decisions, widths, strict=True)
    }
    numbers = {history.actions: number for number, history in decisions}
    return Solution(rules=rules, **about, numbers=numbers, kinds=kinds, mixed=mixed, blind=blind)
