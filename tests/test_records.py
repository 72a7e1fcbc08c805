"""Records: what is written, that it comes back, and that nothing else is read."""

import copy
import json
import random
import re
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from itertools import product
from typing import Any

import attrs
import pytest

import asnas_core
from asnas_core import (
    SPECTATOR,
    Action,
    ArgumentError,
    BettingNode,
    Category,
    DealState,
    Ending,
    MatchState,
    MatchView,
    PublicView,
    Rank,
    RecordError,
    Rules,
    SeatView,
    Settlement,
    betting_graph,
    deal,
    from_json,
    from_record,
    shuffled_pack,
    start_match,
    to_json,
    to_record,
    view_deal,
    view_match,
)
from playing import cards
from spoiling import (
    HUGE,
    NAN,
    PACK,
    SAMPLES,
    Anything,
    Path,
    Record,
    Spoilt,
    at,
    everything_of,
    match_at,
    new_match,
    places,
    played_match,
    pointer,
    same,
    some_rules,
    spoil_each,
    spoilings,
    tied_pack,
    with_value,
)

each = pytest.mark.parametrize("name", SAMPLES)


# Written and read again.


def alike(a: Any, b: Any) -> bool:
    """Whether two values are equal and of the same types, all the way down."""
    if type(a) is not type(b):
        return False
    if isinstance(a, tuple):
        return len(a) == len(b) and all(map(alike, a, b))
    if attrs.has(type(a)) and not isinstance(a, BettingNode):
        return all(
            alike(getattr(a, field.name), getattr(b, field.name)) for field in attrs.fields(type(a))
        )
    return bool(a == b)


def all_of_types(value: object, *kinds: type | None) -> bool:
    """Whether a tuple, of tuples perhaps, holds nothing but these types exactly."""
    if isinstance(value, tuple):
        return all(all_of_types(item, *kinds) for item in value)
    return (None if value is None else type(value)) in kinds


def primitives(value: object) -> Iterator[object]:
    """Give a record's keys and leaves; it must hold no other objects."""
    if type(value) is dict:
        for key, item in value.items():
            assert type(key) is str
            yield from primitives(item)
    elif type(value) is list:
        for item in value:
            yield from primitives(item)
    else:
        assert value is None or type(value) in (str, int, bool)
        yield value


def comes_back(x: Anything) -> None:
    record, text = to_record(x), to_json(x)
    list(primitives(record))
    assert list(record)[:2] == ["format", "version"]
    assert text.isascii()
    assert "\n" not in text
    assert same(json.loads(text), record)
    for loaded in (from_record(record), from_record(copy.deepcopy(record)), from_json(text)):
        assert loaded == x
        assert hash(loaded) == hash(x)
        assert alike(loaded, x)
        assert to_json(loaded) == text
    indented = json.dumps(record, indent=2, sort_keys=True, ensure_ascii=False)
    assert from_json(indented) == x


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(n, marks=pytest.mark.slow) for n in range(3, 60))]
)
def test_everything_comes_back_at_every_moment(seed: int) -> None:
    rng = random.Random(seed)
    for x in everything_of(played_match(some_rules(rng), rng)):
        comes_back(x)


@each
def test_samples_come_back(name: str) -> None:
    comes_back(SAMPLES[name])


def test_seat_0_comes_back_as_actor_dealer_and_winner() -> None:
    match = start_match(packs=[tied_pack(4)], first_dealer=0, rules=Rules(deals=1))
    match = match_at("fff", match)
    assert (match.deal.dealer, match.winners, match.settlements[0].winners) == (
        0,
        (0, 1, 2, 3),
        (0,),
    )
    comes_back(match)
    for viewer in (SPECTATOR, 0, 1):
        comes_back(view_match(match, viewer))
        comes_back(view_deal(match.deal, viewer))
    moment = match_at("l", start_match(7, first_dealer=3))
    assert moment.deal.history == ((0, Action.LOOK),)
    for loaded in (from_record(to_record(moment)), from_json(to_json(moment))):
        assert isinstance(loaded, MatchState)
        assert (loaded.deal.turn, loaded.deal.history) == (0, ((0, Action.LOOK),))
    comes_back(view_match(moment, 0))


def test_enums_fractions_and_whole_numbers_come_back_as_such() -> None:
    split = from_json(to_json(SAMPLES["match view of fractions"]))
    assert isinstance(split, MatchView)
    view = split.deal
    assert type(view) is SeatView
    assert all_of_types(view.stakes, int)
    assert all_of_types((view.folded, view.looked), bool)
    assert all_of_types((view.pot, view.highest_stake, view.to_call, view.dealer, view.seat), int)
    assert all_of_types(view.live_seats, int)
    assert all_of_types(view.history, int, Action)
    assert all_of_types(view.legal_actions, Action)
    assert all_of_types(view.revealed, Rank, None)
    assert all_of_types(view.hand, Rank)
    assert (view.turn, view.is_over) == (None, True)
    settlement = view.settlement
    assert type(settlement) is Settlement
    assert type(settlement.ending) is Ending
    assert all_of_types((settlement.payouts, settlement.scores, split.totals), Fraction)
    assert all_of_types((settlement.winners, settlement.stakes, split.winners), int)
    assert settlement.best is not None
    assert type(settlement.best.category) is Category
    assert all_of_types(settlement.best.ranks, Rank)
    assert settlement.payouts == (Fraction(7, 3), 0, Fraction(7, 3), Fraction(7, 3))
    state = from_json(to_json(SAMPLES["deal over"]))
    assert isinstance(state, DealState)
    assert all_of_types(state.actions, Action)
    assert all_of_types(state.pack, Rank)
    match = from_json(to_json(SAMPLES["match in play"]))
    assert isinstance(match, MatchState)
    assert type(match.seed) is bytes
    assert all_of_types(match.contributions, bytes)
    assert all_of_types(attrs.astuple(match.rules), int, bool)


def test_a_loaded_match_plays_on_as_the_saved_one() -> None:
    rng = random.Random(22)
    match = new_match(Rules(), rng)
    for letters in ("fff ", "lccch ", "rfff ", "crccf ", "fff"):
        match = match_at(letters, match)
    loaded = from_json(to_json(match))
    assert isinstance(loaded, MatchState)
    rest = " fff" * 7
    assert match_at(rest, loaded) == match_at(rest, match)
    assert to_json(match_at(rest, loaded)) == to_json(match_at(rest, match))


def test_records_are_written_as_documented() -> None:
    assert json.dumps(DEAL, separators=(",", ":")) == to_json(from_record(DEAL))
    assert to_json(from_record(DEAL)) == (
        '{"format":"asnas-core/deal","version":1,"rules":{"seats":4,"copies":4,"opening_stake":1,'
        '"raise_step":1,"max_stake":4,"deals":12,"free_fold":true,"concealed":true},"dealer":0,'
        '"pack":"BSAZZBZABCCSSZBASCAC","actions":["look","raise","call"]}'
    )
    match = start_match(b"\x00sixteen bytes...", contributions=[b"\xff", b""], rules=Rules(deals=2))
    record = to_record(match_at("fff l", match))
    assert record.keys() == {
        "format",
        "version",
        "rules",
        "seed",
        "contributions",
        "first_dealer",
        "packs",
        "actions",
    }
    assert record["seed"] == "007369787465656e2062797465732e2e2e"
    assert record["contributions"] == ["ff", ""]
    assert record["actions"] == [["fold", "fold", "fold"], ["look"]]
    assert [len(pack) for pack in record["packs"]] == [20, 20]
    given = to_record(start_match(packs=[tied_pack(4)] * 3, rules=Rules(deals=3)))
    assert given["seed"] is None
    assert given["packs"] == ["AAAASSSSBBBBZZZZCCCC"] * 3
    assert given["actions"] == [[]]
    over = to_record(SAMPLES["match view of fractions"])
    assert over["deal"]["settlement"] == over["settlements"][0]
    assert over["settlements"][0] == {
        "ending": "showdown",
        "winners": [0, 2, 3],
        "pot": 7,
        "stakes": [2, 1, 2, 2],
        "payouts": ["7/3", "0", "7/3", "7/3"],
        "scores": ["1/3", "-1", "1/3", "1/3"],
        "revealed": ["ASBZC", None, "ASBZC", "ASBZC"],
        "best": {"category": "high_card", "ranks": "ASBZC"},
    }
    assert "seat" not in to_record(view_deal(deal(shuffled_pack(7)), SPECTATOR))


def test_only_the_five_kinds_are_written() -> None:
    class Mine(PublicView):
        pass

    view = SAMPLES["public view"]
    mine = Mine(**{field.name: getattr(view, field.name) for field in attrs.fields(PublicView)})
    others: list[Any] = [None, 7, "x", {}, Rules(), (view,), DealState, mine]
    for x in others:
        for write in (to_record, to_json):
            with pytest.raises(ArgumentError, match="x must be a DealState, a MatchState or a vi"):
                write(x)


# Spoilt in every place.

NULLABLE = {"turn": int, "settlement": dict, "best": dict, "hand": str, "commitment": str}
FOLLOWS = re.compile(
    r"(/deal)?/(turn|stakes|folded|looked|pot|highest_stake|live_seats|is_over|settlement)(/.*)?"
    r"|(/deal)?/(legal_actions|to_call)(/.*)?|(/deal)?/history/\d+/0"
    r"|/(totals|is_over|winners)(/.*)?|/settlements/\d+/(pot|payouts|scores|best)(/.*)?"
)
"""Places in views whose values follow from others: they are faulty themselves, or nothing is."""


def fitting_types(path: Path, value: object, record: Record) -> set[type]:
    """Return the types that a value at this place can have."""
    name = path[-1]
    if isinstance(name, int) and path[-2] == "revealed":
        return {str, type(None)}
    if name == "seed" and record["format"] == "asnas-core/match":
        return {str, type(None)}
    return {type(None), NULLABLE[name]} if name in NULLABLE else {type(value)}


def resolves(where: str, record: Any) -> bool:
    """Whether a JSON Pointer leads to a value."""
    for key in where.split("/")[1:]:
        name = key.replace("~1", "/").replace("~0", "~")
        if isinstance(record, dict) and name in record:
            record = record[name]
        elif isinstance(record, list) and name.isdecimal() and int(name) < len(record):
            record = record[int(name)]
        else:
            return False
    return True


def secrets_of(record: Record) -> set[str]:
    """Return every card and seed that stands in a record as it was."""
    found = {value for value in primitives(record) if isinstance(value, str)}
    return {text for text in found if re.fullmatch("[ASBZC]{5,}|[0-9a-f]{12,}", text)}


def told(error: BaseException) -> str:
    """Return everything that an error tells, to a log or a player."""
    assert error.__cause__ is None
    assert error.__context__ is None
    return repr((str(error), error.args, vars(error)))


def refused(spoilt: Spoilt) -> RecordError | None:
    """Read a spoilt record: return the error, or None if it was read, as exactly what it is."""
    try:
        read = from_record(spoilt.record)
    except RecordError as error:
        return error
    assert same(to_record(read), spoilt.record), "repaired"
    return None


def read_text(text: str) -> tuple[RecordError | None, Record]:
    """Read a text: return the error, or the record of what was read."""
    try:
        return None, to_record(from_json(text))
    except RecordError as error:
        return error, {}


def has_own_fault(spoilt: Spoilt, record: Record) -> bool:
    """Whether the fault shows at the place itself, without a look at any other."""
    if spoilt.how != "value":  # without its seat, the view looks like one of a spectator
        return spoilt.path[-1] != "seat"
    old, new = at(record, spoilt.path), at(spoilt.record, spoilt.path)
    return type(new) not in fitting_types(spoilt.path, old, record)


@spoil_each
def test_a_spoilt_record_is_refused_at_its_place_or_is_another_good_one(name: str) -> None:
    record = to_record(SAMPLES[name])
    secrets = secrets_of(record)
    outcomes = Counter[str]()
    for spoilt in spoilings(record):
        error = refused(spoilt)
        outcomes[error.code if error else "read"] += 1
        if error is None:
            continue
        place = pointer(spoilt.path)
        where, code = error.pointer, error.code
        assert code in asnas_core.errors.MESSAGES
        assert not [secret for secret in secrets if secret in told(error)], (place, error)
        if code == "record_missing":
            parent, _, _ = where.rpartition("/")
            assert resolves(parent, spoilt.record), (place, error)
            assert not resolves(where, spoilt.record), (place, error)
        else:
            assert resolves(where, spoilt.record), (place, error)
        if spoilt.how == "key renamed":
            assert where in (place, pointer((*spoilt.path[:-1], str(spoilt.path[-1]).upper())))
        elif has_own_fault(spoilt, record):
            assert where == place, (spoilt.how, error)
            expected = {"key gone": "record_missing", "key added": "record_unknown"}
            assert code == expected.get(spoilt.how, "record_type"), (place, error)
        elif FOLLOWS.fullmatch(place):
            assert where == place or where.startswith(f"{place}/"), (place, error)
    assert outcomes["read"] < outcomes.total() / 10
    assert min(outcomes[code] for code in ("record_missing", "record_unknown", "record_type")) > 0


@spoil_each
def test_a_spoilt_record_is_refused_as_text_as_it_is_as_a_dict(name: str) -> None:
    for spoilt in list(spoilings(to_record(SAMPLES[name])))[::5]:
        if any(isinstance(at(spoilt.record, path), tuple) for path in places(spoilt.record)):
            continue  # text has no tuples
        error = refused(spoilt)
        text = json.dumps(spoilt.record)
        if error is None:
            assert same(to_record(from_json(text)), spoilt.record)
            continue
        with pytest.raises(RecordError) as caught:
            from_json(text)
        assert caught.value.pointer == error.pointer


@each
def test_a_key_that_stands_twice_is_refused(name: str) -> None:
    record = to_record(SAMPLES[name])
    for path in places(record):
        value = at(record, path)
        for key in value if isinstance(value, dict) else ():
            text = json.dumps(with_value(record, path, {"twice": value[key], **value}))
            twice = text.replace('"twice"', json.dumps(key))
            with pytest.raises(RecordError) as caught:
                from_json(twice)
            assert caught.value.code == "record_duplicate"
            assert caught.value.pointer == pointer((*path, key))
            assert not [secret for secret in secrets_of(record) if secret in told(caught.value)]


@spoil_each
def test_text_with_a_character_changed_is_refused_or_means_what_it_says(name: str) -> None:
    text = to_json(SAMPLES[name])
    secrets = secrets_of(to_record(SAMPLES[name]))
    rng = random.Random(name)
    read = 0
    for _ in range(300):
        start = rng.randrange(len(text))
        new = rng.choice('0123456789-+.eE/"[]{}:, \\\n\0tfnASBZCacfé\ud800')
        changed = text[:start] + new * rng.randrange(3) + text[start + rng.randrange(2) :]
        error, loaded = read_text(changed)
        if error:
            assert not [secret for secret in secrets if secret in told(error)]
        else:
            read += 1
            assert same(loaded, json.loads(changed))
    assert read < 150


# Refused, one by one.

DEAL = to_record(match_at("lrc", start_match(packs=[cards(PACK)] * 12)).deal)
MATCH = to_record(match_at("fff l", start_match(7)))
GIVEN = to_record(start_match(packs=[tied_pack(4)] * 2, rules=Rules(deals=2)))
SHORT_RULES = {name: value for name, value in DEAL["rules"].items() if name != "deals"}
DEAL_TEXT = json.dumps(DEAL)


def _rules(**changed: object) -> Record:
    return DEAL | {"rules": DEAL["rules"] | changed}


def _end(*actions: str) -> Record:
    return DEAL | {"actions": list(actions)}


REFUSED: list[tuple[str, Record, str]] = [
    # what it is, the record, what the error says it is and where
    ("nothing at all", {}, "missing at /format"),
    ("no such format", DEAL | {"format": "asnas-core/hand"}, "value at /format"),
    ("format in capitals", DEAL | {"format": "ASNAS-CORE/DEAL"}, "value at /format"),
    ("format with a line break", DEAL | {"format": "asnas-core/deal\n"}, "value at /format"),
    ("format is no text", DEAL | {"format": 1}, "type at /format"),
    ("version 999", DEAL | {"version": 999}, "value at /version"),
    ("version 0", DEAL | {"version": 0}, "value at /version"),
    ("version as text", DEAL | {"version": "1"}, "type at /version"),
    ("version 1.0", DEAL | {"version": 1.0}, "type at /version"),
    ("version true", DEAL | {"version": True}, "type at /version"),
    ("a deal as a match", DEAL | {"format": "asnas-core/match"}, "missing at /contributions"),
    ("a deal as a view", DEAL | {"format": "asnas-core/view"}, "missing at /history"),
    ("a deal as another", DEAL | {"format": "asnas-core/match-view"}, "missing at /deal"),
    ("a match as a deal", MATCH | {"format": "asnas-core/deal"}, "missing at /dealer"),
    ("unknown key", DEAL | {"undealt": ""}, "unknown at /undealt"),
    ("unknown key inside", _rules(blinds=1), "unknown at /rules/blinds"),
    ("missing key inside", DEAL | {"rules": SHORT_RULES}, "missing at /rules/deals"),
    ("five As", DEAL | {"pack": "A" + PACK[1:]}, "value at /pack"),
    ("19 cards", DEAL | {"pack": PACK[1:]}, "value at /pack"),
    ("21 cards", DEAL | {"pack": PACK + "A"}, "value at /pack"),
    ("25 cards", DEAL | {"pack": PACK + "ASBZC"}, "value at /pack"),
    ("small letters", DEAL | {"pack": PACK.lower()}, "value at /pack"),
    ("a line break after the pack", DEAL | {"pack": PACK + "\n"}, "value at /pack"),
    ("20 cards of 25", _rules(copies=5), "value at /pack"),
    ("pack as a list", DEAL | {"pack": list(PACK)}, "type at /pack"),
    ("dealer 4", DEAL | {"dealer": 4}, "value at /dealer"),
    ("dealer -1", DEAL | {"dealer": -1}, "value at /dealer"),
    ("dealer true", DEAL | {"dealer": True}, "type at /dealer"),
    ("dealer 0.0", DEAL | {"dealer": 0.0}, "type at /dealer"),
    ("dealer NaN", DEAL | {"dealer": NAN}, "type at /dealer"),
    ("dealer of 5,000 digits", DEAL | {"dealer": 10**5000}, "value at /dealer"),
    ("unknown action", _end("look", "bet"), "value at /actions/1"),
    ("action in capitals", _end("LOOK"), "value at /actions/0"),
    ("action as a number", _end("look", 1), "type at /actions/1"),  # type: ignore[arg-type]
    ("action that is not legal", _end("hold"), "action at /actions/0"),
    ("a second look", _end("look", "look"), "action at /actions/1"),
    ("action after the end", _end(*["fold"] * 4), "action at /actions/3"),
    ("too long a list", _end(*["look"] * 1001), "value at /actions"),
    ("no rules", DEAL | {"rules": None}, "type at /rules"),
    ("one seat", _rules(seats=1), "value at /rules/seats"),
    ("five seats at 20 cards", _rules(seats=5), "value at /rules/seats"),
    ("six copies", _rules(copies=6), "value at /rules/copies"),
    ("a stake of nothing", _rules(opening_stake=0), "value at /rules/opening_stake"),
    ("a stake too high", _rules(max_stake=HUGE), "value at /rules/max_stake"),
    ("17 raises", _rules(max_stake=18), "value at /rules"),
    ("half a raise", _rules(raise_step=2), "value at /rules"),
    ("1001 deals", _rules(deals=1001), "value at /rules/deals"),
    ("free fold 1", _rules(free_fold=1), "type at /rules/free_fold"),
    ("seed in capitals", MATCH | {"seed": "AB"}, "value at /seed"),
    ("half a byte", MATCH | {"seed": "abc"}, "value at /seed"),
    ("seed of 65,537 bytes", MATCH | {"seed": "ab" * 65_537}, "value at /seed"),
    ("seed as a number", MATCH | {"seed": 7}, "type at /seed"),
    ("another seed", MATCH | {"seed": "38"}, "mismatch at /packs/0"),
    ("no seed", MATCH | {"seed": None}, "value at /packs"),
    ("a seed for packs", GIVEN | {"seed": "37"}, "mismatch at /packs/0"),
    ("a pack too few", GIVEN | {"packs": GIVEN["packs"][1:]}, "value at /packs"),
    ("a pack too many", MATCH | {"packs": [*MATCH["packs"], PACK]}, "mismatch at /packs"),
    ("packs contributed to", GIVEN | {"contributions": [""]}, "mismatch at /contributions"),
    ("65 contributions", MATCH | {"contributions": [""] * 65}, "value at /contributions"),
    (
        "a contribution of 4,097 bytes",
        MATCH | {"contributions": ["", "00" * 4097]},
        "value at /contributions/1",
    ),
    ("first dealer 4", MATCH | {"first_dealer": 4}, "value at /first_dealer"),
    ("a fourth fold", MATCH | {"actions": [["fold"] * 4]}, "action at /actions/0/3"),
    ("no deal", MATCH | {"actions": [], "packs": []}, "mismatch at /packs"),
    ("a deal begun too early", MATCH | {"actions": [[], []]}, "mismatch at /actions/1"),
    ("deals as one", MATCH | {"actions": ["fold"] * 3}, "type at /actions/0"),
    (
        "a deal after the last",
        GIVEN | {"actions": [["fold"] * 3] * 2 + [[]]},
        "mismatch at /actions/2",
    ),
]


@pytest.mark.parametrize(
    ("record", "fault"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_refused_records(record: Record, fault: str) -> None:
    with pytest.raises(RecordError) as caught:
        from_record(record)
    assert f"{caught.value.code} at {caught.value.pointer}" == f"record_{fault}"
    assert not [secret for secret in secrets_of(MATCH | DEAL) if secret in told(caught.value)]


def _deal_with(name: str, value: str) -> str:
    """Return the text of the deal, with this text where a value stands."""
    return json.dumps(DEAL | {name: "HERE"}).replace('"HERE"', value)


REFUSED_TEXTS: list[tuple[str, str, str]] = [
    ("nothing", "", "not_json at "),
    ("spaces", "  \n ", "not_json at "),
    ("no JSON", "{'format': 1}", "not_json at "),
    ("half a record", DEAL_TEXT[:-9], "not_json at "),
    ("two records", DEAL_TEXT * 2, "not_json at "),
    ("a byte order mark", f"\ufeff{DEAL_TEXT}", "not_json at "),
    ("a comment", f"{DEAL_TEXT} // mine", "not_json at "),
    ("a comma too many", DEAL_TEXT[:-1] + ",}", "not_json at "),
    ("a raw line break in text", DEAL_TEXT.replace("raise", "rai\nse"), "not_json at "),
    ("null", "null", "type at "),
    ("a number", "7", "type at "),
    ("NaN", "NaN", "type at "),
    ("a list of records", f"[{DEAL_TEXT}]", "type at "),
    ("a record as text", json.dumps(DEAL_TEXT), "type at "),
    ("dealer NaN", _deal_with("dealer", "NaN"), "type at /dealer"),
    ("dealer Infinity", _deal_with("dealer", "Infinity"), "type at /dealer"),
    ("dealer -Infinity", _deal_with("dealer", "-Infinity"), "type at /dealer"),
    ("dealer 1e400", _deal_with("dealer", "1e400"), "type at /dealer"),
    ("dealer 1e0", _deal_with("dealer", "1e0"), "type at /dealer"),
    ("dealer 0.0", _deal_with("dealer", "0.0"), "type at /dealer"),
    ("dealer 00", _deal_with("dealer", "00"), "not_json at "),
    ("18 digits", _deal_with("dealer", "1" * 18), "value at /dealer"),
    ("19 digits", _deal_with("dealer", "1" * 19), "type at /dealer"),
    ("5,000 digits", _deal_with("dealer", "9" * 5000), "type at /dealer"),
    ("-5,000 digits", _deal_with("dealer", "-" + "9" * 5000), "type at /dealer"),
    ("a million digits", _deal_with("dealer", "9" * 10**6), "type at /dealer"),
    ("a million decimals", _deal_with("dealer", "0." + "3" * 10**6), "type at /dealer"),
    ("5,000 digits unknown", _deal_with("more", "9" * 5000), "unknown at /more"),
    ("half a character", _deal_with("pack", r'"\ud800"'), "value at /pack"),
    ("a null character", _deal_with("pack", r'"\u0000"'), "value at /pack"),
    ("a key twice", DEAL_TEXT.replace("{", '{"format": 1, ', 1), "duplicate at /format"),
    (
        "the same key twice",
        DEAL_TEXT.replace('"dealer": 0', '"dealer": 0, "d\\u0065aler": 0'),
        "duplicate at /dealer",
    ),
    (
        "a key twice inside",
        DEAL_TEXT.replace('"seats"', '"deals": 12, "seats"'),
        "duplicate at /rules/deals",
    ),
    ("unknown key twice", DEAL_TEXT.replace("{", '{"x": 1, "x": 1, ', 1), "duplicate at /x"),
    ("twice inside unknown", _deal_with("x", '{"a": 1, "a": 1}'), "unknown at /x"),
    ("too long", " " * 4_000_001, "too_long at "),
    ("too deep", "[" * 200_000, "too_deep at "),
    ("objects too deep", '{"format":' * 200_000, "too_deep at "),
    ("too deep in a list", _deal_with("actions", "[" * 200_000), "too_deep at "),
]


@pytest.mark.parametrize(
    ("text", "fault"), [case[1:] for case in REFUSED_TEXTS], ids=[case[0] for case in REFUSED_TEXTS]
)
def test_refused_texts(text: str, fault: str) -> None:
    with pytest.raises(RecordError) as caught:
        from_json(text)
    assert f"{caught.value.code} at {caught.value.pointer}" == f"record_{fault}"
    assert PACK not in told(caught.value)
    assert len(told(caught.value)) < 1000


@pytest.mark.parametrize("depth", [100, 900, 10_000, 100_000])
@pytest.mark.parametrize("inside", [("[", "]"), ('{"actions":', "}")])
def test_deep_nesting_is_refused_wherever_it_stands(depth: int, inside: tuple[str, str]) -> None:
    opening, closing = inside
    nested = opening * depth + "0" + closing * depth
    for text in (nested, _deal_with("actions", f"[{nested}]"), _deal_with("version", nested)):
        with pytest.raises(RecordError):
            from_json(text)
    value: Any = 0
    for _ in range(depth):
        value = [value] if opening == "[" else {"actions": value}
    for record in (DEAL | {"actions": value}, DEAL | {"rules": value}, DEAL | {"more": value}):
        with pytest.raises(RecordError):
            from_record(record)
    while isinstance(value, dict | list):  # taken apart by hand: not every Python can by itself
        value = value.popitem()[1] if isinstance(value, dict) else value.pop()


def test_text_as_long_as_allowed_is_read() -> None:
    spaces = " " * (4_000_000 - len(DEAL_TEXT))
    assert from_json(spaces + DEAL_TEXT) == from_record(DEAL)
    with pytest.raises(RecordError, match="at most 4000000 characters, not 4000001"):
        from_json(spaces + DEAL_TEXT + " ")


@pytest.mark.parametrize(
    ("dealer", "reason"),
    [
        ("-0", "a whole number, not a number that no record holds"),
        ("1e0", "a whole number, not a number with a fraction or exponent"),
        ("NaN", "a whole number, not a number that no record holds"),
        ("-" + "9" * 19, "a whole number, not a number that no record holds"),
        ("-" + "9" * 18, "a seat from 0 to 3"),
        ('{"a":1,"a":2}', "a whole number, not an object"),
    ],
)
def test_a_number_is_written_in_one_way_only(dealer: str, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        from_json(_deal_with("dealer", dealer))
    assert str(caught.value) == f"at '/dealer': expected {reason}"


def test_a_great_many_keys_and_items_are_refused_at_once() -> None:
    keys = ",".join(f'"{number}":0' for number in range(200_000))
    with pytest.raises(RecordError, match="'/199999': this key appears more than once"):
        from_json("{" + keys + ',"199999":0}')
    with pytest.raises(RecordError, match="'/format': this key is missing"):
        from_json("{" + keys + "}")
    with pytest.raises(RecordError, match="'/actions': expected a list of at most 1000"):
        from_json(_deal_with("actions", "[" + "0," * 10**6 + "0]"))


def test_a_record_that_contains_itself_is_refused() -> None:
    record = dict(DEAL)
    for name in record:
        record[name] = record
        with pytest.raises(RecordError):
            from_record(record)
        record[name] = DEAL[name]


class Word(StrEnum):
    DEAL = "asnas-core/deal"
    LOOK = "look"
    DEALER = "dealer"


class Number(int):
    pass


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("format", Word.DEAL),
        ("dealer", Rank.COULI),
        ("dealer", Number(0)),
        ("version", Number(1)),
        ("actions", ("look", "raise", "call")),
        ("actions", [Action.LOOK, "raise", "call"]),
        ("actions", [Word.LOOK, "raise", "call"]),
        ("pack", PACK.encode()),
        ("pack", asnas_core.shuffled_pack(7)),
        ("rules", Rules()),
        ("rules", tuple(DEAL["rules"].items())),
    ],
)
def test_python_objects_that_look_alike_are_refused(where: str, value: object) -> None:
    with pytest.raises(RecordError) as caught:
        from_record(DEAL | {where: value})
    assert caught.value.code == "record_type"
    assert caught.value.pointer.startswith(f"/{where}")


def test_any_kind_of_dict_and_of_text_is_read() -> None:
    class Text(str):
        __slots__ = ()

    assert from_json(Text(DEAL_TEXT)) == from_record(DEAL)
    for kind in (OrderedDict, lambda record: defaultdict(list, record)):
        assert from_record(kind(DEAL)) == from_record(DEAL)
    with pytest.raises(RecordError, match="'/dealer': this key is missing"):
        from_record(defaultdict(int, {key: DEAL[key] for key in DEAL if key != "dealer"}))


@pytest.mark.parametrize(
    ("key", "where"),
    [
        ("", "/"),
        ("a/b", "/a~1b"),
        ("~", "/~0"),
        ("~1", "/~01"),
        ("ø", "/ø"),
        ("\ud800", r"/\ud800"),
        ("k" * 10**6, "/" + "k" * 80 + "…"),
        ("k" * 79 + "//", "/" + "k" * 79 + "~1…"),
        ("k" * 79 + "~~", "/" + "k" * 79 + "~0…"),
        (Word.DEALER, "/dealer"),
        (7, "/7"),
        (-7, "/-7"),
        (None, "/'NoneType'"),
        (True, "/'bool'"),
        (0.5, "/'float'"),
        (10**5000, "/'a number of 19 or more digits'"),
        (b"dealer", "/'bytes'"),
        (("dealer",), "/'tuple'"),
    ],
    ids=lambda value: repr(value)[:20] if isinstance(value, str) else type(value).__name__,
)
def test_keys_of_any_kind_are_pointed_at(key: Any, where: str) -> None:
    without = {name: DEAL[name] for name in DEAL if name != key} | {key: DEAL.get(key, 0)}
    with pytest.raises(RecordError) as caught:
        from_record(without)
    error = caught.value
    assert (error.pointer, error.code) == (where, "record_unknown")
    assert len(str(error).encode()) < 1000, "can be written to a log"
    json.dumps(error.params, ensure_ascii=False).encode()


@pytest.mark.parametrize("text", [None, 7, b"{}", bytearray(b"{}"), {}, DEAL, [], object()])
def test_from_json_takes_text_only(text: Any) -> None:
    with pytest.raises(
        ArgumentError, match=rf"text must be text, not an object of type {type(text).__name__}"
    ):
        from_json(text)


@pytest.mark.parametrize(
    "record", [None, 7, "{}", b"{}", [], [DEAL], (), object(), deal(shuffled_pack(7))]
)
def test_from_record_takes_a_dict_only(record: Any) -> None:
    with pytest.raises(ArgumentError, match="record must be a dict, not an object of type"):
        from_record(record)


MESSAGES: list[tuple[Record, str]] = [
    (DEAL | {"version": 2}, "at '/version': expected version 1, the only one there is"),
    (DEAL | {"dealer": 4}, "at '/dealer': expected a seat from 0 to 3"),
    (DEAL | {"dealer": "1"}, "at '/dealer': expected a whole number, not text"),
    (_end("bet"), "at '/actions/0': expected one of look, call, hold, raise, fold"),
    (_end("hold"), "at '/actions/0': seat 1 cannot hold here; it may look, call, raise, fold"),
    (_end(*["fold"] * 4), "at '/actions/3': seat None cannot fold here; it may do nothing"),
    (_rules(deals=0), "at '/rules/deals': expected 1 to 1000"),
    (_rules(copies=3), "at '/rules/copies': expected 4 to 5"),
    (_rules(seats=5), "at '/rules/seats': expected 2 to 4, the copies of each rank"),
    (
        _rules(max_stake=99),
        "at '/rules': expected max_stake to be opening_stake and 0 to 16 times raise_step",
    ),
    (
        DEAL | {"pack": "A" * 20},
        "at '/pack': expected the letters of a pack: 4 of each of A S B Z C",
    ),
    (MATCH | {"seed": "0"}, "at '/seed': expected lower-case hexadecimal of at most 65536 bytes"),
    (GIVEN | {"packs": []}, "at '/packs': expected a list of 2"),
    (MATCH | {"seed": "00"}, "at '/packs/0': this does not follow from the rest of the record"),
    (DEAL | {"pot": 1}, "at '/pot': unknown key"),
]


@pytest.mark.parametrize(("record", "message"), MESSAGES)
def test_messages(record: Record, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        from_record(record)
    assert str(caught.value) == message


# Views that cannot be.


def _changed(record: Record, **changes: object) -> Record:
    """Put values at pointers, given as names joined by two underscores."""
    for name, value in changes.items():
        path = tuple(int(key) if key.isdecimal() else key for key in name.split("__"))
        record = with_value(record, path, value)
    return record


BLIND = to_record(SAMPLES["seat view blind"])  # c r c; seat 0 is on turn, dealer, and blind
LOOKED = to_record(SAMPLES["seat view"])  # c r c l
WATCHED = to_record(SAMPLES["public view"])
SPLIT = to_record(SAMPLES["match view of fractions"])  # c r c c f; ASBZC each
ALONE = to_record(SAMPLES["seat view alone"])  # l f; seat 1 wins
GOING_ON = to_record(SAMPLES["match view in play"])
OVER = to_record(SAMPLES["match view over"])
OPEN_VIEW = to_record(SAMPLES["seat view open"])
SEEN = to_record(view_deal(match_at("lccclh", start_match(7)).deal, 0))
STEPS = to_record(
    view_match(match_at("rff ", start_match(7, rules=Rules(seats=3, raise_step=3))), 0)
)
SHOWN = SPLIT["deal"] | {"format": "asnas-core/view", "version": 1}
FOLDED = to_record(SAMPLES["seat view folded"])  # l f c r f c; seats 2 and 3 show

IMPOSSIBLE: list[tuple[str, Record, str]] = [
    ("a hand not looked at", _changed(BLIND, hand="ASBZC"), "type at /hand"),
    ("a hand looked at and missing", _changed(LOOKED, hand=None), "type at /hand"),
    ("a hand kept after an end without showing", _changed(ALONE, hand=None), "type at /hand"),
    ("an open hand missing", _changed(OPEN_VIEW, hand=None), "type at /hand"),
    ("five of a kind of 20 cards", _changed(LOOKED, hand="AAAAA"), "value at /hand"),
    ("four cards", _changed(LOOKED, hand="ASBZ"), "value at /hand"),
    ("another seat's turn", _changed(BLIND, turn=1), "mismatch at /turn"),
    ("nobody's turn", _changed(BLIND, turn=None), "type at /turn"),
    ("another viewer", _changed(BLIND, seat=1), "mismatch at /legal_actions"),
    ("viewer 4", _changed(BLIND, seat=4), "value at /seat"),
    ("no viewer", _changed(BLIND, seat=None), "type at /seat"),
    ("a spectator with a hand", _changed(WATCHED, hand=None), "unknown at /hand"),
    ("a spectator with a seat", _changed(WATCHED, seat=0), "missing at /hand"),
    ("an action less", _changed(BLIND, history=BLIND["history"][:-1]), "mismatch at /turn"),
    ("out of turn", _changed(BLIND, history__1__0=3), "mismatch at /history/1/0"),
    ("not legal", _changed(BLIND, history__1__1="hold"), "action at /history/1/1"),
    ("no pair", _changed(BLIND, history__1=[2]), "value at /history/1"),
    ("three in a pair", _changed(BLIND, history__1=[2, "raise", 2]), "value at /history/1"),
    (
        "after the end",
        _changed(ALONE, history=[*ALONE["history"], [1, "fold"]]),
        "action at /history/2/1",
    ),
    ("another dealer", _changed(BLIND, dealer=1), "mismatch at /turn"),
    ("a stake more", _changed(BLIND, stakes__0=2), "mismatch at /stakes/0"),
    ("a stake as a fraction", _changed(BLIND, stakes__0="1"), "type at /stakes/0"),
    ("folded without folding", _changed(BLIND, folded__2=True), "mismatch at /folded/2"),
    ("looked without looking", _changed(BLIND, looked__0=True), "mismatch at /looked/0"),
    ("a greater pot", _changed(BLIND, pot=99), "mismatch at /pot"),
    ("nothing to call", _changed(BLIND, to_call=0), "mismatch at /to_call"),
    ("all is legal", _changed(BLIND, legal_actions=["fold"]), "mismatch at /legal_actions/0"),
    ("shown before the end", _changed(BLIND, revealed__1="ASBZC"), "type at /revealed/1"),
    ("over before the end", _changed(BLIND, is_over=True), "mismatch at /is_over"),
    (
        "settled before the end",
        _changed(BLIND, settlement=SHOWN["settlement"]),
        "type at /settlement",
    ),
    ("shown without a showdown", _changed(ALONE, revealed__1="ASBZC"), "type at /revealed/1"),
    ("not shown at a showdown", _changed(SHOWN, revealed__2=None), "type at /revealed/2"),
    ("a folded hand shown", _changed(SHOWN, revealed__1="ASBZC"), "type at /revealed/1"),
    ("own hand not the shown one", _changed(SHOWN, hand="CZBSA"), "mismatch at /hand"),
    ("own hand not the shown one, seen before", _changed(SEEN, hand="CZBSA"), "mismatch at /hand"),
    ("not settled", _changed(SHOWN, settlement=None), "type at /settlement"),
    (
        "too many As together",
        _changed(SHOWN, hand="AAASB", revealed=["AAASB", None, "AASSB", "ASBZC"]),
        "mismatch at /revealed/2",
    ),
    ("too many with the folded hand", _changed(FOLDED, hand="AAASB"), "mismatch at /hand"),
    ("another winner", _changed(SHOWN, settlement__winners=[0]), "mismatch at /settlement/winners"),
    (
        "another share",
        _changed(SHOWN, settlement__payouts__0="5/2"),
        "mismatch at /settlement/payouts/0",
    ),
    (
        "not in lowest terms",
        _changed(SHOWN, settlement__payouts__0="14/6"),
        "mismatch at /settlement/payouts/0",
    ),
    (
        "a share as a number",
        _changed(SHOWN, settlement__payouts__1=0),
        "type at /settlement/payouts/1",
    ),
    (
        "a better hand",
        _changed(SHOWN, settlement__best__category="pair"),
        "mismatch at /settlement/best/category",
    ),
    (
        "another ending",
        _changed(SHOWN, settlement__ending="last_standing"),
        "mismatch at /settlement/ending",
    ),
    (
        "the same hand otherwise",
        _changed(FOLDED, revealed__2="SBCCZ"),
        "mismatch at /settlement/revealed/2",
    ),
    ("a match further on", _changed(GOING_ON, deal_number=1), "value at /settlements"),
    ("deal 0", _changed(GOING_ON, deal_number=0), "value at /deal_number"),
    ("deal 3 of 2", _changed(GOING_ON, deal_number=3), "value at /deal_number"),
    ("a deal forgotten", _changed(GOING_ON, settlements=[]), "value at /settlements"),
    (
        "a deal twice",
        _changed(GOING_ON, settlements=GOING_ON["settlements"] * 2),
        "value at /settlements",
    ),
    ("too few moves", _changed(GOING_ON, move_number=3), "mismatch at /move_number"),
    ("no moves", _changed(GOING_ON, move_number=0), "mismatch at /move_number"),
    ("fewer than none", _changed(GOING_ON, move_number=-1), "mismatch at /move_number"),
    ("too many moves", _changed(GOING_ON, move_number=7), "mismatch at /move_number"),
    ("far too many moves", _changed(GOING_ON, move_number=HUGE), "mismatch at /move_number"),
    ("moves of 5,000 digits", _changed(GOING_ON, move_number=10**5000), "mismatch at /move_number"),
    (
        "-moves of 5,000 digits",
        _changed(GOING_ON, move_number=-(10**5000)),
        "mismatch at /move_number",
    ),
    ("another total", _changed(GOING_ON, totals__0="1"), "mismatch at /totals/0"),
    ("winners too early", _changed(GOING_ON, winners=[0]), "mismatch at /winners"),
    ("over too early", _changed(GOING_ON, is_over=True), "mismatch at /is_over"),
    ("a commitment too short", _changed(GOING_ON, commitment="00"), "value at /commitment"),
    ("a commitment in capitals", _changed(GOING_ON, commitment="A" * 64), "value at /commitment"),
    ("65 contributions", _changed(GOING_ON, contributions=[""] * 65), "value at /contributions"),
    ("an unknown winner", _changed(SPLIT, winners=[0, 2]), "mismatch at /winners"),
    (
        "a settlement of its own",
        _changed(SPLIT, settlements__0__revealed__0="CZBSA"),
        "mismatch at /settlements/0/revealed/0",
    ),
    (
        "unlike the deal's",
        _changed(SPLIT, settlements__0__stakes=[2, 0, 2, 2]),
        "mismatch at /settlements/0/stakes/1",
    ),
    (
        "one hand shown",
        _changed(SPLIT, settlements__0__revealed=[None, None, None, "ASBZC"]),
        "mismatch at /settlements/0/revealed",
    ),
    (
        "a showdown of nobody",
        _changed(SPLIT, settlements__0__revealed=[None] * 4),
        "mismatch at /settlements/0/revealed",
    ),
    (
        "a stake too high",
        _changed(SPLIT, settlements__0__stakes__0=5),
        "value at /settlements/0/stakes/0",
    ),
    (
        "a stake below nothing",
        _changed(SPLIT, settlements__0__stakes__0=-1),
        "value at /settlements/0/stakes/0",
    ),
    (
        "a huge stake",
        _changed(SPLIT, settlements__0__stakes__0=10**5000),
        "value at /settlements/0/stakes/0",
    ),
    (
        "a stake between two",
        _changed(STEPS, settlements__0__stakes__0=3),
        "value at /settlements/0/stakes/0",
    ),
    (
        "not all matched",
        _changed(SPLIT, settlements__0__stakes__0=1),
        "mismatch at /settlements/0/stakes",
    ),
    (
        "too many As of earlier",
        _changed(OVER, settlements__0__revealed=["AAASB", "AASSB"]),
        "mismatch at /settlements/0/revealed/1",
    ),
    ("format inside", _changed(SPLIT, deal__format="asnas-core/view"), "unknown at /deal/format"),
]


@pytest.mark.parametrize(
    ("record", "fault"), [case[1:] for case in IMPOSSIBLE], ids=[case[0] for case in IMPOSSIBLE]
)
def test_impossible_views(record: Record, fault: str) -> None:
    with pytest.raises(RecordError) as caught:
        from_record(record)
    assert f"{caught.value.code} at {caught.value.pointer}" == f"record_{fault}"
    assert "ASBZC" not in told(caught.value)


# Results of deals whose actions are not in the record.


def endings(rules: Rules) -> dict[tuple[tuple[int, ...], tuple[bool, ...]], set[int]]:
    """Walk every path: stakes and folds of every ending, and in how many actions it is reached."""
    found = defaultdict[Any, set[int]](set)

    def walk(node: BettingNode, length: int) -> None:
        if node.position is None:
            found[node.stakes, node.folded].add(length)
        for action in node.legal_actions:
            walk(node.child(action), length + 1)

    walk(betting_graph(rules), 0)
    return found


def settlement_of(stakes: list[int], live: list[int]) -> Record:
    """Write the settlement of a deal in which everybody held ASBZC, by hand."""
    pot, shown = sum(stakes), len(live) > 1
    payouts = [Fraction(pot, len(live)) if seat in live else 0 for seat in range(len(stakes))]
    return {
        "ending": "showdown" if shown else "last_standing",
        "winners": live,
        "pot": pot,
        "stakes": stakes,
        "payouts": [str(payout) for payout in payouts],
        "scores": [str(payout - stake) for payout, stake in zip(payouts, stakes, strict=True)],
        "revealed": ["ASBZC" if shown and seat in live else None for seat in range(len(stakes))],
        "best": {"category": "high_card", "ranks": "ASBZC"} if shown else None,
    }


def is_read(record: Record) -> bool:
    try:
        from_record(record)
    except RecordError:
        return False
    return True


@pytest.mark.parametrize(
    "rules",
    [
        Rules(seats=2),
        Rules(seats=2, max_stake=1, free_fold=False),
        Rules(seats=2, max_stake=6, concealed=False),
        Rules(seats=2, opening_stake=2, raise_step=3, max_stake=8),
        Rules(seats=3, max_stake=2, free_fold=False),
        Rules(seats=3, max_stake=3, concealed=False),
        pytest.param(Rules(seats=3, max_stake=3), marks=pytest.mark.slow),
        pytest.param(Rules(max_stake=3, concealed=False), marks=pytest.mark.slow),
    ],
    ids=lambda rules: ",".join(map(str, attrs.astuple(rules))),
)
def test_exactly_the_results_and_lengths_that_can_be_are_read(rules: Rules) -> None:
    """A match view tells of earlier deals only how they ended: all that is tried out."""
    seats = rules.seats
    possible = endings(rules)
    dealer = 1  # dealt the first deal; positions are counted from the seat after it
    match = start_match(7, first_dealer=dealer, rules=rules)
    while not match.deal.is_over:
        match = asnas_core.play(match, asnas_core.legal_actions(match.deal)[-1])
    view = to_record(view_match(asnas_core.next_deal(match), SPECTATOR))
    levels = [0, *range(rules.opening_stake, rules.max_stake + 1, rules.raise_step)]
    longest = max(max(lengths) for lengths in possible.values())
    read = set()
    for stakes, folded in product(
        product(levels, repeat=seats), product((False, True), repeat=seats)
    ):
        live = [seat for seat in range(seats) if not folded[seat]]
        if not live:
            continue
        order = [(dealer + 1 + position) % seats for position in range(seats)]
        ending = tuple(stakes[seat] for seat in order), tuple(folded[seat] for seat in order)
        settlement = settlement_of(list(stakes), live)
        record = view | {"settlements": [settlement], "totals": settlement["scores"]}
        tried = range(longest + 2) if ending in possible else sorted(min(possible.values()))
        lengths = {moves for moves in tried if is_read(record | {"move_number": moves})}
        assert lengths == possible.get(ending, set()), settlement
        if lengths:
            read.add(ending)
    assert read == possible.keys()


def test_lengths_of_several_deals_add_up() -> None:
    rules = Rules(seats=3, concealed=False, deals=4)
    match = match_at("rcf rff rcf r", start_match(7, rules=rules))
    record = to_record(view_match(match, 0))
    # r c f could have been c r f c, with the same result
    tried = {moves for moves in range(20) if is_read(record | {"move_number": moves})}
    assert tried == {10, 11, 12}


@pytest.mark.slow
def test_the_longest_match_is_read_in_time() -> None:
    rng = random.Random(5)
    rules = Rules(seats=5, copies=5, max_stake=17, deals=1000, concealed=False)
    match = played_match(rules, rng)
    comes_back(match)
    comes_back(view_match(match, 0))


def test_loading_never_touches_what_it_was_given() -> None:
    for x in SAMPLES.values():
        record = to_record(x)
        kept = copy.deepcopy(record)
        loaded = from_record(record)
        assert same(record, kept)
        for path in list(places(record))[:0:-1]:
            value = at(record, path)
            if isinstance(value, list | dict):
                value.clear()
        assert loaded == x
