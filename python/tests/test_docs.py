"""The blocks of Python in the documents run, and print what their comments say."""

import contextlib
import importlib.util
import io
import re
import unittest
import warnings

from programs import ROOT


def blocks_of(path):
    text = (ROOT / path).read_text()
    return [block for block in re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)]


def needs_jax(block):
    return re.search(r"^\s*(import|from) jax\b", block, re.M) is not None


class Documents(unittest.TestCase):
    def run_blocks(self, path, blocks):
        """Runs the blocks in order, with the names of those before. A `# text` after a print is its output."""
        names = {"__name__": "guide"}
        for number, block in enumerate(blocks, 1):
            with self.subTest(f"{path}, block {number}"), contextlib.redirect_stdout(io.StringIO()) as out:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    exec(compile(block, f"{path}, block {number}", "exec"), names)
                stated = re.findall(r"^ *print\(.*\)  # (.*)$", block, re.M)
                printed = out.getvalue()
                for line in stated:
                    self.assertIn(line, printed)

    def test_the_guide(self):
        has_jax = importlib.util.find_spec("jax") is not None
        blocks = [block for block in blocks_of("docs/python.md") if has_jax or not needs_jax(block)]
        self.assertGreater(len(blocks), 5)
        self.run_blocks("docs/python.md", blocks)

    def test_the_guide_to_the_builder(self):
        blocks = blocks_of("docs/builder.md")
        self.assertEqual(len(blocks), 3)
        self.run_blocks("docs/builder.md", blocks)

    def test_the_readmes(self):
        for path in ("README.md", "python/README.md"):
            blocks = [block for block in blocks_of(path) if "paddock_hlo" in block]
            self.assertEqual(len(blocks), 1, path)
            self.run_blocks(path, blocks)


if __name__ == "__main__":
    unittest.main()
