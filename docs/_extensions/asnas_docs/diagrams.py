"""The betting graph as pictures: all of a small one, and one deal in a large one."""

from collections.abc import Sequence

from asnas_core import Action, BettingNode, Rules, betting_graph

from .drawing import (
    arrow_head,
    describe,
    element,
    ending,
    picture,
    polyline,
    text,
    tokens,
    width_of,
)
from .graph import Graph, Layout, explore, lay_out, reachable

_COLUMN, _ROW = 154, 58
_BOX_HEIGHT = 46
_MARGIN = 10
_WORD, _LINE = 30, 15
"""How far labels keep from each other, across and down."""

_SPOTS = tuple(
    (1.5 * t * (1 - t) + t**3, 3 * t**2 * (1 - t) + t**3)
    for t in (0.62, 0.7, 0.54, 0.46, 0.38, 0.3, 0.78, 0.84, 0.24, 0.18)
)
"""Where on an edge a label can stand: how far it has come across, and how far up or down."""


def box_width(seats: int) -> float:
    """Return how wide the box of a node is."""
    return max(30 * seats + 16, width_of("dealer wins") + 12)


def graph_picture(rules: Rules) -> str:
    """Draw all nodes and edges of the betting graph of some rules."""
    graph = explore(rules)
    layout = lay_out(graph)
    width = box_width(rules.seats)
    edges = "".join(_edge(graph, layout, number, width) for number in range(len(graph.edges)))
    labels = _labels(graph, layout, width)
    boxes = "".join(
        _box(node, _COLUMN * column + _MARGIN + width / 2, _ROW * row + _MARGIN + _BOX_HEIGHT / 2)
        for node, column, row in zip(graph.nodes, layout.columns, layout.rows, strict=True)
    )
    return picture(
        edges + boxes + labels,
        _COLUMN * max(layout.columns) + width + 2 * _MARGIN,
        _ROW * max(row for path in layout.paths for _, row in path) + _BOX_HEIGHT + 2 * _MARGIN,
        f"The betting graph of {rules.seats} seats with stakes up to {rules.max_stake}: "
        f"{len(graph.nodes)} nodes, {len(graph.edges)} edges",
        "asnas-graph",
    )


def _points(graph: Graph, layout: Layout, number: int, width: float) -> list[tuple[float, float]]:
    """Return the way of an edge, from the right of one box to the left of another."""
    points = []
    path = layout.paths[number]
    for step, (column, row) in enumerate(path):
        x, y = _COLUMN * column + _MARGIN, _ROW * row + _MARGIN + _BOX_HEIGHT / 2
        if step == 0:
            points.append((x + width, y + _fan(graph, layout, number)))
        elif step == len(path) - 1:
            points.append((x, y))
        else:  # pass a layer straight
            points += [(x, y), (x + width, y)]
    return points


def _fan(graph: Graph, layout: Layout, number: int) -> float:
    """Tell how far from the middle of its box an edge leaves it, so that none cross at once."""
    start = graph.edges[number].start
    leaving = [other for other, edge in enumerate(graph.edges) if edge.start == start]
    leaving.sort(key=lambda other: layout.paths[other][1][1])
    return 9 * (leaving.index(number) - (len(leaving) - 1) / 2)


def _edge(graph: Graph, layout: Layout, number: int, width: float) -> str:
    points = _points(graph, layout, number, width)
    return polyline(points) + arrow_head(*points[-1])


def _labels(graph: Graph, layout: Layout, width: float) -> str:
    """Write each action on its edge, in the first gap that it crosses, where no other label is."""
    taken: list[tuple[float, float]] = []
    parts = []
    for number, edge in enumerate(graph.edges):
        (x, y), (to_x, to_y), *_ = _points(graph, layout, number, width)
        spots = [(x + across * (to_x - x), y + up * (to_y - y) + 4) for across, up in _SPOTS]
        spot = max(spots, key=lambda spot: _clearance(spot, taken))
        taken.append(spot)
        parts.append(text(*spot, edge.action.value, "action"))
    return "".join(parts)


def _clearance(spot: tuple[float, float], taken: Sequence[tuple[float, float]]) -> float:
    """Tell how far a label is from the next one, in sizes of a label; more than 1 is enough."""
    away = (max(abs(spot[0] - x) / _WORD, abs(spot[1] - y) / _LINE) for x, y in taken)
    return min(1.0, *away) if taken else 1.0


def _box(node: BettingNode, middle: float, y: float) -> str:
    """Draw a node around a point."""
    width, end = box_width(node.rules.seats), ending(node)
    frame = element(
        "rect",
        x=middle - width / 2,
        y=y - _BOX_HEIGHT / 2,
        width=width,
        height=_BOX_HEIGHT,
        rx=8,
        class_="over" if end else "node",
    )
    inside = tokens(node, middle, y - (9 if end else 2))
    if end:
        inside += text(middle, y + 17, end, "end")
    return element("g", element("title", describe(node)) + frame + inside)


_STEP = 104
_PATH_WIDTH = 348


def path_picture(rules: Rules, actions: Sequence[Action]) -> str:
    """Draw the nodes that a deal comes through, and how much lies behind each way not taken."""
    node, y, parts = betting_graph(rules), _MARGIN + _BOX_HEIGHT / 2, []
    middle = _MARGIN + box_width(rules.seats) / 2
    for action in actions:
        parts.append(_box(node, middle, y) + _beside(node, action, middle, y))
        parts.append(_down(action, middle, y + _BOX_HEIGHT / 2))
        node, y = node.child(action), y + _STEP
    parts.append(_box(node, middle, y))
    return picture(
        "".join(parts),
        _PATH_WIDTH,
        y + _BOX_HEIGHT / 2 + _MARGIN,
        "One deal on its way through the betting graph: " + ", ".join(actions),
        "asnas-path",
    )


def _down(action: Action, x: float, y: float) -> str:
    end = y + _STEP - _BOX_HEIGHT
    line = element("path", d=f"M{x:g} {y:g}V{end:g}", class_="edge taken")
    return line + arrow_head(x, end, down=True) + text(x, (y + end) / 2 + 4, action.value, "action")


def _beside(node: BettingNode, taken: Action, middle: float, y: float) -> str:
    """List the ways not taken to the right of a node, with how many nodes lie behind each."""
    left = middle + box_width(node.rules.seats) / 2
    others = [action for action in node.legal_actions if action is not taken]
    parts = []
    for place, action in enumerate(others):
        to_y = y + 21 * (place - (len(others) - 1) / 2)
        behind = reachable(node.child(action))
        words = f"{action.value}: {behind:,} nodes" if behind > 1 else f"{action.value}: over"
        parts.append(polyline([(left, y), (left + 34, to_y)], "edge aside"))
        parts.append(text(left + 40, to_y + 4, words, "aside-text", "start"))
    return "".join(parts)


def graph_in_words(rules: Rules) -> list[tuple[str, str]]:
    """Return each node in words, and where its actions lead to by number, for a table."""
    graph = explore(rules)
    leads: list[list[str]] = [[] for _ in graph.nodes]
    for edge in graph.edges:
        leads[edge.start].append(f"{edge.action.value}: {edge.end + 1}")
    return [
        (describe(node), ", ".join(out) or "over")
        for node, out in zip(graph.nodes, leads, strict=True)
    ]


def path_in_words(rules: Rules, actions: Sequence[Action]) -> list[tuple[str, str]]:
    """Return each node of a path in words, and the action taken there."""
    node, rows = betting_graph(rules), []
    for action in actions:
        rows.append((describe(node), action.value))
        node = node.child(action)
    return [*rows, (describe(node), "over")]
