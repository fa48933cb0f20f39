"""Runs StableHLO programs, shows every value, and explains where a number came from.

    import paddock_hlo as paddock

    program = paddock.load("square.mlir")
    y = program(x)

Names are those of the specification, https://github.com/openxla/stablehlo/blob/main/docs/spec.md.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ._core import version as __version__
from ._diagnostics import Diagnostic, Fix, Note, ProgramError, ProgramWarning
from ._diff import Diff, DiffRow
from ._inputs import PerProcess
from ._program import Function, Parameter, Program, load
from ._run import Counts, Progress, Run
from ._session import Place, Session
from ._trace import Trace, TraceRow
from ._value import Value
from ._why import Why

if TYPE_CHECKING:
    from ._builder import BuiltValue, FunctionBuilder, ProgramBuilder, tensor_of
    from ._builder_types import AttributeText

_BUILDER = {"AttributeText", "BuiltValue", "FunctionBuilder", "ProgramBuilder", "tensor_of"}

__all__ = [
    "AttributeText",
    "BuiltValue",
    "Counts",
    "Diagnostic",
    "Diff",
    "DiffRow",
    "Fix",
    "Function",
    "FunctionBuilder",
    "Note",
    "Parameter",
    "PerProcess",
    "Place",
    "Program",
    "ProgramBuilder",
    "ProgramError",
    "ProgramWarning",
    "Progress",
    "Run",
    "Session",
    "Trace",
    "TraceRow",
    "Value",
    "Why",
    "__version__",
    "load",
    "tensor_of",
]


def __getattr__(name: str) -> Any:
    """Loads the builder, which has a method for each operation, and the part for JAX at their first use."""
    if name == "jax":
        return importlib.import_module(f"{__name__}.jax")
    if name not in _BUILDER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import _builder

    return getattr(_builder, name)
