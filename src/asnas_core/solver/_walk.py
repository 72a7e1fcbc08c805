"""One walk through the tree for one player: what each of its actions is worth to it.

What a player gets depends on its hand, and on what the others' hands let them do. So first the
parts of the pot are computed that it gets on average wherever the betting can end, and how likely
it is to come to each of its decisions, all by its hand. Going up from there is adding by hand. A
stake counts where it is put in: what it costs is certain, whatever happens later.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import lru_cache, partial
from typing import TypeAlias

import attrs
import numpy as np

from asnas_core import Rules
from asnas_core.situations import History, histories
from asnas_core.solver._deals import Floats, share_of_pot

Choice: TypeAlias = Callable[[int, Floats, Floats], Floats]
"""Given a decision, the worth of its actions by hand, and how likely the others let the player come
there with each hand, returns the chance of each action."""

CHUNK = 256
"""Situations that are computed together. It is fixed, so that sums are made in one order."""


@attrs.frozen
class Chunk:
    """Some situations with as many opponents left.

    Attributes:
        live: How many opponents are left.
        entries: Their entries in the tree.
        orders: The opponents for each, those who are left first.
    """

    live: int
    entries: tuple[int, ...]
    orders: tuple[tuple[int, ...], ...]


@lru_cache(32)
def _chunks(rules: Rules, player: int) -> tuple[Chunk, ...]:
    """Collect where a player decides and where it gets part of a pot."""
    tree = histories(rules)
    opponents = [position for position in range(rules.seats) if position != player]
    by_live: dict[int, list[int]] = {}
    for entry, node in enumerate(tree):
        if player in node.live and node.position in (None, player):
            live = len(node.live) - 1 if node.position is None else 0
            by_live.setdefault(live, []).append(entry)
    chunks = []
    for live, entries in by_live.items():
        for start in range(0, len(entries), CHUNK):
            some = tuple(entries[start : start + CHUNK])
            orders = (sorted(opponents, key=lambda p: p not in tree[e].live) for e in some)
            chunks.append(Chunk(live, some, tuple(map(tuple, orders))))
    return tuple(chunks)


def reach(tree: Sequence[History], chances: Sequence[Floats], player: int) -> Floats:
    """Tell how likely a player's own actions lead to each entry, by entry and hand.

    Only entries that an action of the player leads to are filled in, and the start.
    """
    reached = np.ones((len(tree), len(chances[0])))
    for entry, node in enumerate(tree):
        if node.position == player:
            own = reached[node.last[player]]
            for action, child in enumerate(node.children):
                np.multiply(own, chances[entry][:, action], out=reached[child])
    return reached


def walk(
    rules: Rules,
    player: int,
    reached: Sequence[Floats],
    choose: Choice,
    executor: Executor | None = None,
) -> float:
    """Walk through the whole tree and return the player's score of a deal on average."""
    tree = histories(rules)
    parts = _parts(rules, player, reached, executor)

    def worth(entry: int) -> Floats:
        node = tree[entry]
        if node.position is None:
            return parts[entry] * sum(node.stakes)
        if node.position != player:
            return sum(map(worth, node.children[1:]), worth(node.children[0]))
        worths = np.zeros((len(parts[entry]), len(node.children)))
        for action, child in enumerate(node.children):
            if player in tree[child].live:
                cost = tree[child].stakes[player] - node.stakes[player]
                worths[:, action] = worth(child) - cost * parts[entry]
        chances = choose(entry, worths, parts[entry])
        total: Floats = (chances * worths).sum(axis=1)
        return total

    return float(worth(0).sum()) - tree[0].stakes[player]


def _parts(
    rules: Rules, player: int, reached: Sequence[Floats], executor: Executor | None
) -> dict[int, Floats]:
    """Compute what the player gets of each pot, and the chance that it comes to each decision."""
    tree, chunks = histories(rules), _chunks(rules, player)

    def reaches(chunk: Chunk) -> Floats:
        places = zip(chunk.entries, chunk.orders, strict=True)
        rows = [[reached[who][tree[at].last[who]] for who in order] for at, order in places]
        return np.ascontiguousarray(np.array(rows).transpose(1, 2, 0))

    run = map if executor is None else executor.map
    live = [chunk.live for chunk in chunks]
    shares = run(partial(share_of_pot, rules.copies), live, map(reaches, chunks))
    return {
        entry: share
        for chunk, by_entry in zip(chunks, shares, strict=True)
        for entry, share in zip(chunk.entries, by_entry.T, strict=True)
    }
