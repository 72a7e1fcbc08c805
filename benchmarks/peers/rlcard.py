"""RLCard: the first street of its limit hold'em."""

from typing import Any

import rlcard
from rlcard.games.limitholdem import Game

from benchmarks.work import Choices, Contest, Entrant, Peer, Run

RAISES = 3
PLAYERS = 4


def rounds_of_game(size: int, seed: int) -> Run:
    """Betting rounds of the bare game."""
    starts: list[tuple[Any, Any]] = []
    for number in range(size):
        game = Game(num_players=PLAYERS)
        game.np_random.seed((seed * size + number) % 2**32)
        game.allowed_raise_num = RAISES
        state, _ = game.init_game()
        starts.append((game, state))
    choices = Choices(size, seed)

    def run() -> int:
        draw = iter(choices)
        for game, start in starts:
            state = start
            while not game.round_counter and not game.is_over():
                actions = state["legal_actions"]
                state, _ = game.step(actions[next(draw) % len(actions)])
        return choices.used

    return run


def rounds_of_environment(size: int, seed: int) -> Run:
    """Betting rounds of the environment."""
    starts: list[tuple[Any, Any]] = []
    for number in range(size):
        environment = rlcard.make(
            "limit-holdem",
            config={"game_num_players": PLAYERS, "seed": (seed * size + number) % 2**32},
        )
        environment.game.allowed_raise_num = RAISES
        state, _ = environment.reset()
        starts.append((environment, state))
    choices = Choices(size, seed)

    def run() -> int:
        draw = iter(choices)
        for environment, start in starts:
            state, game = start, environment.game
            while not game.round_counter and not environment.is_over():
                actions = list(state["legal_actions"])
                state, _ = environment.step(actions[next(draw) % len(actions)])
        return choices.used

    return run


PEER = Peer(
    "rlcard",
    (
        Entrant(Contest.ROUNDS, "RLCard, game", 60, rounds_of_game),
        Entrant(Contest.ROUNDS, "RLCard, environment", 30, rounds_of_environment),
    ),
)
