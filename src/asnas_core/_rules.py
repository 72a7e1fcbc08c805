"""The settings of a table: one frozen value that every other file reads."""

from typing import final

import attrs

from asnas_core._cards import COPIES, HAND_SIZE, RANKS
from asnas_core._checks import boolean, integer, safe_param
from asnas_core.errors import RulesError

FEWEST_SEATS = 2
MOST_RAISES = 16
LARGEST_STAKE = 1_000_000
MOST_DEALS = 1000

_RANGES = {
    "copies": (min(COPIES), max(COPIES)),
    "opening_stake": (1, LARGEST_STAKE),
    "raise_step": (1, LARGEST_STAKE),
    "max_stake": (1, LARGEST_STAKE),
    "deals": (1, MOST_DEALS),
}


@final
@attrs.frozen(kw_only=True, cache_hash=True)
class Rules:
    """The rules of a table. The default is the game of four seats, 20 cards and 12 deals.

    Attributes:
        seats: How many play, from 2 to the number of copies.
        copies: Copies of each rank in the pack: 4 (20 cards) or 5 (25 cards, and five of a kind
            beats everything). Cards that are not dealt stay hidden for good.
        opening_stake: What the dealer puts in before the first turn, in points (R16).
        raise_step: How much a raise lifts the highest stake, in points (R25).
        max_stake: The highest stake a seat can reach, in points (R26): the opening stake and a
            whole number of raises, at most 16.
        deals: Deals in a match, from 1 to 1000 (R3).
        free_fold: Whether a seat that is matched may fold all the same.
        concealed: Whether hands are dealt face down to their owners too (R19). If not, every seat
            knows its hand from the start, and there is no looking.

    Raises:
        RulesError: A number is out of its range, or the numbers do not fit together.
        ArgumentError: A setting is of the wrong kind.

    Example:
        >>> Rules(copies=5, seats=5, max_stake=6).pack_size
        25
        >>> Rules(seats=6)
        Traceback (most recent call last):
        asnas_core.errors.RulesError: seats must be from 2 to 4, the copies of each rank, not 6
    """

    seats: int = 4
    copies: int = 4
    opening_stake: int = 1
    raise_step: int = 1
    max_stake: int = 4
    deals: int = 12
    free_fold: bool = True
    concealed: bool = True

    def __attrs_post_init__(self) -> None:
        # Plain code and not attrs validators, which a program can switch off for all libraries.
        for name in ("seats", *_RANGES):
            # Any integer type is welcome; what is kept is an int.
            object.__setattr__(self, name, integer(name, getattr(self, name)))
        boolean("free_fold", self.free_fold)
        boolean("concealed", self.concealed)
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise RulesError(
                    "rules_range", setting=name, low=low, high=high, value=safe_param(value)
                )
        if not FEWEST_SEATS <= self.seats <= self.copies:
            raise RulesError("rules_seats", copies=self.copies, seats=safe_param(self.seats))
        raises, rest = divmod(self.max_stake - self.opening_stake, self.raise_step)
        if rest or not 0 <= raises <= MOST_RAISES:
            raise RulesError(
                "rules_steps",
                opening_stake=self.opening_stake,
                raise_step=self.raise_step,
                max_stake=self.max_stake,
            )

    @property
    def pack_size(self) -> int:
        """Cards in the pack."""
        return self.copies * len(RANKS)

    @property
    def dealt_size(self) -> int:
        """Cards that are dealt; the rest of the pack stays hidden."""
        return self.seats * HAND_SIZE


DEFAULT_RULES = Rules()
"""Four seats, 20 cards, stakes from 1 to 4, 12 deals."""
