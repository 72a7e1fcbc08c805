"""Every error of the library, and in one table what each of them says.

All of them are `AsNasError`, and so `ValueError`. Whatever raised one has changed nothing: states
are values, so the caller still holds the state from before.

An error carries a stable ``code`` and the ``params`` of its message (JSON values only), which is
all that a translation needs. `MESSAGES` lists every code, its English text and, as the names in
braces, its params. No message, param or chained exception ever holds a card, a pack or a seed,
so every error is safe to log and to send to any player.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from asnas_core._actions import Action

__all__ = [
    "MESSAGES",
    "ArgumentError",
    "AsNasError",
    "DealNotOverError",
    "DealOverError",
    "HandError",
    "IllegalActionError",
    "MatchOverError",
    "NotYourTurnError",
    "OddsError",
    "PackError",
    "Param",
    "RecordError",
    "RulesError",
    "SeatError",
    "SeedError",
    "StaleMoveError",
]

Param: TypeAlias = str | int | list[str] | None
"""What a param can be: all of it goes into JSON."""

MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        # ArgumentError
        "wrong_type": "{argument} must be {expected}, not an object of type {got}",
        "not_constructible": "a {type} is never built by hand: it comes from {maker}",
        "altered_view": "this view was changed by hand; only one as view_deal() or view_match() "
        "made it can be used",
        "conflicting_arguments": "{argument} cannot be given together with {other}",
        "too_small": "{argument} must be at least {minimum}, not {value}",
        "number_range": "{argument} must be a number from {low} to {high}, not {value}",
        "no_turn": "it is not the turn of seat {seat}, so it has nothing to decide",
        "player_count": "a table of these rules has {expected} players, not {players}",
        "no_player": "seat {seat} has no player, and every seat needs one",
        "other_solution": "this is a solution for {seats} seats of other rules than the view's",
        "unknown_language": "{language!r} is not a language of this library, which has {languages}",
        "names_count": "a table of {expected} seats takes {expected} names, not {names}",
        # IllegalActionError
        "unknown_action": "{action!r} is not an action; seat {seat} may {legal}",
        "illegal_action": "seat {seat} cannot {action} now; it may {legal}",
        # DealOverError, NotYourTurnError, StaleMoveError
        "deal_over": "cannot {action}: the deal is over, nobody is left to act",
        "not_your_turn": "seat {seat} cannot {action}: it is the turn of seat {turn}",
        "stale_move": "{action} answers move {move}, but the match is at move {move_number}",
        # DealNotOverError, MatchOverError
        "deal_not_over": "the deal is not over: it is the turn of seat {turn}",
        "match_over": "the match is over after its {deals} deals; restart() begins a new one",
        # PackError
        "pack_size": "a pack for these rules has {expected} cards, not {cards}",
        "pack_copies": "a pack for these rules has {copies} copies of each of the five ranks",
        "pack_count": "a match of these rules needs {expected} packs, one a deal, not {packs}",
        # HandError
        "hand_size": "a hand has 5 cards, not {cards}",
        "hand_letter": "card {place} of the hand is not one of the letters A S B Z C",
        "hand_copies": "this hand is not one that this pack can deal: it has {copies} of each rank",
        "hand_ranks": "category {category} takes {count} distinct ranks, as compared: "
        "larger groups first, then the higher rank",
        # RulesError
        "rules_range": "{setting} must be from {low} to {high}, not {value}",
        "rules_seats": "seats must be from 2 to {copies}, the copies of each rank, not {seats}",
        "rules_steps": (
            "max_stake must be opening_stake plus a whole number of raises, from 0 to 16: "
            "{opening_stake} plus {raise_step} for each, not {max_stake}"
        ),
        "rules_unsolvable": "solving these rules would take {memory} MiB of memory and about "
        "{hours} hours, but this machine has {available} MiB",
        "rules_unsolved": "no solution of these rules comes with the library; "
        "`python -m asnas_core.solver` can make one",
        # SeatError
        "seat_range": "{argument} must be a seat from 0 to {last}, not {seat}",
        # SeedError
        "seed_short": "a seed to commit to has at least {minimum} bytes, not {size}: "
        "a shorter one could be guessed; new_seed() makes one",
        "seed_long": "a seed has at most {maximum} bytes (a number: {digits} digits)",
        "seed_text": "a seed given as text must be valid Unicode, without lone surrogates",
        "deal_number_range": "deal_number must be from 1 to {maximum}, not {deal_number}",
        "contribution_long": "a contribution has at most {maximum} bytes, not {size}",
        "contribution_count": "a match takes at most {maximum} contributions, not {contributions}",
        # OddsError
        "odds_folded": "seat {seat} has folded, so it has no odds",
        # RecordError
        "record_not_json": "the text is not JSON (line {line}, column {column})",
        "record_too_long": "a record has at most {maximum} characters, not {size}",
        "record_too_deep": "the text is nested too deeply to be a record",
        "record_type": "at {pointer!r}: expected {expected}, not {got}",
        "record_value": "at {pointer!r}: expected {expected}",
        "record_missing": "at {pointer!r}: this key is missing",
        "record_unknown": "at {pointer!r}: unknown key",
        "record_duplicate": "at {pointer!r}: this key appears more than once",
        "record_action": "at {pointer!r}: seat {seat} cannot {action} here; it may {legal}",
        "record_solution": "at {pointer!r}: this is not a solution, or it is damaged",
        "record_mismatch": "at {pointer!r}: this does not follow from the rest of the record",
    }
)
"""The English text of each error's message, by its code."""


class _Phrases(dict[str, Param]):
    """The values of a message as they read in it; a missing one leaves its name in braces."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


def _phrase(param: Param) -> Param:
    return (", ".join(map(str, param)) or "do nothing") if isinstance(param, list) else param


class AsNasError(ValueError):
    """Something the library was asked to do and refused; nothing has changed.

    Attributes:
        code: What went wrong, a key of `MESSAGES`. Stable from version to version. A subclass of
            your own may have codes of its own; the code is then the message too.
        params: The values the message was made with; JSON values only.

    Example:
        >>> import asnas_core
        >>> try:
        ...     asnas_core.parse_hand("AAS")
        ... except asnas_core.AsNasError as error:
        ...     print(error.code, error.params, error)
        hand_size {'cards': 3} a hand has 5 cards, not 3
    """

    code: str
    params: dict[str, Param]

    def __init__(self, code: str, **params: Param) -> None:
        phrases = _Phrases({name: _phrase(param) for name, param in params.items()})
        template = MESSAGES.get(code)
        super().__init__(code if template is None else template.format_map(phrases))
        self.code = code
        # Lists are copied, so that no two errors share one.
        self.params = {
            name: list(param) if isinstance(param, list) else param
            for name, param in params.items()
        }

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle as the same type with the same code, params and added notes."""
        added = {name: value for name, value in vars(self).items() if name not in _OWN}
        return _rebuild, (type(self), self.code, self.params), added or None


_OWN = ("code", "params")
_LONGEST_NAME = 40


def _rebuild(kind: type[AsNasError], code: str, params: dict[str, Param]) -> AsNasError:
    error = kind.__new__(kind)  # a subclass may have a constructor of its own
    AsNasError.__init__(error, code, **params)
    return error


class ArgumentError(AsNasError, TypeError):
    """An object of the wrong kind was given, for example None for a seat. Also a TypeError."""

    @staticmethod
    def wrong_type(argument: str, expected: str, value: object) -> "ArgumentError":
        """Return the error for an object of the wrong kind.

        Args:
            argument: What it was given as.
            expected: What would have been right.
            value: The object; only the name of its type is told.

        Returns:
            An error to raise.

        Example:
            >>> print(ArgumentError.wrong_type("seat", "a seat", None))
            seat must be a seat, not an object of type NoneType
        """
        name = str.__str__(type(value).__name__)[:_LONGEST_NAME]
        # The name of a type can be any text; line ends and escapes would do harm in a log.
        got = "".join(letter if letter.isprintable() else "?" for letter in name)
        return ArgumentError("wrong_type", argument=argument, expected=expected, got=got)


class IllegalActionError(AsNasError):
    """The action is not legal here. The state is as it was."""

    @property
    def action(self) -> Action | str:
        """The `Action` that was tried, or text that does not name one."""
        text = str(self.params.get("action", ""))
        return next((action for action in Action if action == text), text)

    @property
    def seat(self) -> int | None:
        """Who tried it; None where it was nobody's turn and nobody said."""
        seat = self.params.get("seat")
        return seat if isinstance(seat, int) else None

    @property
    def legal(self) -> tuple[Action, ...]:
        """The actions that would have been accepted of that seat."""
        legal = self.params.get("legal")
        return tuple(action for action in Action if isinstance(legal, list) and action in legal)


class DealOverError(IllegalActionError):
    """The deal is over, so there is nothing to do in it."""


class NotYourTurnError(IllegalActionError):
    """It is another seat's turn."""


class StaleMoveError(IllegalActionError):
    """The action answers another move than the one the match is at, as a double click does."""


class DealNotOverError(AsNasError):
    """The deal must be over first."""


class MatchOverError(AsNasError):
    """All deals of the match have been played."""


class PackError(AsNasError):
    """The cards are not a pack of these rules, or not as many packs as deals."""


class HandError(AsNasError):
    """This is not a hand of five cards."""


class RulesError(AsNasError):
    """These rules cannot be played."""


class SeatError(AsNasError):
    """The table has no such seat."""


class SeedError(AsNasError):
    """This seed, contribution or deal number cannot be used."""


class OddsError(AsNasError):
    """There are no odds for this seat."""


class RecordError(AsNasError):
    """The record is not one that the library could have written."""

    @property
    def pointer(self) -> str:
        """Where the fault is, as a JSON Pointer (RFC 6901); "" is the whole record."""
        return str(self.params.get("pointer", ""))
