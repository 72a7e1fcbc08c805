"""What the pages are made of beside text: pictures, tests of rules, and numbers that are true.

All of it is drawn or counted from the library and its tests when the pages are built, so that no
picture shows what the game is not, and no number that is marked as ``{checked}`` goes out of date.
"""

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from . import enforced, languages
from .figures import Checked
from .pictures import BettingGraph, BettingPath, HandPicture, SolutionPlot

_STYLE = "asnas_docs.css"


def _add_style(app: Sphinx) -> None:
    app.config.html_static_path.append(str(Path(__file__).parent / "static"))
    app.add_css_file(_STYLE)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Offer the directives and the role to Sphinx."""
    app.add_directive("hand-picture", HandPicture)
    app.add_directive("betting-graph", BettingGraph)
    app.add_directive("betting-path", BettingPath)
    app.add_directive("solution-plot", SolutionPlot)
    app.add_role("checked", Checked())
    app.connect("builder-inited", _add_style)
    app.connect("source-read", languages.insert_rules)
    app.connect("html-page-context", languages.set_direction)
    app.connect("doctree-read", enforced.add_tests)
    app.connect("env-purge-doc", enforced.forget)
    app.connect("env-merge-info", enforced.merge)
    app.connect("env-check-consistency", enforced.check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
