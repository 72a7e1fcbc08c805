"""Every example in the README, the docs and the docstrings is run."""

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest
from sybil import Sybil
from sybil.parsers.myst import PythonCodeBlockParser

import asnas_core

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
MODULES = sorted(info.name for info in pkgutil.walk_packages(asnas_core.__path__, "asnas_core."))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_of_a_page_run_in_order(page: Path) -> None:
    document = Sybil(parsers=[PythonCodeBlockParser()], path=str(page.parent)).parse(page)
    for example in document.examples():
        example.evaluate()


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.filterwarnings("ignore::hypothesis.errors.NonInteractiveExampleWarning")
def test_examples_of_docstrings_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.slow
@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "docs" / "front_end.md"])
def test_programs_of_a_page_are_typed_as_users_would_copy_them(page: Path, tmp_path: Path) -> None:
    blocks = re.findall(
        r"^```python\n(.*?)^```$", page.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert len(blocks) > 3
    program = tmp_path / "program.py"
    program.write_text("\n".join(blocks), "utf-8")
    pyright = ["pyright", "--pythonpath", sys.executable]
    for checker in (["mypy", "--strict", "--config-file="], pyright):
        command = [sys.executable, "-m", *checker, str(program)]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
