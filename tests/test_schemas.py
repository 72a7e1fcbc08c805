"""The JSON Schemas that ship with the package, held against the records and their loader."""

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib.resources import files
from itertools import islice, permutations, product
from typing import Any

import attrs
import pytest
from jsonschema import Draft202012Validator

from asnas_core import (
    BettingNode,
    Category,
    MatchView,
    PublicView,
    Rank,
    RecordError,
    Rules,
    SeatView,
    Settlement,
    betting_graph,
    from_record,
    rank_hand,
    to_record,
)
from spoiling import (
    FORMATS,
    PACK,
    QUICK,
    SAMPLES,
    Record,
    at,
    everything_of,
    played_match,
    some_rules,
    spoilings,
    with_value,
)

FOLDER = files("asnas_core") / "schemas"
SCHEMAS: dict[str, Record] = {
    name: json.loads((FOLDER / f"{name.removeprefix('asnas-core/')}.json").read_text("utf-8"))
    for name in FORMATS
}
VALIDATORS = {name: Draft202012Validator(schema) for name, schema in SCHEMAS.items()}

each_schema = pytest.mark.parametrize("name", FORMATS)


def accepts(record: Any) -> bool:
    """Whether the schema of its format accepts a record; without one, all are asked."""
    name = record.get("format") if isinstance(record, dict) else None
    asked = [VALIDATORS[name]] if isinstance(name, str) and name in FORMATS else VALIDATORS.values()
    return any(validator.is_valid(record) for validator in asked)


def subschemas(schema: Any) -> Iterator[dict[str, Any]]:
    """Give every object in a schema."""
    if isinstance(schema, dict):
        yield schema
    for value in schema.values() if isinstance(schema, dict) else schema:
        if isinstance(value, dict | list):
            yield from subschemas(value)


def definition(name: str, kind: str = "asnas-core/match-view") -> Draft202012Validator:
    """Return the validator of one of the shared definitions."""
    return Draft202012Validator(
        {"$ref": f"#/$defs/{name}", "$defs": SCHEMAS[kind]["$defs"]},
    )


# The files themselves.


def test_there_is_one_file_for_each_format() -> None:
    names = {file.name for file in FOLDER.iterdir() if file.name.endswith(".json")}
    assert names == {f"{name.removeprefix('asnas-core/')}.json" for name in FORMATS}
    assert {to_record(x)["format"] for x in SAMPLES.values()} == set(FORMATS)


@each_schema
def test_files_are_schemas_that_say_what_they_are(name: str) -> None:
    schema = SCHEMAS[name]
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"urn:asnas-core:schema:{name.removeprefix('asnas-core/')}:1"
    assert schema["title"]
    assert schema["description"]
    Draft202012Validator.check_schema(schema)
    for part in subschemas(schema):
        if "$ref" in part:
            target = part["$ref"].removeprefix("#/$defs/")
            assert target in schema["$defs"], "every file is complete in itself"


@each_schema
def test_every_property_is_described_and_no_object_is_open(name: str) -> None:
    described = 0
    for part in subschemas(SCHEMAS[name]):
        if part.get("type") == "object" and "properties" in part:
            assert part["additionalProperties"] is False
            optional = set(part.get("dependentRequired", ()))
            assert part["required"] == [key for key in part["properties"] if key not in optional]
            for key, value in part["properties"].items():
                assert re.fullmatch(r"[A-Z].{10,}\.", value["description"]), key
                described += 1
    assert described > 10


def test_definitions_are_the_same_in_all_files_and_all_used() -> None:
    shared: dict[str, Any] = {}
    for schema in SCHEMAS.values():
        used = {part["$ref"] for part in subschemas(schema) if "$ref" in part}
        assert used == {f"#/$defs/{name}" for name in schema["$defs"]}
        for name, part in schema["$defs"].items():
            assert shared.setdefault(name, part) == part, name


def test_the_view_inside_a_match_view_is_that_of_the_view_file() -> None:
    inside = SCHEMAS["asnas-core/match-view"]["$defs"]["view"]
    whole = SCHEMAS["asnas-core/view"]
    assert {"format", "version"} | inside["properties"].keys() == whole["properties"].keys()
    for name, part in inside["properties"].items():
        assert whole["properties"][name] == part
    assert ["format", "version", *inside["required"]] == whole["required"]
    assert inside["dependentRequired"] == whole["dependentRequired"]
    assert whole["allOf"][: len(inside["allOf"])] == inside["allOf"]


def test_properties_are_the_attributes() -> None:
    defs = SCHEMAS["asnas-core/match-view"]["$defs"]
    properties = SCHEMAS["asnas-core/match-view"]["properties"]
    for kind, names in (
        (Rules, defs["rules"]["properties"]),
        (Settlement, defs["settlement"]["properties"]),
        (SeatView, defs["view"]["properties"]),
        (PublicView, defs["view"]["required"]),
        (MatchView, [name for name in properties if name not in ("format", "version")]),
    ):
        assert {field.name for field in attrs.fields(kind)} == set(names)
    assert defs["best"]["properties"]["category"]["enum"] == [
        category.name.lower() for category in Category
    ]


# What they accept.


@pytest.mark.parametrize(
    "seed", [*range(2), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 16))]
)
def test_every_record_is_accepted(seed: int) -> None:
    rng = random.Random(1000 + seed)
    for x in everything_of(played_match(some_rules(rng), rng)):
        if seed > 1 or rng.random() < 0.2:
            record = to_record(x)
            VALIDATORS[record["format"]].validate(record)


def test_every_sample_is_accepted_by_the_schema_of_its_format_alone() -> None:
    for x in SAMPLES.values():
        record = to_record(x)
        VALIDATORS[record["format"]].validate(record)
        for name, validator in VALIDATORS.items():
            assert validator.is_valid(record | {"format": name}) == (name == record["format"])


def _anything(_: object) -> bool:
    return True


def _whole(value: object) -> bool:
    return isinstance(value, float) and value.is_integer()


def _maybe(value: object) -> bool:
    return value is None or isinstance(value, str | int)


BEYOND: list[tuple[str, str, Callable[[Any], bool], str]] = [
    # what the loader refuses and a schema accepts: the code, where it is, what stands there, why
    ("record_mismatch", ".+", _anything, "it does not follow from the rest: that needs a replay"),
    ("record_action", ".+", _anything, "an action that is not legal, as above"),
    ("record_type", ".+", _whole, "1.0 is an integer to JSON Schema"),
    ("record_type", r".*/(hand|turn|revealed/\d+)", _maybe, "whether a value stands here follows"),
    ("record_value", "(/deal)?/rules", _anything, "stakes and raises that do not fit together"),
    (
        "record_value",
        "/packs|/settlements|/deal_number",
        _anything,
        "as many as deals, or as the rules say",
    ),
    ("record_value", r"/settlements/\d+/stakes/\d+", _anything, "no stake that raises lead to"),
]


def row_beyond(error: RecordError, record: Record) -> int:
    """Return the number of the row that excuses the schema."""
    value: Any = record
    for key in error.pointer.split("/")[1:]:
        value = value[int(key)] if isinstance(value, list) else value[key]
    for number, (code, where, fits, _) in enumerate(BEYOND):
        if code == error.code and re.fullmatch(where, error.pointer) and fits(value):
            return number
    raise AssertionError((error, value))


@pytest.mark.parametrize(
    ("name", "step"),
    [
        *((name, 5) for name in QUICK),
        *(pytest.param(name, 1, marks=pytest.mark.slow) for name in SAMPLES),
    ],
)
def test_what_a_schema_refuses_the_loader_refuses_too(name: str, step: int) -> None:
    """And what only the loader refuses is in the table."""
    record = to_record(SAMPLES[name])
    outcomes = Counter[str]()
    for spoilt in islice(spoilings(record), 0, None, step):
        valid = accepts(spoilt.record)
        try:
            from_record(spoilt.record)
        except RecordError as error:
            if valid:
                row_beyond(error, spoilt.record)
            outcomes["loader" if valid else "both"] += 1
        else:
            assert valid, spoilt.path
            outcomes["read"] += 1
    assert outcomes["both"] > outcomes.total() * 0.8


def test_every_row_of_that_table_is_needed() -> None:
    examples: list[tuple[str, tuple[str | int, ...], object]] = [
        ("public view", ("pot",), 99),
        ("deal", ("actions", 0), "hold"),
        ("deal", ("dealer",), 0.0),
        ("seat view", ("hand",), None),
        ("deal", ("rules", "max_stake"), 99),
        ("match of packs", ("packs",), [PACK]),
        ("match view over", ("settlements", 0, "stakes", 0), 4),
    ]
    for row, (name, path, value) in enumerate(examples):
        record = with_value(to_record(SAMPLES[name]), path, value)
        assert accepts(record)
        with pytest.raises(RecordError) as caught:
            from_record(record)
        assert row_beyond(caught.value, record) == row
    assert len(examples) == len(BEYOND)


# Values of which a schema can know all.


def test_fractions_are_those_in_lowest_terms_that_scores_can_be() -> None:
    fraction = definition("fraction")
    for above, below in product(range(-70, 71), range(1, 70)):
        text = f"{above}/{below}" if below > 1 else str(above)
        possible = str(Fraction(above, below)) == text and 60 % below == 0
        assert fraction.is_valid(text) == possible, text
    for text in (
        "",
        "-0",
        "+1",
        "01",
        "1/1",
        "0/2",
        "1/-2",
        "1.0",
        "1e3",
        " 1",
        "1\n",
        "1/2\n",
        "\u0661",
    ):
        assert not fraction.is_valid(text), text
    for value in (0, 1, 0.5, None, ["1"]):
        assert not fraction.is_valid(value), value


def test_shares_of_a_deal_are_fractions_with_small_denominators() -> None:
    settlement = SCHEMAS["asnas-core/view"]["$defs"]["settlement"]["properties"]
    for name, lowest in (("payouts", 0), ("scores", -70)):
        validator = Draft202012Validator(
            settlement[name] | {"$defs": SCHEMAS["asnas-core/view"]["$defs"]}
        )
        for above, below in product(range(-70, 71), range(1, 20)):
            text = str(Fraction(above, below))
            possible = Fraction(text).denominator <= 5 and above >= lowest
            assert validator.is_valid([text, text]) == possible, text


def test_best_hands_are_the_strengths_there_are() -> None:
    def written(hand: tuple[Rank, ...]) -> tuple[str, str]:
        strength = rank_hand(hand)  # type: ignore[arg-type]  # five cards
        return strength.category.name.lower(), "".join(rank.code for rank in strength.ranks)

    strengths = {written(hand) for hand in product(Rank, repeat=5)}
    assert len(strengths) == 126
    best = definition("best")
    tried = 0
    for category in Category:
        name = category.name.lower()
        for size in range(6):
            for letters in map("".join, permutations("ASBZC", size)):
                record = {"category": name, "ranks": letters}
                assert best.is_valid(record) == ((name, letters) in strengths), record
                tried += 1
        for wrong in ("AA", "AAAAA", "A\n", "AS\n", "as", "AX", "ASBZCA"):
            assert not best.is_valid({"category": name, "ranks": wrong}), wrong
    assert tried == 7 * 326


def test_packs_and_hands_are_those_there_are() -> None:
    rng = random.Random(1)
    pack, hand = definition("pack", "asnas-core/deal"), definition("hand")
    for copies in (4, 5):
        for _ in range(20):
            letters = "".join(rng.sample("ASBZC" * copies, 5 * copies))
            assert pack.is_valid(letters)
            other = "ASBZC"["SBZCA".index(letters[0])]
            for wrong in (
                letters[1:],
                letters + "A",
                f"{letters}\n",
                other + letters[1:],
                letters.lower(),
            ):
                assert not pack.is_valid(wrong), wrong
            assert hand.is_valid(letters[:5])
    for wrong in ("ASBZ", "ASBZCA", "ASBZX", "asbzc", "ASBZ\n", "ASBZC\n"):
        assert not hand.is_valid(wrong), wrong


def test_bytes_are_pairs_of_small_digits() -> None:
    data = definition("hex")
    for text in ("", "00", "ff", "0123456789abcdef" * 100):
        assert data.is_valid(text), text
    for wrong in ("0", "000", "FF", "0x", "00\n", "\n", "g0", " 0"):
        assert not data.is_valid(wrong), wrong


def test_lists_of_legal_actions_are_those_there_are() -> None:
    listed = SCHEMAS["asnas-core/view"]["properties"]["legal_actions"]["enum"]
    found: set[tuple[str, ...]] = set()

    def walk(node: BettingNode) -> None:
        found.add(node.legal_actions)
        for action in node.legal_actions:
            walk(node.child(action))

    for top, free_fold in product((1, 2), (True, False)):
        walk(betting_graph(Rules(seats=2, max_stake=top, free_fold=free_fold)))
    assert {tuple(actions) for actions in listed} == found
    assert len(listed) == len(found) == 13


@pytest.mark.parametrize("name", SAMPLES)
def test_seats_and_copies_set_the_sizes(name: str) -> None:
    record = to_record(SAMPLES[name])
    path = ("deal", "rules") if "deal" in record else ("rules",)
    rules = at(record, path)
    for seats, copies in product(range(2, 6), (4, 5)):
        if (seats, copies) != (rules["seats"], rules["copies"]):
            other = with_value(record, path, rules | {"seats": seats, "copies": copies})
            by_seat = "view" in record["format"] and seats != rules["seats"]
            by_copies = "view" not in record["format"] and copies != rules["copies"]
            if by_seat or by_copies or seats > copies:
                assert not accepts(other), (seats, copies)
