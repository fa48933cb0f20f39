"""Writes the artifacts of this folder from its texts: python make.py, with jax installed.

Each NAME.mlir becomes NAME.VERSION.mlir.bc for the versions below."""
import pathlib

from jax._src.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import sdy, stablehlo  # noqa: F401
from jaxlib.mlir.passmanager import PassManager

VERSIONS = {
    "elements": ["1.8.0", "1.17.0"],
    "places": ["0.9.0", "0.12.0", "1.17.0"],
    "annotations": ["1.0.0", "1.17.0"],
    "operations": ["0.9.0", "0.11.0", "0.13.0", "0.14.0", "0.16.0", "1.0.0", "1.4.0", "1.9.0", "1.17.0"],
}
# Texts whose artifacts keep their locations.
WITH_PLACES = {"places"}

folder = pathlib.Path(__file__).parent
for name, versions in VERSIONS.items():
    context = mlir.make_ir_context()
    with context:
        module = ir.Module.parse((folder / f"{name}.mlir").read_text())
        if name not in WITH_PLACES:
            PassManager.parse("builtin.module(strip-debuginfo)").run(module.operation)
        for version in versions:
            artifact = stablehlo.serialize_portable_artifact(module, version, True)
            (folder / f"{name}.{version}.mlir.bc").write_bytes(artifact)
