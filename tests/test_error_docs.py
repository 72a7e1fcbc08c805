"""The pages on errors and on names list all there are, and what they say of them is so."""

import inspect
import re
from pathlib import Path
from string import Formatter

import pytest

import asnas_core
from asnas_core import (
    AsNasError,
    BettingNode,
    HandRank,
    Rules,
    errors,
    locales,
    odds,
    players,
    situations,
    solver,
    svg,
    testing,
    tournament,
)
from asnas_core.players import equilibrium

PAGES = Path(__file__).parent.parent / "docs" / "reference"
PAGE = (PAGES / "errors.md").read_text("utf-8")
REFERENCE = "".join(page.read_text("utf-8") for page in sorted(PAGES.glob("*.md")))
SOURCE = "".join(
    path.read_text("utf-8") for path in sorted(Path(asnas_core.__file__).parent.rglob("*.py"))
)

FUNCTIONS = [name for name in asnas_core.__all__ if inspect.isfunction(getattr(asnas_core, name))]
CALLS = {name: getattr(asnas_core, name) for name in FUNCTIONS} | {
    "Rules": Rules,
    "HandRank": HandRank,
    "ArgumentError.wrong_type": errors.ArgumentError.wrong_type,
    "BettingNode.child": BettingNode.child,
    "players.Character": players.Character,
    "players.equilibrium.Solution.legal_actions": equilibrium.Solution.legal_actions,
    "players.equilibrium.Solution.rows": equilibrium.Solution.rows,
    "players.equilibrium.Solution.blind": equilibrium.Solution.blind,
    "solver.Strategy.policy": solver.Strategy.policy,
}
MODULES = (equilibrium, locales, odds, players, situations, solver, svg, tournament)
for module in MODULES:
    place = module.__name__.removeprefix("asnas_core.")
    CALLS |= {
        f"{place}.{name}": value
        for name, value in vars(module).items()
        if name in module.__all__ and inspect.isfunction(value)
    }
ERRORS = {
    name
    for name, value in vars(errors).items()
    if isinstance(value, type) and issubclass(value, AsNasError)
}


def table(heading: str) -> list[list[str]]:
    """Return the cells of the table under a heading, without its first two lines."""
    section = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [line.strip("| ").split(" | ") for line in lines[2:]]


def fields(text: str) -> list[str]:
    """Return the names in braces, each once."""
    return list(dict.fromkeys(field for _, field, _, _ in Formatter().parse(text) if field))


def names(cell: str) -> list[str]:
    return re.findall(r"`([\w.]+)`", cell)


def documented(call: object) -> set[str]:
    """Return the errors under "Raises" in a docstring."""
    raises = inspect.getdoc(call).partition("\nRaises:\n")[2].partition("\n\n")[0]  # type: ignore[union-attr]
    return set(re.findall(r"^    (\w+Error): ", raises, re.MULTILINE))


def test_the_table_of_codes_is_the_messages() -> None:
    rows = table("Every code")
    assert {names(code)[0]: text for code, _, _, text in rows} == errors.MESSAGES
    assert [names(code)[0] for code, _, _, _ in rows] == list(errors.MESSAGES)
    assert [names(params) for _, _, params, _ in rows] == [
        fields(text) for text in errors.MESSAGES.values()
    ]


@pytest.mark.parametrize(("code", "kind"), [(row[0], row[1]) for row in table("Every code")])
def test_each_code_belongs_to_the_class_beside_it(code: str, kind: str) -> None:
    made = rf'(?:(\w+Error)[(,]|(fault)\()\s*"{names(code)[0]}"'
    found = {error or "RecordError" for error, _ in re.findall(made, SOURCE)}
    assert found == set(names(kind))


def test_every_call_has_its_row() -> None:
    assert sorted(names(call)[0] for call, _ in table("What each call can raise")) == sorted(CALLS)


@pytest.mark.parametrize(
    ("call", "raised"), [(row[0], row[1]) for row in table("What each call can raise")]
)
def test_each_call_raises_what_its_docstring_says(call: str, raised: str) -> None:
    assert set(names(raised)) == documented(CALLS[names(call)[0]])


def test_the_tree_holds_every_error_below_its_parent() -> None:
    tree = PAGE.partition("```text\n")[2].partition("```")[0]
    above: list[str] = []
    parents = {}
    for line in tree.splitlines():
        indent, name = re.match(r"([ │├└─]*)(\w+)", line).groups()  # type: ignore[union-attr]
        above[len(indent) // 4 :] = [name]
        parents[name] = above[-2:-1]
    assert parents.pop("ValueError") == []
    assert parents == {name: [getattr(errors, name).__bases__[0].__name__] for name in ERRORS}


def test_the_reference_has_every_public_name() -> None:
    entries = re.findall(r"^\.\. (?:auto|py:)\w+:: ([\w.]+)", REFERENCE, re.MULTILINE)
    listed = [name.removeprefix("asnas_core.") for name in entries]
    others = ["asnas_core", *(f"errors.{name}" for name in errors.__all__ if name not in ERRORS)]
    for module in (*MODULES, testing):
        others.append(module.__name__.removeprefix("asnas_core."))
        others += [name for name in module.__all__ if not inspect.ismodule(getattr(module, name))]
    assert sorted(listed) == sorted([*asnas_core.__all__, *others])


def test_the_reference_shows_the_rules_with_their_defaults() -> None:
    shown = re.findall(r"^\.\. autoclass:: Rules(\(.*\))$", REFERENCE, re.MULTILINE)
    assert f"{shown[0]} -> None" == str(inspect.signature(Rules))
