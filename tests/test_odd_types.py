"""Subclasses, mocks and altered objects: read for what they hold, or refused, and nothing else."""

import copy
import pickle
from collections.abc import Callable
from typing import Any, NoReturn
from unittest.mock import MagicMock, Mock

import attrs
import pytest

from asnas_core import (
    SPECTATOR,
    Action,
    ArgumentError,
    AsNasError,
    Category,
    DealState,
    HandError,
    HandRank,
    IllegalActionError,
    MatchState,
    MatchView,
    PublicView,
    Rank,
    RecordError,
    Rules,
    SeatView,
    apply_action,
    betting_graph,
    commitment,
    compare_hands,
    deal,
    format_hand,
    from_json,
    from_record,
    legal_actions,
    next_deal,
    parse_hand,
    play,
    rank_hand,
    replay,
    restart,
    settle,
    shuffled_pack,
    start_match,
    to_json,
    to_record,
    view_deal,
    view_match,
)
from playing import match_played, played

PACK = shuffled_pack(1)
STATE = deal(PACK)
MATCH = start_match(1)
HAND = STATE.hands[0]


class SurpriseError(Exception):
    """What odd objects raise; nobody expects it."""


def surprise(*_: object, **__: object) -> NoReturn:
    raise SurpriseError


_METHODS = """
    __iter__ __len__ __getitem__ __contains__ __str__ __repr__ __bytes__ __format__ __bool__ __add__
    __buffer__ count index encode items keys values get copy isprintable
"""
ODD_METHODS = dict.fromkeys(_METHODS.split(), surprise)

OddStr: type[str] = type("OddStr", (str,), ODD_METHODS)
OddBytes: type[bytes] = type("OddBytes", (bytes,), ODD_METHODS)
OddTuple: type[tuple[Any, ...]] = type("OddTuple", (tuple,), ODD_METHODS)
OddList: type[list[Any]] = type("OddList", (list,), ODD_METHODS)
OddDict: type[dict[str, Any]] = type("OddDict", (dict,), ODD_METHODS)


def odd(value: Any) -> Any:
    """Return the value made of odd subclasses, all the way down."""
    match value:
        case dict():
            return OddDict({key: odd(item) for key, item in value.items()})
        case list():
            return OddList([odd(item) for item in value])
        case _:
            return value


READ_FOR_WHAT_THEY_HOLD: dict[str, tuple[Callable[[], object], object]] = {
    "the text of a hand": (lambda: parse_hand(OddStr("AASBC")), parse_hand("AASBC")),
    "a hand to rank": (lambda: rank_hand(OddTuple(HAND)), rank_hand(HAND)),
    "a list to rank": (lambda: rank_hand(OddList(HAND)), rank_hand(HAND)),  # type: ignore[arg-type]
    "a hand to compare": (lambda: compare_hands(HAND, OddTuple(HAND)), 0),
    "a hand to format": (lambda: format_hand(OddTuple(HAND)), format_hand(HAND)),
    "a pack": (lambda: deal(OddList(PACK)), STATE),
    "packs": (
        lambda: start_match(packs=OddTuple([OddList(PACK)] * 12)),
        start_match(packs=[PACK] * 12),
    ),
    "a seed of bytes": (lambda: start_match(OddBytes(b"1")), MATCH),
    "a seed of text": (lambda: start_match(OddStr("1")), MATCH),
    "a seed to commit to": (lambda: commitment(OddBytes(bytes(16))), commitment(bytes(16))),
    "contributions": (
        lambda: start_match(1, contributions=OddList([OddBytes(b"x")])),
        start_match(1, contributions=[b"x"]),
    ),
    "an action": (lambda: apply_action(STATE, OddStr("call")), apply_action(STATE, "call")),
    "an action of a match": (lambda: play(MATCH, OddStr("call")), play(MATCH, "call")),
    "an action of a node": (
        lambda: betting_graph().child(OddStr("call")),
        betting_graph().child(Action.CALL),
    ),
    "a record": (lambda: from_record(odd(to_record(MATCH))), MATCH),
    "a record of a view": (
        lambda: from_record(odd(to_record(view_match(MATCH, 1)))),
        view_match(MATCH, 1),
    ),
    "JSON": (lambda: from_json(OddStr(to_json(STATE))), STATE),
}


@pytest.mark.parametrize(
    ("call", "expected"), READ_FOR_WHAT_THEY_HOLD.values(), ids=READ_FOR_WHAT_THEY_HOLD
)
def test_a_subclass_is_read_past_its_own_methods(
    call: Callable[[], object], expected: object
) -> None:
    assert call() == expected


def test_what_is_kept_of_a_subclass_is_plain() -> None:
    match = start_match(OddBytes(b"1"), contributions=OddList([OddBytes(b"x")]))
    assert type(match.seed) is bytes
    assert [type(item) for item in (match.contributions, *match.contributions)] == [tuple, bytes]
    state = apply_action(deal(OddList(PACK)), OddStr("call"))
    assert (type(state.pack), type(state.actions[0])) == (tuple, Action)


def test_an_odd_text_in_a_refusal_is_harmless() -> None:
    with pytest.raises(IllegalActionError) as caught:
        apply_action(STATE, OddStr("jump"))
    assert type(caught.value.params["action"]) is str
    with pytest.raises(HandError):
        parse_hand(OddStr("AAS"))


class LooseRules(Rules):  # type: ignore[misc]  # a type checker says it too
    """Rules that deal six cards a seat."""

    @property
    def dealt_size(self) -> int:
        return 24


@pytest.mark.parametrize("rules", [LooseRules(), Mock(spec=Rules), MagicMock(spec=Rules)])
@pytest.mark.parametrize(
    "call",
    [
        lambda rules: deal(PACK, rules=rules),
        lambda rules: shuffled_pack(1, rules=rules),
        lambda rules: start_match(1, rules=rules),
        betting_graph,
    ],
)
def test_rules_of_another_type_are_refused(call: Callable[[Any], object], rules: object) -> None:
    with pytest.raises(ArgumentError, match="rules must be Rules, not"):
        call(rules)


MOCKED: list[tuple[Callable[[Any], object], type]] = [
    (legal_actions, DealState),
    (lambda x: apply_action(x, Action.CALL), DealState),
    (lambda x: apply_action(x, "call"), DealState),
    (settle, DealState),
    (lambda x: view_deal(x, 0), DealState),
    (replay, DealState),
    (replay, MatchState),
    (lambda x: play(x, "call"), MatchState),
    (next_deal, MatchState),
    (restart, MatchState),
    (lambda x: view_match(x, 0), MatchState),
    (to_record, DealState),
    (to_json, MatchState),
    (to_record, PublicView),
    (parse_hand, str),
    (rank_hand, tuple),
    (format_hand, list),
    (deal, list),
    (start_match, bytes),
    (start_match, str),
    (commitment, bytes),
    (lambda x: start_match(packs=x), list),
    (lambda x: start_match(1, contributions=x), tuple),
    (lambda x: start_match(1, contributions=[x]), bytes),
    (lambda x: apply_action(STATE, x), Action),
    (lambda x: play(MATCH, x), str),
    (from_record, dict),
    (from_json, str),
    (lambda x: Rules(free_fold=x), bool),
    (lambda x: HandRank(x, ()), Category),
]


@pytest.mark.parametrize("mock", [Mock, MagicMock])
@pytest.mark.parametrize(("call", "kind"), MOCKED)
def test_a_mock_is_not_what_it_mocks(
    call: Callable[[Any], object], kind: type, mock: Callable[..., object]
) -> None:
    with pytest.raises(ArgumentError):
        call(mock(spec=kind))


class NoInteger:
    """Has the method of an integer, which fails."""

    def __index__(self) -> int:
        raise SurpriseError


class Unbound:
    """A stand-in for something that is not there yet, as web frameworks have them."""

    __class__ = property(surprise)


class Unhashable(type):
    """A type of types that cannot be looked up in a dict."""

    __hash__ = None  # type: ignore[assignment]


class OfUnhashable(metaclass=Unhashable):
    pass


@pytest.mark.parametrize("kind", [Unbound, OfUnhashable])
@pytest.mark.parametrize(
    "call",
    [
        lambda x: Rules(seats=x),
        lambda x: Rules(free_fold=x),
        start_match,
        shuffled_pack,
        commitment,
        deal,
        settle,
        replay,
        to_record,
        to_json,
        from_json,
        from_record,
        parse_hand,
        rank_hand,
        betting_graph,
        lambda x: rank_hand([x] * 5),  # type: ignore[arg-type]
        lambda x: deal([x] * 20),
        lambda x: deal(PACK, dealer=x),
        lambda x: start_match(1, first_dealer=x),
        lambda x: start_match(1, contributions=[x]),
        lambda x: start_match(packs=[x] * 12),
        lambda x: view_deal(STATE, x),
        lambda x: view_match(MATCH, x),
        lambda x: apply_action(STATE, x),
        lambda x: play(MATCH, x),
        lambda x: play(MATCH, "call", seat=x),
        lambda x: play(MATCH, "call", move=x),
        lambda x: restart(MATCH, x),
        lambda x: from_json(to_json(MATCH), x),
        lambda x: HandRank(x, ()),
    ],
)
def test_an_object_of_an_odd_type_is_refused(
    call: Callable[[Any], object], kind: Callable[[], object]
) -> None:
    with pytest.raises(ArgumentError):
        call(kind())


def test_an_odd_object_in_a_record_is_pointed_at() -> None:
    for value in (Unbound(), OfUnhashable()):
        with pytest.raises(RecordError, match="at '/dealer': expected a whole number, not some"):
            from_record(to_record(STATE) | {"dealer": value})


@pytest.mark.parametrize(
    "call",
    [
        lambda x: deal(PACK, dealer=x),
        lambda x: start_match(1, first_dealer=x),
        lambda x: view_deal(STATE, x),
        lambda x: play(MATCH, "call", seat=x),
        lambda x: play(MATCH, "call", move=x),
        lambda x: shuffled_pack(1, deal_number=x),
        lambda x: Rules(deals=x),
        shuffled_pack,
    ],
)
def test_an_integer_that_fails_is_none(call: Callable[[Any], object]) -> None:
    with pytest.raises(ArgumentError) as caught:
        call(NoInteger())
    assert caught.value.__context__ is None


VIEWS: list[PublicView | MatchView] = [
    view_deal(STATE, 1),
    view_deal(played("fff"), SPECTATOR),
    view_deal(played("ccch"), 2),
    view_match(MATCH, 0),
    view_match(match_played(MATCH, "fff", "c"), SPECTATOR),
]


@pytest.mark.parametrize(
    "value", [None, 7, "x", object(), (1,), ((),), [object()], 1j, float("nan")]
)
@pytest.mark.parametrize("view", VIEWS)
def test_a_view_altered_by_hand_is_written_or_refused(view: Any, value: object) -> None:
    for field in attrs.fields(type(view)):
        altered = attrs.evolve(view, **{field.name: value})
        try:
            text = to_json(altered)
        except ArgumentError as error:
            assert error.__context__ is None  # noqa: PT017  # written is as good as refused
        else:
            try:
                assert to_json(from_json(text)) == text
            except RecordError:
                assert altered != view


@pytest.mark.parametrize(
    ("category", "ranks"),
    [
        ("pair", (Rank.AS, Rank.SHAH, Rank.BIBI, Rank.COULI)),
        (1, (Rank.AS, Rank.SHAH, Rank.BIBI, Rank.COULI)),
        (Category.PAIR, None),
        (Category.PAIR, (4, 3, 2, 1)),
        (Category.PAIR, ()),
        (Category.PAIR, (Rank.AS, Rank.SHAH)),
        (Category.PAIR, (Rank.AS, Rank.COULI, Rank.SHAH, Rank.BIBI)),
        (Category.TWO_PAIRS, (Rank.BIBI, Rank.AS, Rank.COULI)),
        (Category.PAIR, (Rank.AS, Rank.SHAH, Rank.BIBI, Rank.AS)),
        (Category.PAIR, (Rank.AS, Rank.SHAH, Rank.BIBI, Rank.COULI, Rank.COULI)),
        (Category.FIVE_OF_A_KIND, (Rank.AS,) * 5),
    ],
)
def test_a_hand_rank_that_no_hand_has_cannot_be_made(category: Any, ranks: Any) -> None:
    with pytest.raises(AsNasError):
        HandRank(category, ranks)


def test_a_hand_rank_made_by_hand_equals_that_of_the_hand() -> None:
    ranks = (Rank.AS, Rank.SHAH, Rank.BIBI, Rank.COULI)
    of_a_list: Any = list(ranks)
    for given in ranks, of_a_list:
        made = HandRank(Category.PAIR, given)
        assert made == rank_hand(parse_hand("CAABS"))
        assert hash(made) == hash(rank_hand(parse_hand("CAABS")))


class TableFullError(AsNasError):
    """A program's own error."""


class SeatTakenError(AsNasError):
    """A program's own error with a constructor of its own."""

    def __init__(self, seat: int) -> None:
        super().__init__("seat_taken", seat=seat)


def test_a_program_can_have_errors_of_its_own() -> None:
    error = TableFullError("table {full}", seats=4)
    assert (str(error), error.code, error.params) == ("table {full}", "table {full}", {"seats": 4})
    assert str(AsNasError("hand_size")) == "a hand has 5 cards, not {cards}"
    assert (IllegalActionError("x").action, IllegalActionError("x").seat) == ("", None)
    assert (IllegalActionError("x").legal, RecordError("x").pointer) == ((), "")
    assert IllegalActionError("illegal_action", legal=["jump", "call"]).legal == (Action.CALL,)
    own = pickle.loads(pickle.dumps(SeatTakenError(3)))
    assert (type(own), own.code, own.params) == (SeatTakenError, "seat_taken", {"seat": 3})


@pytest.mark.parametrize(
    "copied",
    [copy.copy, copy.deepcopy, lambda error: pickle.loads(pickle.dumps(error))],
    ids=["copy", "deepcopy", "pickle"],
)
def test_a_copied_error_keeps_what_was_added_and_shares_nothing(
    copied: Callable[[IllegalActionError], IllegalActionError],
) -> None:
    with pytest.raises(IllegalActionError) as caught:
        apply_action(STATE, Action.HOLD)
    error = caught.value
    error.add_note("table 7")
    error.table = 7  # type: ignore[attr-defined]
    twin = copied(error)
    assert (type(twin), str(twin), twin.params) == (type(error), str(error), error.params)
    assert (twin.__notes__, twin.table) == (["table 7"], 7)  # type: ignore[attr-defined]
    legal = error.params["legal"]
    assert isinstance(legal, list)
    legal.clear()
    assert twin.legal == legal_actions(STATE)


def test_a_kind_can_be_asked_of_a_record() -> None:
    every: dict[type, Any] = {
        DealState: STATE,
        MatchState: MATCH,
        PublicView: view_deal(STATE, SPECTATOR),
        SeatView: view_deal(STATE, 1),
        MatchView: view_match(MATCH, 1),
    }
    for kind in every:
        for written, value in every.items():
            if issubclass(written, kind):
                assert from_json(to_json(value), kind) == value
                assert from_record(to_record(value), kind) == value
            else:
                with pytest.raises(RecordError) as caught:
                    from_json(to_json(value), kind)
                lacks_a_seat = (kind, written) == (SeatView, PublicView)
                assert caught.value.pointer == ("/seat" if lacks_a_seat else "/format")


@pytest.mark.parametrize("kind", [int, "match", MATCH, [], {}, Rules, object, type])
def test_a_kind_that_no_record_has_is_refused(kind: Any) -> None:
    with pytest.raises(ArgumentError, match="kind must be the class of a state or view"):
        from_json(to_json(MATCH), kind)
