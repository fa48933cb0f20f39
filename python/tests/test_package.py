"""Display in notebooks, the command, and the stub of the C++ module."""

import ast
import base64
import inspect
import re
import struct
import subprocess
import sys
import unittest
import zlib
from pathlib import Path

import numpy as np

import paddock_hlo as paddock
from paddock_hlo import _core, _html
from programs import ROOT, SQUARE


def pixels_of(html):
    """Returns the image of HTML as (rows, columns, RGB)."""
    data = base64.b64decode(re.search(r"data:image/png;base64,([^\"]+)", html)[1])
    columns, rows = struct.unpack(">II", data[16:24])
    begin = data.index(b"IDAT") + 4
    size = struct.unpack(">I", data[begin - 8 : begin - 4])[0]
    lines = np.frombuffer(zlib.decompress(data[begin : begin + size]), np.uint8).reshape(rows, 1 + 3 * columns)
    return lines[:, 1:].reshape(rows, columns, 3)


class Display(unittest.TestCase):
    def test_a_value_is_a_picture_and_its_elements(self):
        value = paddock.Value(np.float32([[0, 1], [2, 3]]))
        html = value._repr_html_()
        pixels = pixels_of(html)
        self.assertEqual(pixels.shape, (2, 2, 3))
        lightness = pixels.astype(int).sum(axis=2).ravel()
        self.assertEqual(sorted(lightness), list(lightness))
        self.assertIn("tensor&lt;2x2xf32&gt;", html)
        self.assertIn("3.0", html)

    def test_large_values_are_drawn_in_blocks(self):
        self.assertEqual(pixels_of(paddock.Value(np.ones((1000, 3), np.float32))._repr_html_()).shape, (125, 3, 3))
        self.assertNotIn("<img", paddock.Value(1.5, "f32")._repr_html_())
        self.assertNotIn("<img", paddock.Value(np.zeros((0, 2), np.float32))._repr_html_())

    def test_nan_has_a_color_of_its_own(self):
        pixels = pixels_of(paddock.Value(np.float32([1, np.nan, 2]))._repr_html_())
        self.assertEqual(pixels[0, 1].tolist(), [255, 0, 255])

    def test_programs_and_tables_are_escaped(self):
        program = paddock.load(SQUARE)
        self.assertIn("tensor&lt;3xf32&gt;", program._repr_html_())
        self.assertIn("&lt;b&gt;", _html.table(["<b>"], [["<i>"]]))
        for shown in (program.run("iota"), program.trace("iota"), program.diff(program, "iota"), program.why("%y[1]", "iota")):
            self.assertNotIn("<3xf32>", shown._repr_html_())


class Command(unittest.TestCase):
    def run_command(self, *words):
        return subprocess.run([sys.executable, "-m", "paddock_hlo", *words], capture_output=True, text=True)

    def test_the_command_runs_a_program(self):
        found = self.run_command("run", str(ROOT / "examples/hello.mlir"))
        self.assertEqual(found.returncode, 0, found.stderr)
        self.assertIn("tensor<", found.stdout)

    def test_exit_codes_are_the_command_s(self):
        self.assertEqual(self.run_command("run", "no-such-file.mlir").returncode, 2)
        self.assertIn(f"paddock {paddock.__version__}", self.run_command("--version").stdout)


class Types(unittest.TestCase):
    folder = Path(paddock.__file__).parent

    def test_the_package_is_typed(self):
        self.assertTrue((self.folder / "py.typed").exists())

    def test_the_stub_has_everything_of_the_module(self):
        tree = ast.parse((self.folder / "_core.pyi").read_text())
        stated = {node.name: node for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        names = [name for name, member in vars(_core).items() if callable(member) and not name.startswith("_")]
        self.assertEqual(sorted(stated), sorted(names))
        for name, node in stated.items():
            if isinstance(node, ast.ClassDef):
                methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
                own = {member for member in vars(getattr(_core, name)) if not member.startswith("_")}
                self.assertLessEqual(own - {target.id for part in node.body if isinstance(part, ast.AnnAssign) for target in [part.target]}, methods, name)

    def test_public_names_have_docstrings_and_types(self):
        for name in paddock.__all__:
            member = getattr(paddock, name)
            if name.startswith("_"):
                continue
            self.assertTrue(inspect.getdoc(member), name)
            parts = vars(member).items() if inspect.isclass(member) else [(name, member)]
            for part, function in parts:
                if part.startswith("_") or not inspect.isfunction(function):
                    continue
                self.assertTrue(inspect.getdoc(function), f"{name}.{part}")
                signature = inspect.signature(function)
                untyped = [one.name for one in signature.parameters.values() if one.annotation is one.empty and one.name not in ("self", "cls")]
                self.assertEqual(untyped, [], f"{name}.{part}")
                self.assertIsNot(signature.return_annotation, signature.empty, f"{name}.{part}")


if __name__ == "__main__":
    unittest.main()
