"""What pages are made of: files, and what the library has to say in every language."""

import json
import os
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from asnas_core import Rank
from asnas_core.locales import LANGUAGES, names, rules_text
from asnas_core.svg import card, hand


class Parts(StaticFiles):
    """The files that pages are made of, and no others, whatever else lies in their folders."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Find a file."""
        return super().lookup_path(path) if path.endswith((".js", ".css", ".json")) else ("", None)


def _languages() -> str:
    return json.dumps(
        {
            code: {
                "autonym": words.autonym,
                "direction": words.direction,
                "levels": dict(words.levels),
                "terms": dict(words.terms),
                "rules": rules_text(code),
            }
            for code, words in ((code, names(code)) for code in LANGUAGES)
        }
    )


MADE: Mapping[str, str] = {
    "languages.json": _languages(),
    "icon.svg": card(Rank.AS),
    **{f"hand.{code}.svg": hand("ASBZC", language=code) for code in LANGUAGES},
}


async def made(request: Request) -> Response:
    """Send what was made of the library's own words and pictures."""
    name = request.path_params["name"]
    kind = "application/json" if name.endswith(".json") else "image/svg+xml"
    return Response(MADE.get(name, ""), 200 if name in MADE else 404, media_type=kind)
