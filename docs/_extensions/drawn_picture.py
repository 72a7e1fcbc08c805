"""A directive that shows a picture of `asnas_core.svg`, drawn when the pages are built."""

from typing import Any, ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

import asnas_core
from asnas_core import svg


class Drawn(SphinxDirective):
    """``{drawn} hand("AASBC")`` shows what that is, after whatever the content does first."""

    required_arguments: ClassVar[int] = 1
    final_argument_whitespace: ClassVar[bool] = True
    has_content: ClassVar[bool] = True

    def run(self) -> list[nodes.Node]:
        """Return the picture, to stand in the page as it is."""
        known: dict[str, Any] = {**vars(asnas_core), **vars(svg)}
        # The pages are ours, and tests run all other code in them too.
        exec("\n".join(self.content), known)  # noqa: S102
        picture = eval(self.arguments[0], known)  # noqa: S307
        return [nodes.raw("", f'<div class="drawn">{picture!s}</div>', format="html")]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Offer the directive to Sphinx."""
    app.add_directive("drawn", Drawn)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
