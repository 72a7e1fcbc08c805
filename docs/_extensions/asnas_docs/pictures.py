"""Directives for everything that is drawn, and what stands for it where nothing can be shown."""

from collections.abc import Callable, Sequence
from html import escape
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

from asnas_core import Action, Category, Hand, Rules, parse_hand
from asnas_core.locales import hand_text, names
from asnas_core.svg import hand as hand_picture

from . import plots, solved
from .diagrams import graph_in_words, graph_picture, path_in_words, path_picture

EXAMPLES: dict[Category, Hand] = {
    Category.FOUR_OF_A_KIND: parse_hand("AAAAS"),
    Category.FULL_HOUSE: parse_hand("AAASS"),
    Category.THREE_OF_A_KIND: parse_hand("AAASB"),
    Category.TWO_PAIRS: parse_hand("AASSB"),
    Category.PAIR: parse_hand("AASBZ"),
    Category.HIGH_CARD: parse_hand("ASBZC"),
}


_WIDEST = 48
"""Letters in a column of a table, where it is shown as text."""


def figure(drawing: str, kind: str, caption: str, *, bare: bool = False) -> list[nodes.Node]:
    """Wrap a drawing so that it scrolls where it is too wide, with a caption below unless bare."""
    below = "" if bare else f"<figcaption>{escape(caption)}</figcaption>"
    page = (
        f'<figure class="asnas-picture asnas-{kind}">'
        f'<div class="asnas-scroll" dir="ltr" tabindex="0" role="group" '
        f'aria-label="{escape(caption)}">'
        f"{drawing}</div>{below}</figure>"
    )
    return [
        nodes.raw("", page, format="html"),
        nodes.raw("", f"[Picture: {caption}]", format="text"),
    ]


def table(head: Sequence[str], rows: Sequence[Sequence[str]], summary: str) -> list[nodes.Node]:
    """Return a table that is folded away until somebody opens it."""
    widths = (max(map(len, column)) for column in zip(head, *rows, strict=True))
    columns = [nodes.colspec(colwidth=min(width + 2, _WIDEST)) for width in widths]
    body = nodes.tbody("", *map(_row, rows))
    group = nodes.tgroup("", *columns, nodes.thead("", _row(head)), body, cols=len(head))
    return [
        nodes.raw("", f"<details><summary>{escape(summary)}</summary>", format="html"),
        nodes.table("", group, classes=["colwidths-auto"]),
        nodes.raw("", "</details>", format="html"),
    ]


def _row(cells: Sequence[str]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", cell)) for cell in cells))


class HandPicture(SphinxDirective):
    """``{hand-picture} AASBZ`` shows five cards, and below, unless bare, what they are worth."""

    required_arguments: ClassVar[int] = 1
    option_spec: ClassVar[dict[str, Any]] = {
        "language": directives.unchanged,
        "bare": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Return the picture."""
        cards = parse_hand(self.arguments[0])
        language = self.options.get("language", "en")
        ranks = " ".join(names(language).ranks[card] for card in cards)
        caption = f"{hand_text(cards, language)}: {ranks}"
        drawing = hand_picture(cards, language=language)
        return figure(drawing, "hand", caption, bare="bare" in self.options)


class _RulesDirective(SphinxDirective):
    """What is drawn of some rules, which are given as options."""

    option_spec: ClassVar[dict[str, Any]] = {
        "seats": directives.positive_int,
        "max-stake": directives.positive_int,
        "open": directives.flag,
    }

    def rules(self) -> Rules:
        """Return the rules that the options name."""
        settings = {
            name.replace("-", "_"): value for name, value in self.options.items() if name != "open"
        }
        return Rules(**settings, concealed="open" not in self.options)


class BettingGraph(_RulesDirective):
    """``{betting-graph}`` draws all nodes and edges of the graph of some rules."""

    required_arguments: ClassVar[int] = 1
    final_argument_whitespace: ClassVar[bool] = True

    def run(self) -> list[nodes.Node]:
        """Return the drawing, and the same in words."""
        rows = [(str(row), *said) for row, said in enumerate(graph_in_words(self.rules()), 1)]
        return [
            *figure(graph_picture(self.rules()), "graph", self.arguments[0]),
            *table(("node", "stakes and turn", "leads to"), rows, "The same in words"),
        ]


class BettingPath(_RulesDirective):
    """``{betting-path} call raise fold`` draws one deal on its way through the graph."""

    required_arguments: ClassVar[int] = 1
    final_argument_whitespace: ClassVar[bool] = True

    def run(self) -> list[nodes.Node]:
        """Return the drawing, and the same in words."""
        actions = [Action(word) for word in self.arguments[0].split()]
        caption = " ".join(self.content) or f"One deal: {', '.join(actions)}"
        rows = path_in_words(self.rules(), actions)
        return [
            *figure(path_picture(self.rules(), actions), "path", caption),
            *table(("stakes and turn", "taken"), rows, "The same in words"),
        ]

    has_content = True


_SHARES = ("situation", "hands", "raise", "call or hold", "fold")
PLOTS: dict[str, tuple[Callable[[], str], Callable[[], list[nodes.Node]]]] = {
    "first-in": (
        lambda: plots.profiles(solved.FIRST_IN),
        lambda: table(_SHARES, solved.table(solved.FIRST_IN), "The same in numbers"),
    ),
    "facing-a-raise": (
        lambda: plots.profiles(solved.FACING),
        lambda: table(_SHARES, solved.table(solved.FACING), "The same in numbers"),
    ),
    "positions": (plots.positions, list),
    "blind": (
        plots.blind_play,
        lambda: table(
            ("situation", "action", "points"),
            [
                (spot.title, name, plots.signed(value))
                for spot in solved.FIRST_IN
                for name, value in solved.blind(spot.actions)
            ],
            "The same in numbers",
        ),
    ),
}


class SolutionPlot(SphinxDirective):
    """``{solution-plot} first-in`` draws one of `PLOTS`; its content is the caption."""

    required_arguments: ClassVar[int] = 1
    has_content: ClassVar[bool] = True

    def run(self) -> list[nodes.Node]:
        """Return the plot, and its numbers where it does not show them itself."""
        draw, numbers = PLOTS[self.arguments[0]]
        caption = " ".join(self.content)
        named = f'<svg role="img" aria-label="{escape(caption)}"'
        return [*figure(draw().replace("<svg", named, 1), "plot", caption), *numbers()]
