"""Program: a StableHLO program that is read and checked."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Callable, Mapping, Sequence

from . import _core, _html
from ._arrays import to_numpy, to_tensor
from ._diagnostics import Diagnostic, ProgramError, diagnostics_of, warn
from ._diff import Diff, diff_of
from ._inputs import Process, Settings, make_options
from ._named import Names
from ._run import Progress, Run, watcher
from ._session import Session
from ._trace import Trace
from ._why import Why, set_cell

if TYPE_CHECKING:
    from typing_extensions import Unpack

ProgressFunction = Callable[[Progress], Any]
CustomCall = Callable[..., Any]


@dataclass(frozen=True)
class Parameter:
    """Argument or result of a function."""

    name: str
    """Name without `%`; of a result its jax.result_info, or empty."""
    type: str
    """Such as "tensor<2x?xf32>"."""
    element_type: str | None
    """Such as "f32"; of a quantized tensor its storage type; None for tuples and tokens."""
    shape: tuple[int, ...]
    """Sizes of the dimensions; -1 if the input determines it."""
    location: str
    """Text of its loc(...), which has the name of JAX's argument, or empty."""


@dataclass(frozen=True)
class Function:
    """A function of a program."""

    name: str
    is_public: bool
    has_body: bool
    arguments: tuple[Parameter, ...]
    results: tuple[Parameter, ...]

    @property
    def signature(self) -> str:
        """Such as "@main(%x: tensor<3xf32>) -> tensor<3xf32>"."""
        arguments = ", ".join(f"%{argument.name.lstrip('%')}: {argument.type}" for argument in self.arguments)
        results = [result.type for result in self.results]
        text = results[0] if len(results) == 1 else f"({', '.join(results)})"
        return f"@{self.name}({arguments}) -> {text}"


def _function_of(function: Mapping[str, Any]) -> Function:
    parameters = {kind: tuple(Parameter(**one) for one in function[kind]) for kind in ("arguments", "results")}
    return Function(function["name"], function["is_public"], function["has_body"], **parameters)


class Program:
    """A checked program. It does not change, so several threads may use one at once.

    `program(x)` runs it on arrays and returns arrays. `load` makes one.
    """

    def __init__(self, program: _core.Program, custom_calls: Mapping[str, CustomCall] | None = None) -> None:
        self._program = program
        self._custom_calls = {target: _called(function) for target, function in (custom_calls or {}).items()}
        self._functions: Sequence[Mapping[str, Any]] = program.functions()

    @cached_property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """Diagnostics that are no errors."""
        return diagnostics_of(self._program.diagnostics())

    @cached_property
    def functions(self) -> tuple[Function, ...]:
        """All functions, in the order of the text."""
        return tuple(_function_of(function) for function in self._functions)

    @property
    def entry(self) -> Function:
        """The function that a run uses: @main, or else the only one. Raises ValueError if there is no such one."""
        return self.functions[self._program.find_entry("")]

    @property
    def signature(self) -> str:
        """Signature of the entry, such as "@main(%x: tensor<3xf32>) -> tensor<3xf32>"."""
        return self.entry.signature

    @property
    def source(self) -> str:
        """The text that was loaded; empty for an artifact."""
        return self._program.source()

    def text(self, form: str = "pretty") -> str:
        """Prints the program in the form "pretty" or "generic". Both can be loaded."""
        if form not in ("pretty", "generic"):
            raise ValueError(f"form is 'pretty' or 'generic', not {form!r}")
        return self._program.text(form == "generic")

    def artifact(self, version: str | None = None) -> bytes:
        """Returns the program as a portable artifact of a version, such as "1.9.0"; by default of the newest.

        Raises ValueError if there is no such version, and ProgramError if that cannot express the program.
        """
        return self._program.artifact(version)

    def is_same(self, other: Program) -> bool:
        """Returns whether `other` is the same program, whatever its spaces, comments and names."""
        return self._program.is_same(other._program)

    def run(self, *arrays: Any, progress: ProgressFunction | None = None, **settings: Unpack[Settings]) -> Run:
        """Runs the program to its end.

        Each argument is an array of the argument's shape and element type, without a copy if it is dense; numbers or
        nested lists, which are converted exactly or, to floats, rounded; a text such as "random:1", "iota", "zeros" or
        "dense<[1, 2]>"; a `Value`; or a `PerProcess`. None, or no array at all, leaves the program's comments to give the
        values. An argument that is a tuple has an array for each of its elements.

        `progress` is called every 0.1 s. What it raises ends the run, as KeyboardInterrupt does, within 0.1 s.
        `Settings` describes the other keywords.

        Raises ProgramError if an input does not match, an operation cannot run, memory does not suffice, or the run
        fails; TypeError for another number of arrays.
        """
        run = self._start(self._program, arrays, settings)
        run.run(watcher(progress))
        return Run(run)

    def __call__(self, *arrays: Any, progress: ProgressFunction | None = None, **settings: Unpack[Settings]) -> Any:
        """Runs the program as `run` does. Returns an array, or a tuple of arrays if there are several results.

        On a grid of several processes it returns a list, with such an item for each process. A token is None.
        """
        run = self.run(*arrays, progress=progress, **settings)
        results = [run._run.results(process) for process in run.processes]
        # Arrays may be written once the run no longer shares their elements.
        del run
        items = [_arrays_of(one) for one in results]
        return items[0] if len(items) == 1 else items

    def session(self, *arrays: Any, **settings: Unpack[Settings]) -> Session:
        """Starts a run that stops before any operation. Copies the arrays. Raises as `run` does."""
        options = self._options(self._as_text, arrays, settings, copies=True)
        debugger = _core.Debugger(options)
        warn(diagnostics_of(debugger.warnings()), stacklevel=2)
        return Session(debugger, self._names)

    def trace(
        self,
        *arrays: Any,
        process: Process = (0, 0),
        progress: ProgressFunction | None = None,
        **settings: Unpack[Settings],
    ) -> Trace:
        """Runs the program and keeps every value, within the limit of `memory`.

        Copies the arrays. A run that fails gives a trace with its `error` and the values before it. Other errors raise
        as those of `run` do.
        """
        run = self._start(self._as_text, arrays, {**settings, "level": "faithful"}, copies=True)
        error = None
        try:
            run.run(watcher(progress))
        except ProgramError as failure:
            error = failure
        return Trace(run, self._names, error, process)

    def diff(
        self,
        other: Program | Trace | Mapping[str, Any],
        *arrays: Any,
        tolerance: float = 1e-5,
        process: Process = (0, 0),
        **settings: Unpack[Settings],
    ) -> Diff:
        """Compares every value of a run with those of another program on the same arrays, by name.

        `other` may also be a trace, or a mapping of names to arrays, such as `numpy.load("values.npz")`. `tolerance` is
        the limit of the largest difference over the largest magnitude; integers and booleans are compared exactly.
        """
        trace = self.trace(*arrays, process=process, **settings)
        if isinstance(other, Program):
            other = other.trace(*arrays, process=process, **settings)
        return diff_of(trace, other, tolerance)

    def why(
        self,
        cell: str,
        *arrays: Any,
        process: Process = (0, 0),
        execution: int = 0,
        line: int = 0,
        forward: bool = False,
        cells: int = 60,
        depth: int = 1000,
        terms: int = 4,
        follow_all: bool = False,
        progress: ProgressFunction | None = None,
        **settings: Unpack[Settings],
    ) -> Why | None:
        """Runs the program and explains an element: from which ones it was computed, back to inputs and constants.

        `cell` is "%17[3,5]", or "nan" or "inf" for the first NaN or infinity of the run; without one the result is
        None. `execution` is the number of the computation of a value in a loop, from 1; 0 means the last one. `line`
        selects among values of one name. `forward` asks instead what was computed from the element. The chain ends after
        `cells` elements and `depth` operations, and follows the `terms` largest terms of a sum; `follow_all` also follows
        predicates of branches and loops.

        Raises ValueError if there is no such element, and as `run` does.
        """
        asked = _core.AskedCell()
        if cell in ("nan", "inf"):
            asked.is_nan = cell == "nan"
        else:
            set_cell(asked, cell)
        asked.process = process
        asked.execution = execution
        asked.line = line
        asked.is_forward = forward
        asked.set_limits(cells, depth, terms, follow_all)
        options = self._options(self._as_text, arrays, settings, copies=True)
        found = _core.explain(options, asked, watcher(progress))
        return None if found is None else Why(*found)

    @cached_property
    def _as_text(self) -> _core.Program:
        """The program with places for all values, which an artifact does not have."""
        return self._program.as_text()

    @cached_property
    def _names(self) -> Names:
        return Names(_core.leaves(self._as_text))

    def _options(self, program: _core.Program, arrays: Sequence[Any], settings: Any, copies: bool) -> _core.Options:
        options = make_options(program, self._functions, arrays, settings, copies)
        if self._custom_calls:
            options.set_custom_calls(self._custom_calls)
        return options

    def _argument_leaves(self) -> Sequence[Mapping[str, Any]]:
        """Returns the entry's arguments, with tuples flattened."""
        leaves: Sequence[Mapping[str, Any]] = self._functions[self._program.find_entry("")]["argument_leaves"]
        return leaves

    def _start(self, program: _core.Program, arrays: Sequence[Any], settings: Any, copies: bool = False) -> _core.Run:
        run = _core.Run(self._options(program, arrays, settings, copies))
        warn(diagnostics_of(run.warnings()), stacklevel=3)
        return run

    def __repr__(self) -> str:
        public = [function.signature for function in self.functions if function.has_body and function.is_public]
        return f"Program({'; '.join(public)})"

    def _repr_html_(self) -> str:
        return _html.code(self.source or self.text())


def _arrays_of(results: Sequence[tuple[_core.Tensor | None, str]]) -> Any:
    arrays = tuple(None if tensor is None else to_numpy(tensor) for tensor, _ in results)
    if not arrays:
        return None
    return arrays[0] if len(arrays) == 1 else arrays


def _called(function: CustomCall) -> Callable[[list[_core.Tensor], list[str], str], list[_core.Tensor]]:
    """Returns the function that C++ calls with the operands, the element types of the results, and the backend_config."""

    def call(operands: list[_core.Tensor], types: list[str], _: str) -> list[_core.Tensor]:
        returned = function(*map(to_numpy, operands))
        results = [] if returned is None else returned if isinstance(returned, tuple) else (returned,)
        if len(results) != len(types):
            raise TypeError(f"{getattr(function, '__name__', 'the function')} returns {len(results)} results, not {len(types)}")
        return [to_tensor(result, element_type) for result, element_type in zip(results, types)]

    return call


def _is_text(text: str) -> bool:
    return "\n" in text or "{" in text


def _read(source: Any) -> tuple[str, bytes]:
    """Returns the name and the bytes of a program."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return "<bytes>", bytes(source)
    if isinstance(source, str) and _is_text(source):
        return "<text>", source.encode()
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        with open(path, "rb") as file:
            return str(path), file.read()
    if hasattr(source, "mlir_module_serialized"):
        return str(getattr(source, "fun_name", "<exported>")), bytes(source.mlir_module_serialized)
    if hasattr(source, "as_text"):
        return "<lowered>", _lowered_text(source).encode()
    raise TypeError(f"load takes a text, bytes, a path, or what JAX exported or lowered, not {type(source).__name__}")


def _lowered_text(lowered: Any) -> str:
    try:
        return str(lowered.as_text(debug_info=True))
    except TypeError:
        return str(lowered.as_text())


def load(
    source: Any,
    *,
    name: str | None = None,
    strict: bool = False,
    custom_calls: Mapping[str, CustomCall] | None = None,
) -> Program:
    """Reads and checks a program.

    `source` is a text, which has a line break or a brace; the path of a file, as str or os.PathLike; bytes of a text, of
    a portable artifact or of a file of `jax.export`; a `jax.export.Exported`; or what `jax.jit(f).lower(...)` returns.
    `name` replaces the text's name in diagnostics. With `strict`, rules that StableHLO's own tests break are errors.
    `custom_calls` has functions for targets of stablehlo.custom_call: each takes the operands as arrays, and returns the
    result as an array, or a tuple of several. What it raises ends the run.

    Raises ProgramError if the program breaks a rule of the specification, OSError if the file cannot be read, and
    TypeError for other sources. Its warnings are ProgramWarning.
    """
    given, data = _read(source)
    program = _core.load(name or given, data, strict, list(custom_calls or ()))
    diagnostics = diagnostics_of(program.diagnostics())
    if program.has_errors():
        raise ProgramError(diagnostics)
    warn(diagnostics, stacklevel=2)
    return Program(program, custom_calls)
