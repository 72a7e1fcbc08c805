"""States, views and settlements are values: equal by what they say, copied and pickled at will."""

import copy
import pickle
from collections import Counter
from itertools import pairwise
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asnas_core import (
    SPECTATOR,
    BettingNode,
    DealState,
    Hand,
    HandRank,
    MatchState,
    Rank,
    Rules,
    _hands,
    _settlement,
    apply_action,
    betting_graph,
    deal,
    legal_actions,
    rank_hand,
    replay,
    settle,
    shuffled_pack,
    start_match,
    to_json,
    view_deal,
    view_match,
)
from asnas_core.testing import deals, matches
from playing import ALL_TIE, match_played, played

MATCH = match_played(start_match("values", contributions=[b"x"]), "lrccc", "lc")
STATE = played("lcrclc", hands=ALL_TIE)

VALUES: dict[str, Any] = {
    "deal": STATE,
    "match": MATCH,
    "match of packs": start_match(packs=[shuffled_pack(1)] * 12),
    "node": STATE.node,
    "rules": Rules(seats=5, copies=5),
    "settlement": settle(played("crccf", hands=ALL_TIE)),
    "hand rank": rank_hand(STATE.hands[0]),
    "public view": view_deal(STATE, SPECTATOR),
    "seat view": view_deal(STATE, 1),
    "match view": view_match(MATCH, 1),
    "spectator": SPECTATOR,
}


def explore(root: BettingNode) -> set[BettingNode]:
    found, waiting = {root}, [root]
    while waiting:
        node = waiting.pop()
        fresh = {node.child(action) for action in node.legal_actions} - found
        found |= fresh
        waiting += fresh
    return found


@pytest.mark.parametrize("name", VALUES)
def test_copies_and_pickles_are_equal_with_equal_hashes(name: str) -> None:
    value = VALUES[name]
    copies = [copy.copy(value), copy.deepcopy(value)]
    copies += [
        pickle.loads(pickle.dumps(value, protocol))
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    ]
    for other in copies:
        assert type(other) is type(value)
        assert other == value
        assert hash(other) == hash(value)
        assert repr(other) == repr(value)


def test_pickles_stay_small_after_the_whole_graph_was_explored() -> None:
    assert len(explore(betting_graph())) == 12_990
    for name, limit in (("deal", 500), ("node", 500), ("seat view", 2500), ("match", 1500)):
        assert len(pickle.dumps(VALUES[name])) < limit, name


def test_a_state_that_was_unpickled_plays_on() -> None:
    state = pickle.loads(pickle.dumps(played("lcr")))
    assert apply_action(state, "fold") == played("lcrf")


@pytest.mark.parametrize("name", [name for name in VALUES if name != "spectator"])
def test_attributes_cannot_be_set_or_deleted_or_added(name: str) -> None:
    value = VALUES[name]
    fields = [field.name for field in attrs.fields(type(value))]
    for field in [*fields, "something_new"]:
        with pytest.raises(AttributeError):
            setattr(value, field, 0)
        with pytest.raises(AttributeError):
            delattr(value, field)
    for field in fields:
        if not field.startswith("_"):
            assert not isinstance(getattr(value, field), list | dict | set)


def test_states_differ_when_rules_dealer_pack_or_actions_do() -> None:
    pack, other = shuffled_pack(1), shuffled_pack(2)
    state = deal(pack)
    different = [
        deal(other),
        deal(pack, dealer=1),
        deal(pack, rules=Rules(deals=3)),
        apply_action(state, "look"),
        apply_action(state, "call"),
        start_match(1),
        "deal",
    ]
    assert state not in different
    assert len({state, *different}) == len(different) + 1
    assert deal(list(pack)) == state


def test_two_ways_to_the_same_node_are_two_states() -> None:
    one, other = played("lcccr"), played("cccrl")
    assert one.node is other.node
    assert one != other


def test_nodes_are_equal_by_what_they_say_and_not_across_rules() -> None:
    by_call = betting_graph().child("look").child("call").child("fold")
    assert by_call == pickle.loads(pickle.dumps(by_call))
    assert betting_graph() != betting_graph(Rules(max_stake=5))
    assert betting_graph() != "node"
    assert betting_graph(Rules()) is betting_graph()


def test_old_states_still_write_the_same_after_playing_on() -> None:
    state = deal(shuffled_pack(5))
    written = []
    while not state.is_over:
        written.append((state, to_json(state), hash(state), repr(state)))
        state = apply_action(state, legal_actions(state)[-2])
    for old, json, code, text in written:
        assert (to_json(old), hash(old), repr(old)) == (json, code, text)


@settings(max_examples=60)
@given(deals())
def test_as_many_copies_of_each_rank_as_the_rules_say(state: DealState) -> None:
    for step in replay(state):
        cards = Counter(card for hand in step.hands for card in hand) + Counter(step.undealt)
        assert cards == dict.fromkeys(Rank, state.rules.copies)


@settings(max_examples=60)
@given(deals())
def test_replay_goes_through_every_state_of_a_deal(state: DealState) -> None:
    states = list(replay(state))
    assert len(states) == len(state.actions) + 1
    assert states[-1] == state
    assert [len(step.actions) for step in states] == list(range(len(states)))


@settings(max_examples=40)
@given(matches())
def test_replay_goes_through_every_state_of_a_match(match: MatchState) -> None:
    states = list(replay(match))
    assert states[-1] == match
    assert len(states) == match.move_number + match.deal_number
    assert states[0].deal.actions == ()
    for before, after in pairwise(states):
        moved = after.move_number - before.move_number
        assert (moved, after.deal_number - before.deal_number) in {(1, 0), (0, 1)}


@settings(max_examples=60)
@given(deals(), st.randoms(use_true_random=False))
def test_reprs_of_states_show_no_card(state: DealState, random: Any) -> None:
    pack = list(state.pack)
    random.shuffle(pack)
    twin = deal(pack, dealer=state.dealer, rules=state.rules)
    for action in state.actions:
        twin = apply_action(twin, action)
    assert repr(state) == repr(twin)
    assert str(state) == str(twin)


def test_the_repr_of_a_match_shows_no_seed_and_no_pack() -> None:
    assert repr(MATCH) == "<MatchState deal=2/12 move=7 totals=(-2, -2, -2, 6)>"


def test_ties_are_seen_while_threads_rank_hands_for_the_first_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Two threads may each make a table of the ranks: what is equal need not be one object.
    def rank_with_another_table(hand: Hand) -> HandRank:
        _hands._ranked_hands.cache_clear()
        return rank_hand(hand)

    monkeypatch.setattr(_settlement, "rank_hand", rank_with_another_table)
    assert settle(played("ccch", hands=ALL_TIE)).winners == (0, 1, 2, 3)
