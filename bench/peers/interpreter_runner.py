"""The reference interpreter of StableHLO through its Python bindings, which jaxlib has. One thread."""

import os
import subprocess
import sys

import numpy as np
from jax._src.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from parsed import Parsed
from serve import DTYPES, Program, describe, read_inputs, serve

# It interprets element by element. At full size one run of most programs takes minutes to hours,
# and cannot be stopped.
PATIENCE = 10  # seconds


def read_text(folder):
    with open(os.path.join(folder, "program.mlir"), encoding="utf-8") as file:
        return file.read()


def elements(array, element_type):
    """An attribute of a dense tensor: truth values are packed into bits."""
    stored = np.packbits(array, axis=None, bitorder="little") if array.dtype == np.bool_ else array
    return ir.DenseElementsAttr.get(np.ascontiguousarray(stored), type=element_type, shape=array.shape)


class Interpreted(Program):
    def __init__(self, text, inputs, elements_of_results):
        self.elements = elements_of_results
        with mlir.make_ir_context():
            self.module = ir.Module.parse(text)
            types = self.module.body.operations[0].type.inputs
            self.inputs = [elements(value, ir.RankedTensorType(type).element_type) for value, type in zip(inputs, types)]
        self.last = []

    def run(self):
        with self.module.context:
            self.last = stablehlo.eval_module(self.module, self.inputs)

    def results(self):
        return [np.asarray(value).astype(DTYPES[element]) for value, element in zip(self.last, self.elements)]


def make(folder):
    return Interpreted(read_text(folder), read_inputs(folder), [result["element"] for result in describe(folder)["results"]])


def load(folder, threads, grid, is_text):
    if grid:
        raise ValueError("the bindings run one process")
    if is_text:
        return Parsed(read_text(folder))
    try:
        once = subprocess.run([sys.executable, __file__, folder], timeout=PATIENCE, capture_output=True, text=True, check=False)
    except subprocess.TimeoutExpired:
        raise ValueError(f"one run takes more than {PATIENCE} s") from None
    if once.returncode != 0:
        raise ValueError((once.stderr.strip().splitlines() or ["it aborts"])[-1])
    return make(folder)


if len(sys.argv) > 1:
    make(sys.argv[1]).run()
else:
    serve(load)
