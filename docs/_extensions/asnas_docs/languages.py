"""The pages that tell the game in each language, made of its catalogue."""

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from asnas_core import format_hand
from asnas_core.locales import names, rules_text

from .pictures import EXAMPLES

_CALL = re.compile(r"^```\{rules-text\} (\w+)\n```$", re.MULTILINE)
_NOT_REVIEWED = """
```{note}
:class: language-en

No native reader has reviewed this page yet. The [numbered rules](numbered.md) in English decide.
```
"""
_RANKS = "ASBZC"


def insert_rules(_app: Sphinx, _page: str, source: list[str]) -> None:
    """Replace the call of ``rules-text`` in the source of a page: its headings are the page's."""
    source[0] = _CALL.sub(lambda call: rules_page(call[1]), source[0])


def rules_page(language: str) -> str:
    """Return the rules in a language as Markdown, with a picture of each kind of hand."""
    title, _, rest = rules_text(language).partition("\n")
    if language != "en":  # so that lists of pages tell them apart
        title += f" ({names(language).autonym})"
    introduction, _, rest = rest.strip().partition("\n\n")
    note = "" if names(language).reviewed else _NOT_REVIEWED
    words = names(language).categories
    for category, hand in EXAMPLES.items():
        rest = _with_picture(rest, words[category], format_hand(hand), language)
    pack = _picture(_RANKS, language)
    return f"{title}\n{note}\n{introduction}\n\n{pack}\n\n{rest}\n"


def _with_picture(text: str, category: str, hand: str, language: str) -> str:
    """Put a picture below the item of a list that explains a category."""
    item = re.compile(rf"^\* \*\*{re.escape(category)}\b.*(?:\n  .*)*", re.MULTILINE)
    below = _picture(hand, language).replace("\n", "\n  ")
    changed, count = item.subn(lambda found: f"{found[0]}\n\n  {below}\n", text)
    if count != 1:
        raise LookupError(f"{language}: {category} is explained {count} times")
    return changed


def _picture(hand: str, language: str) -> str:
    return f"```{{hand-picture}} {hand}\n:language: {language}\n:bare:\n```"


def set_direction(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Say in which language and direction the body of a page is written."""
    language = app.env.metadata.get(page, {}).get("language") if doctree else None
    if language:
        direction = names(language).direction
        body = context["body"]
        context["body"] = f'<div lang="{language}" dir="{direction}">{body}</div>'
