"""Settings of the documentation; `python -m nox -s docs` builds it, and a warning is an error."""

from importlib import metadata

project = "asnas_core"
author = "the asnas_core contributors"
project_copyright = "2026, the asnas_core contributors"
release = version = metadata.version("asnas-core")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
exclude_patterns = ["_build"]

# Names in single backticks, as the docstrings have them, become links.
default_role = "any"
autodoc_typehints = "description"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 88

myst_heading_anchors = 3

html_theme = "furo"
html_title = f"asnas_core {release}"

nitpicky = True
nitpick_ignore_regex = [
    # Names of other libraries, whose inventories are not asked for.
    (r"py:.*", r"(collections\.abc|fractions|hypothesis\.strategies)\..*"),
]
