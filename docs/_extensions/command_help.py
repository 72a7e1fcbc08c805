"""A directive that shows what a command prints with ``--help``, asked when the pages are built."""

import os
import subprocess
import sys
from typing import ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

COLUMNS = "80"


def help_text(command: str) -> str:
    """Return what ``python -m`` and this prints with ``--help``."""
    arguments = [sys.executable, "-m", *command.split(), "--help"]
    plain = {"COLUMNS": COLUMNS, "NO_COLOR": "1", "PYTHON_COLORS": "0"}
    told = subprocess.run(  # noqa: S603 - our own programs
        arguments, env={**os.environ, **plain}, capture_output=True, text=True, check=True
    )
    return told.stdout


class CommandHelp(SphinxDirective):
    """``{command-help} asnas_core watch`` shows what that command says of itself."""

    required_arguments: ClassVar[int] = 1
    final_argument_whitespace: ClassVar[bool] = True

    def run(self) -> list[nodes.Node]:
        """Return the text as a block."""
        text = help_text(self.arguments[0])
        return [nodes.literal_block(text, text, language="text")]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Offer the directive to Sphinx."""
    app.add_directive("command-help", CommandHelp)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
