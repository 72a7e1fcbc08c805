"""Every example in the README, the docs and the docstrings is run.

Run with `python`, this file prints how many examples there are, page by page.
"""

import doctest
import importlib
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from sybil import Document, Example, Sybil
from sybil.parsers.myst import CodeBlockParser, PythonCodeBlockParser

import asnas_core
from asnas_core.svg import hand

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
TUTORIAL = DOCS / "tutorial.md"  # a program with a person before it: test_tutorial.py runs it
GUIDES = sorted(set((DOCS / "how-to").glob("*.md")) - {DOCS / "how-to" / "index.md"})
BUILT = DOCS / "_build"
PAGES = [ROOT / "README.md", *(page for page in DOCS.rglob("*.md") if BUILT not in page.parents)]
PROGRAMS = [ROOT / "README.md", TUTORIAL, *GUIDES]
"""Pages whose blocks, one after the other, are a program for readers to copy."""

MODULES = sorted(info.name for info in pkgutil.walk_packages(asnas_core.__path__, "asnas_core."))


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path, language: str = "python") -> list[str]:
    """Return the text of all blocks of a language on a page."""
    fenced = rf"^```{language}\n(.*?)^```$"
    return re.findall(fenced, page.read_text("utf-8"), re.DOTALL | re.MULTILINE)


def run_commands(example: Example) -> None:
    """Run the commands of a block, and compare what they print."""
    # What a page on players begins with is the module that its commands name.
    Path("my_players.py").write_text(blocks(Path(example.path))[0], "utf-8")
    shown = []
    for command in re.findall(r"^\$ python (-m asnas_core.*)$", example.parsed, re.MULTILINE):
        program = [sys.executable, *shlex.split(command)]
        done = subprocess.run(program, capture_output=True, text=True, check=True)
        shown.append(f"$ python {command}\n{done.stdout}")
    assert example.parsed == "".join(shown)


def compare_output(example: Example) -> None:
    """Compare text that stands right below a block of Python with what the block has printed."""
    before = example.document.text[: example.region.start]
    if re.search(r"^```python\n((?!```).*\n)*```\n\n\Z", before, re.MULTILINE):
        assert example.namespace["capsys"].readouterr().out == example.parsed


def examples_of(page: Path) -> Document:
    shown = {"console": run_commands, "text": compare_output} if page in GUIDES else {}
    more = [CodeBlockParser(language, evaluator) for language, evaluator in shown.items()]
    return Sybil(parsers=[PythonCodeBlockParser(), *more], path=str(page.parent)).parse(page)


@pytest.mark.parametrize("page", sorted({*PAGES} - {TUTORIAL}), ids=name_of)
def test_examples_of_a_page_run_in_order(
    page: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    document = examples_of(page)
    for example in document.examples():
        example.namespace["capsys"] = capsys
        if example.region.evaluator is not compare_output:
            capsys.readouterr()  # only the block above a text is what it shows
        example.evaluate()


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "benchmarks/README.md"])
def test_links_and_paths_of_pages_outside_the_docs_lead_to_files(name: str) -> None:
    page = ROOT / name
    text = page.read_text("utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)", text) if ":" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []
    paths = re.findall(r"`(docs/[\w/-]+\.md)`", text)
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.filterwarnings("ignore::hypothesis.errors.NonInteractiveExampleWarning")
def test_examples_of_docstrings_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.slow
def test_programs_of_pages_are_typed_as_users_would_copy_them(tmp_path: Path) -> None:
    for page in PROGRAMS:
        program = tmp_path / f"{page.stem.lower()}.py"
        program.write_text("\n".join(blocks(page)), "utf-8")
    names = sorted(path.name for path in tmp_path.iterdir())
    assert len(names) == len(PROGRAMS)
    for checker in (
        ["mypy", "--strict", "--config-file="],
        ["pyright", "--pythonpath", sys.executable],
    ):
        command = [sys.executable, "-m", *checker, *names]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


def count_examples() -> None:
    """Print how many blocks each page has, and how many examples the docstrings have."""
    total = 0
    for page in sorted(PAGES):
        commands = blocks(page, "console") if page in GUIDES else []
        total += (number := len(blocks(page) + commands))
        print(f"{number:5} {name_of(page)}")
    finder = doctest.DocTestFinder()
    found = [test for name in MODULES for test in finder.find(importlib.import_module(name))]
    docstrings = sum(bool(test.examples) for test in found)
    print(f"{total:5} on {len(PAGES)} pages\n{docstrings:5} docstrings with examples")


def test_the_picture_of_the_readme_is_what_the_library_draws() -> None:
    assert (ROOT / "docs" / "_static" / "hand.svg").read_text("utf-8") == hand("ASBZC")


if __name__ == "__main__":
    count_examples()
