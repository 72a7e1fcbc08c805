"""The catalogues: one file of words and sentences a language, read when it is first asked for."""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias, cast

from asnas_core.errors import ArgumentError

Catalogue: TypeAlias = dict[str, Any]
"""What stands in a file, table by table; tests prove that every file has the same keys."""

_FOLDER = files("asnas_core") / "locales"
_SUFFIX = ".toml"
_CATALOGUE_FILE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]+)*\.toml")
_LONGEST_ECHO = 20

LANGUAGES: tuple[str, ...] = tuple(
    sorted(
        file.name.removesuffix(_SUFFIX)
        for file in _FOLDER.iterdir()
        if _CATALOGUE_FILE.fullmatch(file.name)
    )
)
"""The codes (BCP 47) of all languages there are: each has a catalogue."""


def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language; nobody may change it.

    Raises:
        ArgumentError: There is no such language.
    """
    return _read(plain_code(language))


def plain_code(language: object) -> str:
    """Return the code of a language that there is, whatever kind of text it was given as.

    Raises:
        ArgumentError: There is no such language.
    """
    if not issubclass(type(language), str):
        raise ArgumentError.wrong_type("language", "a code such as 'en'", language)
    code = str.__str__(cast("str", language))
    if code not in LANGUAGES:
        raise ArgumentError(
            "unknown_language", language=code[:_LONGEST_ECHO], languages=list(LANGUAGES)
        )
    return code


@cache
def _read(code: str) -> Catalogue:
    return tomllib.loads(_FOLDER.joinpath(code + _SUFFIX).read_text("utf-8"))
