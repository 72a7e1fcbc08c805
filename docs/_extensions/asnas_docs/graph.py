"""The betting graph laid out in layers: what there is to draw, and where. Read off the graph."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

import attrs

from asnas_core import Action, BettingNode, Rules, betting_graph

_SWEEPS = 12
_ROUNDS = 40


@attrs.frozen
class Edge:
    """One action, from the number of a node to the number of another."""

    start: int
    action: Action
    end: int


@attrs.frozen
class Graph:
    """All nodes that can be reached, the first one first, and all edges between them."""

    nodes: tuple[BettingNode, ...]
    edges: tuple[Edge, ...]


@attrs.frozen
class Layout:
    """Where everything goes: columns are layers, rows are in units of one node.

    Attributes:
        columns: The layer of each node.
        rows: The row of each node, in its layer.
        paths: For each edge its points, as columns and rows, from start to end.
    """

    columns: tuple[int, ...]
    rows: tuple[float, ...]
    paths: tuple[tuple[tuple[int, float], ...], ...]


def explore(rules: Rules) -> Graph:
    """Walk the whole betting graph of some rules."""
    numbers = {betting_graph(rules): 0}
    waiting, edges = list(numbers), []
    for node in waiting:
        for action in node.legal_actions:
            child = node.child(action)
            if child not in numbers:
                numbers[child] = len(numbers)
                waiting.append(child)
            edges.append(Edge(numbers[node], action, numbers[child]))
    return Graph(tuple(waiting), tuple(edges))


def reachable(node: BettingNode) -> int:
    """Count the nodes that can be reached from one, itself included."""
    found, waiting = {node}, [node]
    for here in waiting:
        fresh = {here.child(action) for action in here.legal_actions} - found
        found |= fresh
        waiting.extend(fresh)
    return len(found)


def lay_out(graph: Graph) -> Layout:
    """Put every node into the layer after its last predecessor, and avoid crossings."""
    columns = _columns(graph)
    chains, column_of = _chains(graph, columns)
    pairs = [pair for chain in chains for pair in pairwise(chain)]
    layers: list[list[int]] = [[] for _ in range(max(columns) + 1)]
    for point, column in enumerate(column_of):
        layers[column].append(point)
    before, after = _neighbours(pairs, len(column_of))
    _order(layers, before, after)
    rows = _place(layers, before, after)
    paths = tuple(tuple((column_of[point], rows[point]) for point in chain) for chain in chains)
    return Layout(tuple(columns), tuple(rows[: len(graph.nodes)]), paths)


def _columns(graph: Graph) -> list[int]:
    """Return the length of the longest way to each node."""
    columns = [0] * len(graph.nodes)
    missing = Counter(edge.end for edge in graph.edges)
    waiting = [0]
    for node in waiting:
        for edge in graph.edges:
            if edge.start == node:
                columns[edge.end] = max(columns[edge.end], columns[node] + 1)
                missing[edge.end] -= 1
                if not missing[edge.end]:
                    waiting.append(edge.end)
    return columns


def _chains(graph: Graph, columns: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """Give long edges a point in each layer that they pass."""
    column_of, chains = list(columns), []
    for edge in graph.edges:
        between = range(columns[edge.start] + 1, columns[edge.end])
        points = [len(column_of) + step for step in range(len(between))]
        column_of.extend(between)
        chains.append([edge.start, *points, edge.end])
    return chains, column_of


def _neighbours(
    pairs: Sequence[tuple[int, int]], points: int
) -> tuple[list[list[int]], list[list[int]]]:
    before: list[list[int]] = [[] for _ in range(points)]
    after: list[list[int]] = [[] for _ in range(points)]
    for start, end in pairs:
        before[end].append(start)
        after[start].append(end)
    return before, after


def _order(layers: list[list[int]], before: list[list[int]], after: list[list[int]]) -> None:
    """Sort each layer by where its neighbours are, forwards and backwards in turn."""
    place = {point: spot for layer in layers for spot, point in enumerate(layer)}

    def middle(neighbours: list[list[int]]) -> Callable[[int], float]:
        def of(point: int) -> float:
            spots = [place[other] for other in neighbours[point]]
            return sum(spots) / len(spots) if spots else float(place[point])

        return of

    for sweep in range(_SWEEPS):
        backwards = sweep % 2
        for layer in layers[::-1] if backwards else layers:
            layer.sort(key=middle(after if backwards else before))
            place.update({point: spot for spot, point in enumerate(layer)})


def _place(layers: list[list[int]], before: list[list[int]], after: list[list[int]]) -> list[float]:
    """Move points towards their neighbours, and never nearer than one row to the next point."""
    rows = [0.0] * len(before)
    for layer in layers:
        for spot, point in enumerate(layer):
            rows[point] = spot - (len(layer) - 1) / 2
    for round_ in range(_ROUNDS):
        neighbours = (before, after)[round_ % 2]
        for layer in layers:
            wanted = [
                _mean([rows[other] for other in neighbours[point]], rows[point]) for point in layer
            ]
            for point, row in zip(layer, _spread(wanted), strict=True):
                rows[point] = row
    top = min(rows)
    return [row - top for row in rows]


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _spread(wanted: Sequence[float]) -> list[float]:
    """Return rows in the same order, at least one apart, as near to those wanted as can be.

    Points that would be too near are joined to blocks, which go to the mean of what they want.
    """
    blocks: list[list[float]] = []  # each one what its points want, less their place in it
    for row in wanted:
        blocks.append([row])
        while len(blocks) > 1 and _start(blocks[-1]) < _start(blocks[-2]) + len(blocks[-2]):
            last = blocks.pop()
            shift = len(blocks[-1])
            blocks[-1].extend(value - shift for value in last)
    return [_start(block) + spot for block in blocks for spot in range(len(block))]


def _start(block: Sequence[float]) -> float:
    return sum(block) / len(block)
