"""The betting graph: everything that moves in a deal, and the only file that moves it.

Cards never change after the deal (R15), so all that moves is public: stakes, folds, looks and the
turn. This file is the law of that motion. It knows *positions*, not seats: position 0 is the
dealer's right and the last position is the dealer, so that all dealers share one graph.

The laws it owns
    R16, R17  The dealer opens with ``opening_stake``; all other stakes are 0.
    R18       Position 0 acts first.
    R19-R22   A position that has not looked may look on its turn, once; its turn goes on.
    R23       Call: the stake becomes the highest stake; only when below it.
    R24       Hold: nothing is added; only when matched.
    R25, R26  Raise: the highest stake grows by ``raise_step``, never past ``max_stake``, and the
              stake becomes the new highest.
    R27, R28  Fold: the position leaves for good, its stake stays.
    R29-R31   The turn passes to the next position that is live and has still to act: because it
              is below the highest stake, or because it is the dealer before its first action.
    R32       When there is none, at least two are live, and all of them have acted and are
              matched, it is a showdown.
    R33       One live position has won at once.

How it works
    A node is one public state: stakes, folds, looks, turn. Histories that lead to the same
    position meet in the same node. The graph is built as it is walked: a node makes a child when
    it is first asked for it and keeps it. One graph serves all deals of equal rules.

    Who has acted needs no record of its own. Everybody but the dealer starts below the highest
    stake, so whoever is matched has acted. The dealer starts matched, and has acted when the
    highest stake has left the opening or when the turn passes on from the dealer itself.
"""

from functools import lru_cache
from typing import Any, NamedTuple, NoReturn, TypeVar, cast, final

import attrs

from asnas_core._actions import Action
from asnas_core._checks import exactly, filled, plain_text, refusal
from asnas_core._rules import DEFAULT_RULES, Rules
from asnas_core.errors import ArgumentError, DealOverError, IllegalActionError

T = TypeVar("T")

_MOST_GRAPHS = 8
"""Graphs that are kept: those of the rules used last."""

_MOST_SHARED_NODES = 200_000
"""Nodes that one graph keeps. Past it children are made anew each time, which nobody notices: a
node is its values. Only rules with many seats and many raises have more."""


class _Key(NamedTuple):
    """What makes a node the node it is."""

    stakes: tuple[int, ...]
    folded: tuple[bool, ...]
    looked: tuple[bool, ...]
    position: int | None


@final
@attrs.frozen
class BettingNode:
    """One public state of a deal: what was staked, who folded, who looked, whose turn it is.

    Everything is by position, 0 being the dealer's right and the last one the dealer. Nodes are
    equal when their rules and everything below are. `betting_graph` gives the first one.

    Attributes:
        rules: The rules that the position is played by.
        stakes: What each position has put in, in points.
        folded: Whether each position has left the deal.
        looked: Whether each position has seen its cards; all True where hands are not concealed.
        position: Whose turn it is, or None when the betting is over.
        legal_actions: What it can do, in the order look, call or hold, raise, fold; () when over.

    Example:
        >>> node = betting_graph().child(Action.RAISE)
        >>> node.stakes, node.position
        ((2, 0, 0, 1), 1)
    """

    rules: Rules
    stakes: tuple[int, ...]
    folded: tuple[bool, ...]
    looked: tuple[bool, ...]
    position: int | None
    legal_actions: tuple[Action, ...]
    # Printers such as Hypothesis's read init and repr, and would print the whole graph.
    _children: dict[Action, "BettingNode"] = attrs.field(init=False, repr=False)
    _shared: dict[_Key, "BettingNode"] = attrs.field(init=False, repr=False)

    def __init__(self, *_: object, **__: object) -> NoReturn:
        raise ArgumentError("not_constructible", type="BettingNode", maker="betting_graph()")

    def child(self, action: Action | str) -> "BettingNode":
        """Follow one action to the node it leads to.

        Args:
            action: One of `legal_actions`.

        Returns:
            The node after it.

        Raises:
            IllegalActionError: The action is not legal here. Its ``seat`` is the position.
            DealOverError: The betting is over.
            ArgumentError: This is neither an `Action` nor the text of one.
        """
        child = self._children.get(action) if type(action) is Action else None
        if child is None:
            chosen = checked_action(action, self, self.position)
            child = _node(self.rules, _after(self, chosen), self._shared)
            if len(self._shared) < _MOST_SHARED_NODES:
                self._children[chosen] = child
        return child

    def _key(self) -> _Key:
        return _Key(self.stakes, self.folded, self.looked, self.position)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BettingNode):
            return NotImplemented
        return self is other or (self._key() == other._key() and self.rules == other.rules)

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return (
            f"BettingNode(stakes={self.stakes}, folded={self.folded}, looked={self.looked}, "
            f"position={self.position})"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the position alone, without the graph."""
        return _unpickled_node, (self.rules, tuple(self._key()))

    def __copy__(self) -> "BettingNode":
        return self

    def __deepcopy__(self, memo: object) -> "BettingNode":
        return self


def betting_graph(rules: Rules = DEFAULT_RULES) -> BettingNode:
    """Return the first node of the betting of these rules, from which all others are reached.

    Args:
        rules: The rules of the table.

    Returns:
        The node in which the dealer has opened and it is the turn of the dealer's right.

    Raises:
        ArgumentError: This is not Rules.

    Example:
        >>> betting_graph(Rules(seats=2)).child(Action.CALL).legal_actions[1]
        <Action.HOLD: 'hold'>
    """
    return _root(exactly("rules", rules, Rules, "Rules"))


@lru_cache(_MOST_GRAPHS)
def _root(rules: Rules) -> BettingNode:
    opening = _Key(
        stakes=(0,) * (rules.seats - 1) + (rules.opening_stake,),  # R16, R17
        folded=(False,) * rules.seats,
        looked=(not rules.concealed,) * rules.seats,  # R19
        position=0,  # R18
    )
    return _node(rules, opening, {})


def _node(rules: Rules, key: _Key, shared: dict[_Key, BettingNode]) -> BettingNode:
    """Find a position among the shared nodes of its graph, or make its node."""
    node = shared.get(key)
    if node is None:
        node = filled(
            BettingNode,
            rules=rules,
            **key._asdict(),
            legal_actions=_legal_actions(rules, key),
            _children={},
            _shared=shared,
        )
        if len(shared) < _MOST_SHARED_NODES:
            # Two threads may both have made it: the first one stored is everybody's.
            node = shared.setdefault(key, node)
    return node


def _unpickled_node(rules: Rules, key: tuple[Any, ...]) -> BettingNode:
    return _node(rules, _Key(*key), _root(rules)._shared)


def checked_action(action: object, node: BettingNode, seat: int | None) -> Action:
    """Return the action if it is legal in the node; the seat is for the error."""
    name = plain_text("action", action, "an Action or its text")
    known = next((known for known in Action if known == name), None)
    if node.position is None:
        raise refusal(DealOverError, "deal_over", name, seat)
    if known is None:
        raise refusal(IllegalActionError, "unknown_action", name, seat, node.legal_actions)
    if known not in node.legal_actions:
        raise refusal(IllegalActionError, "illegal_action", name, seat, node.legal_actions)
    return known


def _legal_actions(rules: Rules, at: _Key) -> tuple[Action, ...]:
    if at.position is None:
        return ()
    highest = max(at.stakes)
    matched = at.stakes[at.position] == highest
    conditions = {
        Action.LOOK: not at.looked[at.position],  # R20
        Action.CALL: not matched,  # R23
        Action.HOLD: matched,  # R24
        Action.RAISE: highest < rules.max_stake,  # R26
        Action.FOLD: rules.free_fold or not matched,  # R27
    }
    return tuple(action for action, legal in conditions.items() if legal)


def _after(node: BettingNode, action: Action) -> _Key:
    """Return what a legal action leads to."""
    stakes, folded, looked = node.stakes, node.folded, node.looked
    actor = cast("int", node.position)  # where it is nobody's turn, no action is legal
    highest = max(stakes)
    if action is Action.LOOK:
        return _Key(stakes, folded, _replaced(looked, actor, by=True), actor)  # R22
    if action is Action.CALL:
        stakes = _replaced(stakes, actor, by=highest)  # R23
    elif action is Action.RAISE:
        stakes = _replaced(stakes, actor, by=highest + node.rules.raise_step)  # R25
    elif action is Action.FOLD:
        folded = _replaced(folded, actor, by=True)  # R27; the stake stays, R28
    return _Key(stakes, folded, looked, _next_to_act(node.rules, stakes, folded, actor))


def _next_to_act(
    rules: Rules, stakes: tuple[int, ...], folded: tuple[bool, ...], actor: int
) -> int | None:
    """Return whose turn it is after the actor's; None when the betting is over."""
    if folded.count(False) == 1:  # R33
        return None
    seats, dealer, highest = rules.seats, rules.seats - 1, max(stakes)
    for step in range(1, seats):  # R29
        position = (actor + step) % seats
        opening = position == dealer and highest == rules.opening_stake
        if not folded[position] and (stakes[position] < highest or opening):  # R30, R31
            return position
    return None  # R32


def _replaced(values: tuple[T, ...], position: int, *, by: T) -> tuple[T, ...]:
    return (*values[:position], by, *values[position + 1 :])
