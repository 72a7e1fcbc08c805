"""What never changes in the pages: the library's words, rules and cards in every language."""

import json
from typing import Any

from asnas_core import Rank
from asnas_core.locales import LANGUAGES, names, rules_text
from asnas_core.svg import back, card, hand


def assets() -> dict[str, str]:
    """Return the texts of files that the pages fetch, by their names."""
    languages = {code: _language(code) for code in LANGUAGES}
    return {
        "languages.json": json.dumps(languages, ensure_ascii=False),
        "icon.svg": card(Rank.AS),
        **{f"hand.{code}.svg": hand("ASBZC", language=code) for code in LANGUAGES},
    }


def _language(code: str) -> dict[str, Any]:
    words = names(code)
    faces = {rank.name: card(rank, language=code, small=True) for rank in Rank}
    return {
        "autonym": words.autonym,
        "direction": words.direction,
        "levels": dict(words.levels),
        "terms": dict(words.terms),
        "rules": rules_text(code),
        "cards": {**faces, "back": back(language=code, small=True)},
    }
