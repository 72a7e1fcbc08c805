"""The pages as built: every link leads somewhere, and search and indexes have everything."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import attrs
import pytest
from sphinx.search.en import SearchEnglish
from sphinx.util.inventory import InventoryFile

import asnas_core
from asnas_core import locales, odds, players, situations, solver, svg, testing, tournament
from asnas_core.players import equilibrium

pytestmark = pytest.mark.slow

DOCS = Path(__file__).parent.parent / "docs"
SEARCHED = {
    "how-to/verify_a_shuffle": ["commitment", "contributions", "verify"],
    "how-to/web_server": ["browser", "wsgi"],
    "reference/commands": ["checkpoint", "tournament"],
    "reference/errors": ["stale_move"],
    "reference/game": ["apply_action"],
    "tutorial": ["saffron", "resume"],
}
"""Words that somebody might look for, by the page where they should be found."""

MODULES = (equilibrium, locales, odds, players, situations, solver, svg, testing, tournament)


@attrs.define
class Page(HTMLParser):
    """What a page links to, and what can be linked to in it."""

    links: list[str] = attrs.field(factory=list)
    places: set[str] = attrs.field(factory=set)

    def __attrs_pre_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note the addresses and the names of a tag."""
        for name, value in attributes:
            if name == "id" and value:
                self.places.add(value)
            elif value and (name == "href" or (name == "src" and tag in {"img", "script"})):
                self.links.append(value)


def built(folder: Path, builder: str) -> Path:
    """Build the documentation, where every warning is an error."""
    strictly = ["-n", "-W", "--keep-going", "-q", "-b", builder]
    command = [sys.executable, "-m", "sphinx", *strictly, str(DOCS), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("site"), "html")


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    """Return all pages by their files."""
    found = {}
    for path in site.rglob("*.html"):
        found[path] = Page()
        found[path].feed(path.read_text("utf-8"))
    return found


def sources() -> Iterator[str]:
    """Yield the names of all pages, as Sphinx has them."""
    for path in DOCS.rglob("*.md"):
        if "_build" not in path.parts:
            yield path.relative_to(DOCS).with_suffix("").as_posix()


def broken(pages: dict[Path, Page]) -> Iterator[tuple[str, str]]:
    """Yield each link inside the site that leads nowhere, with the name of its page."""
    for path, page in pages.items():
        for link in page.links:
            address = urlsplit(link)
            if address.scheme or address.netloc:
                continue
            target = path if not address.path else (path.parent / unquote(address.path)).resolve()
            is_there = target.exists()
            if is_there and address.fragment and target in pages:
                is_there = unquote(address.fragment) in pages[target].places
            if not is_there:
                yield path.name, link


def test_every_source_is_a_page(pages: dict[Path, Page], site: Path) -> None:
    assert {site / f"{name}.html" for name in sources()} <= set(pages)


def test_every_link_inside_the_site_leads_to_a_place_that_is_there(pages: dict[Path, Page]) -> None:
    assert sum(len(page.links) for page in pages.values()) > 1000
    assert list(broken(pages)) == []


def test_a_link_that_leads_nowhere_would_be_found(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text('<a href="#here" id="here"><a href="#there"><a href="gone.html#here">', "utf-8")
    page = Page()
    page.feed(path.read_text("utf-8"))
    assert list(broken({path: page})) == [("page.html", "#there"), ("page.html", "gone.html#here")]


def test_the_search_finds_pages_by_their_words(site: Path) -> None:
    script = (site / "searchindex.js").read_text("utf-8")
    index = json.loads(script.removeprefix("Search.setIndex(").rstrip().removesuffix(")"))
    assert set(index["docnames"]) == set(sources())
    stem = SearchEnglish({}).stem
    for name, words in SEARCHED.items():
        number = index["docnames"].index(name)
        for word in words:
            found: set[int] = set()
            for table in ("titleterms", "terms"):
                numbers = index[table].get(stem(word), [])
                found |= {numbers} if isinstance(numbers, int) else set(numbers)
            assert number in found, (word, name)


def test_the_inventory_has_every_public_name(site: Path) -> None:
    with (site / "objects.inv").open("rb") as file:
        inventory = InventoryFile.load(file, "", lambda base, name: base + name)
    known = {name for kind, names in inventory.items() if kind.startswith("py:") for name in names}
    for module in (asnas_core, *MODULES):
        wanted = {f"{module.__name__}.{name}" for name in module.__all__}
        assert wanted <= known, module.__name__


def test_the_texts_for_language_models_have_every_page(site: Path) -> None:
    listed = re.findall(
        r"^- \[.+\]\((.+)\.html\)", (site / "llms.txt").read_text("utf-8"), re.MULTILINE
    )
    assert sorted([*listed, "index"]) == sorted(sources())
    whole = (site / "llms-full.txt").read_text("utf-8")
    assert re.findall(r"^<!-- (.+)\.html -->$", whole, re.MULTILINE) == ["index", *listed]
    assert "Settle a deal that is over." in whole  # a docstring, which no source file has


def test_the_doctest_builder_passes(tmp_path: Path) -> None:
    summary = (built(tmp_path, "doctest") / "output.txt").read_text("utf-8")
    tests = re.search(r"^ +(\d+) tests$", summary, re.MULTILINE)
    assert tests is not None
    assert int(tests[1]) > 100
