"""Numbers in sentences: ``{checked}`` shows a number, and fails the build where it is not true."""

from collections.abc import Callable
from functools import partial

from docutils import nodes
from sphinx.util.docutils import ReferenceRole

from asnas_core import Action, Category

from . import solved
from .drawing import position_name
from .solved import C, F, R


def _percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def _points(value: float) -> str:
    return f"{value:+.2f}".replace("-", "\N{MINUS SIGN}")


def _worth(seats: int, position: int) -> str:
    return f"{solved.position_values(seats)[position]:+.4f}".replace("-", "\N{MINUS SIGN}")


def _blind(actions: tuple[Action, ...], name: str) -> str:
    return _points(dict(solved.blind(actions))[name])


HIGH, PAIR, TWO, THREE = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.TWO_PAIRS,
    Category.THREE_OF_A_KIND,
)
FULL = Category.FULL_HOUSE

FIGURES: dict[str, Callable[[], str]] = {
    "first folds": lambda: _percent(solved.share((), F)),
    "first raises": lambda: _percent(solved.share((), R)),
    "second folds": lambda: _percent(solved.share((F,), F)),
    "second raises": lambda: _percent(solved.share((F,), R)),
    "third folds": lambda: _percent(solved.share((F, F), F)),
    "third raises": lambda: _percent(solved.share((F, F), R)),
    "dealer raises": lambda: _percent(solved.share((F, F, C), R)),
    "first bluffs": lambda: _percent(solved.share((), R, HIGH)),
    "third bluffs": lambda: _percent(solved.share((F, F), R, HIGH)),
    "third raises threes": lambda: _percent(solved.share((F, F), R, THREE)),
    "first raises threes": lambda: _percent(solved.share((), R, THREE)),
    "second faces": lambda: _percent(solved.share((R,), F)),
    "second faces with three": lambda: _percent(solved.share((R,), F, THREE)),
    "dealer faces first": lambda: _percent(solved.share((R, F, F), F)),
    "dealer faces first with two": lambda: _percent(solved.share((R, F, F), F, TWO)),
    "dealer faces third": lambda: _percent(solved.share((F, F, R), F)),
    "dealer faces third with two": lambda: _percent(solved.share((F, F, R), F, TWO)),
    "third faces two": lambda: _percent(solved.share((R, R), F)),
    "third faces two with full": lambda: _percent(solved.share((R, R), F, FULL)),
    "first looks": lambda: _blind((), "look"),
    "first calls blind": lambda: _blind((), "call blind"),
    "first raises blind": lambda: _blind((), "raise blind"),
    "second raises blind": lambda: _blind((F,), "raise blind"),
    "third raises blind": lambda: _blind((F, F), "raise blind"),
    "dealer holds blind": lambda: _blind((F, F, C), "hold blind"),
    "dealer raises blind": lambda: _blind((F, F, C), "raise blind"),
    "dealer looks": lambda: _blind((F, F, C), "look"),
    **{
        f"{seats} seats, {position_name(place, seats)}": partial(_worth, seats, place)
        for seats in (2, 3, 4)
        for place in range(seats)
    },
}
"""The numbers that sentences name, by what they are."""


class Checked(ReferenceRole):
    """``{checked}`93 % <second faces>``` shows the number, if it is that one of `FIGURES`."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the number as text."""
        figure = FIGURES.get(self.target)
        true = figure() if figure else "no number of this name"
        if self.title != true:
            message = self.inliner.reporter.warning(
                f"{self.target}: the page says {self.title}, and it is {true}", line=self.lineno
            )
            return [nodes.Text(self.title)], [message]
        return [nodes.Text(self.title.replace(" ", "\N{NO-BREAK SPACE}"))], []
