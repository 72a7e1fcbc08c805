"""The game itself as a part of the site: the page of `examples/browser`, where it was built.

Building that page fetches Python for browsers. The site is built without, too; then it says how.
"""

import shutil
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

_BUILT = Path(__file__).parents[2] / "examples" / "browser" / "build"
_COMMAND = "python examples/browser/build_page.py"


class Play(SphinxDirective):
    """``{play} Take a seat`` is a link to the game, or the command that builds it."""

    final_argument_whitespace = True
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the link."""
        self.env.note_dependency(str(_BUILT / "contents.json"))
        if _is_built():
            link = nodes.reference(
                "", self.arguments[0], refuri="play/index.html", classes=["play"]
            )
            return [nodes.paragraph("", "", link)]
        text = (
            "This copy of the site was built without the game. This command gets it; then build"
            " the site again:"
        )
        block = nodes.literal_block(_COMMAND, _COMMAND, language="sh")
        return [nodes.paragraph(text, text), block]


def _is_built() -> bool:
    return (_BUILT / "contents.json").exists()


def copy_page(app: Sphinx, failure: Exception | None) -> None:
    """Put the game beside the pages."""
    if failure is None and app.builder.name == "html" and _is_built():
        shutil.copytree(_BUILT, Path(app.outdir) / "play", dirs_exist_ok=True)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Offer the directive, and copy the game after each build."""
    app.add_directive("play", Play)
    app.connect("build-finished", copy_page)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
