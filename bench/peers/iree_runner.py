"""IREE: compiled for this processor. Threads: those of its task system, or none."""

import os

import iree.compiler
import iree.runtime
import numpy as np

from serve import Program, read_inputs, serve

# Keeps f64 as f64.
OPTIONS = ["--iree-llvmcpu-target-cpu=host", "--iree-opt-level=O3", "--iree-input-demote-f64-to-f32=false"]


def compile_text(text, options):
    try:
        return iree.compiler.compile_str(text, input_type="stablehlo", target_backends=["llvm-cpu"], extra_args=options)
    except iree.compiler.CompilerToolError as error:
        lines = [line for line in str(error).splitlines() if "error: " in line]
        raise ValueError(lines[0].partition("error: ")[2] if lines else error) from None


class Compiled(Program):
    def __init__(self, text, inputs, threads):
        code = compile_text(text, OPTIONS)
        if threads > 1:
            iree.runtime.flags.parse_flags(f"--task_topology_group_count={threads}")
        config = iree.runtime.Config("local-sync" if threads == 1 else "local-task")
        self.context = iree.runtime.SystemContext(config=config)
        module = iree.runtime.VmModule.copy_buffer(self.context.instance, code)
        self.context.add_vm_module(module)
        self.main = self.context.modules[module.name]["main"]
        self.inputs = [iree.runtime.asdevicearray(config.device, value) for value in inputs]
        self.last = []

    def run(self):
        results = self.main(*self.inputs)
        self.last = list(results) if isinstance(results, (tuple, list)) else [results]

    def results(self):
        return [np.asarray(value.to_host()) for value in self.last]


class Read(Program):
    """Reading and verifying alone, by the compiler's first phase."""

    def __init__(self, text):
        self.text = text

    def run(self):
        compile_text(self.text, ["--compile-to=input"])


def load(folder, threads, grid, is_text):
    if grid:
        raise ValueError("one device is one process")
    with open(os.path.join(folder, "program.mlir"), encoding="utf-8") as file:
        text = file.read()
    return Read(text) if is_text else Compiled(text, read_inputs(folder), threads)


serve(load)
