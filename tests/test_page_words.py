"""The words of the pages: the same in every language, and none that is missing or not used."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from asnas_core.locales import LANGUAGES

EXAMPLES = Path(__file__).parent.parent / "examples"
SHARED = EXAMPLES / "web" / "page"
PAGES = {name: EXAMPLES / name / "page" for name in ("browser", "server")}


def flat(words: dict[str, Any], place: str = "") -> dict[str, str]:
    """Return all texts by where they stand."""
    found: dict[str, str] = {}
    for key, value in words.items():
        if isinstance(value, str):
            found[place + key] = value
        else:
            inner = value if isinstance(value, dict) else dict(enumerate(value))
            found |= flat({str(name): text for name, text in inner.items()}, f"{place}{key}.")
    return found


def words_in(folder: Path, language: str) -> dict[str, Any]:
    words: dict[str, Any] = json.loads((folder / "words" / f"{language}.json").read_text("utf-8"))
    return words


@pytest.mark.parametrize("folder", [SHARED, *PAGES.values()], ids=["shared", *PAGES])
def test_every_language_has_the_same_keys_and_blanks(folder: Path) -> None:
    english = flat(words_in(folder, "en"))
    assert {path.stem for path in (folder / "words").iterdir()} == set(LANGUAGES)
    for language in LANGUAGES:
        words = flat(words_in(folder, language))
        assert list(words) == list(english)
        for key, text in words.items():
            assert text.strip()
            assert sorted(re.findall(r"\{\w+\}", text)) == sorted(
                re.findall(r"\{\w+\}", english[key])
            )


def used(folder: Path) -> set[str]:
    """Return the words that the files of a page ask for."""
    files = [*folder.glob("*.js"), *folder.glob("*.html")]
    text = "".join(path.read_text("utf-8") for path in files)
    return {
        first or second
        for first, second in re.findall(r'data-word(?:-label)?="(\w+)"|\bwords\.(\w+)', text)
    }


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_the_words_that_it_asks_for_and_no_others(name: str) -> None:
    own, shared = words_in(PAGES[name], "en"), words_in(SHARED, "en")
    own = {**own["page"], "refusals": own["refusals"]} if name == "server" else own
    assert not own.keys() & shared.keys()
    asked = used(PAGES[name])
    assert asked | used(SHARED) <= own.keys() | shared.keys()
    assert own.keys() <= asked
    other = next(folder for page, folder in PAGES.items() if page != name)
    assert shared.keys() <= asked | used(SHARED) | used(other)
