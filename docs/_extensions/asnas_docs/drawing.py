"""Small pieces of SVG. Colours are those of the page, so that one picture fits light and dark."""

from collections.abc import Sequence
from html import escape

from asnas_core import BettingNode, Ending

RADIUS = 11
GAP = 30
_LETTER = 6.6
"""About how wide a letter is, in pixels."""


def element(name: str, body: str = "", /, **attributes: str | float) -> str:
    """Write one element; underscores at the end of names are dropped, others become hyphens."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_attribute(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{body}</{name}>" if body else f"<{name}{written}/>"


def _attribute(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def text(x: float, y: float, words: str, class_: str = "", anchor: str = "middle") -> str:
    """Write words around a point."""
    return element("text", escape(words), x=x, y=y, text_anchor=anchor, class_=class_)


def width_of(words: str) -> float:
    """Return about how wide words are."""
    return _LETTER * len(words)


def polyline(points: Sequence[tuple[float, float]], class_: str = "edge") -> str:
    """Draw a line through points that bends softly, with an arrow at its end."""
    (x, y), *others = points
    way = f"M{x:.1f} {y:.1f}"
    for to_x, to_y in others:
        half = (x + to_x) / 2
        way += f"C{half:.1f} {y:.1f} {half:.1f} {to_y:.1f} {to_x:.1f} {to_y:.1f}"
        x, y = to_x, to_y
    return element("path", d=way, class_=class_)


def arrow_head(x: float, y: float, *, down: bool = False) -> str:
    """Draw the head of an arrow that ends here."""
    wings = ((-4, -7), (4, -7)) if down else ((-7, -4), (-7, 4))
    points = " ".join(f"{x + a:.1f},{y + b:.1f}" for a, b in ((0, 0), *wings))
    return element("polygon", points=points, class_="head")


def state_of(node: BettingNode, position: int) -> str:
    """Tell in a word how a position stands: blind, looked, folded, or left, which is both."""
    looked, folded = node.looked[position], node.folded[position]
    return {
        (False, False): "blind",
        (True, False): "looked",
        (False, True): "folded",
        (True, True): "left",
    }[looked, folded]


def tokens(node: BettingNode, middle: float, y: float) -> str:
    """Draw a circle for each position, from the dealer's right to the dealer, with its stake.

    A full circle has looked, a hollow one has not, a dashed one has folded, tinted if it had looked
    before, and the one with a bar below it is to act.
    """
    left = middle - GAP * (node.rules.seats - 1) / 2
    parts = []
    for position, stake in enumerate(node.stakes):
        x, kind = left + GAP * position, state_of(node, position)
        parts.append(element("circle", cx=x, cy=y, r=RADIUS, class_=kind))
        parts.append(text(x, y + 4.5, str(stake), f"in-{kind}"))
        if position == node.position:
            bar = y + RADIUS + 4
            parts.append(element("path", d=f"M{x - 9:g} {bar:g}H{x + 9:g}", class_="turn"))
    return "".join(parts)


def ending(node: BettingNode) -> str:
    """Say how the betting came to its end here, or nothing."""
    if node.position is not None:
        return ""
    live = [position for position, folded in enumerate(node.folded) if not folded]
    if len(live) > 1:
        return Ending.SHOWDOWN.value
    return f"{position_name(live[0], node.rules.seats)} wins"


def position_name(position: int, seats: int) -> str:
    """Name a position by when it acts."""
    return "dealer" if position == seats - 1 else ("first", "second", "third", "fourth")[position]


_STATES = {
    "blind": "blind",
    "looked": "looked",
    "folded": "folded blind",
    "left": "looked and folded",
}


def describe(node: BettingNode) -> str:
    """Say in words what `tokens` shows."""
    seats = node.rules.seats
    said = [
        f"{position_name(position, seats)} {stake} {_STATES[state_of(node, position)]}"
        for position, stake in enumerate(node.stakes)
    ]
    turn = ending(node) or f"{position_name(node.position or 0, seats)} to act"
    return f"{', '.join(said)}: {turn}"


def picture(body: str, width: float, height: float, title: str, class_: str) -> str:
    """Put a drawing into an SVG element of its natural size."""
    return element(
        "svg",
        element("title", escape(title)) + body,
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        width=f"{width:.0f}",
        height=f"{height:.0f}",
        role="img",
        class_=f"asnas-drawing {class_}",
    )
