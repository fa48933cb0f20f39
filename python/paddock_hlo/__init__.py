"""Runs StableHLO programs, shows every value, and explains where a number came from.

    import paddock_hlo as paddock

    program = paddock.load("square.mlir")
    y = program(x)

Names are those of the specification, https://github.com/openxla/stablehlo/blob/main/docs/spec.md.
"""

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

__all__ = [
    "Counts",
    "Diagnostic",
    "Diff",
    "DiffRow",
    "Fix",
    "Function",
    "Note",
    "Parameter",
    "PerProcess",
    "Place",
    "Program",
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
]
