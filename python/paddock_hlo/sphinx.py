"""A Sphinx extension: the directive `paddock` is a program that readers edit and run in the page.

    extensions = ["paddock_hlo.sphinx"]

    .. paddock::
       :label: Squares

       %x = stablehlo.iota dim = 0 : tensor<4x6xf32>
       %y = stablehlo.multiply %x, %x : tensor<4x6xf32>

Each program is checked when the documents are built. Its mistakes are warnings of Sphinx, with their lines.
"""

from __future__ import annotations

from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import Any, Callable

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from ._diagnostics import Diagnostic, ProgramError
from ._program import load

_logger = logging.getLogger(__name__)


def _script() -> str:
    """Returns the address of the elements' script of this version."""
    return f"https://cdn.jsdelivr.net/npm/paddock-hlo@{version('paddock-hlo')}/dist/element/index.js"


class program(nodes.literal_block):  # noqa: N801 (docutils names its classes so)
    """A program. Builders other than those of HTML show it as a literal block."""


class ProgramDirective(SphinxDirective):
    """`.. paddock:: [FILE]`: the program of a file beside the document, or the directive's content."""

    has_content = True
    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: dict[str, Callable[[str], Any]] = {
        "label": directives.unchanged_required,
        "lines": directives.positive_int,
        "height": directives.unchanged_required,
        "run": lambda word: directives.choice(word, ("visible",)),
        "theme": lambda word: directives.choice(word, ("light", "dark")),
        "class": directives.class_option,
        "name": directives.unchanged,
        "unchecked": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        if bool(self.arguments) == bool(self.content):
            raise self.error("paddock takes either a file or a program as its content")
        text, source, first_line = self._read()
        if "unchecked" not in self.options:
            self._check(text, source, first_line)
        node = program(text, text, language="text", classes=self.options.get("class", []))
        node["attributes"] = {key: self.options[key] for key in ("label", "lines", "run", "theme") if key in self.options}
        node["height"] = self.options.get("height", "")
        self.set_source_info(node)
        self.add_name(node)
        return [node]

    def _read(self) -> tuple[str, str, int]:
        """Returns the text, its file, and the line of the file where it begins."""
        if not self.arguments:
            return "\n".join(self.content) + "\n", self.env.docname, self.content_offset + 1
        relative, path = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(relative)
        try:
            return Path(path).read_text(encoding="utf-8"), path, 1
        except (OSError, UnicodeDecodeError) as problem:
            raise self.error(f"paddock: {problem}") from None

    def _check(self, text: str, source: str, first_line: int) -> None:
        try:
            load(text.encode(), name=source)
        except ProgramError as refused:
            for mistake in refused.errors:
                _logger.warning(_sentence(mistake), location=(source, first_line + mistake.line - 1), type="paddock")


def _sentence(mistake: Diagnostic) -> str:
    return f"{mistake.message} [{mistake.code}]"


def _visit_html(writer: Any, node: program) -> None:
    """Writes the element. Readers without JavaScript see the text."""
    attributes = "".join(f' {key}="{escape(str(value))}"' for key, value in node["attributes"].items())
    classes = escape(" ".join(["paddock", *node["classes"]]))
    anchors = "".join(f' id="{escape(one)}"' for one in node["ids"][:1])
    style = f' style="display: block; height: {escape(node["height"])}"' if node["height"] else ""
    writer.body.append(f'<paddock-example class="{classes}"{anchors}{attributes}{style}>\n<pre>\n')
    writer.body.append(f"{escape(node.astext().rstrip())}\n</pre>\n</paddock-example>\n")
    raise nodes.SkipNode


def _visit_other(writer: Any, node: program) -> None:
    writer.visit_literal_block(node)


def _depart_other(writer: Any, node: program) -> None:
    writer.depart_literal_block(node)


def _add_script(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Pages without a program load no script."""
    if doctree is not None and next(iter(doctree.findall(program)), None) is not None:
        app.add_js_file(app.config.paddock_script or _script(), type="module")


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    if app.config.extensions.count(__name__) > 1:
        raise ExtensionError(f"{__name__} is an extension twice")
    app.add_config_value("paddock_script", "", "html")
    other = (_visit_other, _depart_other)
    html = (_visit_html, None)
    app.add_node(program, html=html, latex=other, text=other, man=other, texinfo=other)
    app.add_directive("paddock", ProgramDirective)
    app.connect("html-page-context", _add_script)
    return {"version": version("paddock-hlo"), "parallel_read_safe": True, "parallel_write_safe": True}
