"""Compare: the first operation whose value differs on another platform of JAX."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Callable, Iterator, Sequence

import jax
import numpy as np

from . import _core
from ._arrays import dtype_of, to_numpy, to_tensor
from ._diff import DiffRow, row_of
from ._jax_blocks import BlockProgram, bytes_of, callee_of, is_array, is_host_call, main_of, read_module, text_of
from ._jax_callbacks import TARGET
from ._jax_places import Frame, Placed, at_place, frames_of, traceback_of
from ._jax_runs import JaxRun, Observer, Performed, call_host, return_memory
from ._program import Program
from ._value import Value

# Bytes of the values that one comparison has at once.
_MOST_BYTES = 1 << 28
_MOST_ITERATIONS = 1000
# Relative tolerances of the types whose numbers have fewer bits than f32, or more.
_TOLERANCE = 1e-5
_TOLERANCE_OF_F64 = 1e-10

# Values over the tolerance whose operation is run alone.
_MOST_SUSPECTS = 200
_CONTROL = ("stablehlo.while", "stablehlo.if", "stablehlo.case")
# Operations that add: their error is that of the terms, which may cancel.
_ADDING = frozenset(
    f"stablehlo.{name}"
    for name in ("add", "subtract", "reduce", "reduce_window", "select_and_scatter", "scatter", "fft", "custom_call")
)
_MULTIPLYING = ("stablehlo.dot_general", "stablehlo.convolution")

HostCall = Callable[[list[_core.Tensor], list[str], str], list[_core.Tensor]]


@dataclass(frozen=True)
class Difference(Placed):
    """A value that differs between the platforms, and the operation that computed it."""

    program: str
    """JAX's name of the program, such as "jit_f"."""
    operation: str
    """Name of the operation, such as "stablehlo.exponential"."""
    frames: tuple[Frame, ...]
    """The places in Python, the innermost first."""
    row: DiffRow
    """The sizes of the difference: `absolute`, `relative`, `ulp`, and how many elements differ."""
    ours: Value
    theirs: Value
    inside: tuple[str, ...] = ()
    """Loops and calls around the operation, the innermost first, such as "iteration 3 of the loop at model.py:7"."""

    @property
    def cell(self) -> tuple[int, ...]:
        """Index of the element that differs most."""
        return tuple(int(i) for i in np.unravel_index(max(self.row.worst, 0), self.ours.shape)) if self.ours.shape else ()

    def report(self, platform: str) -> str:
        """Returns the place and the numbers."""
        row, cell = self.row, self.cell
        lines = [f"{self.operation}{at_place(self.frames)}, in {self.program}, differs from {platform}: {row.differing} of {row.count} elements"]
        lines += [f"  in {around}" for around in self.inside]
        if self.frames:
            lines.append(traceback_of(self.frames))
        index = f" at [{', '.join(map(str, cell))}]" if cell else ""
        ours, theirs = np.asarray(self.ours)[cell], np.asarray(self.theirs)[cell]
        lines.append(f"largest difference{index}: {ours} here, {theirs} on {platform}")
        ulp = "" if row.ulp is None else f", {row.ulp} ULP"
        lines.append(f"relative error {row.relative:.3g}, absolute {row.absolute:.3g}{ulp}")
        return "\n".join(lines)


class _Platform:
    """Runs programs on another platform of JAX."""

    def __init__(self, name: str) -> None:
        from jax._src import xla_bridge

        self.name = name
        self._backend = xla_bridge.get_backend(name)
        self._device = self._backend.local_devices()[0]

    def compile(self, module: Any) -> Any:
        from jax._src import compiler
        from jax._src.lib import xla_client

        assignment = np.array([[self._device.id]])
        options = compiler.get_compile_options(1, 1, assignment, backend=self._backend)
        devices = xla_client.DeviceList((self._device,))
        return compiler.backend_compile_and_load(self._backend, module, devices, options, [])

    def run(self, executable: Any, arrays: Sequence[Any]) -> list[np.ndarray[Any, Any]]:
        given = [jax.device_put(array, self._device) for array in arrays]
        results = executable.execute_sharded(given).disassemble_into_single_device_arrays()
        return [np.asarray(one[0]) for one in results]


class _Ours:
    """Runs programs on Paddock, without JAX."""

    def __init__(self, run: JaxRun) -> None:
        self._settings = {**run.settings, "grid": (1, 1)}

    def compile(self, module: Any) -> Program:
        return Program(_core.load("compared", text_of(module), False, [TARGET]))

    def run(self, program: Program, arrays: Sequence[Any], host_call: HostCall) -> list[_core.Tensor]:
        options = program._options(program._program, arrays, {**self._settings, "level": "fast"}, copies=False)
        options.set_custom_calls({TARGET: host_call})
        core = _core.Run(options)
        core.run()
        return [tensor for tensor, _ in core.results((0, 0))]


def _call_host(operands: list[_core.Tensor], types: list[str], config: str) -> list[_core.Tensor]:
    return [to_tensor(array, kind) for array, kind in zip(call_host(operands, config), types)]


def _tolerance_of(element_type: str) -> float:
    """Returns the limit of the difference over the largest magnitude."""
    if "f64" in element_type:
        return _TOLERANCE_OF_F64
    if "f32" in element_type:
        return _TOLERANCE
    if "f" not in element_type:
        return 0.0
    import ml_dtypes

    return 2 * float(ml_dtypes.finfo(dtype_of(element_type)).eps)


class _BlockPair:
    """Operations compiled for both platforms, in parts of limited bytes."""

    def __init__(self, program: BlockProgram, comparer: _Comparer) -> None:
        self.program = program
        self._comparer = comparer
        self._made: dict[tuple[Any, ...], tuple[Program, Any]] = {}

    def parts(self) -> Iterator[list[Any]]:
        """Returns the values that operations compute, in order."""
        part: list[Any] = []
        total = 0
        for value in self.program.computed:
            if part and total + bytes_of(value) > _MOST_BYTES:
                yield part
                part, total = [], 0
            part.append(value)
            total += bytes_of(value)
        if part:
            yield part

    def ours(self, wanted: Sequence[Any], given: dict[Any, Any], host_call: HostCall) -> list[_core.Tensor]:
        """Returns values as Paddock computes them. `given` has the parameters."""
        computed = [value for value in wanted if value not in given]
        results = iter(())
        if computed:
            program = self._make(("ours", *computed), lambda: self._comparer.ours.compile(self.program.build(computed)))
            results = iter(self._comparer.ours.run(program, [given[one] for one in self.program.parameters], host_call))
        return [to_tensor(given[value]) if value in given else next(results) for value in wanted]

    def theirs(self, wanted: Sequence[Any], given: dict[Any, Any], host_call: HostCall) -> list[np.ndarray[Any, Any]]:
        """Returns values as the other platform computes them, with Paddock's results of Python's functions."""
        host = self.program.host_values
        made = self._make(("theirs", *wanted), lambda: self._comparer.theirs.compile(self.program.build(wanted, host)))
        arrays = [given[one] for one in self.program.parameters]
        if host:
            arrays += [to_numpy(one) for one in self.ours(host, given, host_call)]
        return self._comparer.theirs.run(made, arrays)

    def _make(self, key: tuple[Any, ...], make: Callable[[], Any]) -> Any:
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]


class _Comparer:
    """Compares one run, from the outside of its loops and calls to the inside."""

    def __init__(self, run: JaxRun, platform: _Platform, tolerance: float | None) -> None:
        self._run = run
        self.ours = _Ours(run)
        self.theirs = platform
        self._tolerance = tolerance
        self.module = read_module(run.code)
        self.values = 0
        # Values over the tolerance whose operation agrees on equal operands.
        self.grown = 0
        self._pairs: dict[Any, _BlockPair] = {}

    def first(self) -> Difference | None:
        block = main_of(self.module)
        given = dict(zip(block.arguments, self._run.arrays))
        return self._compare(block, given, self._run.host_calls.replay)

    def _pair(self, block: Any) -> _BlockPair:
        key = next(iter(block.operations)).operation
        if key not in self._pairs:
            self._pairs[key] = _BlockPair(BlockProgram.of_block(block, self.module), self)
        return self._pairs[key]

    def _compare(self, block: Any, given: dict[Any, Any], host: Callable[[], HostCall], returned: dict[Any, Any] | None = None) -> Difference | None:
        """Compares the values of a block. Adds those that it returns to `returned`, as they are on Paddock."""
        pair = self._pair(block)
        for part in pair.parts():
            ours = dict(zip(part, pair.ours(part, given, host())))
            theirs = dict(zip(part, pair.theirs(part, given, host())))
            self.values += len(part)
            if returned is not None:
                returned.update((value, to_numpy(ours[value])) for value in pair.program.returned if value in ours)
            if self.grown > _MOST_SUSPECTS:
                continue
            # An operation with several results is searched once.
            over = Counter(value.owner for value in part if self._row(value, ours[value], theirs[value]).is_over)
            if not over:
                continue
            known = {**given, **{value: to_numpy(tensor) for value, tensor in ours.items()}}
            for operation, count in over.items():
                if self.grown > _MOST_SUSPECTS:
                    break
                found = self._inside(pair, operation, known, host)
                if found is not None:
                    return found
                self.grown += count
        return None

    def _row(self, value: Any, ours: _core.Tensor, theirs: Any, scale: float = 0.0) -> DiffRow:
        """Compares a value. `scale` is the magnitude of terms that may cancel."""
        tolerance = _tolerance_of(ours.element_type) if self._tolerance is None else self._tolerance
        row = row_of(value.get_name(), Value._of(ours, str(value.type)), to_tensor(theirs, ours.element_type), tolerance)
        if row.non_finite == 0 and 0 < row.absolute <= tolerance * scale:
            return replace(row, is_over=False)
        return row

    def _alone(self, operation: Any, known: dict[Any, Any]) -> Difference | None:
        """Compares an operation on the operands that it has on Paddock."""
        pair = _BlockPair(BlockProgram.of_operation(operation, self.module), self)
        if any(value not in known for value in pair.program.parameters):
            return None  # A token orders it.
        wanted = pair.program.computed
        ours = pair.ours(wanted, known, _call_host)
        theirs = pair.theirs(wanted, known, _call_host)
        for value, our, their in zip(wanted, ours, theirs):
            row = self._row(value, our, their, _scale_of(operation, known, to_numpy(our).size))
            if row.is_over:
                frames = tuple(frames_of(str(operation.location)[4:-1], {}))
                made = Value._of(our, str(value.type)), Value(their, our.element_type)
                return Difference(self._run.name, operation.name, frames, row, *made)
        return None

    def _inside(self, pair: _BlockPair, operation: Any, given: dict[Any, Any], host: Callable[[], HostCall]) -> Difference | None:
        """Compares an operation, or what is within a call, a branch or a loop, on the values that it has on Paddock."""
        callee = callee_of(operation, self.module)
        used = dict.fromkeys(operation.operands)
        for region in operation.regions:
            for block in region.blocks:
                used.update(dict.fromkeys(BlockProgram.of_block(block, self.module).captured))
        wanted = [value for value in used if is_array(value)]
        arrays = [to_numpy(one) for one in pair.ours(wanted, given, host())]
        known = {**given, **dict(zip(wanted, arrays))}
        if callee is not None:
            arguments = dict(zip(callee.entry_block.arguments, (known.get(one) for one in operation.operands)))
            return _within(self._compare(callee.entry_block, arguments, lambda: _call_host), operation, "the call")
        if operation.name not in _CONTROL:
            return None if is_host_call(operation) else self._alone(operation, known)
        if operation.name == "stablehlo.while":
            return self._loop(operation, known)
        index = int(known[operation.operands[0]])
        if operation.name == "stablehlo.if":
            index = 0 if index else 1
        regions = operation.regions
        chosen = index if 0 <= index < len(regions) else len(regions) - 1
        return _within(self._compare(regions[chosen].blocks[0], known, lambda: _call_host), operation, "the branch")

    def _loop(self, loop: Any, known: dict[Any, Any]) -> Difference | None:
        condition, body = (region.blocks[0] for region in loop.regions)
        state = [known.get(operand) for operand in loop.operands]
        for iteration in range(1, _MOST_ITERATIONS + 1):
            known = {**known, **dict(zip(condition.arguments, state)), **dict(zip(body.arguments, state))}
            pair = self._pair(condition)
            (goes_on,) = pair.ours(pair.program.returned, known, _call_host)
            if not to_numpy(goes_on):
                break
            computed = dict(known)
            found = self._compare(body, known, lambda: _call_host, computed)
            if found is not None:
                return _within(found, loop, f"iteration {iteration} of the loop")
            state = [computed.get(value) for value in self._pair(body).program.returned]
        return None


def _scale_of(operation: Any, known: dict[Any, Any], results: int) -> float:
    """Returns the expected magnitude of the terms that an operation adds to each result; 0 for other operations."""
    arrays = [known[one] for one in operation.operands if one in known]
    arrays = [one for one in arrays if one.dtype.kind in "fcV" and one.size > 0]
    sizes = [float(size) for size in (np.max(np.abs(one)) for one in arrays) if np.isfinite(size)]
    if operation.name in _MULTIPLYING:
        terms = math.sqrt(math.prod(one.size for one in arrays) / max(1, results))
        return math.prod(sizes) * math.sqrt(terms)
    if operation.name not in _ADDING:
        return 0.0
    terms = max((one.size for one in arrays), default=1) / max(1, results)
    return max(sizes, default=0.0) * math.sqrt(max(1.0, terms))


def _within(found: Difference | None, operation: Any, kind: str) -> Difference | None:
    """Adds the operation around a difference to its places."""
    if found is None:
        return None
    around = frames_of(str(operation.location)[4:-1], {})
    frames = dict.fromkeys([*found.frames, *around])
    return replace(found, frames=tuple(frames), inside=(*found.inside, f"{kind}{at_place(around)}"))


class Comparison(Observer):
    """Programs that ran on Paddock, compared with another platform, value by value."""

    def __init__(self, platform: str, tolerance: float | None) -> None:
        super().__init__()
        self.platform = platform
        self.tolerance = tolerance
        self.first: Difference | None = None
        """The first value that differs by more than the tolerance. Programs after it are not compared."""
        self.programs = 0
        """Number of runs that were compared."""
        self.values = 0
        """Number of values that were compared."""
        self.grown = 0
        """Number of values over the tolerance whose operation agrees on equal operands: rounding that grew."""
        self.skipped: list[str] = []
        """Names of programs of several devices, which are not compared."""
        self.result: Any = None
        """What the function of `compare(function, ...)` returned."""
        self._platform: _Platform | None = None

    def see(self, performed: Performed) -> None:
        if self.first is not None or performed.error is not None:
            return
        if performed.run.is_divided:
            self.skipped.append(performed.run.name)
            return
        assert self._platform is not None
        comparer = _Comparer(performed.run, self._platform, self.tolerance)
        self.first = comparer.first()
        self.programs += 1
        self.values += comparer.values
        self.grown += comparer.grown

    def __enter__(self) -> Comparison:
        self._platform = _Platform(self.platform)
        self.enter()
        return self

    def __exit__(self, _: Any, raised: BaseException | None, __: Any) -> None:
        self.leave(raised)
        return_memory()

    def __bool__(self) -> bool:
        """Whether a value differs."""
        return self.first is not None

    def __repr__(self) -> str:
        skipped = f"\n{len(self.skipped)} of several devices were not compared: {', '.join(dict.fromkeys(self.skipped))}" if self.skipped else ""
        if self.first is not None:
            return self.first.report(self.platform) + skipped
        programs = f"{self.programs} program{'' if self.programs == 1 else 's'}"
        grown = ""
        if self.grown:
            grown = f"\nrounding grew beyond the tolerance in {self.grown} of them, but each operation agrees on equal operands"
        return f"{self.values} values of {programs} agree with {self.platform}{grown}{skipped}"


def compare(function: Callable[..., Any] | None = None, *arguments: Any, platform: str = "cpu", tolerance: float | None = None, **keywords: Any) -> Comparison:
    """Runs a function on Paddock, and each of its programs also on another platform of JAX, and compares every value.

        print(paddock_hlo.jax.compare(train_step, params, batch))

    Without a function it is a context, which compares the programs that run in it. `first` is the first operation whose
    value differs: by more than `tolerance` over the largest magnitude, by default 1e-5 for f32 and what the type allows
    for others; integers and booleans are compared exactly. Operations in loops and calls are found on the values that
    they have on Paddock.
    """
    comparison = Comparison(platform, tolerance)
    if function is None:
        return comparison
    with comparison:
        comparison.result = jax.block_until_ready(function(*arguments, **keywords))
    return comparison
