"""Values that stand in several kinds of records."""

from typing import Any, cast

import attrs

from asnas_core._actions import Action
from asnas_core._cards import HAND_SIZE, RANK_CODES, RANKS, Hand, Pack, Rank
from asnas_core._deal import Seat
from asnas_core._records.reading import Place, fault
from asnas_core._rules import Rules
from asnas_core._shuffle import LONGEST_CONTRIBUTION, MOST_CONTRIBUTIONS
from asnas_core.errors import RulesError

_LETTERS = f"[{RANK_CODES}]"
_SETTINGS = {field.name: field.type for field in attrs.fields(Rules)}


def write_rules(rules: Rules) -> dict[str, Any]:
    """Write the settings of a table."""
    return {name: getattr(rules, name) for name in _SETTINGS}


def read_rules(place: Place) -> Rules:
    """Read the settings of a table."""
    settings: dict[str, Any] = {
        name: place[name].boolean() if kind is bool else place[name].integer()
        for name, kind in _SETTINGS.items()
    }
    try:
        return Rules(**settings)
    except RulesError as error:
        code, params = error.code, error.params
    if code == "rules_range":
        wrong, expected = place[str(params["setting"])], f"{params['low']} to {params['high']}"
    elif code == "rules_seats":
        wrong, expected = place["seats"], f"2 to {params['copies']}, the copies of each rank"
    else:  # no single one of the three is wrong
        wrong, expected = place, "max_stake to be opening_stake and 0 to 16 times raise_step"
    raise fault("record_value", wrong.pointer, expected=expected)


def read_seat(place: Place, rules: Rules) -> Seat:
    """Read a seat of the table."""
    seat = place.integer()
    if not 0 <= seat < rules.seats:
        expected = f"a seat from 0 to {rules.seats - 1}"
        raise fault("record_value", place.pointer, expected=expected)
    return seat


def _read_cards(place: Place, size: int, copies: int, expected: str) -> tuple[Rank, ...]:
    letters = place.text(_LETTERS + f"{{{size}}}", expected)
    if any(letters.count(letter) > copies for letter in letters):
        raise fault("record_value", place.pointer, expected=expected)
    return tuple(RANKS[RANK_CODES.index(letter)] for letter in letters)


def read_pack(place: Place, rules: Rules) -> Pack:
    """Read a whole pack."""
    expected = f"the letters of a pack: {rules.copies} of each of A S B Z C"
    return _read_cards(place, rules.pack_size, rules.copies, expected)


def read_hand(place: Place, rules: Rules) -> Hand:
    """Read five cards."""
    expected = "five of the letters A S B Z C, none more often than the pack has it"
    return cast("Hand", _read_cards(place, HAND_SIZE, rules.copies, expected))


def read_bytes(place: Place, most: int) -> bytes:
    """Read bytes, at most so many."""
    expected = f"lower-case hexadecimal of at most {most} bytes"
    return bytes.fromhex(place.text(rf"(?:[0-9a-f]{{2}}){{0,{most}}}", expected))


def read_action(place: Place, seat: Seat | None, legal: tuple[Action, ...]) -> Action:
    """Read an action that is legal where the reading stands."""
    name = place.text("|".join(Action), f"one of {', '.join(Action)}")
    action = Action(name)
    if action not in legal:
        options = [option.value for option in legal]
        raise fault("record_action", place.pointer, action=name, seat=seat, legal=options)
    return action


def read_contributions(place: Place) -> tuple[bytes, ...]:
    """Read what other parties put into the shuffle."""
    items = place.array()
    if len(items) > MOST_CONTRIBUTIONS:
        expected = f"at most {MOST_CONTRIBUTIONS} contributions"
        raise fault("record_value", place.pointer, expected=expected)
    return tuple(read_bytes(item, LONGEST_CONTRIBUTION) for item in items)
