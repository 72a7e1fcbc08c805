"""The table, and the same as JSON."""

import os
import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import attrs

from benchmarks.bars import FIRST_TIME, TITLES, Bar, Measurements, Verdict
from benchmarks.engine import NAME
from benchmarks.peers import MODULES
from benchmarks.timing import Series

INSTALL = "pip install -e '.[bench]'"
MICROSECONDS = 1e-3
MILLISECONDS = 1e3


@attrs.frozen
class Rate:
    """One line of figures."""

    section: str
    name: str
    unit: str
    measured: Series


@attrs.frozen
class Report:
    """One run, ready to be printed."""

    machine: dict[str, str]
    versions: dict[str, str]
    settings: dict[str, int]
    rates: tuple[Rate, ...]
    bars: tuple[Bar, ...]
    missing: dict[str, str]
    unwanted_modules: tuple[str, ...]


def machine() -> dict[str, str]:
    """Say what the figures were taken on."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": str(os.cpu_count()),
    }


def versions() -> dict[str, str]:
    """Say which versions were measured."""
    names = ("attrs", *MODULES.values())
    ours = {NAME: _version(NAME, "a source tree")}
    return ours | {name: _version(name, "not installed") for name in names}


def rates(found: Measurements) -> Iterator[Rate]:
    """List every figure that was taken."""
    for contest, measured in found.contests.items():
        for name, series in measured.items():
            yield Rate(TITLES[contest], name, f"{contest}/s", series)
    section = FIRST_TIME
    for name, series in found.first_use.rates.items():
        yield Rate(section, name, "hands/s", series)
    yield Rate(
        section, f"{NAME}, first hand of all", "ms", found.first_use.first.times(MILLISECONDS)
    )
    section, step = "views of random deals", found.views.step
    yield Rate(section, "one step (apply_action)", "us", step.times(MICROSECONDS))
    for name, series in found.views.views.items():
        yield Rate(section, name, "us", series.times(MICROSECONDS))
        yield Rate(section, f"{name}, in steps", "steps", series.over(step))
    section, imports = "import", found.imports
    yield Rate(section, "attrs", "ms", imports.attrs.times(MILLISECONDS))
    yield Rate(section, NAME, "ms", imports.ours.times(MILLISECONDS))
    section, graph = "the default graph", found.graph
    yield Rate(section, "nodes", "nodes", Series([graph.nodes]))
    yield Rate(section, "endings among them", "nodes", Series([graph.endings]))
    yield Rate(section, "time to explore it", "ms", graph.seconds.times(MILLISECONDS))
    yield Rate(section, "memory", "MB", graph.megabytes)
    section, master = "the strongest player", found.master
    yield Rate(section, "first decision", "ms", master.first.times(MILLISECONDS))
    yield Rate(section, "later decisions", "us", master.later.times(1e6))


def as_text(report: Report) -> str:
    """Write the table."""
    return "\n".join(_lines(report))


def as_json(report: Report) -> dict[str, Any]:
    """Write the same in primitives, with every sample."""
    return {
        "format": "asnas-core/benchmarks",
        "version": 1,
        "machine": report.machine,
        "versions": report.versions,
        "settings": report.settings,
        "missing": report.missing,
        "unwanted_modules": list(report.unwanted_modules),
        "rates": [
            {"section": rate.section, "name": rate.name, "unit": rate.unit}
            | _figures(rate.measured)
            for rate in report.rates
        ],
        "bars": [
            {
                "what": bar.what,
                "sense": bar.sense,
                "limit": bar.limit,
                "unit": bar.unit,
                "required": bar.required,
                "verdict": bar.verdict.value,
            }
            | _figures(bar.measured)
            for bar in report.bars
        ],
    }


def _lines(report: Report) -> Iterator[str]:
    for title, facts in (
        ("machine", report.machine), ("versions", report.versions), ("settings", report.settings)
    ):  # fmt: skip
        yield f"{title:10}" + ", ".join(f"{name} {fact}" for name, fact in facts.items())
    section = ""
    for rate in report.rates:
        if rate.section != section:
            section = rate.section
            yield f"\n{section:42} {'median':>12}   quartiles"
        median, spread = _number(rate.measured.median), _spread(rate.measured)
        yield f"  {rate.name:40} {median:>12}   {spread:24} {rate.unit}"
    yield f"\n{'bars':64} {'median':>10}   {'quartiles':20} {'bar':>16}"
    for bar in report.bars:
        figures = bar.measured
        yield (
            f"  {bar.what:62} {_number(figures.median) if figures else '-':>10}   "
            f"{_spread(figures) if figures else '':20} "
            f"{('' if bar.required else 'goal: ') + bar.sense + ' ' + _number(bar.limit):>16} "
            f"{bar.unit:8}{bar.verdict}"
        )
    for module in report.unwanted_modules:
        yield f"import asnas_core loads {module}"
    for name, reason in report.missing.items():
        yield f"{name} is not installed ({reason}): {INSTALL}"
    counts = {verdict: sum(bar.verdict is verdict for bar in report.bars) for verdict in Verdict}
    yield "\n" + ", ".join(f"{count} {verdict}" for verdict, count in counts.items())


def _figures(series: Series | None) -> dict[str, Any]:
    if series is None:
        return {"median": None, "quartiles": None, "samples": None}
    return {
        "median": series.median,
        "quartiles": [series.low, series.high],
        "samples": list(series.samples),
    }


def _spread(series: Series) -> str:
    if len(series.samples) == 1:
        return ""
    return f"{_number(series.low)} .. {_number(series.high)}"


def _number(value: float) -> str:
    """Write three or more digits, and no fraction that says nothing."""
    if value == int(value) or abs(value) >= 1000:  # noqa: PLR2004  # from there on, whole numbers
        return f"{value:,.0f}"
    return f"{value:.3g}"


def _version(distribution: str, otherwise: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return otherwise


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or "unknown")
