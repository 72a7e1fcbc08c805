"""Settings of the documentation; `python -m nox -s docs` builds it, and a warning is an error."""

from importlib import metadata

project = "asnas_core"
author = "the asnas_core contributors"
project_copyright = "2026, the asnas_core contributors"
release = version = metadata.version("asnas-core")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
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
