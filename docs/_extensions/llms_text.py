"""Write ``llms.txt``, a list of the pages, and ``llms-full.txt``, all of their text.

The text is made from the pages as Sphinx has read them, so that it has the docstrings and whatever
else directives put in, which the source files have not. (The extensions that exist for this read
the source files, or build all pages a second time with a writer of their own.)
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.addnodes import toctree
from sphinx.application import Sphinx
from sphinx.builders.text import TextBuilder
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.text import TextTranslator

if TYPE_CHECKING:
    from sphinx.environment import BuildEnvironment


class _PageText(TextTranslator):
    """Sphinx's text of a page, which says of a picture only what stands in its place."""

    def unknown_visit(self, node: nodes.Node) -> None:  # noqa: ARG002 - so it is called
        """Leave out what text cannot show."""
        raise nodes.SkipNode


def write_texts(app: Sphinx, failure: Exception | None) -> None:
    """Write both files beside the pages."""
    if failure is not None or app.builder.name not in {"html", "dirhtml"}:
        return
    root = app.config.root_doc
    lines = [f"# {app.config.project}", "", f"> {_summary(app.env, root)}"]
    pages = [_page(app, root)]
    for tree in app.env.get_doctree(root).findall(toctree):
        names = [name for top in tree["includefiles"] for name in _in_order(app.env, top)]
        lines += ["", f"## {tree['caption']}", "", *(_entry(app, name) for name in names)]
        pages += [_page(app, name) for name in names]
    folder = Path(app.outdir)
    (folder / "llms.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "llms-full.txt").write_text("\n\n".join(pages) + "\n", encoding="utf-8")


def _in_order(env: "BuildEnvironment", name: str) -> Iterator[str]:
    """Yield a page and all below it, as the table of contents has them."""
    yield name
    for below in env.toctree_includes.get(name, []):
        yield from _in_order(env, below)


def _entry(app: Sphinx, name: str) -> str:
    title = app.env.titles[name].astext()
    summary = _summary(app.env, name)
    link = f"- [{title}]({app.builder.get_target_uri(name)})"
    return f"{link}: {summary}" if summary else link


def _summary(env: "BuildEnvironment", name: str) -> str:
    """Return the first sentence of a page, or nothing where it begins otherwise."""
    for node in env.get_doctree(name).findall(nodes.paragraph):
        if isinstance(node.parent, nodes.section):
            text = " ".join(node.astext().split()).rstrip(":")
            return text.partition(". ")[0].rstrip(".") + "."
    return ""


def _page(app: Sphinx, name: str) -> str:
    """Return the text of a page, below a line with its address."""
    builder = TextBuilder(app, app.env)
    builder.init()
    doctree = app.env.get_and_resolve_doctree(name, app.builder)
    translator = _PageText(doctree, builder)
    doctree.walkabout(translator)
    return f"<!-- {app.builder.get_target_uri(name)} -->\n\n{translator.body.rstrip()}"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Write the texts after each build."""
    app.connect("build-finished", write_texts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
