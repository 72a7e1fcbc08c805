"""The betting as a tree of histories, read off the engine's graph.

Players remember how a situation came about, so the solver works on histories and not on the nodes
of the graph. Looks are left out: every seat is taken to know its cards.
"""

from functools import lru_cache
from typing import Any, TypeAlias

import attrs

from asnas_core import Action, BettingNode, Rules, betting_graph


@attrs.frozen
class Decision:
    """A history in which somebody is to act.

    Attributes:
        history: The actions so far, without looks.
        position: Who is to act; 0 is the dealer's right.
        actions: What it can do.
        children: Where each action leads to: the number of an entry of the tree.
    """

    history: tuple[Action, ...]
    position: int
    actions: tuple[Action, ...]
    children: tuple[int, ...]


@attrs.frozen
class Result:
    """A history after which the betting is over.

    Attributes:
        stakes: What each position has put in.
        live: The positions that have not folded.
    """

    stakes: tuple[int, ...]
    live: tuple[int, ...]


Tree: TypeAlias = tuple[Decision | Result, ...]
"""All histories; children come after their parents, and the first one is the start."""


@lru_cache(16)
def betting_tree(rules: Rules) -> Tree:
    """Lay out the betting of these rules, without looks."""
    entries: list[Any] = []

    def add(node: BettingNode, history: tuple[Action, ...]) -> int:
        number = len(entries)
        entries.append(None)
        if node.position is None:
            live = tuple(position for position, out in enumerate(node.folded) if not out)
            entries[number] = Result(node.stakes, live)
        else:
            children = tuple(
                add(node.child(action), (*history, action)) for action in node.legal_actions
            )
            entries[number] = Decision(history, node.position, node.legal_actions, children)
        return number

    add(betting_graph(attrs.evolve(rules, concealed=False)), ())
    return tuple(entries)
