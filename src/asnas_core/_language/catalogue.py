"""The catalogues: one file of words and sentences a language, read when it is first asked for."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from asnas_core.errors import ArgumentError

Catalogue: TypeAlias = dict[str, Any]
"""What stands in a file, table by table; tests prove that every file has the same keys."""

_FOLDER = files("asnas_core") / "locales"
_SUFFIX = ".toml"
_LONGEST_ECHO = 20

LANGUAGES: tuple[str, ...] = tuple(
    sorted(
        file.name.removesuffix(_SUFFIX) for file in _FOLDER.iterdir() if file.name.endswith(_SUFFIX)
    )
)
"""The codes (BCP 47) of all languages there are: each has a catalogue."""


def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language; nobody may change it.

    Raises:
        ArgumentError: There is no such language.
    """
    if not isinstance(language, str):
        raise ArgumentError.wrong_type("language", "a code such as 'en'", language)
    code = str.__str__(language)
    if code not in LANGUAGES:
        raise ArgumentError(
            "unknown_language", language=code[:_LONGEST_ECHO], languages=list(LANGUAGES)
        )
    return _read(code)


@cache
def _read(code: str) -> Catalogue:
    return tomllib.loads(_FOLDER.joinpath(code + _SUFFIX).read_text("utf-8"))
