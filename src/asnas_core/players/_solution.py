"""A solved game in a small file: what each position does in each situation, by its hand.

The file is one line of JSON, which says what was solved and how well, and then, compressed:

* a byte for each situation and hand: the number of the action that is certain, or `_MIXED`;
* for the mixed ones the chances of all actions but the last, in parts of `PARTS`: all their high
  bytes, and then all their low bytes;
* for each situation what looking is worth to a seat that has not looked, and what each action is
  worth that it takes blind, in points, each as a float of four bytes, not a number if unknown.

Situations come in the order of `asnas_core.situations`, and so do hands.
"""

import json
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from itertools import islice
from math import inf, isnan, nan
from types import MappingProxyType
from typing import Any, TypeAlias

import attrs

from asnas_core import Action, ArgumentError, AsNasError, RecordError, Rules
from asnas_core.situations import all_hands, histories, number_of_histories

PARTS = 4096
"""Chances are multiples of one over this."""

_KIND = {"format": "asnas-core/solution", "version": 1}
_SETTINGS = ("seats", "copies", "opening_stake", "raise_step", "max_stake", "free_fold")
_ABOUT = ("rules", "iterations", "nash_conv")
_MIXED = 255
_MOST_ACTIONS = 3
_MOST_RAISES = 9
_LARGEST = 2**28
"""More bytes than any solution has when it is unpacked."""

_DAMAGE = (
    AsNasError,
    KeyError,
    RecursionError,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)
"""What reading a file raises that is damaged or never was a solution."""

Row: TypeAlias = tuple[float, ...]
"""The chance of each action in a situation with one hand."""


@attrs.frozen(eq=False, repr=False, kw_only=True)
class Solution:
    """What each position does in each situation, by its hand. It comes from `read_solution`.

    Attributes:
        rules: The rules that were solved.
        iterations: How long.
        nash_conv: How much the positions could gain by departing from it, in points a deal.
        numbers: The number of each history in which somebody is to act, by its actions: its place
            in the list of `asnas_core.situations.histories`.
    """

    rules: Rules
    iterations: int
    nash_conv: float
    numbers: Mapping[tuple[Action, ...], int]
    _decisions: Mapping[int, "_Decision"] = attrs.field(alias="decisions")
    _rows: dict[int, tuple[Row, ...]] = attrs.field(factory=dict, init=False)

    def __repr__(self) -> str:
        return (
            f"<Solution seats={self.rules.seats} cards={self.rules.pack_size} "
            f"iterations={self.iterations} nash_conv={self.nash_conv:.2g}>"
        )

    def legal_actions(self, number: int) -> tuple[Action, ...]:
        """Return what can be done after a history, looks left out.

        Args:
            number: One of `numbers`.

        Returns:
            The actions in their fixed order.

        Raises:
            ArgumentError: There is no such number.
        """
        return self._decision(number).legal_actions

    def rows(self, number: int) -> tuple[Row, ...]:
        """Return how often each action is taken after a history.

        Args:
            number: One of `numbers`.

        Returns:
            For each hand, from the weakest to the strongest, the chance of each legal action.

        Raises:
            ArgumentError: There is no such number.
        """
        decision = self._decision(number)
        rows = self._rows.get(number)
        if rows is None:
            rows = self._rows[number] = tuple(decision.rows())
        return rows

    def blind(self, number: int) -> tuple[float | None, ...]:
        """Return what looking, and then each action, is worth to a seat that has not looked.

        Args:
            number: One of `numbers`.

        Returns:
            The score of the deal to expect, in points; None where the solution never gets there.

        Raises:
            ArgumentError: There is no such number.
        """
        return self._decision(number).blind

    def _decision(self, number: int) -> "_Decision":
        try:
            return self._decisions[number]
        except (KeyError, TypeError):
            raise ArgumentError.wrong_type("number", "one of `numbers`", number) from None


@attrs.frozen(kw_only=True)
class _Decision:
    """What a file says about a history in which somebody is to act."""

    legal_actions: tuple[Action, ...]
    kinds: bytes
    mixed: Sequence[int]
    blind: tuple[float | None, ...]

    def rows(self) -> Iterator[Row]:
        """Unpack the chances of each action, by hand."""
        width = len(self.legal_actions)
        sure = tuple(tuple(float(a == b) for b in range(width)) for a in range(width))
        parts = iter(self.mixed)
        for kind in self.kinds:
            if kind == _MIXED:
                first = [next(parts) for _ in range(width - 1)]
                yield tuple(part / PARTS for part in (*first, PARTS - sum(first)))
            else:
                yield sure[kind]

    def is_possible(self) -> bool:
        """Tell whether the actions are there, and no chances exceed 1."""
        last = len(self.legal_actions) - 1
        sums = map(sum, zip(*(self.mixed[place::last] for place in range(last)), strict=True))
        return {*self.kinds} <= {_MIXED, *range(last + 1)} and max(sums, default=0) <= PARTS


def write_solution(
    rules: Rules,
    *,
    iterations: int,
    nash_conv: float,
    parts: Sequence[Sequence[Sequence[int]]],
    blind: Sequence[Sequence[float | None]],
) -> bytes:
    """Write a solution.

    Args:
        rules: The rules that were solved.
        iterations: How long.
        nash_conv: How much the positions could gain by departing from it, in points a deal.
        parts: For each decision and hand the chance of each action, in parts of `PARTS`.
        blind: For each decision what looking, and then each action, is worth to a seat that has
            not looked, None where it is not known.

    Returns:
        The bytes of a file.
    """
    kinds, mixed = bytearray(), list[int]()
    for row in (row for rows in parts for row in rows):
        sure = PARTS in row
        kinds.append(row.index(PARTS) if sure else _MIXED)
        mixed += [] if sure else row[:-1]
    worths = [nan if value is None else value for values in blind for value in values]
    body = (
        bytes(kinds)
        + bytes(part >> 8 for part in mixed)
        + bytes(part & 255 for part in mixed)
        + struct.pack(f"<{len(worths)}f", *worths)
    )
    settings = {name: getattr(rules, name) for name in _SETTINGS}
    head = {**_KIND, "rules": settings, "iterations": iterations, "nash_conv": nash_conv}
    return json.dumps(head).encode() + b"\n" + zlib.compress(body, 9)


def read_solution(data: bytes) -> Solution:
    """Read a solution, such as ``python -m asnas_core.solver`` writes.

    Args:
        data: The bytes of the file.

    Returns:
        The solution, for `policy` and `advise`.

    Raises:
        RecordError: This is not a solution, or it is damaged.
        ArgumentError: This is not bytes.

    Example:
        >>> from importlib.resources import files
        >>> folder = files("asnas_core.players") / "solutions"
        >>> read_solution((folder / "2.solution").read_bytes()).rules.seats
        2
    """
    if type(data) is not bytes:
        raise ArgumentError.wrong_type("data", "the bytes of a solution", data)
    try:
        rules, iterations, gap, body = _unpacked(data)
        decisions = _decisions(rules, body)
    except _DAMAGE:
        raise RecordError("record_solution", pointer="") from None
    every = histories(rules)
    return Solution(
        rules=rules,
        iterations=iterations,
        nash_conv=gap,
        numbers=MappingProxyType({every[number].actions: number for number in decisions}),
        decisions=decisions,
    )


def _unpacked(data: bytes) -> tuple[Rules, int, float, bytes]:
    head, _, packed = data.partition(b"\n")
    about: Any = json.loads(head)
    if (
        type(about) is not dict
        or {name: about.pop(name) for name in _KIND} != _KIND
        or len(about) != len(_ABOUT)
    ):
        raise ValueError
    rules, iterations, gap = Rules(**about["rules"]), about["iterations"], about["nash_conv"]
    if type(iterations) is not int or iterations < 1 or type(gap) is not float or not gap < inf:
        raise ValueError
    unpacker = zlib.decompressobj()
    body = unpacker.decompress(packed, _LARGEST)
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError
    # A short file can ask for rules whose histories would fill the memory. After a history at most
    # three actions are open, and each that goes on has a byte for each hand.
    raises = (rules.max_stake - rules.opening_stake) // rules.raise_step
    most = len(body) // len(all_hands(rules)) * _MOST_ACTIONS + 1
    if raises > _MOST_RAISES or number_of_histories(rules) > most:
        raise ValueError
    return rules, iterations, gap, body


def _decisions(rules: Rules, body: bytes) -> dict[int, _Decision]:
    hands, file = len(all_hands(rules)), BytesIO(body)
    legal = {
        number: history.legal_actions
        for number, history in enumerate(histories(rules))
        if history.position is not None
    }
    kinds = {number: file.read(hands) for number in legal}
    sizes = {
        number: kinds[number].count(_MIXED) * (len(actions) - 1)
        for number, actions in legal.items()
    }
    total = sum(sizes.values())
    parts = iter(
        [high << 8 | low for high, low in zip(file.read(total), file.read(total), strict=True)]
    )
    widths = {number: 1 + len(actions) for number, actions in legal.items()}
    worths = iter(struct.unpack(f"<{sum(widths.values())}f", file.read()))
    found = {}
    for number, actions in legal.items():
        blind = (None if isnan(worth) else worth for worth in islice(worths, widths[number]))
        found[number] = decision = _Decision(
            legal_actions=actions,
            kinds=kinds[number],
            mixed=[*islice(parts, sizes[number])],
            blind=tuple(blind),
        )
        if not decision.is_possible():
            raise ValueError
    return found
