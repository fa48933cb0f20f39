"""The directive of Sphinx builds a page."""

import subprocess
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path

from programs import ROOT

INDEX = """
Squares
=======

.. paddock::
   :label: Squares of "rows" & more
   :height: 420px
   :lines: 4
   :name: rows

   %x = stablehlo.iota dim = 0 : tensor<?x6xf32>
   %y = stablehlo.multiply %x, %x : tensor<4x6xf32>

.. paddock:: hello.mlir
   :run: visible

:doc:`plain`
"""

HELLO = ".. paddock:: hello.mlir\n   :run: visible\n"
PLAIN = ":orphan:\n\nPlain\n=====\n"


class Elements(HTMLParser):
    """Collects what a browser makes of a page."""

    def __init__(self, html):
        super().__init__()
        self.found, self.scripts, self.inside = [], [], 0
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        if tag == "paddock-example":
            self.found.append([dict(attributes), ""])
            self.inside = 1
        elif tag == "script":
            self.scripts.append(dict(attributes))
        elif self.inside:
            assert tag == "pre", tag

    def handle_endtag(self, tag):
        if tag == "paddock-example":
            self.inside = 0

    def handle_data(self, data):
        if self.inside:
            self.found[-1][1] += data


class Directive(unittest.TestCase):
    def build(self, files, *words):
        """Builds documents, and returns the folder of the pages and the warnings."""
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        folder = Path(temporary.name)
        for name, text in files.items():
            (folder / name).write_text(text)
        settings = ("extensions=paddock_hlo.sphinx", "html_theme=basic", "project=test")
        options = [word for setting in settings for word in ("-D", setting)]
        command = [sys.executable, "-m", "sphinx", "-C", "-q", "--no-color", *options, *words, folder, folder / "out"]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
        return folder / "out", done.stderr

    def test_a_page_has_the_programs_as_elements_and_their_script(self):
        hello = (ROOT / "examples" / "hello.mlir").read_text()
        index = INDEX.replace("<?x6xf32>", "<4x6xf32>")
        out, warnings = self.build({"index.rst": index, "plain.rst": PLAIN, "hello.mlir": hello})
        self.assertEqual(warnings, "")
        page = Elements((out / "index.html").read_text())
        (squares, text), (greeting, other) = page.found
        self.assertEqual(squares["label"], 'Squares of "rows" & more')
        self.assertEqual([squares["lines"], squares["id"], squares["style"]], ["4", "rows", "display: block; height: 420px"])
        self.assertIn("%x = stablehlo.iota dim = 0 : tensor<4x6xf32>\n", text)
        self.assertEqual(greeting["run"], "visible")
        self.assertEqual(other.strip(), hello.strip())
        scripts = [one for one in page.scripts if "paddock-hlo@" in one.get("src", "")]
        self.assertEqual([(one["type"], one["src"].endswith("/dist/element/index.js")) for one in scripts], [("module", True)])
        self.assertNotIn("paddock-hlo@", (out / "plain.html").read_text())

    def test_a_mistake_is_a_warning_with_the_line_of_the_document(self):
        out, warnings = self.build({"index.rst": INDEX.replace(HELLO, ""), "plain.rst": PLAIN})
        line = next(number for number, text in enumerate(INDEX.split("\n"), 1) if "%x = " in text)
        self.assertRegex(warnings, rf"index\.rst:{line}: WARNING: iota: .* its shape is not static \[result-type\]")
        self.assertRegex(warnings, rf"index\.rst:{line + 1}: WARNING: '%x' has type tensor<\?x6xf32>, .* \[type\]")
        # Readers still see it, with the element's own explanation.
        self.assertEqual(len(Elements((out / "index.html").read_text()).found), 1)

    def test_options_and_files_that_are_wrong_are_errors_of_the_document(self):
        wrong = [
            (".. paddock::\n", "either a file or a program"),
            (".. paddock:: absent.mlir\n", "No such file"),
            (".. paddock:: a.mlir\n   :lines: -1\n", '"lines"'),
            (".. paddock:: a.mlir\n   :run: now\n", '"run"'),
        ]
        index = "A\n=\n\n" + "\n".join(directive for directive, _ in wrong)
        _, warnings = self.build({"index.rst": index, "a.mlir": "func.func @f() { return }"})
        self.assertEqual(warnings.count("ERROR"), len(wrong), warnings)
        for _, sentence in wrong:
            self.assertIn(sentence, warnings)

    def test_other_builders_show_the_text(self):
        index = INDEX.replace("<?x6xf32>", "<4x6xf32>").replace(HELLO, "")
        out, warnings = self.build({"index.rst": index, "plain.rst": PLAIN}, "-b", "text")
        self.assertIn("stablehlo.multiply %x, %x", (out / "index.txt").read_text())

    def test_the_script_may_be_the_site_s_own(self):
        index = "A\n=\n\n.. paddock::\n\n   %x = stablehlo.iota dim = 0 : tensor<4xf32>\n"
        out, warnings = self.build({"index.rst": index}, "-D", "paddock_script=https://example.org/paddock/index.js")
        self.assertEqual(warnings, "")
        self.assertIn('src="https://example.org/paddock/index.js"', (out / "index.html").read_text())


if __name__ == "__main__":
    unittest.main()
