"""Programs from texts, files and artifacts, and their diagnostics."""

import pickle
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy as np

import paddock_hlo as paddock
from programs import ROOT, SQUARE

WRONG = """func.func @main(%x: tensor<3xf32>, %y: tensor<4xf32>) -> tensor<3xf32> {
  %z = stablehlo.add %x, %y : tensor<3xf32>
  return %z : tensor<3xf32>
}"""


class Loading(unittest.TestCase):
    def test_a_text_bytes_and_a_path_are_the_same_program(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "square.mlir")
            path.write_text(SQUARE)
            programs = [paddock.load(source) for source in (SQUARE, SQUARE.encode(), path, str(path))]
        self.assertTrue(all(programs[0].is_same(other) for other in programs))
        self.assertEqual([program.signature for program in programs], ["@main(%x: tensor<3xf32>) -> tensor<3xf32>"] * 4)

    def test_an_artifact_is_written_and_read(self):
        program = paddock.load(SQUARE)
        for version in (None, "1.9.0"):
            again = paddock.load(program.artifact(version))
            self.assertTrue(program.is_same(again))
        self.assertEqual(again.trace(np.float32([1, 2, 3]))["%0"].tolist(), [1, 4, 9])
        with self.assertRaises(ValueError):
            program.artifact("99.0.0")

    def test_an_artifact_keeps_the_places_of_the_framework(self):
        text = """func.func @main(%x: tensor<f32>) -> tensor<f32> {
          %y = stablehlo.log %x : tensor<f32> loc("f"("model.py":7:2 to :9))
          return %y : tensor<f32>
        }"""
        again = paddock.load(paddock.load(text).artifact())
        self.assertIn('written at "f"("model.py":7:2 to :9)', str(again.why("nan", -1)))

    def test_artifacts_of_all_versions_are_read(self):
        paths = sorted((ROOT / "tests/artifacts").glob("operations.*.mlir.bc"))
        self.assertGreater(len(paths), 5)
        for path in paths:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", paddock.ProgramWarning)
                self.assertGreater(len(paddock.load(path).functions), 0, path)

    def test_both_forms_can_be_loaded(self):
        program = paddock.load(SQUARE)
        for form in ("pretty", "generic"):
            self.assertTrue(program.is_same(paddock.load(program.text(form))))
        self.assertIn('"stablehlo.multiply"(%arg0, %arg0)', program.text("generic"))
        with self.assertRaises(ValueError):
            program.text("short")

    def test_functions_have_their_parameters(self):
        program = paddock.load("func.func @f(%x: tensor<?x2xi4>, %t: tuple<tensor<f32>, tensor<i1>>) -> tensor<?x2xi4> {\n  return %x : tensor<?x2xi4>\n}")
        (function,) = program.functions
        x, t = function.arguments
        self.assertEqual((function.name, x.name.lstrip("%"), x.element_type, x.shape), ("f", "x", "i4", (-1, 2)))
        self.assertIsNone(t.element_type)
        self.assertEqual(repr(program), "Program(@f(%x: tensor<?x2xi4>, %t: tuple<tensor<f32>, tensor<i1>>) -> tensor<?x2xi4>)")

    def test_other_sources_are_refused(self):
        with self.assertRaises(TypeError):
            paddock.load(3)
        with self.assertRaises(FileNotFoundError):
            paddock.load("no-such-file.mlir")


class Diagnostics(unittest.TestCase):
    def test_a_broken_rule_has_its_place_and_a_caret(self):
        with self.assertRaises(paddock.ProgramError) as caught:
            paddock.load(WRONG, name="wrong.mlir")
        error = caught.exception
        self.assertEqual((error.line, error.code), (2, error.errors[0].code))
        self.assertGreater(error.column, 0)
        lines = str(error).splitlines()
        self.assertRegex(lines[0], r"^wrong\.mlir:2:\d+: error: ")
        caret = next(line for line in lines if line.split("|")[-1].strip().startswith("^"))
        source = lines[lines.index(caret) - 1]
        self.assertIn("stablehlo.add", source)
        self.assertEqual(error.errors[0].text.splitlines()[0], lines[0])

    def test_an_error_is_pickled(self):
        with self.assertRaises(paddock.ProgramError) as caught:
            paddock.load(WRONG)
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((again.errors, str(again)), (caught.exception.errors, str(caught.exception)))

    def test_a_misspelling_has_a_fix(self):
        with self.assertRaises(paddock.ProgramError) as caught:
            paddock.load(SQUARE.replace("multiply", "multipli"))
        (fix,) = caught.exception.errors[0].fixes
        self.assertTrue(fix.is_certain)
        fixed = SQUARE.replace("multiply", "multipli").encode()
        fixed = fixed[: fix.begin] + fix.replacement.encode() + fixed[fix.end :]
        self.assertTrue(paddock.load(fixed).is_same(paddock.load(SQUARE)))

    def test_bytes_that_are_no_utf_8_are_an_error(self):
        with self.assertRaises(paddock.ProgramError):
            paddock.load(b"func.func @main() {\n  %\xff\xfe = oops\n}")

    def test_warnings_are_python_s_and_kept(self):
        text = '// A target without a function.\nfunc.func @main() -> tensor<f32> {\n  %0 = stablehlo.custom_call @nobody() : () -> tensor<f32>\n  return %0 : tensor<f32>\n}'
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            program = paddock.load(text)
        self.assertEqual([one.category for one in found], [paddock.ProgramWarning])
        self.assertEqual(found[0].filename, __file__)
        self.assertEqual([warning.severity for warning in program.warnings], ["warning"])
        self.assertEqual(program.warnings[0].line, 3)


if __name__ == "__main__":
    unittest.main()
