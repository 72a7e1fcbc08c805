"""What the package promises as a package: its names, its layers, a harmless import."""

import ast
import importlib
import inspect
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import asnas_core
from asnas_core import (
    DEFAULT_RULES,
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

PACKAGE = Path(asnas_core.__file__).parent
GOLDEN = Path(__file__).parent / "goldens" / "api.txt"

LAYERS = [
    {"_cards", "_actions"},
    {"errors"},
    {"_checks"},
    {"_rules"},
    {"_shuffle", "_hands", "_betting"},
    {"_deal"},
    {"_settlement"},
    {"_view"},
    {"_match_state"},
    {"_match"},
    {"_match_view", "_replay"},
    {"_records"},
    {""},  # the package itself
    {"testing", "situations", "_programs", "_language"},
    {"odds", "locales"},
    {"players", "svg"},
    {"solver", "tournament"},
    {"_terminal"},
    {"__main__"},
]
"""Every module, by what it stands on: each may import from lines above its own only."""

LEVEL = {module: level for level, modules in enumerate(LAYERS) for module in modules}


ALIASES = {"Hand", "Pack", "Recordable", "Seat", "Seed", "Viewer"}


def parameters(function: Callable[..., object]) -> str:
    """Return the signature as a reader would write it."""
    text = str(inspect.signature(function)).replace(str(DEFAULT_RULES), "DEFAULT_RULES")
    text = text.replace(str(asnas_core.Hand), "Hand").replace(str(asnas_core.Viewer), "Viewer")
    return re.sub(r"\b[a-z_.]+\.(?=[A-Z])", "", text)


def signature(name: str) -> list[str]:
    """Describe a public name: what it is, its parameters, its public attributes."""
    value = getattr(asnas_core, name)
    if name in ALIASES or not callable(value):
        return [name]
    if not isinstance(value, type):
        return [name + parameters(value)]
    lines = [f"class {name}({', '.join(base.__name__ for base in value.__bases__)})"]
    for attribute in sorted(dir(value)):
        if attribute.startswith("_") or hasattr(value.__mro__[1], attribute):
            continue
        kind = inspect.getattr_static(value, attribute)
        is_method = inspect.isfunction(kind)
        lines.append(f"    {attribute}{parameters(kind) if is_method else ''}")
    return lines


def test_the_public_names_and_signatures_are_the_recorded_ones() -> None:
    described = "".join(line + "\n" for name in asnas_core.__all__ for line in signature(name))
    assert described == GOLDEN.read_text("utf-8")


MODULES = (
    asnas_core,
    equilibrium,
    locales,
    odds,
    players,
    situations,
    solver,
    svg,
    testing,
    tournament,
)


@pytest.mark.parametrize("module", MODULES)
def test_all_is_sorted_complete_and_there(module: ModuleType) -> None:
    names: list[str] = module.__all__
    constants = sorted(name for name in names if name.isupper())
    classes = sorted(name for name in names if name[0].isupper() and not name.isupper())
    functions = sorted(name for name in names if name[0].islower())
    assert names == constants + classes + functions
    assert all(hasattr(module, name) for name in names)


def test_every_error_is_public_and_listed_with_its_code() -> None:
    kinds = {
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, errors.AsNasError)
    }
    assert kinds <= set(asnas_core.__all__)
    source = "".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    for code in errors.MESSAGES:
        assert source.count(f'"{code}"') >= 2, f"{code} is never used"


@pytest.mark.parametrize("module", [module for module in MODULES if module is not testing])
def test_every_public_docstring_has_an_example_and_says_what_it_raises(module: ModuleType) -> None:
    for name in module.__all__:
        value = getattr(module, name)
        if inspect.isfunction(value):
            text = value.__doc__ or ""
            assert ">>>" in text, name
            returned = inspect.signature(value).return_annotation
            assert returned in (None, "None") or "Returns:" in text, name
            if inspect.signature(value).parameters:
                assert "Args:" in text, name
                assert "Raises:" in text, name


def imported_modules(path: Path) -> set[str]:
    """Return which modules of the package a file imports, wherever in the file."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports relatively"
            if node.module and node.module.split(".")[0] == "asnas_core":
                inner = node.module.partition(".")[2]
                submodules = {alias.name for alias in node.names} & set(LEVEL)
                found |= {inner.split(".")[0]} if inner else submodules or {""}
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if alias.name.startswith("asnas_core")]
            found |= {name.partition(".")[2].split(".")[0] for name in names}
    return found


def looked_into(path: Path) -> set[str]:
    """Return the packages of whose private modules a file imports."""
    modules = [
        node.module.split(".")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module
    ]
    return {
        parts[1]
        for parts in modules
        if parts[0] == "asnas_core" and any(part.startswith("_") for part in parts[2:])
    }


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.name)
def test_modules_import_downward_only(path: Path) -> None:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    module = "" if parts == ("__init__",) else parts[0]
    others = imported_modules(path) - ({module} if len(parts) > 1 else set())
    assert all(LEVEL[other] < LEVEL[module] for other in others), others
    if LEVEL[module] > LEVEL[""]:
        own = {"_terminal", "_programs", "_language"}
        assert all(not other.startswith("_") or other in own for other in others)
        own |= {"players"} if module == "solver" else set()  # it writes the files that they read
        assert all(other == module or other in own for other in looked_into(path))


def test_every_module_has_its_layer_and_about_300_lines_at_most() -> None:
    tops = {
        path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in PACKAGE.rglob("*.py")
    }
    assert {top.replace("__init__", "") for top in tops} == set(LEVEL)
    for path in PACKAGE.rglob("*.py"):
        assert len(path.read_text("utf-8").splitlines()) <= 320, path.name


def run(code: str) -> str:
    """Run code in an interpreter of its own."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_importing_pulls_in_nothing_heavy() -> None:
    alone = set(run("import sys; print(*sys.modules)").split())
    loaded = set(run("import asnas_core, sys; print(*sys.modules)").split()) - alone
    heavy = {"numpy", "asyncio", "random", "hypothesis", "logging", "unittest", "typing_extensions"}
    assert not loaded & heavy
    packages = {name.split(".")[0] for name in loaded} - set(sys.stdlib_module_names)
    assert packages <= {"asnas_core", "attr", "attrs"}


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    with pytest.raises(ImportError, match="needs hypothesis, which the extra `testing` installs"):
        importlib.reload(testing)


def test_tournaments_and_odds_need_no_extra() -> None:
    forbidden = ["hypothesis", "matplotlib", "numpy", "tqdm"]
    modules = "players, situations, tournament, odds"
    code = f"import sys; sys.modules.update(dict.fromkeys({forbidden}))\n"
    run(f"{code}from asnas_core import {modules}")


def test_the_engine_has_no_clock_no_input_or_output_and_no_randomness_but_new_seed() -> None:
    allowed = {
        "attrs", "collections", "contextlib", "enum", "fractions", "functools", "hashlib",
        "itertools", "json", "operator", "os", "re", "types", "typing",
        "typing_extensions",  # for type checkers alone, as the test above shows
    }  # fmt: skip
    forbidden_calls = {"open", "print", "input", "exec", "eval", "__import__"}
    for module, level in LEVEL.items():
        if level > LEVEL[""]:
            continue
        paths = [PACKAGE / f"{module or '__init__'}.py", *(PACKAGE / (module or "-")).glob("*.py")]
        for path in filter(Path.exists, paths):
            tree = ast.parse(path.read_text("utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.Import):
                    names = {alias.name.split(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom):
                    names = {str(node.module).split(".")[0]}
                elif isinstance(node, ast.Name):
                    assert node.id not in forbidden_calls, path.name
                    continue
                else:
                    continue
                assert names <= allowed | {"asnas_core"}, (path.name, names)
                if "os" in names:
                    assert module == "_shuffle"
                    assert ast.unparse(node) == "from os import urandom"
