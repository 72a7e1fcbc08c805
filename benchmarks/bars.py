"""The bars of the project, and whether they are met."""

from enum import StrEnum
from operator import eq, ge, gt, le, lt

import attrs

from benchmarks.engine import EVERY_VIEW, NAME, ViewCosts
from benchmarks.fresh import FirstUse, Graph, Imports, Master
from benchmarks.timing import Series
from benchmarks.work import Contest


@attrs.frozen
class Ratio:
    """A bar for our rate over another's; a goal, if it is not required."""

    contest: Contest
    name: str
    sense: str
    limit: float
    required: bool = True


RATIOS = (
    Ratio(Contest.ROUNDS, "OpenSpiel, mutating", "at least", 1.1),
    Ratio(Contest.ROUNDS, "OpenSpiel, child", "at least", 1.5),
    Ratio(Contest.ROUNDS, "PokerKit", "at least", 50),
    Ratio(Contest.ROUNDS, "RLCard, game", "at least", 15, required=False),
    Ratio(Contest.ROUNDS, "RLCard, environment", "at least", 15),
    Ratio(Contest.RANKING, "phevaluator", "over", 1),
    Ratio(Contest.RANKING, "treys", "over", 1),
    Ratio(Contest.RANKING, "PokerKit", "over", 1),
    Ratio(Contest.DEALS, "OpenSpiel", "at least", 0.6),
    Ratio(Contest.DEALS, "OpenSpiel", "at least", 1, required=False),
    Ratio(Contest.DEALS, "PokerKit", "at least", 20),
)

TITLES = {
    Contest.ROUNDS: "betting rounds",
    Contest.RANKING: "ranking hands, seen before",
    Contest.DEALS: "whole deals",
}
FIRST_TIME = "ranking hands, each for the first time"

MOST_STEPS_A_VIEW = 30
MOST_IMPORT_MS = 25
NODES = 12_990
MOST_MEGABYTES = 12
MOST_MS_AT_FIRST = 200
MOST_US_LATER = 20

SENSES = {"at least": ge, "over": gt, "under": lt, "within": le, "exactly": eq}


class Verdict(StrEnum):
    """What became of a bar."""

    MET = "met"
    MISSED = "MISSED"
    NOT_MEASURED = "not installed"


@attrs.frozen
class Bar:
    """One line of the verdict.

    Attributes:
        what: What is compared.
        sense: How the median must stand to the limit.
        limit: The number it must reach or stay below.
        unit: What both are counted in.
        measured: One sample for every repetition; None when the other engine is not installed.
        required: Whether it is a bar, and not only a goal.
    """

    what: str
    sense: str
    limit: float
    unit: str
    measured: Series | None
    required: bool = True

    @property
    def verdict(self) -> Verdict:
        """Compare the median with the limit."""
        if self.measured is None:
            return Verdict.NOT_MEASURED
        holds = SENSES[self.sense](self.measured.median, self.limit)
        return Verdict.MET if holds else Verdict.MISSED


@attrs.frozen
class Measurements:
    """Everything that one run has found out."""

    contests: dict[Contest, dict[str, Series]]
    first_use: FirstUse
    views: ViewCosts
    imports: Imports
    graph: Graph
    master: Master


def bars(found: Measurements) -> list[Bar]:
    """Hold the measurements against every bar."""
    return [
        *(_bar(ratio, TITLES[ratio.contest], found.contests[ratio.contest]) for ratio in RATIOS),
        *(
            _bar(ratio, FIRST_TIME, found.first_use.rates)
            for ratio in RATIOS
            if ratio.contest is Contest.RANKING
        ),
        Bar(
            f"{EVERY_VIEW}, median over random deals",
            "under",
            MOST_STEPS_A_VIEW,
            "steps",
            found.views.views[EVERY_VIEW].over(found.views.step),
        ),
        Bar(
            "import asnas_core, beyond import attrs",
            "within",
            MOST_IMPORT_MS,
            "ms",
            found.imports.ours.minus(found.imports.attrs).times(1000),
        ),
        Bar(
            "unwanted modules in import asnas_core",
            "exactly",
            0,
            "modules",
            Series([len(found.imports.unwanted)]),
        ),
        Bar("nodes of the default graph", "exactly", NODES, "nodes", Series([found.graph.nodes])),
        Bar(
            "memory of the default graph",
            "under",
            MOST_MEGABYTES,
            "MB",
            found.graph.megabytes,
        ),
        Bar(
            "the first decision of master, import of players included",
            "under",
            MOST_MS_AT_FIRST,
            "ms",
            found.master.first.times(1e3),
        ),
        Bar(
            "a later decision of master",
            "under",
            MOST_US_LATER,
            "us",
            found.master.later.times(1e6),
        ),
    ]


def _bar(ratio: Ratio, title: str, rates: dict[str, Series]) -> Bar:
    peer = rates.get(ratio.name)
    measured = None if peer is None else rates[NAME].over(peer)
    what = f"{title}: {NAME} / {ratio.name}"
    return Bar(what, ratio.sense, ratio.limit, "x", measured, ratio.required)
