"""Whatever a caller hands in is taken, or refused with the documented error; nothing else."""

import copy
import itertools
import pickle
import subprocess
import sys
from collections.abc import Callable
from string import Formatter
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest

from asnas_core import (
    DEFAULT_RULES,
    SPECTATOR,
    Action,
    ArgumentError,
    AsNasError,
    DealNotOverError,
    DealOverError,
    DealState,
    HandError,
    IllegalActionError,
    MatchOverError,
    MatchState,
    NotYourTurnError,
    PackError,
    Rank,
    RecordError,
    Rules,
    RulesError,
    SeatError,
    SeedError,
    StaleMoveError,
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
from asnas_core.errors import MESSAGES
from playing import played

PACK = shuffled_pack(1)
STATE = deal(PACK)
MATCH = start_match(1)
OVER = played("fff")
HAND = STATE.hands[0]
HUGE = 10**5000

NOT_TEXT: tuple[Any, ...] = (None, 1, True, 1.5, b"call", [], {}, set(), object(), Mock())
NOT_INTEGERS: tuple[Any, ...] = (
    np.zeros(2, int),
    True,
    False,
    1.0,
    "1",
    b"1",
    [],
    {},
    object(),
    SPECTATOR,
)
NO_SEATS = (-1, 4, 5, HUGE, -HUGE, np.int64(4))

Call = Callable[[Any], object]


def refused(kind: type[AsNasError], call: Call, value: object) -> AsNasError:
    """Return the error of exactly this kind that the call raises, checked for what all promise."""
    with pytest.raises(AsNasError) as caught:
        call(value)
    error = caught.value
    assert type(error) is kind, (error, value)
    assert error.code in MESSAGES
    assert error.__cause__ is None
    assert error.__context__ is None
    return error


TYPED_ARGUMENTS: list[tuple[str, Call, tuple[object, ...]]] = [
    ("an action", lambda x: apply_action(STATE, x), NOT_TEXT),
    ("an action after the end", lambda x: apply_action(OVER, x), NOT_TEXT),
    ("an action of a match", lambda x: play(MATCH, x), NOT_TEXT),
    ("an action of a node", betting_graph().child, NOT_TEXT),
    ("a dealer", lambda x: deal(PACK, dealer=x), (None, *NOT_INTEGERS)),
    ("a first dealer", lambda x: start_match(1, first_dealer=x), (None, *NOT_INTEGERS)),
    ("a viewer", lambda x: view_deal(STATE, x), (None, *NOT_INTEGERS[:-1])),
    ("a viewer of a match", lambda x: view_match(MATCH, x), (None, *NOT_INTEGERS[:-1])),
    ("who says so", lambda x: play(MATCH, Action.CALL, seat=x), NOT_INTEGERS),
    ("the move", lambda x: play(MATCH, Action.CALL, move=x), NOT_INTEGERS),
    (
        "a pack",
        deal,
        (None, 1, "AASBC", b"AASBC", {}, set(PACK), iter(PACK), [4.0] * 20, [True] * 20),
    ),
    ("a pack of plain integers", deal, ([int(rank) for rank in PACK],)),
    ("packs", lambda x: start_match(packs=x), (1, "A", {}, iter([PACK]), [None] * 12, ["A"] * 12)),
    ("rules to deal by", lambda x: deal(PACK, rules=x), (None, 4, {}, object())),
    ("rules to shuffle by", lambda x: shuffled_pack(1, rules=x), (None, 4, {})),
    ("rules of a match", lambda x: start_match(1, rules=x), (None, 4, {})),
    ("rules of a graph", betting_graph, (None, 4, {}, [])),
    ("a hand to rank", rank_hand, (None, 1, "AASBC", {}, [4.0] * 5, [True] * 5, [1] * 5, Mock())),
    ("a mocked hand", rank_hand, ([Mock(spec=Rank)] * 5, (Mock(spec=Rank),) * 5)),
    ("a hand to compare", lambda x: compare_hands(HAND, x), (None, "AASBC", [4] * 5)),
    ("a hand to format", format_hand, (None, "AASBC", [4] * 5)),
    ("text of a hand", parse_hand, (None, 1, b"AASBC", HAND, ["A"] * 5)),
    ("a seed", shuffled_pack, (1.0, True, bytearray(b"x"), memoryview(b"x"), [], object())),
    ("a seed to commit to", commitment, (None, 1.0, True, bytearray(20), [])),
    ("a seed of a match", start_match, (1.0, True, bytearray(b"x"), [])),
    ("a new seed", lambda x: restart(MATCH, x), (1.0, True, [])),
    (
        "contributions",
        lambda x: start_match(1, contributions=x),
        (None, 1, "x", b"x", {b"x"}, {b"x": 1}, iter([b"x"]), ["x"], [None]),
    ),
    ("a deal number", lambda x: shuffled_pack(1, deal_number=x), (None, *NOT_INTEGERS)),
    ("a deal to act in", legal_actions, (None, 1, MATCH, "deal", Mock())),
    ("a deal to play in", lambda x: apply_action(x, Action.CALL), (None, 1, MATCH, Mock())),
    ("a deal to settle", settle, (None, 1, MATCH, object())),
    ("a deal to view", lambda x: view_deal(x, 0), (None, 1, MATCH)),
    ("a match to play in", lambda x: play(x, Action.CALL), (None, 1, STATE)),
    ("a match to go on with", next_deal, (None, 1, STATE)),
    ("a match to restart", restart, (None, 1, STATE)),
    ("a match to view", lambda x: view_match(x, 0), (None, 1, STATE)),
    ("what to replay", replay, (None, 1, "x", view_deal(STATE, 0))),
    ("what to write", to_record, (None, 1, {}, HAND, DEFAULT_RULES)),
    ("what to write as text", to_json, (None, 1, {}, HAND)),
    ("a record", from_record, (None, 1, [], "{}", HAND)),
    ("text of a record", from_json, (None, 1, b"{}", {}, [])),
    *(
        (f"the setting {name}", lambda x, name=name: Rules(**{name: x}), (None, 1.0, "4", True, []))
        for name in ("seats", "copies", "opening_stake", "raise_step", "max_stake", "deals")
    ),
    *(
        (f"the setting {name}", lambda x, name=name: Rules(**{name: x}), (None, 0, 1, "yes", []))
        for name in ("free_fold", "concealed")
    ),
]


@pytest.mark.parametrize(
    ("call", "value"),
    [
        pytest.param(call, value, id=f"{what}: {type(value).__name__}")
        for what, call, values in TYPED_ARGUMENTS
        for value in values
    ],
)
def test_an_object_of_the_wrong_kind_is_an_argument_error_and_a_type_error(
    call: Call, value: object
) -> None:
    error = refused(ArgumentError, call, value)
    assert isinstance(error, TypeError)
    assert error.code == "wrong_type"


VALUES: list[tuple[type[AsNasError], Call, tuple[object, ...]]] = [
    (
        IllegalActionError,
        lambda x: apply_action(STATE, x),
        ("CALL", "call ", "", "hold", "c", "x" * 10**6),
    ),
    (DealOverError, lambda x: apply_action(OVER, x), ("CALL", "call", Action.LOOK)),
    (SeatError, lambda x: deal(PACK, dealer=x), NO_SEATS),
    (SeatError, lambda x: view_deal(STATE, x), NO_SEATS),
    (SeatError, lambda x: view_match(MATCH, x), NO_SEATS),
    (SeatError, lambda x: start_match(1, first_dealer=x), NO_SEATS),
    (SeatError, lambda x: play(MATCH, "call", seat=x), NO_SEATS),
    (NotYourTurnError, lambda x: play(MATCH, "call", seat=x), (0, 2, 3)),
    (StaleMoveError, lambda x: play(MATCH, "call", move=x), (-1, 1, HUGE, -HUGE)),
    (PackError, deal, (PACK[1:], (*PACK, PACK[0]), (), PACK[1:] + PACK[1:2], [Rank.AS] * 20)),
    (PackError, lambda x: start_match(packs=x), ((), (PACK,) * 11, (PACK,) * 13, [PACK[1:]] * 12)),
    (HandError, rank_hand, (HAND[:4], (*HAND, HAND[0]), (), list(HAND[1:]))),
    (HandError, parse_hand, ("", "AASB", "AASBCC", "aasbc", "AAS BC", "AASB1", "A" * 10**6)),
    (SeedError, shuffled_pack, (HUGE, -HUGE, "\ud800", b"x" * 10**5)),
    (SeedError, commitment, (7, "short", b"x" * 15)),
    (SeedError, lambda x: shuffled_pack(1, deal_number=x), (0, -1, HUGE)),
    (SeedError, lambda x: start_match(1, contributions=x), ([b""] * 65, [b"x" * 5000])),
    (RulesError, lambda x: Rules(seats=x), (-1, 0, 1, 5, HUGE)),
    (RulesError, lambda x: Rules(copies=x), (3, 6, HUGE)),
    (RulesError, lambda x: Rules(deals=x), (0, 1001, HUGE)),
    (RulesError, lambda x: Rules(max_stake=x), (0, 18, HUGE, -HUGE)),
    (RulesError, lambda x: Rules(raise_step=x), (0, 2, -1, HUGE)),
    (RulesError, lambda x: Rules(opening_stake=x), (0, -1, 5, HUGE)),
    (DealNotOverError, settle, (STATE,)),
    (DealNotOverError, next_deal, (MATCH,)),
    (RecordError, from_record, ({}, {"format": 1}, {"format": "x"}, {1: 2}, {HUGE: 1})),
]


@pytest.mark.parametrize(
    ("kind", "call", "value"),
    [
        pytest.param(kind, call, value, id=f"{kind.__name__}-{number}-{place}")
        for number, (kind, call, values) in enumerate(VALUES)
        for place, value in enumerate(values)
    ],
)
def test_a_value_that_cannot_be_is_its_own_error(
    kind: type[AsNasError], call: Call, value: object
) -> None:
    error = refused(kind, call, value)
    assert len(str(error)) < 300
    again = pickle.loads(pickle.dumps(error))
    for other in (again, copy.copy(error), copy.deepcopy(error)):
        assert type(other) is kind
        assert (other.args, other.code, other.params) == (error.args, error.code, error.params)


def test_any_integer_type_but_bool_is_a_seat() -> None:
    seats: tuple[Any, ...] = (np.int64(2), np.uint8(2), Rank.BIBI)
    for seat in seats:
        state = deal(PACK, dealer=seat)
        assert type(state.dealer) is int
        assert state == deal(PACK, dealer=2)
        assert view_deal(STATE, seat) == view_deal(STATE, 2)
        assert Rules(seats=seat) == Rules(seats=2)
        assert type(Rules(seats=seat).seats) is int


def test_the_exact_text_of_an_action_is_taken_for_it() -> None:
    for action in legal_actions(STATE):
        state = apply_action(STATE, action.value)
        assert state == apply_action(STATE, action)
        assert type(state.actions[0]) is Action
        assert type(play(MATCH, np.str_(action.value)).deal.actions[0]) is Action


def test_an_illegal_action_says_who_tried_what_and_what_is_legal() -> None:
    error = refused(IllegalActionError, lambda x: apply_action(STATE, x), "hold")
    assert isinstance(error, IllegalActionError)
    assert (error.action, error.seat, error.legal) == (Action.HOLD, 1, legal_actions(STATE))
    assert str(error) == "seat 1 cannot hold now; it may look, call, raise, fold"
    unknown = refused(IllegalActionError, lambda x: apply_action(STATE, x), "check")
    assert isinstance(unknown, IllegalActionError)
    assert (unknown.action, unknown.seat) == ("check", 1)
    over = refused(DealOverError, lambda x: apply_action(OVER, x), "call")
    assert isinstance(over, DealOverError)
    assert (over.action, over.seat, over.legal) == (Action.CALL, None, ())


def test_a_stale_move_is_told_before_a_wrong_turn() -> None:
    match = play(MATCH, Action.RAISE, seat=1, move=0)
    error = refused(StaleMoveError, lambda _: play(match, "raise", seat=1, move=0), None)
    assert error.params["move_number"] == 1
    over = play(play(play(MATCH, "fold"), "fold"), "fold", seat=3, move=2)
    refused(StaleMoveError, lambda _: play(over, "fold", seat=3, move=2), None)
    refused(DealOverError, lambda _: play(over, "fold", seat=3, move=3), None)


def test_a_finished_match_takes_nothing_more() -> None:
    match = start_match(1, rules=Rules(deals=1))
    for _ in range(3):
        match = play(match, "fold")
    refused(MatchOverError, next_deal, match)
    refused(DealOverError, lambda x: play(x, "fold"), match)


def test_a_finished_deal_remembers_who_tried() -> None:
    match = start_match(1)
    for _ in range(3):
        match = play(match, "fold")
    for seat in (None, 2):
        error = refused(DealOverError, lambda x: play(match, "call", seat=x), seat)
        assert isinstance(error, DealOverError)
        assert (error.action, error.seat, error.legal) == (Action.CALL, seat, ())


def test_packs_exclude_a_seed_and_contributions() -> None:
    packs = [PACK] * 12
    for arguments in ({"seed": 1}, {"contributions": [b"x"]}):
        error = refused(ArgumentError, lambda x: start_match(packs=packs, **x), arguments)
        assert error.code == "conflicting_arguments"


@pytest.mark.parametrize("kind", [DealState, MatchState, type(STATE.node)])
def test_states_are_made_by_functions_only(kind: type) -> None:
    assert refused(ArgumentError, kind, 1).code == "not_constructible"
    assert refused(ArgumentError, lambda x: kind(rules=x), 1).code == "not_constructible"


def test_whoever_names_no_viewer_is_told_of_the_spectator() -> None:
    error = refused(ArgumentError, lambda x: view_deal(STATE, x), None)
    assert str(error) == "seat must be a seat or SPECTATOR, not an object of type NoneType"


def test_contributions_are_kept_as_plain_bytes() -> None:
    class Odd(bytes):
        __hash__ = None  # type: ignore[assignment]

    match = start_match(1, contributions=[Odd(b"x")])
    assert type(match.contributions[0]) is bytes
    assert match == start_match(1, contributions=[b"x"])


def test_a_viewer_must_be_named() -> None:
    with pytest.raises(TypeError):
        view_deal(STATE)  # type: ignore[call-overload]
    with pytest.raises(TypeError):
        view_match(MATCH)  # type: ignore[call-overload]


def test_every_message_is_made_of_its_params_and_is_a_clause_that_others_can_embed() -> None:
    for code, text in MESSAGES.items():
        params = {name: f"<{name}>" for _, name, _, _ in Formatter().parse(text) if name}
        message = str(AsNasError(code, **params))
        assert all(value in message for value in params.values()), code
        assert "{" not in message
        assert message == message.strip()
        assert not message.endswith("."), code


def test_errors_are_the_same_under_python_o() -> None:
    code = (
        "from asnas_core import *\n"
        "state = deal(shuffled_pack(1))\n"
        "for value in (None, 1, 'hold', 'CALL'):\n"
        "    try: apply_action(state, value)\n"
        "    except AsNasError as error: print(type(error).__name__, error)\n"
        "    else: print('taken')\n"
    )
    plain, optimised = (
        subprocess.run(
            [sys.executable, *flags, "-c", code], capture_output=True, text=True, check=True
        ).stdout
        for flags in ([], ["-OO"])
    )
    assert plain == optimised
    assert "taken" not in plain


def test_validators_switched_off_change_nothing() -> None:
    code = (
        "import attrs, asnas_core\n"
        "attrs.validators.set_disabled(True)\n"
        "for settings in ({'seats': 9}, {'seats': None}, {'max_stake': 99}):\n"
        "    try: asnas_core.Rules(**settings)\n"
        "    except asnas_core.AsNasError: print('refused')\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.split() == ["refused"] * 3


SECRETS = ("AASBC", "SSZZB", "".join(rank.code for rank in PACK))


@pytest.mark.parametrize(
    "call",
    [
        lambda: parse_hand("AASB" + "x"),
        lambda: deal([*PACK[:-1], PACK[0]]),
        lambda: deal(["AASBC"]),  # type: ignore[list-item]
        lambda: rank_hand("AASBC"),  # type: ignore[arg-type]
        lambda: commitment("AASBC"),
        lambda: shuffled_pack("AASBC\ud800"),
        lambda: start_match(packs=["AASBC"] * 12),  # type: ignore[list-item]
        lambda: from_json('{"pack": "AASBC'),
        lambda: from_record({"format": "asnas-core/deal", "version": 1, "pack": "AASBC"}),
    ],
)
def test_errors_hold_no_card_pack_or_seed_anywhere(call: Callable[[], object]) -> None:
    with pytest.raises(AsNasError) as caught:
        call()
    error: BaseException | None = caught.value
    seen = []
    while error is not None:
        seen.append(f"{error} {error!r} {error.args} {vars(error)}")
        error = error.__cause__ or error.__context__
    for secret, text in itertools.product(("AASB", *SECRETS), seen):
        assert secret not in text


@pytest.mark.parametrize("text", ["x\nERROR forged", "\x1b[31mred", "\ud800", "a\u2028b"])
def test_text_of_strangers_cannot_forge_a_line_of_a_log(text: str) -> None:
    for call in (
        lambda x: play(MATCH, x, seat=0),
        lambda x: play(MATCH, x, move=9),
        lambda x: apply_action(STATE, x),
        lambda x: apply_action(OVER, x),
    ):
        with pytest.raises(IllegalActionError) as caught:
            call(text)
        assert str(caught.value).isprintable()
        assert str(caught.value.params["action"]).isprintable()
