"""Records for the tests of records: made by play of every kind, and then spoilt in every place.

A path is a tuple of keys and indices; a record is what `to_record` gave. Nothing here changes a
record in place.
"""

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

import pytest

from asnas_core import (
    SPECTATOR,
    Action,
    DealState,
    MatchState,
    MatchView,
    PublicView,
    Rank,
    Rules,
    legal_actions,
    next_deal,
    play,
    replay,
    shuffled_pack,
    start_match,
    view_deal,
    view_match,
)
from playing import cards, match_played

Record: TypeAlias = dict[str, Any]
Path: TypeAlias = tuple[str | int, ...]
Anything: TypeAlias = DealState | MatchState | PublicView | MatchView

HUGE = 10**30
NAN = float("nan")
TYPES: tuple[Any, ...] = (None, True, False, 0, 1, -1, HUGE, 1.0, 0.5, NAN, "", "x", [], {})
"""What is put in the place of everything."""

ACTIONS = ["look", "call", "hold", "raise", "fold"]
FORMATS = ["asnas-core/deal", "asnas-core/match", "asnas-core/view", "asnas-core/match-view"]
ENDINGS = ["showdown", "last_standing"]
CATEGORIES = [
    "high_card",
    "pair",
    "two_pairs",
    "three_of_a_kind",
    "full_house",
    "four_of_a_kind",
    "five_of_a_kind",
]
FRACTIONS = ["0", "-0", "+1", "1/1", "2/4", "7/3", "-1/2", "-2", "1.5", "1e1", "1/0", "01", "1 "]
HANDS = ["AASBC", "AAAAA", "CCCCC", "ASBZC", "AASB", "AASBCC", "AASBX"]
PACK = "BSAZZBZABCCSSZBASCAC"
LISTS = [ACTIONS, FORMATS, ENDINGS, CATEGORIES]


# What is spoilt.


def some_rules(rng: random.Random) -> Rules:
    """Make rules of any kind."""
    copies = rng.choice((4, 5))
    opening, step = rng.choice(((1, 1), (1, 1), (2, 3), (1000, 1), (999_000, 250)))
    return Rules(
        copies=copies,
        seats=rng.randint(2, copies),
        opening_stake=opening,
        raise_step=step,
        max_stake=opening + step * rng.randint(0, 4),
        deals=rng.randint(1, 4),
        free_fold=rng.random() < 0.5,
        concealed=rng.random() < 0.7,
    )


def packs_for(rules: Rules, rng: random.Random) -> list[tuple[Rank, ...]]:
    """Make packs for a match."""
    seed = rng.getrandbits(64)
    return [shuffled_pack(seed, deal_number=n + 1, rules=rules) for n in range(rules.deals)]


def new_match(rules: Rules, rng: random.Random) -> MatchState:
    """Start a match from a short seed, a long one with contributions, or packs."""
    dealer = rng.randrange(rules.seats)
    source = rng.randrange(3)
    if source == 0:
        return start_match(rng.randrange(100), first_dealer=dealer, rules=rules)
    if source == 1:
        given = [rng.randbytes(rng.randrange(4)) for _ in range(rng.randrange(3))]
        seed = rng.randbytes(32)
        return start_match(seed, contributions=given, first_dealer=dealer, rules=rules)
    return start_match(packs=packs_for(rules, rng), first_dealer=dealer, rules=rules)


def some_action(options: Sequence[Action], rng: random.Random) -> Action:
    """Choose, with fewer folds than chance would bring, so that deals get long."""
    stay = [action for action in options if action is not Action.FOLD]
    return rng.choice(stay if stay and rng.random() < 0.8 else list(options))


def played_match(rules: Rules, rng: random.Random) -> MatchState:
    """Play a match to its end."""
    match = new_match(rules, rng)
    while not match.is_over:
        if match.deal.is_over:
            match = next_deal(match)
        else:
            match = play(match, some_action(legal_actions(match.deal), rng))
    return match


def everything_of(match: MatchState) -> Iterator[Anything]:
    """Give the match at each of its moments, its deal then, and everybody's views of both."""
    for moment in replay(match):
        yield moment
        yield moment.deal
        for viewer in (SPECTATOR, *range(match.rules.seats)):
            yield view_deal(moment.deal, viewer)
            yield view_match(moment, viewer)


def tied_pack(seats: int) -> tuple[Rank, ...]:
    """Return a pack of 20 that deals one card of each rank to all seats."""
    dealt = tuple(rank for rank in reversed(Rank) for _ in range(seats))
    return dealt + tuple(rank for rank in Rank for _ in range(4 - seats))


def match_at(letters: str, match: MatchState) -> MatchState:
    """Play actions given by their small letters; a space deals the next deal."""
    return match_played(match, *letters.split(" "))


def samples() -> dict[str, Anything]:
    """Return an object of every kind at every sort of moment, small and yet full."""
    two = Rules(seats=2, max_stake=3, deals=2)
    three = Rules(seats=3, copies=5, deals=3, opening_stake=2, raise_step=2, max_stake=6)
    strict = Rules(free_fold=False, concealed=False, deals=1)
    seeded = start_match(b"sixteen bytes and more", contributions=[b"one", b""], rules=two)
    given = start_match(packs=[tied_pack(2), cards(PACK)], first_dealer=1, rules=two)
    wide = match_at("lrlcc rclc", start_match(5, first_dealer=2, rules=three))
    split = match_at("crccf", start_match(packs=[tied_pack(4)], rules=Rules(deals=1)))
    four = start_match(packs=[cards(PACK)], rules=Rules(deals=1))
    blind = match_at("crc", four)
    return {
        "deal": blind.deal,
        "deal over": wide.deal,
        "match": seeded,
        "match in play": match_at("lrf lr", seeded),
        "match of packs": match_at("lch lf", given),
        "public view": view_deal(blind.deal, SPECTATOR),
        "public view over": view_deal(split.deal, SPECTATOR),
        "seat view": view_deal(match_at("l", blind).deal, 0),
        "seat view folded": view_deal(match_at("lfcrfc", four).deal, 1),
        "seat view blind": view_deal(blind.deal, 0),
        "seat view open": view_deal(start_match(8, first_dealer=3, rules=strict).deal, 0),
        "seat view over": view_deal(wide.deal, 2),
        "seat view alone": view_deal(match_at("lf", given).deal, 0),
        "match view": view_match(seeded, 1),
        "match view in play": view_match(match_at("lrf lr", seeded), 0),
        "match view over": view_match(match_at("lch lf", given), SPECTATOR),
        "match view of fractions": view_match(split, 0),
    }


# How it is spoilt.


class Spoilt(NamedTuple):
    """A spoilt record, and where it differs from the one it was."""

    path: Path
    how: str
    record: Record


def pointer(path: Path) -> str:
    """Write a path as a JSON Pointer."""
    return "".join(f"/{str(key).replace('~', '~0').replace('/', '~1')}" for key in path)


def at(record: Any, path: Path) -> Any:
    """Go along a path."""
    for key in path:
        record = record[key]
    return record


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Give the path of every value in a record, those of objects and lists too."""
    yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from places(item, (*path, index))


def with_value(record: Any, path: Path, value: Any) -> Any:
    """Return the record with another value at a path."""
    if not path:
        return value
    key, *rest = path
    changed = record.copy()
    changed[key] = with_value(record[key] if rest else None, tuple(rest), value)
    return changed


def same(a: object, b: object) -> bool:
    """Whether two JSON values are the same, with True not 1, and 1.0 not 1."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(item, b[key]) for key, item in a.items())
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b


def _other_values(value: Any) -> Iterator[Any]:
    """Give what could be mistaken for a value, after the values of all types."""
    yield from TYPES
    if isinstance(value, bool):
        yield int(value)
    elif isinstance(value, int):
        yield from (value + 1, value - 1, -value, float(value), str(value), value * 2, 4, 5, 999)
    elif isinstance(value, str):
        yield from (value + value[-1:], value[:-1], value.swapcase(), f"{value}\n", f" {value}")
        yield from (value[1:2] + value[:1] + value[2:], value[::-1], f"{value}\ud800")
        for words in LISTS:
            if value in words:
                yield from (*words, value.title())
        if value[-1:].isdecimal():
            yield from FRACTIONS
        if value.isupper():
            yield from HANDS
    elif isinstance(value, list):
        yield from (value[:-1], value[1:], value[::-1], [*value, None], [*value, *value[-1:]])
        yield from ([*value, "fold"], [*value, 0], [value], tuple(value))
    elif value is None:
        yield from (2, 3, "AASBC", "0", "ab" * 16, "0" * 64)


def spoilings(record: Record) -> Iterator[Spoilt]:
    """Spoil a record leaf by leaf and key by key."""
    for path in places(record):
        value = at(record, path)
        if path:
            for other in _other_values(value):
                if not same(value, other):
                    yield Spoilt(path, "value", with_value(record, path, other))
        if isinstance(value, dict):
            for key in value:
                rest = {name: item for name, item in value.items() if name != key}
                yield Spoilt((*path, key), "key gone", with_value(record, path, rest))
                wrong = {name.upper() if name == key else name: value[name] for name in value}
                yield Spoilt((*path, key), "key renamed", with_value(record, path, wrong))
            for key in ("extra", "", "~", "a/b", "Rules"):
                more = value | {key: 0}
                yield Spoilt((*path, key), "key added", with_value(record, path, more))


SAMPLES = samples()

QUICK = [
    "deal",
    "match in play",
    "match of packs",
    "public view",
    "seat view",
    "seat view alone",
    "match view in play",
]
"""Those that are spoilt in every run; together they are of all kinds."""

spoil_each = pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in SAMPLES],
)
