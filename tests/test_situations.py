"""Situations: every history of the betting, read off the graph, and every hand."""

from itertools import pairwise, product
from typing import Any

import pytest

from asnas_core import (
    DEFAULT_RULES,
    Action,
    ArgumentError,
    HandError,
    Rank,
    Rules,
    betting_graph,
    compare_hands,
    parse_hand,
)
from asnas_core.situations import all_hands, hand_number, histories, number_of_histories

TABLES = [
    DEFAULT_RULES,
    Rules(seats=2, opening_stake=2, raise_step=3, max_stake=8, free_fold=False),
    Rules(seats=3, max_stake=1),
    Rules(seats=5, copies=5, max_stake=2, concealed=False),
]


def test_the_default_game_has_the_known_histories() -> None:
    every = histories(DEFAULT_RULES)
    over = [history for history in every if history.position is None]
    assert len(every) - len(over) == 788
    assert len(over) == 1023
    assert sum(len(history.live) == 1 for history in over) == 238
    strict = histories(Rules(free_fold=False))
    assert sum(history.position is None for history in strict) == 1016


@pytest.mark.parametrize("rules", TABLES)
def test_the_histories_are_the_graph_without_looks(rules: Rules) -> None:
    every = histories(rules)
    assert number_of_histories(rules) == len(every) == len({one.actions for one in every})
    for place, history in enumerate(every):
        node, last = betting_graph(rules), [0] * rules.seats
        at = 0
        for action in history.actions:
            taken = every[at].legal_actions.index(action)
            at = every[at].children[taken]
            mover = node.position
            assert mover is not None
            last[mover] = at
            node = node.child(action)
        assert at == place
        assert history.last == tuple(last)
        assert history.stakes == node.stakes
        assert history.live == tuple(who for who, out in enumerate(node.folded) if not out)
        assert history.position == node.position
        assert history.legal_actions == tuple(a for a in node.legal_actions if a is not Action.LOOK)
        assert all(child > place for child in history.children)
        following = [every[child].actions for child in history.children]
        assert following == [(*history.actions, action) for action in history.legal_actions]


def test_hands_are_all_different_ones_from_the_weakest_to_the_strongest() -> None:
    for rules, count in ((DEFAULT_RULES, 121), (Rules(seats=2, copies=5), 126)):
        hands = all_hands(rules)
        ranks = {tuple(sorted(hand)) for hand in product(Rank, repeat=5)}
        possible = {hand for hand in ranks if max(map(hand.count, hand)) <= rules.copies}
        assert len(hands) == count
        assert {tuple(sorted(hand)) for hand in hands} == possible
        for worse, better in pairwise(hands):
            assert compare_hands(worse, better) == -1
        assert [hand_number(hand[::-1], rules) for hand in hands] == [*range(count)]


def test_a_hand_that_the_pack_cannot_deal_has_no_number() -> None:
    assert hand_number(parse_hand("AAAAA"), Rules(copies=5)) == 125
    with pytest.raises(HandError, match="not one that this pack can deal"):
        hand_number(parse_hand("AAAAA"), DEFAULT_RULES)
    with pytest.raises(HandError):
        hand_number(parse_hand("AASBC")[:4], DEFAULT_RULES)  # type: ignore[arg-type]


def test_rules_must_be_rules() -> None:
    wrong: list[Any] = [None, [], "rules"]
    for call, value in product((histories, all_hands, number_of_histories), wrong):
        with pytest.raises(ArgumentError, match="rules must be Rules"):
            call(value)
    with pytest.raises(ArgumentError, match="rules must be Rules"):
        hand_number(parse_hand("AASBC"), {})  # type: ignore[arg-type]
