"""The programs in the documents about JAX print what the documents say."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# A program, and what it prints. Its first line is the name of its file.
_BLOCK = re.compile(r"^```python\n# (\w+\.py)\n(.*?)^```\n\n```text\n(.*?)^```", re.M | re.S)


def run(name, source, folder):
    """Runs `python NAME` and returns what it prints, the messages of exceptions last."""
    path = os.path.join(folder, name)
    Path(path).write_text(f"# {name}\n{source}")
    # The documents' digits are those of every machine.
    env = {**os.environ, "PADDOCK_NUMERICS": "portable"}
    done = subprocess.run([sys.executable, "-W", "ignore", path], capture_output=True, text=True, timeout=120, env=env)
    return (done.stdout + done.stderr).replace(f"{folder}{os.sep}", "")


def without_measures(text):
    """Replaces the numbers of a comparison with `cpu`, whose bits depend on the machine."""
    measured = re.compile(r"^(largest difference|relative error|.* differs from cpu:).*$", re.M)
    return measured.sub(lambda match: re.sub(r"\d[\d.e+-]*", "#", match[0]), text)


class Documents(unittest.TestCase):
    maxDiff = None

    def check(self, document, count):
        programs = _BLOCK.findall((ROOT / document).read_text())
        self.assertEqual(len(programs), count)
        with tempfile.TemporaryDirectory() as folder:
            for name, source, expected in programs:
                with self.subTest(name):
                    printed = run(name, source, folder)
                    self.assertIn(without_measures(expected.rstrip("\n")), without_measures(printed))

    def test_the_guide(self):
        self.check("docs/jax.md", 3)

    def test_the_cookbook(self):
        self.check("docs/cookbook.md", 5)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        # Prints what the programs of a document print.
        for name, source, _ in _BLOCK.findall(Path(sys.argv[1]).read_text()):
            if sys.argv[2] in ("all", name):
                print(f"--- {name}\n{run(name, source, tempfile.mkdtemp())}")
    else:
        unittest.main()
