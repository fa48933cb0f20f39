"""A text that is read and verified by MLIR, as JAX has it: to compile a very large one takes minutes."""

from jax._src.interpreters import mlir
from jaxlib.mlir import ir

from serve import Program


class Parsed(Program):
    """Reading and verifying alone."""

    def __init__(self, text):
        self.text = text

    def run(self):
        with mlir.make_ir_context():
            ir.Module.parse(self.text)
