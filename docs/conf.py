"""Settings of the documentation; `python -m nox -s docs` builds it, and a warning is an error."""

import sys
from importlib import metadata
from pathlib import Path

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))

project = "asnas_core"
author = "the asnas_core contributors"
project_copyright = "2026, the asnas_core contributors"
release = version = metadata.version("asnas-core")

extensions = [
    "asnas_docs",
    "command_help",
    "drawn_picture",
    "llms_text",
    "myst_parser",
    "play_page",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
exclude_patterns = ["_build"]
myst_heading_anchors = 3

# Names in single backticks, as the docstrings have them, become links.
default_role = "any"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88

html_theme = "furo"
html_title = f"asnas_core {release}"
html_static_path = ["_static"]
html_css_files = ["custom.css"]
html_js_files = ["copy.js"]
pygments_dark_style = "github-dark"  # the usual one underlines modules as if they were links

# The examples of the docstrings; pages are run by tests/test_docs.py, which reads their Markdown.
doctest_test_doctest_blocks = "default"
doctest_global_setup = """
import warnings
from fractions import Fraction
from random import Random
from hypothesis.errors import NonInteractiveExampleWarning
warnings.simplefilter("ignore", NonInteractiveExampleWarning)

from asnas_core import *
from asnas_core.locales import *
from asnas_core.odds import *
from asnas_core.players import *
from asnas_core.players.equilibrium import *
from asnas_core.situations import *
from asnas_core.solver import *
from asnas_core.svg import *
from asnas_core.testing import *
from asnas_core.tournament import *
"""

nitpicky = True
# There is nothing to link these to: type variables have no entry, and finding the others would take
# the inventories of other projects from the network, without which the documentation is built.
nitpick_ignore = [
    ("py:class", "asnas_core._match_view.DealView_co"),
    ("py:class", "asnas_core._records.formats.Kind"),
    ("py:class", "collections.abc.Callable"),
    ("py:class", "collections.abc.Iterator"),
    ("py:class", "collections.abc.Mapping"),
    ("py:class", "collections.abc.Sequence"),
    ("py:class", "concurrent.futures._base.Executor"),
    ("py:class", "fractions.Fraction"),
    ("py:class", "hypothesis.strategies.SearchStrategy"),
    ("py:class", "random.Random"),
    ("py:class", "numpy.dtype"),
    ("py:class", "numpy.float64"),
    ("py:class", "numpy.ndarray"),
]


def setup(app: Sphinx) -> None:
    """Tell where these aliases are defined: what they stand for, int and tuple, has no source."""
    aliases = {"Hand", "Pack", "Seat"}
    app.connect(
        "viewcode-follow-imported", lambda _, module, name: module if name in aliases else None
    )
