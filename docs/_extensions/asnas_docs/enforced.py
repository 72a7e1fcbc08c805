"""Put below each numbered rule the tests that enforce it, found by their names."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

TESTS = Path(__file__).parents[3] / "tests"
NUMBERS = (*(f"R{number}" for number in range(1, 50)), *(f"A{number}" for number in range(1, 15)))
"""All rules and readings."""

_log = logging.getLogger(__name__)
_NAME = re.compile(r"test_((?:[ra]\d+_)+)")


@cache
def rule_tests(folder: Path = TESTS) -> Mapping[str, tuple[str, ...]]:
    """Return for each number the tests that carry it in their names, as ``file::test``."""
    found = defaultdict(list)
    for path in sorted(folder.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            named = _NAME.match(node.name) if isinstance(node, ast.FunctionDef) else None
            if named and isinstance(node, ast.FunctionDef):
                for number in named[1].strip("_").split("_"):
                    found[number.upper()].append(f"{path.name}::{node.name}")
    return {number: tuple(sorted(tests)) for number, tests in found.items()}


def faults(shown: Iterable[str], tests: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Say what is wrong: a rule that is not shown, or has no test, or a test without a rule."""
    listed = list(shown)
    twice = {number for number in listed if listed.count(number) > 1}
    return [
        *(f"rule {number} is in no table" for number in NUMBERS if number not in listed),
        *(f"rule {number} is in a table twice" for number in sorted(twice)),
        *(f"rule {number} has no test" for number in NUMBERS if number not in tests),
        *(f"tests carry {number}, which is no rule" for number in sorted(set(tests) - {*NUMBERS})),
    ]


def add_tests(app: Sphinx, page: nodes.document) -> None:
    """Give each row of a table that begins with the number of a rule its tests and a target."""
    for row in page.findall(nodes.row):
        entries = [entry for entry in row.children if isinstance(entry, nodes.entry)]
        number = entries[0].astext()
        if number in NUMBERS:
            entries[1] += _enforced(rule_tests().get(number, ()))
            entries[0]["ids"].append(number.lower())
            known: dict[str, list[str]] = app.env.__dict__.setdefault("asnas_rules", {})
            known.setdefault(app.env.current_document.docname, []).append(number)


def _enforced(tests: Iterable[str]) -> nodes.paragraph:
    said = nodes.paragraph("", "enforced by " if tests else "", classes=["enforced"])
    for place, test in enumerate(tests):
        said += [nodes.Text(", ")] if place else []
        said += nodes.literal(test, test)
    return said


def check(_app: Sphinx, env: BuildEnvironment) -> None:
    """Warn, which fails the build, where rules and tests do not go together."""
    shown: dict[str, list[str]] = env.__dict__.get("asnas_rules", {})
    if shown:
        for fault in faults((number for page in shown.values() for number in page), rule_tests()):
            _log.warning(fault)


def forget(_app: Sphinx, env: BuildEnvironment, page: str) -> None:
    """Drop what a page had, because it is read again."""
    env.__dict__.get("asnas_rules", {}).pop(page, None)


def merge(_app: Sphinx, env: BuildEnvironment, pages: set[str], other: BuildEnvironment) -> None:
    """Take over what another process has read."""
    theirs: dict[str, list[str]] = other.__dict__.get("asnas_rules", {})
    known: dict[str, list[str]] = env.__dict__.setdefault("asnas_rules", {})
    known.update({page: theirs[page] for page in pages if page in theirs})
