"""NashConv as OpenSpiel's own algorithms find it, for the same strategies of the same game.

The game is built for OpenSpiel from the engine alone: every pair of hands is an outcome of chance,
and the players act on the betting graph. Nothing of the solver takes part but the strategy.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import comb
from typing import Any

import attrs
import pyspiel
import pytest
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import expected_game_score, exploitability

from asnas_core import (
    Action,
    BettingNode,
    Hand,
    Rank,
    Rules,
    betting_graph,
    compare_hands,
    format_hand,
    parse_hand,
)
from asnas_core.situations import all_hands
from asnas_core.solver import Strategy, nash_conv, solve, values
from asnas_core.solver._strategy import uniform

pytestmark = pytest.mark.slow

ACTIONS = tuple(Action)


@cache
def pairs(rules: Rules) -> tuple[tuple[tuple[Hand, Hand], float], ...]:
    """List the hands of both positions, with the chance of each."""

    def weighed() -> Iterator[tuple[tuple[Hand, Hand], int]]:
        for one, other in product(all_hands(rules), repeat=2):
            ways = 1
            for rank in Rank:
                left = rules.copies - one.count(rank)
                ways *= comb(rules.copies, one.count(rank)) * comb(left, other.count(rank))
            if ways:
                yield (one, other), ways

    found = [*weighed()]
    total = sum(ways for _, ways in found)
    return tuple((held, ways / total) for held, ways in found)


class State(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A deal at a table for two, as OpenSpiel asks about it."""

    def __init__(self, game: Any, rules: Rules) -> None:
        super().__init__(game)
        self.rules = rules
        self.hands: tuple[Hand, Hand] | None = None
        self.node: BettingNode = betting_graph(attrs.evolve(rules, concealed=False))
        self.done: tuple[Action, ...] = ()

    def current_player(self) -> int:
        if self.hands is None:
            return int(pyspiel.PlayerId.CHANCE)
        position = self.node.position
        return int(pyspiel.PlayerId.TERMINAL) if position is None else position

    def _legal_actions(self, _: int) -> list[int]:
        return sorted(ACTIONS.index(action) for action in self.node.legal_actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, chance) for number, (_, chance) in enumerate(pairs(self.rules))]

    def _apply_action(self, action: int) -> None:
        if self.hands is None:
            self.hands = pairs(self.rules)[action][0]
        else:
            self.node = self.node.child(ACTIONS[action])
            self.done = (*self.done, ACTIONS[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{player} {action}"

    def is_terminal(self) -> bool:
        return self.hands is not None and self.node.position is None

    def returns(self) -> list[float]:
        if self.hands is None or self.node.position is not None:
            return [0.0, 0.0]
        order = compare_hands(*self.hands)
        shares = [(1 + order) / 2, (1 - order) / 2]
        if any(self.node.folded):
            shares = [float(not out) for out in self.node.folded]
        pot, stakes = sum(self.node.stakes), self.node.stakes
        return [pot * share - stake for share, stake in zip(shares, stakes, strict=True)]

    def information_state_string(self, player: int) -> str:
        assert self.hands is not None
        return f"{format_hand(self.hands[player])} {' '.join(self.done)}"

    def __str__(self) -> str:
        return f"{self.hands} {self.done}"


class Game(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A table for two, described to OpenSpiel."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        kind = pyspiel.GameType(
            short_name="as_nas_for_two",
            long_name="As-Nas for two",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        about = pyspiel.GameInfo(
            num_distinct_actions=len(ACTIONS),
            max_chance_outcomes=len(pairs(rules)),
            num_players=2,
            min_utility=-float(rules.max_stake),
            max_utility=float(rules.max_stake),
            utility_sum=0.0,
            max_game_length=20,
        )
        super().__init__(kind, about, {})

    def new_initial_state(self) -> State:
        return State(self, self.rules)


def policy_of(strategy: Strategy, game: Any) -> Any:
    """Give OpenSpiel a strategy, asked for action by action."""

    @cache
    def chances(hand: str, *done: str) -> dict[int, float]:
        policy = strategy.policy([*map(Action, done)], parse_hand(hand))
        return {ACTIONS.index(action): chance for action, chance in policy.items()}

    class Played(policies.Policy):  # type: ignore[misc]  # OpenSpiel has no types
        def action_probabilities(
            self, state: Any, player_id: int | None = None
        ) -> dict[int, float]:
            player = state.current_player() if player_id is None else player_id
            return chances(*state.information_state_string(player).split())

    return Played(game, [0, 1])


SMALLEST, SMALL = Rules(seats=2, max_stake=1), Rules(seats=2, max_stake=2)


@pytest.mark.parametrize(
    "strategy", [uniform(SMALLEST), uniform(SMALL), solve(SMALL, 30)], ids=["one", "two", "solved"]
)
def test_open_spiel_finds_the_same_value_and_the_same_nash_conv(strategy: Strategy) -> None:
    game = Game(strategy.rules)
    policy = policy_of(strategy, game)
    scores = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert list(scores) == pytest.approx(values(strategy), abs=1e-9)
    assert exploitability.nash_conv(game, policy) == pytest.approx(nash_conv(strategy), abs=1e-9)
