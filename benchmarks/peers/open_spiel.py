"""OpenSpiel: `universal_poker` with our betting."""

import random
from typing import Any

import pyspiel

from benchmarks.work import Choices, Contest, Entrant, Peer, Run, Turn

GAME = pyspiel.universal_poker.load_universal_poker_from_acpc_gamedef(
    """\
GAMEDEF
limit
numPlayers = 4
numRounds = 1
blind = 0 0 0 1
raiseSize = 1
firstPlayer = 1
maxRaises = 3
numSuits = 4
numRanks = 5
numHoleCards = 2
numBoardCards = 0
END GAMEDEF
"""
)

LETTERS = "FCR"
"""The actions of its limit games, by their numbers."""


def dealt(seed: int) -> Any:  # noqa: ANN401  # it ships no types
    """Deal a state; what follows is betting only."""
    choose = random.Random(seed).choice
    state = GAME.new_initial_state()
    while state.is_chance_node():
        state.apply_action(choose(state.legal_actions()))
    return state


def rounds_mutating(size: int, seed: int) -> Run:
    """Betting rounds in which the state changes."""
    start = dealt(seed)
    states = [start.clone() for _ in range(size)]
    choices = Choices(size, seed)

    def run() -> int:
        draw = iter(choices)
        for state in states:
            while actions := state.legal_actions():
                state.apply_action(actions[next(draw) % len(actions)])
        return choices.used

    return run


def rounds_child(size: int, seed: int) -> Run:
    """Betting rounds in which each step gives a new state."""
    start = dealt(seed)
    choices = Choices(size, seed)

    def run() -> int:
        draw = iter(choices)
        for _ in range(size):
            state = start
            while actions := state.legal_actions():
                state = state.child(actions[next(draw) % len(actions)])
        return choices.used

    return run


def deals(size: int, seed: int) -> Run:
    """Whole deals. The cards are its first eight actions, and chosen as the others are."""
    choices = Choices(size, seed)

    def run() -> int:
        draw = iter(choices)
        for _ in range(size):
            state = GAME.new_initial_state()
            while actions := state.legal_actions():
                state.apply_action(actions[next(draw) % len(actions)])
            state.returns()
        return size

    return run


def trace(seed: int) -> list[Turn]:
    """Write one round down."""
    choose = random.Random(seed).choice
    state, turns = dealt(seed), []
    while actions := state.legal_actions():
        chosen = choose(actions)
        turns.append(Turn(frozenset(LETTERS[action] for action in actions), LETTERS[chosen]))
        state.apply_action(chosen)
    return turns


PEER = Peer(
    "open_spiel",
    (
        Entrant(Contest.ROUNDS, "OpenSpiel, mutating", 600, rounds_mutating),
        Entrant(Contest.ROUNDS, "OpenSpiel, child", 400, rounds_child),
        Entrant(Contest.DEALS, "OpenSpiel", 150, deals),
    ),
    trace,
)
