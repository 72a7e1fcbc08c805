"""The share of asnas_core in the contests, and the cost of its views."""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from itertools import repeat
from statistics import median
from time import perf_counter_ns

import attrs

from asnas_core import (
    SPECTATOR,
    Action,
    BettingNode,
    Rank,
    Rules,
    apply_action,
    betting_graph,
    deal,
    legal_actions,
    next_deal,
    play,
    rank_hand,
    settle,
    shuffled_pack,
    start_match,
    view_deal,
    view_match,
)
from benchmarks.timing import Series
from benchmarks.work import Choices, Contest, Entrant, Run, Turn, all_hands

NAME = "asnas_core"
STARTS = 64
"""Different deals that the betting rounds start from, over and over."""


def explore() -> list[BettingNode]:
    """Walk the default betting graph from end to end.

    The graph is built as it is walked, once in a process; what that takes has a line of its own
    in the table, so the contests start with it done.
    """
    root = betting_graph()
    nodes, seen = [root], {id(root)}
    for node in nodes:  # the list grows while it is walked, and keeps the nodes alive
        for action in node.legal_actions:
            child = node.child(action)
            if id(child) not in seen:
                seen.add(id(child))
                nodes.append(child)
    return nodes


def rounds(size: int, seed: int) -> Run:
    """Betting rounds without looks."""
    starts = [deal(shuffled_pack(seed, deal_number=number)) for number in range(1, STARTS + 1)]
    games = [starts[number % STARTS] for number in range(size)]
    choices = Choices(size, seed)

    def run() -> int:
        draw = iter(choices)
        for start in games:
            state = start
            while actions := legal_actions(state):
                state = apply_action(state, actions[1 + next(draw) % (len(actions) - 1)])
        return choices.used

    return run


def deals(size: int, seed: int) -> Run:
    """Whole deals without looks, from the seed to the scores."""
    secret = b"benchmark %d" % seed
    choices = Choices(size, seed)

    def run() -> int:
        draw = iter(choices)
        for number in range(1, size + 1):
            state = deal(shuffled_pack(secret, deal_number=number))
            while actions := legal_actions(state):
                state = apply_action(state, actions[1 + next(draw) % (len(actions) - 1)])
            settle(state)
        return size

    return run


def ranking(size: int, seed: int) -> Run:
    """The strength of every hand."""
    hands = [(Rank(a), Rank(b), Rank(c), Rank(d), Rank(e)) for a, b, c, d, e in all_hands()]
    random.Random(seed).shuffle(hands)

    def run() -> int:
        for _ in range(size):
            for hand in hands:
                rank_hand(hand)
        return size * len(hands)

    return run


ENTRANTS = (
    Entrant(Contest.ROUNDS, NAME, 600, rounds),
    Entrant(Contest.RANKING, NAME, 2, ranking),
    Entrant(Contest.DEALS, NAME, 80, deals),
)


class UnlikeWorkError(Exception):
    """A peer does not play the round it is measured on."""


def check_round(turns: Iterable[Turn]) -> None:
    """Replay another engine's round and compare what was legal on every turn."""
    letters = {Action.FOLD: "F", Action.CALL: "C", Action.HOLD: "C", Action.RAISE: "R"}
    rules = Rules(free_fold=False)  # neither engine knows a free fold
    state = deal(shuffled_pack(0, rules=rules), rules=rules)
    for turn in turns:
        look, *actions = legal_actions(state) or (None,)
        moves = {letters[action]: action for action in actions}
        if look is not Action.LOOK or turn.legal != set(moves):
            raise UnlikeWorkError(turn, state)
        state = apply_action(state, moves[turn.chosen])
    if not state.is_over:
        raise UnlikeWorkError(turns, state)


@attrs.frozen
class ViewCosts:
    """Medians in each repetition over all states of its deals.

    Attributes:
        step: One `apply_action`, in nanoseconds.
        views: One view of each kind, in nanoseconds.
    """

    step: Series
    views: dict[str, Series]


EVERY_VIEW = "every view"
CALLS_IN_A_ROW = 5


def view_costs(*, repetitions: int, seed: int) -> ViewCosts:
    """Play a random match, looks included, and take every view of every state, the last one too.

    A step and a view are timed in the same way: some calls in a row on each state. That favours
    neither, and is harder on the views than single calls, in which a step costs twice as much.
    """
    steps: list[float] = []
    medians: dict[str, list[float]] = {}
    for repetition in range(-1, repetitions):
        costs: dict[str, list[float]] = defaultdict(list)
        step = _play_and_view(costs, seed + repetition)
        if repetition >= 0:
            steps.append(step)
            for kind, values in costs.items():
                medians.setdefault(kind, []).append(median(values))
    return ViewCosts(Series(steps), {kind: Series(values) for kind, values in medians.items()})


def _play_and_view(costs: dict[str, list[float]], seed: int) -> float:
    """Fill in the costs of views; return the median of a step."""
    generator = random.Random(seed)
    steps: list[float] = []
    match = start_match(seed)
    while True:
        state = match.deal
        for viewer in (0, 1, 2, 3, SPECTATOR):
            cost = _cost(partial(view_deal, state, viewer))
            kinds = [EVERY_VIEW, "a spectator's view" if viewer is SPECTATOR else "a seat's view"]
            for kind in (*kinds, "a view when over") if state.is_over else kinds:
                costs[kind].append(cost)
            costs["a view of a match"].append(_cost(partial(view_match, match, viewer)))
        if match.is_over:
            return median(steps)
        if state.is_over:
            match = next_deal(match)
        else:
            action = generator.choice(legal_actions(state))
            steps.append(_cost(partial(apply_action, state, action)))
            match = play(match, action)


def _cost(call: Callable[[], object]) -> float:
    """Time one call, in nanoseconds, from a few in a row."""
    calls = repeat(None, CALLS_IN_A_ROW)
    start = perf_counter_ns()
    for _ in calls:
        call()
    return (perf_counter_ns() - start) / CALLS_IN_A_ROW
