"""Hands: categories, strengths and their order, text, and who wins of all deals there are."""

import operator
import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, cmp_to_key
from itertools import combinations, combinations_with_replacement, islice, permutations, product
from math import factorial, prod
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock, Mock

import attrs
import pytest

import naive
from asnas_core import (
    Action,
    ArgumentError,
    Category,
    DealState,
    Ending,
    HandError,
    HandRank,
    Rank,
    apply_action,
    compare_hands,
    deal,
    format_hand,
    parse_hand,
    rank_hand,
    settle,
    sort_hand,
)
from playing import cards, letters, pack_text, played

ORDERED_HANDS = ["".join(hand) for hand in product("ASBZC", repeat=5)]
"""All 3,125 hands of five letters, each in every order."""

NAMES = {
    Category.HIGH_CARD: "high card",
    Category.PAIR: "pair",
    Category.TWO_PAIRS: "two pairs",
    Category.THREE_OF_A_KIND: "three of a kind",
    Category.FULL_HOUSE: "full house",
    Category.FOUR_OF_A_KIND: "four of a kind",
    Category.FIVE_OF_A_KIND: "five of a kind",
}
"""What the oracle calls each category."""

HANDS_OF_20_CARDS = {
    Category.FOUR_OF_A_KIND: 80,
    Category.FULL_HOUSE: 480,
    Category.THREE_OF_A_KIND: 1_920,
    Category.TWO_PAIRS: 4_320,
    Category.PAIR: 7_680,
    Category.HIGH_CARD: 1_024,
}
HANDS_OF_25_CARDS = {
    Category.FIVE_OF_A_KIND: 5,
    Category.FOUR_OF_A_KIND: 500,
    Category.FULL_HOUSE: 2_000,
    Category.THREE_OF_A_KIND: 7_500,
    Category.TWO_PAIRS: 15_000,
    Category.PAIR: 25_000,
    Category.HIGH_CARD: 3_125,
}
STRENGTHS = {
    Category.FIVE_OF_A_KIND: 5,
    Category.FOUR_OF_A_KIND: 20,
    Category.FULL_HOUSE: 20,
    Category.THREE_OF_A_KIND: 30,
    Category.TWO_PAIRS: 30,
    Category.PAIR: 20,
    Category.HIGH_CARD: 1,
}


def unordered_hands(copies: int) -> list[str]:
    """Return each hand of a pack once, As first."""
    hands = map("".join, combinations_with_replacement("ASBZC", 5))
    return [hand for hand in hands if all(hand.count(letter) <= copies for letter in hand)]


@cache
def weakest_first() -> list[str]:
    """Return the 126 hands in the order of the oracle."""
    return sorted(unordered_hands(5), key=cmp_to_key(naive.compare))


# Categories and strengths


@pytest.mark.parametrize(
    ("copies", "hands", "counts"), [(4, 15_504, HANDS_OF_20_CARDS), (5, 53_130, HANDS_OF_25_CARDS)]
)
def test_r34_all_hands_fall_into_the_categories(
    copies: int, hands: int, counts: dict[Category, int]
) -> None:
    found = Counter(
        rank_hand((first, second, third, fourth, fifth)).category
        for first, second, third, fourth, fifth in combinations(tuple(Rank) * copies, 5)
    )
    assert found == counts
    assert sum(counts.values()) == hands


def test_r34_the_order_of_the_categories_is_the_one_written_down() -> None:
    assert list(Category) == sorted(Category) == list(NAMES)
    assert [int(category) for category in Category] == list(range(7))


def test_r36_every_order_of_every_hand_has_the_category_of_the_oracle() -> None:
    for hand in ORDERED_HANDS:
        assert NAMES[rank_hand(parse_hand(hand)).category] == naive.category(hand)


@pytest.mark.parametrize("copies", [4, 5])
def test_the_distinct_strengths_are_121_and_126_with_five_of_a_kind(copies: int) -> None:
    strengths = {rank_hand(parse_hand(hand)) for hand in unordered_hands(copies)}
    assert len(strengths) == {4: 121, 5: 126}[copies]
    expected = {kind: number for kind, number in STRENGTHS.items() if kind < copies + 2}
    assert Counter(strength.category for strength in strengths) == expected


def test_r36_all_orders_of_a_hand_have_one_strength() -> None:
    for hand in unordered_hands(5):
        strength = rank_hand(parse_hand(hand))
        for order in set(permutations(hand)):
            assert rank_hand(parse_hand("".join(order))) is strength


def test_r38_r39_a_strength_names_each_rank_once_larger_groups_first_then_higher_ranks() -> None:
    for hand in ORDERED_HANDS:
        in_order = sorted(set(hand), key="ASBZC".index)
        in_order.sort(key=hand.count, reverse=True)  # a stable sort keeps high before low
        assert letters(rank_hand(parse_hand(hand)).ranks) == "".join(in_order)


def test_r38_r39_a_sorted_hand_has_its_cards_as_they_are_compared() -> None:
    for hand in ORDERED_HANDS:
        in_order = sorted(hand, key="ASBZC".index)
        in_order.sort(key=hand.count, reverse=True)
        assert format_hand(sort_hand(parse_hand(hand))) == "".join(in_order)


@pytest.mark.parametrize(
    ("hand", "category", "ranks"),
    [
        ("CAACA", Category.FULL_HOUSE, "AC"),
        ("CACAC", Category.FULL_HOUSE, "CA"),
        ("BZSZB", Category.TWO_PAIRS, "BZS"),
        ("ZAAZC", Category.TWO_PAIRS, "AZC"),
        ("CZCBA", Category.PAIR, "CABZ"),
        ("ZZAZS", Category.THREE_OF_A_KIND, "ZAS"),
        ("CSCCC", Category.FOUR_OF_A_KIND, "CS"),
        ("CZBSA", Category.HIGH_CARD, "ASBZC"),
        ("CCCCC", Category.FIVE_OF_A_KIND, "C"),
    ],
)
def test_r38_r39_what_is_compared_of_a_hand(hand: str, category: Category, ranks: str) -> None:
    assert rank_hand(parse_hand(hand)) == HandRank(category, cards(ranks))


# Order


def test_check_32_all_pairs_of_strengths_compare_as_in_the_oracle() -> None:
    hands = [(hand, parse_hand(hand)) for hand in unordered_hands(5)]
    assert len(hands) == 126
    for (a, hand_a), (b, hand_b) in product(hands, repeat=2):
        assert compare_hands(hand_a, hand_b) == naive.compare(a, b)


def test_check_32_the_121_strengths_of_20_cards_are_the_lower_ones() -> None:
    without_five = [hand for hand in weakest_first() if hand in unordered_hands(4)]
    assert len(without_five) == 121
    assert without_five == weakest_first()[:121]
    assert without_five == sorted(unordered_hands(4), key=lambda hand: rank_hand(parse_hand(hand)))


@pytest.mark.parametrize(
    "compared",
    [operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge],
)
def test_strengths_are_totally_ordered(compared: Callable[[Any, Any], bool]) -> None:
    """All operators agree with places in a row, and numbers are totally ordered."""
    strengths = [rank_hand(parse_hand(hand)) for hand in weakest_first()]
    for (place_a, a), (place_b, b) in product(enumerate(strengths), repeat=2):
        assert compared(a, b) is compared(place_a, place_b)


def test_the_number_of_a_strength_grows_from_hand_to_hand() -> None:
    numbers = [rank_hand(parse_hand(hand)).strength for hand in weakest_first()]
    assert {type(number) for number in numbers} == {int}
    assert numbers == sorted(set(numbers))


def test_equal_strengths_have_equal_hashes() -> None:
    for hand in unordered_hands(5):
        strength = rank_hand(parse_hand(hand))
        built = HandRank(strength.category, tuple(strength.ranks))
        assert built is not strength
        assert built == strength
        assert hash(built) == hash(strength)
        assert pickle.loads(pickle.dumps(strength)) == strength


def test_strengths_are_frozen_and_equal_nothing_else() -> None:
    strength: Any = rank_hand(parse_hand("AASBC"))
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        strength.category = Category.PAIR
    assert strength != attrs.astuple(strength)
    with pytest.raises(TypeError):
        assert strength < attrs.astuple(strength)


def test_compare_hands_sorts_with_cmp_to_key() -> None:
    hands = [parse_hand(hand) for hand in ORDERED_HANDS]
    assert sorted(hands, key=cmp_to_key(compare_hands)) == sorted(hands, key=rank_hand)
    weakest, *_, strongest = sorted(hands, key=cmp_to_key(compare_hands))
    assert (letters(sorted(weakest)), letters(strongest)) == ("CZBSA", "AAAAA")


@pytest.mark.parametrize(
    "chain",
    [
        "AACCB > SSZZB",
        "AASBZ > AASBC > AASZC",
        "AAAAA > SSSSS > CCCCC > AAAAS",  # five of a kind beats all
        "AAAAS > AAAAC > SSSSA > CCCCZ > AAASS",  # R34: four of a kind > full house
        "AAASS > AAACC > SSSAA > ZZZCC > CCCAA > CCCZZ > AAASB",  # A13: the triple, then the pair
        "AAASB > AAASC > AAAZC > SSSAB > CCCBZ > AASSB",  # > two pairs
        "AASSB > AASSZ > AASSC > AABBS > AACCS > SSBBA > SSBBC > ZZCCA > ZZCCB > AASBZ",  # > pair
        "AASBZ > AASBC > AASZC > AABZC > SSABZ > CCABZ > CCSBZ > ASBZC",  # R35: > high card
        "ASBZC = CZBSA = BASCZ",  # R36
        "AASSB = SASAB",  # R40
    ],
)
def test_check_31_chains_of_hands(chain: str) -> None:
    steps = chain.split()
    for better, sign, worse in zip(steps[::2], steps[1::2], steps[2::2], strict=False):
        expected = {">": 1, "=": 0}[sign]
        assert compare_hands(parse_hand(better), parse_hand(worse)) == expected
        assert compare_hands(parse_hand(worse), parse_hand(better)) == -expected


def test_r35_one_card_of_each_rank_is_the_lowest_hand_and_ties_with_its_like() -> None:
    high_cards = [parse_hand("".join(order)) for order in permutations("ASBZC")]
    assert {rank_hand(hand) for hand in high_cards} == {
        min(rank_hand(parse_hand(hand)) for hand in ORDERED_HANDS)
    }


@pytest.mark.parametrize("copies", [4, 5])
def test_r40_three_of_a_kind_and_better_never_tie(copies: int) -> None:
    """Hands tie when they hold the same ranks, so both must come out of one pack."""
    for hand in unordered_hands(copies):
        fits_twice = all(2 * hand.count(letter) <= copies for letter in hand)
        assert fits_twice is (rank_hand(parse_hand(hand)).category <= Category.TWO_PAIRS)


# Text


def test_every_hand_is_written_and_read_back_in_its_order() -> None:
    for hand in ORDERED_HANDS:
        assert parse_hand(hand) == cards(hand)
        assert format_hand(parse_hand(hand)) == hand
        assert format_hand(cards(hand)) == hand  # type: ignore[arg-type]  # five cards
        assert {type(card) for card in parse_hand(hand)} == {Rank}


def test_a_list_is_written_and_ranked_like_a_tuple() -> None:
    hand: Any = [Rank.AS, Rank.AS, Rank.SHAH, Rank.BIBI, Rank.COULI]
    assert format_hand(hand) == "AASBC"
    assert rank_hand(hand) is rank_hand(parse_hand("AASBC"))
    assert compare_hands(hand, hand) == 0


@pytest.mark.parametrize("text", ["", "A", "AASB", "AASBCC", "A ASBC", "AASBC\n", "A" * 10_000])
def test_text_of_another_length_is_no_hand(text: str) -> None:
    with pytest.raises(HandError) as caught:
        parse_hand(text)
    assert caught.value.code == "hand_size"
    assert caught.value.params == {"cards": len(text)}
    assert str(caught.value) == f"a hand has 5 cards, not {len(text)}"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("aasbc", 1),
        ("AAsBC", 3),
        ("AASB ", 5),
        ("KASBC", 1),
        ("A0SBC", 2),
        ("AASB\u0421", 5),  # a Cyrillic letter that looks like C
        ("AAS\U0001f0a1C", 4),
        ("AAS\ud800C", 4),
        ("AA\x00BC", 3),
        ("XXXXX", 1),
    ],
)
def test_a_letter_of_no_rank_is_named_by_its_place(text: str, place: int) -> None:
    with pytest.raises(HandError) as caught:
        parse_hand(text)
    assert caught.value.code == "hand_letter"
    assert caught.value.params == {"place": place}
    assert str(caught.value) == f"card {place} of the hand is not one of the letters A S B Z C"


@pytest.mark.parametrize(
    "text", [None, 5, True, 1.5, b"AASBC", bytearray(5), ["A"] * 5, ("A",) * 5, parse_hand("AASBC")]
)
def test_only_text_is_read_as_a_hand(text: Any) -> None:
    with pytest.raises(ArgumentError) as caught:
        parse_hand(text)
    assert str(caught.value) == f"text must be text, not an object of type {type(text).__name__}"


# Wrong hands


class Lookup:
    """An object that can be asked for items only, as some libraries' tables are."""

    def __getitem__(self, item: object) -> object:
        raise KeyError(item)


NO_SEQUENCES: dict[str, Callable[[], object]] = {
    "None": lambda: None,
    "a number": lambda: 5,
    "True": lambda: True,
    "a float": lambda: 1.5,
    "a rank": lambda: Rank.AS,
    "the class of ranks": lambda: Rank,
    "an object": object,
    "text": lambda: "AASBC",
    "bytes": lambda: b"AASBC",
    "a mapping": lambda: dict.fromkeys(Rank),
    "a set": lambda: set(Rank),
    "a frozen set": lambda: frozenset(Rank),
    "an iterator": lambda: iter(Rank),
    "a generator": lambda: (rank for rank in Rank),
    "a range": lambda: range(5),
    "a lookup": Lookup,
    "a namespace": lambda: SimpleNamespace(ranks=tuple(Rank)),
    "a mock": lambda: MagicMock(spec=Rank),
}
"""What makes each of them, as some can be gone through only once."""

NO_RANKS = {
    "a float": 4.0,
    "an int": 4,
    "True": True,
    "False": False,
    "a fraction": Fraction(4),
    "a complex number": 4 + 0j,
    "None": None,
    "a letter": "A",
    "a category": Category.FULL_HOUSE,  # equals Rank.AS
    "an action": Action.CALL,
    "a tuple": (Rank.AS,),
    "a list": [Rank.AS],
    "an object": object(),
    "a mock": Mock(spec=Rank),
    "a mock of a rank": Mock(spec=Rank.AS),
    "a magic mock": MagicMock(spec=Rank),
    "a magic mock of a rank": MagicMock(spec=Rank.AS),
}

TAKERS: dict[str, Callable[[Any], object]] = {
    "rank_hand": rank_hand,
    "sort_hand": sort_hand,
    "format_hand": format_hand,
    "compare_hands, first": lambda hand: compare_hands(hand, parse_hand("AASBC")),
    "compare_hands, second": lambda hand: compare_hands(parse_hand("AASBC"), hand),
}


@pytest.mark.parametrize("take", TAKERS.values(), ids=TAKERS)
@pytest.mark.parametrize("made", NO_SEQUENCES.values(), ids=NO_SEQUENCES)
def test_only_a_tuple_or_list_is_taken_for_a_hand(
    made: Callable[[], object], take: Callable[[Any], object]
) -> None:
    hand = made()
    with pytest.raises(ArgumentError) as caught:
        take(hand)
    assert caught.value.code == "wrong_type"
    kind = type(hand).__name__
    expected = "a tuple or list of Rank (parse_hand() reads one from text)"
    assert str(caught.value) == f"hand must be {expected}, not an object of type {kind}"


@pytest.mark.parametrize("take", TAKERS.values(), ids=TAKERS)
@pytest.mark.parametrize("card", NO_RANKS.values(), ids=NO_RANKS)
def test_only_ranks_are_taken_for_cards_even_where_others_equal_them(
    card: object, take: Callable[[Any], object]
) -> None:
    hands: list[list[object]] = [[card] * 5]
    for place in range(5):
        hand: list[object] = [Rank.AS, Rank.AS, Rank.SHAH, Rank.BIBI, Rank.COULI]
        hand[place] = card
        hands.append(hand)
    for wrong in hands:
        for sequence in (wrong, tuple(wrong)):
            with pytest.raises(ArgumentError) as caught:
                take(sequence)
            assert caught.value.params["argument"] == "each card of hand"
            assert caught.value.params["expected"] == "a Rank"


@pytest.mark.parametrize("take", TAKERS.values(), ids=TAKERS)
@pytest.mark.parametrize("size", [0, 1, 4, 6, 20])
def test_a_hand_has_five_cards(size: int, take: Callable[[Any], object]) -> None:
    for wrong in ((Rank.AS,) * size, [Rank.COULI] * size):
        with pytest.raises(HandError) as caught:
            take(wrong)
        assert str(caught.value) == f"a hand has 5 cards, not {size}"


def test_r33_a_deal_with_one_seat_left_never_ranks_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_hand: object) -> None:
        raise AssertionError

    monkeypatch.setattr("asnas_core._settlement.rank_hand", refuse)
    for actions in ("fff", "rfff", "ffrf", "cccrfff", "lrlrlrlfff"):
        over = settle(played(actions))
        assert over.ending is Ending.LAST_STANDING
        assert over.best is None
    with pytest.raises(AssertionError):
        settle(played("ccch"))


# All deals

Counts = tuple[int, ...]


@cache
def hands_within(left: Counts) -> list[tuple[Counts, str]]:
    """Return every hand that these cards allow: how many of each rank, and as letters."""
    hands = [(tuple(map(hand.count, "ASBZC")), hand) for hand in unordered_hands(4)]
    return [
        (counts, hand)
        for counts, hand in hands
        if all(count <= most for count, most in zip(counts, left, strict=True))
    ]


def all_deals() -> Iterator[tuple[str, str, str, str]]:
    """Yield the hands of the four seats in every deal of 20 cards, as ranks only."""

    def minus(left: Counts, taken: Counts) -> Counts:
        return tuple(map(operator.sub, left, taken))

    for first, a in hands_within((4,) * 5):
        after_one = minus((4,) * 5, first)
        for second, b in hands_within(after_one):
            after_two = minus(after_one, second)
            for third, c in hands_within(after_two):
                ((_, d),) = hands_within(minus(after_two, third))
                yield a, b, c, d


@cache
def orders(hand: str) -> int:
    """Return in how many ways copies of a rank in a hand can change places."""
    return prod(factorial(hand.count(letter)) for letter in "ASBZC")


@pytest.mark.slow
def test_the_best_of_all_four_hands_is_shared_in_7836_of_2263261_deals() -> None:
    strengths = {hand: rank_hand(parse_hand(hand)) for hand in unordered_hands(4)}
    deals = all_cards = shared = 0
    for hands in all_deals():
        deals += 1
        # So many deals of 20 different cards look like this one.
        weight = factorial(4) ** 5 // prod(map(orders, hands))
        all_cards += weight
        ranks = [strengths[hand] for hand in hands]
        best = max(ranks)
        if ranks.count(best) > 1:
            assert best.category <= Category.TWO_PAIRS
            shared += weight
    assert deals == 261_331
    assert all_cards == 11_732_745_024 == factorial(20) // factorial(5) ** 4
    assert Fraction(shared, all_cards) == Fraction(7_836, 2_263_261)


LIVE_SETS = [frozenset(live) for size in (2, 3, 4) for live in combinations(range(4), size)]


@cache
def showdown_of(live: frozenset[int], dealer: int) -> tuple[Action, ...]:
    """Return what leads to a showdown of these seats: they stay in, the others fold."""
    in_turn = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
    stay = {seat: Action.HOLD if seat == dealer else Action.CALL for seat in in_turn}
    return tuple(stay[seat] if seat in live else Action.FOLD for seat in in_turn)


def assert_the_best_live_hands_win(hands: tuple[str, ...], dealer: int) -> None:
    places = {seat: _places()[hand] for seat, hand in enumerate(hands)}
    start = deal(cards(pack_text(hands, dealer=dealer)), dealer=dealer)
    for live in LIVE_SETS:
        state: DealState = start
        for action in showdown_of(live, dealer):
            state = apply_action(state, action)
        highest = max(places[seat] for seat in live)
        expected = tuple(seat for seat in range(4) if seat in live and places[seat] == highest)
        assert settle(state).winners == expected, (hands, live)


@cache
def _places() -> dict[str, int]:
    """Number the hands from the weakest on, by the oracle: no two of different ranks tie."""
    return {hand: place for place, hand in enumerate(weakest_first())}


def test_check_34_winners_of_a_sample_of_deals_are_the_best_live_hands() -> None:
    for number, hands in enumerate(islice(all_deals(), 0, None, 127)):
        assert_the_best_live_hands_win(hands, number % 4)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_check_34_winners_of_all_deals_are_the_best_live_hands(part: int) -> None:
    for number, hands in enumerate(islice(all_deals(), part, None, 4)):
        assert_the_best_live_hands_win(hands, number % 4)
