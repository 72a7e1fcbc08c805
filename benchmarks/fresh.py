"""What only a new interpreter can tell: the cost of an import, of first use, and of memory.

``python -m benchmarks.fresh`` is the program that runs in the new interpreter; `imports`, `graph`
and `first_use` start it and read what it prints.
"""

import gc
import json
import os
import random
import subprocess
import sys
import tracemalloc
from collections import defaultdict
from collections.abc import Callable
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import attrs

from benchmarks.timing import Series

LAPS = 3
"""Interpreters of each kind in a repetition, which keeps the best of them."""

DECISIONS = 300
"""Deals in which the strongest player decides three times."""

IMPORT = """\
import json, sys, time
before = set(sys.modules)
start = time.perf_counter()
import {module}
seconds = time.perf_counter() - start
print(json.dumps({{"seconds": seconds, "modules": sorted(set(sys.modules) - before)}}))
"""

UNWANTED = frozenset(
    {"asnas_core._terminal", "asnas_core.testing", "asyncio", "hypothesis", "jsonschema", "numpy"}
    | {"phevaluator", "pokerkit", "pyspiel", "random", "rlcard", "scipy", "treys"}
)
"""What `import asnas_core` must not load: NumPy, asyncio, random, what extras bring or serve."""


@attrs.frozen
class Imports:
    """Seconds to import, and what was loaded that should not be."""

    ours: Series
    attrs: Series
    unwanted: tuple[str, ...]


@attrs.frozen
class Graph:
    """The default betting graph, walked from end to end."""

    nodes: int
    endings: int
    seconds: Series
    megabytes: Series


@attrs.frozen
class FirstUse:
    """Ranking in an interpreter that has not ranked before.

    Attributes:
        first: Seconds for our first hand, which makes the tables.
        rates: Hands a second, each of the 3,120 hands once, by the names of the entrants.
    """

    first: Series
    rates: dict[str, Series]


@attrs.frozen
class Master:
    """Seconds that the strongest player takes.

    Attributes:
        first: Its first decision in an interpreter, with the import of the players.
        later: A later one, the mean over the decisions of random deals.
    """

    first: Series
    later: Series


def imports(repetitions: int) -> Imports:
    """Import both in turn, each in an interpreter of its own, and keep the best of a few laps.

    The first repetition does not count. It leaves compiled modules behind, in a place of their
    own: as they would be after an installation, whatever the settings of this process.
    """
    seconds: dict[str, list[float]] = {"attrs": [], "asnas_core": []}
    modules: set[str] = set()
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    with TemporaryDirectory() as environment["PYTHONPYCACHEPREFIX"]:
        for repetition in range(-1, repetitions):
            laps: dict[str, list[float]] = {name: [] for name in seconds}
            for lap in range(LAPS):
                for name in sorted(laps, reverse=bool(lap % 2)):
                    program = IMPORT.format(module=name)
                    answer = _answer("-P", "-c", program, environment=environment)
                    laps[name].append(answer["seconds"])
                    if name == "asnas_core":
                        modules.update(answer["modules"])
            if repetition >= 0:
                for name, samples in laps.items():
                    seconds[name].append(min(samples))
    return Imports(
        Series(seconds["asnas_core"]), Series(seconds["attrs"]), tuple(sorted(modules & UNWANTED))
    )


def graph(repetitions: int) -> Graph:
    """Explore the default graph: for time, and again for memory, as tracing takes time itself."""
    timed = [_answer("-m", __name__, "graph") for _ in range(repetitions)]
    traced = [_answer("-m", __name__, "graph", "trace") for _ in range(repetitions)]
    return Graph(
        nodes=traced[0]["nodes"],
        endings=traced[0]["endings"],
        seconds=Series(answer["seconds"] for answer in timed),
        megabytes=Series(answer["bytes"] / 1e6 for answer in traced),
    )


def first_use(repetitions: int, seed: int) -> FirstUse:
    """Rank each hand once, with all libraries in turn, in an interpreter that never ranked."""
    first, rates = [], defaultdict(list)
    for repetition in range(repetitions):
        laps = [
            _answer("-m", __name__, "ranking", str(seed + LAPS * repetition + lap))
            for lap in range(LAPS)
        ]
        first.append(min(lap["first"] for lap in laps))
        for name in laps[0]["rates"]:
            rates[name].append(max(lap["rates"][name] for lap in laps))
    return FirstUse(Series(first), {name: Series(samples) for name, samples in rates.items()})


def master(repetitions: int, seed: int) -> Master:
    """Let the strongest player decide, each time in an interpreter that knows no player yet."""
    laps = [
        [
            _answer("-m", __name__, "master", str(seed + LAPS * repetition + lap))
            for lap in range(LAPS)
        ]
        for repetition in range(repetitions)
    ]
    return Master(
        *(Series(min(lap[what] for lap in some) for some in laps) for what in ("first", "later"))
    )


def _answer(*arguments: str, environment: dict[str, str] | None = None) -> Any:  # noqa: ANN401
    command = [sys.executable, *arguments]
    done = subprocess.run(  # noqa: S603  # this file, or the lines above
        command, check=True, stdout=subprocess.PIPE, env=environment
    )
    return json.loads(done.stdout)


def _explore(mode: str = "time") -> dict[str, float]:
    from benchmarks import engine  # noqa: PLC0415  # nothing is loaded before it is wanted

    if mode == "trace":
        gc.collect()
        tracemalloc.start()
    start = perf_counter()
    nodes = engine.explore()
    seconds = perf_counter() - start
    gc.collect()
    size = tracemalloc.get_traced_memory()[0] - sys.getsizeof(nodes)
    tracemalloc.stop()
    positions = {(node.stakes, node.folded, node.looked, node.position) for node in nodes}
    return {
        "nodes": max(len(positions), len(nodes)),  # equal, unless histories failed to meet
        "endings": sum(node.position is None for node in nodes),
        "seconds": seconds,
        "bytes": size,
    }


def _rank(seed: str) -> dict[str, Any]:
    from asnas_core import parse_hand, rank_hand  # noqa: PLC0415  # as above

    hand = parse_hand("AASBC")
    start = perf_counter()
    rank_hand(hand)
    first = perf_counter() - start

    from benchmarks import engine, peers  # noqa: PLC0415  # as above
    from benchmarks.work import Contest  # noqa: PLC0415  # as above

    entrants = list(engine.ENTRANTS)
    for peer in peers.load()[0].values():
        entrants += peer.entrants
    random.Random(seed).shuffle(entrants)
    rates = {}
    for entrant in entrants:
        if entrant.contest is Contest.RANKING:
            run = entrant.prepare(1, int(seed))
            start = perf_counter()
            hands = run()
            rates[entrant.name] = hands / (perf_counter() - start)
    return {"first": first, "rates": rates}


def _decide(seed: str) -> dict[str, float]:
    from asnas_core import Action, apply_action, deal, shuffled_pack, view_deal  # noqa: PLC0415

    views = []
    for number in range(DECISIONS):
        state = deal(shuffled_pack(seed, deal_number=number + 1))
        for action in (Action.LOOK, Action.RAISE, Action.LOOK, Action.CALL, Action.LOOK):
            state = apply_action(state, action)
            if action is Action.LOOK:
                views.append(view_deal(state, state.turn or 0))
    rng = random.Random(seed)

    start = perf_counter()
    from asnas_core.players import LEVELS  # noqa: PLC0415  # this is what is measured

    player = LEVELS["master"]
    player(views[0], rng)
    first = perf_counter() - start
    start = perf_counter()
    for view in views:
        player(view, rng)
    return {"first": first, "later": (perf_counter() - start) / len(views)}


if __name__ == "__main__":
    programs: dict[str, Callable[..., dict[str, Any]]] = {
        "graph": _explore,
        "master": _decide,
        "ranking": _rank,
    }
    print(json.dumps(programs[sys.argv[1]](*sys.argv[2:])))
