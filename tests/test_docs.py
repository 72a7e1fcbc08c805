"""Every example in the README, the docs and the docstrings is run."""

import doctest
import importlib
import pkgutil
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


def test_readme_and_docs_have_examples() -> None:
    found = sum(page.read_text("utf-8").count("```python") for page in PAGES)
    assert found >= 10
