"""Random programs, and programs of the examples, give the bits of the native command."""

import json
import subprocess
import tempfile
import unittest
import warnings
from pathlib import Path

import numpy as np

import paddock_hlo as paddock
from programs import COMMAND, GENERATOR, ROOT

COUNT = 200


@unittest.skipUnless(COMMAND.exists() and GENERATOR.exists(), "needs the native command and paddock_generator")
class Bits(unittest.TestCase):
    def test_random_programs_give_the_bits_of_the_command(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([GENERATOR, "0", str(COUNT), folder], check=True)
            found = subprocess.run([COMMAND, "test", "--format", "json", folder], capture_output=True, text=True)
            cases = {case["path"]: case for case in json.loads(found.stdout)["cases"]}
            self.assertEqual(len(cases), COUNT)
            passed = 0
            for path, case in cases.items():
                verdict, bits = self.run_program(Path(path))
                self.assertEqual(verdict, case["verdict"] == "passed", f"{path}: {case['reason']}")
                if verdict:
                    self.assertEqual(bits, case["hash"], path)
                    passed += 1
            self.assertGreater(passed, 0.8 * COUNT)

    def run_program(self, path):
        """Returns whether the program runs, and the hash of its results."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", paddock.ProgramWarning)
                return True, paddock.load(path).run(numerics="portable", threads=1).hash
        except paddock.ProgramError:
            return False, ""


class Models(unittest.TestCase):
    def test_a_model_of_jax_agrees_with_jax_s_results(self):
        folder = ROOT / "examples/models"
        program = paddock.load(folder / "kmeans.mlir")
        self.assertFalse(program.diff(np.load(folder / "kmeans.npz"), tolerance=1e-5))

    def test_the_digits_are_read(self):
        folder = ROOT / "examples/digits"
        images = np.load(folder / "images.npy")
        results = paddock.load(folder / "digits.mlir")(images)
        self.assertEqual(results[0].shape[0], images.shape[0])


if __name__ == "__main__":
    unittest.main()
