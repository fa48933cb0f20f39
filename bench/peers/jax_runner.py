"""XLA on the processor through JAX's client, which takes the same StableHLO text. Threads: NPROC in the environment."""

import os

import jax
import numpy as np
from jax._src.interpreters import mlir
from jax._src.lib import xla_client
from jaxlib.mlir import ir
from jax.extend.backend import get_backend
from jaxlib import lapack

from parsed import Parsed
from serve import Program, read_inputs, serve

CLIENT = get_backend("cpu")
# Without it, the first decomposition ends the process.
lapack._lapack.initialize()


class Compiled(Program):
    def __init__(self, text, inputs):
        device = CLIENT.local_devices()[0]
        options = xla_client.CompileOptions()
        with mlir.make_ir_context():
            module = ir.Module.parse(text)
            code = mlir.module_to_bytecode(module)
        devices = xla_client.DeviceList((device,))
        self.program = CLIENT.compile_and_load(code, devices, options)
        self.inputs = [jax.device_put(value, device) for value in inputs]
        self.last = []

    def run(self):
        self.last = self.program.execute(self.inputs)
        for value in self.last:
            value.block_until_ready()

    def results(self):
        return [np.asarray(value) for value in self.last]


def load(folder, threads, grid, is_text):
    if grid:
        raise ValueError("one device is one process")
    with open(os.path.join(folder, "program.mlir"), encoding="utf-8") as file:
        text = file.read()
    if "!quant." in text:
        raise ValueError("XLA runs no quantized types")
    return Parsed(text) if is_text else Compiled(text, read_inputs(folder))


serve(load)
