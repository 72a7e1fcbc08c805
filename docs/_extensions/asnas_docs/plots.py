"""Plots of the solution as SVG. They take the colours of the page: see `_COLOURS`."""

import hashlib
import re
from collections.abc import Sequence
from io import StringIO
from itertools import pairwise
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from asnas_core import Category

from .solved import CATEGORIES, FIRST_IN, HANDS, R, Spot, blind, position_values, profile, stay

INK, RAISE, STAY, FAINT = "#010203", "#010204", "#010205", "#010206"
_COLOURS = {
    INK: "currentColor",
    RAISE: "var(--asnas-raise)",
    STAY: "var(--asnas-call)",
    FAINT: "var(--color-foreground-muted, currentColor)",
}
"""Colours that nobody would choose stand for those of the page, and are replaced when written."""

_STYLE: Any = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "asnas_core",
    "font.size": 10.5,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "hatch.linewidth": 0.9,
}
_WIDTH = 4.4
_HIGH_CARD = 9
"""How many times as wide as the others the only high-card hand is drawn: there is one of it."""

_SHORT = {
    Category.HIGH_CARD: "high\ncard",
    Category.PAIR: "pair",
    Category.TWO_PAIRS: "two\npairs",
    Category.THREE_OF_A_KIND: "three\nof a kind",
    Category.FULL_HOUSE: "full\nhouse",
    Category.FOUR_OF_A_KIND: "four\nof a kind",
}


def edges() -> list[int]:
    """Return where each hand begins on the axis, and where the last one ends."""
    starts = [0]
    for category in CATEGORIES:
        starts.append(starts[-1] + (_HIGH_CARD if category is Category.HIGH_CARD else 1))
    return starts


def profiles(spots: Sequence[Spot]) -> str:
    """Draw what is done with each hand, one panel for each situation."""
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(_WIDTH, 1.62 * len(spots) + 0.75), layout="constrained")
        panels = figure.subplots(len(spots), 1, sharex=True, sharey=True)
        for panel, spot in zip(panels, spots, strict=True):
            _profile(panel, spot)
        _category_names(panels[-1])
        panels[len(spots) // 2].set_ylabel("how often, in percent", y=1.0)
        stays = sorted({stay(spot.actions).value for spot in spots})
        _legend(figure, " or ".join(stays))
        return written(figure)


def _profile(panel: Axes, spot: Spot) -> None:
    chances, starts = profile(spot.actions), edges()
    raised = [100 * chance for chance in chances[R]]
    stayed = [100 * chance for chance in chances[stay(spot.actions)]]
    both = [one + other for one, other in zip(raised, stayed, strict=True)]
    panel.stairs(
        both,
        starts,
        baseline=raised,
        fill=True,
        facecolor="none",
        edgecolor=STAY,
        hatch="////",
        lw=0,
    )
    panel.stairs(raised, starts, fill=True, color=RAISE, lw=0)
    panel.stairs(both, starts, color=STAY, lw=1.1)
    for category, later in pairwise(range(len(HANDS))):
        if CATEGORIES[category] is not CATEGORIES[later]:
            panel.axvline(starts[later], color=FAINT, lw=0.8, ls=(0, (2, 2)))
    panel.set(xlim=(0, starts[-1]), ylim=(0, 100), yticks=(0, 50, 100), xticks=())
    panel.set_title(spot.title, loc="left", fontsize=10.5, fontweight="bold")


def _category_names(panel: Axes) -> None:
    starts = edges()
    middles = []
    for category in _SHORT:
        hands = [hand for hand, other in enumerate(CATEGORIES) if other is category]
        middles.append((starts[hands[0]] + starts[hands[-1] + 1]) / 2)
    panel.set_xticks(middles, _SHORT.values(), fontsize=9.5)
    panel.tick_params("x", length=0)
    panel.set_xlabel("hands from the weakest to the strongest")


def _legend(figure: Figure, stays: str) -> None:
    handles = [
        Patch(facecolor=RAISE, edgecolor=RAISE, label="raise"),
        Patch(facecolor="none", edgecolor=STAY, hatch="////", label=stays),
        Patch(facecolor="none", edgecolor=FAINT, label="fold"),
    ]
    figure.legend(handles=handles, loc="outside upper center", ncols=3, frameon=False)


def positions() -> str:
    """Draw what each position makes, one panel for each number of seats."""
    names = {
        2: ("first", "dealer"),
        3: ("first", "second", "dealer"),
        4: ("first", "second", "third", "dealer"),
    }
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(_WIDTH, 4.3), layout="constrained")
        panels = figure.subplots(3, 1, sharex=True, height_ratios=(2, 3, 4))
        for panel, (seats, labels) in zip(panels, names.items(), strict=True):
            worth = position_values(seats)
            bars = panel.barh(
                labels,
                worth,
                color=[RAISE if value > 0 else "none" for value in worth],
                edgecolor=[RAISE if value > 0 else STAY for value in worth],
                height=0.62,
            )
            for bar, value in zip(bars, worth, strict=True):
                bar.set_hatch("" if value > 0 else "////")
            panel.bar_label(bars, [signed(value) for value in worth], padding=4)
            panel.axvline(0, color=INK, lw=1)
            panel.invert_yaxis()
            panel.set(xlim=(-0.68, 0.42), xticks=(-0.6, -0.4, -0.2, 0, 0.2, 0.4))
            panel.tick_params("y", length=0)
            panel.spines["left"].set_visible(False)
            panel.set_title(f"{seats} seats", loc="left", fontsize=10.5, fontweight="bold")
        panels[-1].set_xlabel("points a deal, on average")
        return written(figure)


def signed(value: float) -> str:
    """Write a number of points with its sign, to two places."""
    return f"{value:+.2f}".replace("-", "\N{MINUS SIGN}") if round(value, 2) else "0.00"


_MARKS = {"look": "o", "call blind": "s", "hold blind": "s", "raise blind": "^", "fold blind": "x"}


def blind_play() -> str:
    """Draw what looking is worth, and what each action without looking, by situation."""
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=(_WIDTH, 6.4), layout="constrained")
        panels = figure.subplots(len(FIRST_IN), 1, sharex=True)
        for panel, spot in zip(panels, FIRST_IN, strict=True):
            worth = blind(spot.actions)
            for row, (name, value) in enumerate(worth):
                looked = name == "look"
                colour = RAISE if looked else STAY
                panel.plot([0, value], [row, row], color=colour, lw=1.6)
                panel.plot(
                    value,
                    row,
                    _MARKS[name],
                    color=colour,
                    ms=7,
                    mfc=colour if looked else "none",
                    mew=1.6,
                )
                beside = (9, "left") if value >= 0 else (-9, "right")
                panel.annotate(
                    signed(value),
                    (value, row),
                    (beside[0], 0),
                    textcoords="offset points",
                    ha=beside[1],
                    va="center",
                )
            panel.axvline(0, color=INK, lw=1)
            panel.set(ylim=(len(worth) - 0.4, -0.6), xlim=(-1.5, 1.0), xticks=(-1, -0.5, 0, 0.5, 1))
            panel.set_yticks(range(len(worth)), [name for name, _ in worth])
            panel.tick_params("y", length=0)
            panel.spines["left"].set_visible(False)
            panel.set_title(spot.title, loc="left", fontsize=10.5, fontweight="bold")
        panels[-1].set_xlabel("points a deal to expect")
        return written(figure)


def written(figure: Figure) -> str:
    """Return the SVG of a figure, in the colours of the page, without dates or a background."""
    figure.patch.set_visible(False)
    for panel in figure.axes:
        panel.patch.set_visible(False)
    sink = StringIO()
    figure.savefig(sink, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    svg = sink.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = _own_ids(svg)
    for stand_in, colour in _COLOURS.items():
        svg = svg.replace(stand_in, colour)
    return svg.replace("'DejaVu Sans', ", "").replace("sans-serif", "var(--font-stack, sans-serif)")


def _own_ids(svg: str) -> str:
    """Drop the ids that nothing refers to: several plots share a page, and have the same ones."""
    used = set(re.findall(r"#([A-Za-z]\w+)", svg))
    own = hashlib.sha256(svg.encode()).hexdigest()[:8]
    svg = re.sub(r' id="([^"]*)"', lambda found: found[0] if found[1] in used else "", svg)
    ids = set(re.findall(r' id="([^"]*)"', svg))
    return re.sub(
        r'(?<=[#"])(\w+)(?=[")])',
        lambda found: f"{found[1]}-{own}" if found[1] in ids else found[1],
        svg,
    )
