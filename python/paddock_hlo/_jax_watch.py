"""Watch: every value of the programs that JAX runs, and the first NaN or infinity."""

from __future__ import annotations

import re
from collections import deque
from functools import cached_property
from typing import Any, Iterator, Sequence

import jax

from . import _core, _html
from ._inputs import Process
from ._jax_places import Frame, Placed, at_place, frames_of, traceback_of, with_python_lines
from ._jax_runs import JaxRun, Observer, Performed
from ._run import processes_of, values_of
from ._session import Session
from ._trace import Trace
from ._value import Value
from ._why import Why, set_cell

_CELLS_OF_ERROR = 12
_RESULT = re.compile(r"result(\d*)(?![\w.])")
_RETURN = re.compile(r"^ *(?:func\.)?return (%.*?) :", re.M)
# Bytes of a run besides those of its values, about: its plan and its session.
_BYTES_OF_RUN = 1 << 16


class WatchedRun:
    """One run of a program that JAX compiled, with its values.

    `run["%3"]` is a value, `run.trace` has all of them. Values in loops are those of the last iteration; `session` goes
    to any other one.
    """

    def __init__(self, performed: Performed, found: _core.NonFinite | None) -> None:
        self._run: JaxRun = performed.run
        self._core = performed.core
        self.name: str = performed.run.name
        """JAX's name of the program, such as "jit_f"."""
        self.has_values: bool = performed.keeps_values
        """Whether every value is kept. False if memory sufficed only for the results."""
        self.error: BaseException | None = performed.error
        """Why the run failed, if it did."""
        self.found: NonFinite | None = None if found is None else NonFinite(self._run, found)
        """The first NaN or infinity that an operation made, of those that the watch looks for."""

    @property
    def program(self) -> Any:
        """The program, as `load` returns it."""
        return self._run.program

    @property
    def arguments(self) -> tuple[Any, ...]:
        """The program's arguments as arrays: whole ones if JAX divided them among devices."""
        return self._run.arrays

    def trace(self, process: Process = (0, 0)) -> Trace:
        """Returns the values of a process: of each device of a `pmap` or `shard_map`."""
        return Trace(self._core, self.program._names, self.error, process)

    @property
    def results(self) -> tuple[Value | None, ...]:
        """Results of process (0, 0)."""
        return self.results_of((0, 0))

    def results_of(self, process: Process) -> tuple[Value | None, ...]:
        """Returns the results of a process."""
        return values_of(self._core.results(process))

    def at(self, line: int, file: str = "", process: Process = (0, 0)) -> dict[str, Value]:
        """Returns the values, by name, that a line of Python computed. `file` is the end of the file's path."""
        aliases = self._run.aliases
        found: dict[str, Value] = {}
        for leaf in self.program._names.leaves:
            frames = frames_of(leaf.location, aliases) if leaf.operation else []
            if frames and frames[0].line == line and frames[0].file.endswith(file):
                kept = self._core.value(leaf, process)
                if kept is not None:
                    found[leaf.name] = Value._of(*kept)
        return found

    def __getitem__(self, name: str) -> Value:
        return self.trace()[name]

    def why(self, cell: str, *, process: Process = (0, 0), execution: int = 0, line: int = 0, cells: int = 60) -> Why:
        """Repeats the run and explains an element such as "%17[3,5]", as `Program.why` does.

        "result[3,5]" is an element of the result, and "result1[3,5]" of the second one. Functions of Python are not
        called again; their results are those of the run.
        """
        asked = _core.AskedCell()
        result = _RESULT.match(cell)
        if result is not None:
            name, line = self._place_of_result(result[0], int(result[1] or 0))
            cell = name + cell[result.end() :]
        set_cell(asked, cell)
        asked.process, asked.execution, asked.line = process, execution, line
        return _explain(self._run, asked, cells)

    def _place_of_result(self, asked: str, number: int) -> tuple[str, int]:
        """Returns the name of a result in the program's text, and the line that computes it."""
        source = self.program._as_text.source()
        returned = _RETURN.search(source, source.index(" @main("))
        names = returned[1].split(", ") if returned else []
        if returned is None or number >= len(names):
            raise ValueError(f"{self.name} has {len(names)} results, and no {asked}")
        end = source.count("\n", 0, returned.start()) + 1
        # Regions before may have values of the same name.
        lines = [leaf.line for leaf in self.program._names.leaves if leaf.name == names[number] and leaf.line <= end]
        return names[number], max(lines)

    def session(self) -> Session:
        """Starts a repetition of the run that stops before any operation."""
        return Session(_core.Debugger(self._run.options()), self.program._names)

    def open(self) -> Any:
        """Opens the page on the program and its arguments, as `paddock_hlo.jax.open` does."""
        from ._jax_open import open_page

        return open_page(self._run)

    @property
    def nbytes(self) -> int:
        """Bytes that the run keeps, about."""
        kept = self._core.counts()["peak_bytes"] * len(processes_of(self._core.grid())) if self.has_values else 0
        return int(kept) + self._run.nbytes + _BYTES_OF_RUN

    def __repr__(self) -> str:
        ended = f", {self.found}" if self.found else ", which failed" if self.error else ""
        values = f"{len(self.program._names.leaves)} values" if self.has_values else "only its results"
        return f"WatchedRun({self.name}: {values}{ended})"


def _explain(run: JaxRun, asked: _core.AskedCell, cells: int) -> Why:
    asked.set_limits(cells, 1000, 4, False)
    text, chain = _core.explain(run.options(), asked, None)
    return Why(with_python_lines(text, run.aliases), chain)


class NonFinite(Placed):
    """An element that is NaN or infinite, whose operation has finite operands, or infinite ones for a NaN."""

    def __init__(self, run: JaxRun, found: _core.NonFinite) -> None:
        self._run = run
        self._found = found
        self.operation: str = found.operation
        """Name of the operation, such as "stablehlo.log"."""
        self.is_nan: bool = found.is_nan
        self.name: str = found.name
        """Name of the value, such as "%3"."""
        self.cell: tuple[int, ...] = tuple(found.cell)
        """Index of the first such element."""
        self.process: int = found.process
        """Number of the device, for programs of several."""

    @cached_property
    def why(self) -> Why:
        """The elements from which it was computed. The first use repeats the run to this moment."""
        asked = _core.AskedCell()
        asked.found = self._found
        return _explain(self._run, asked, _CELLS_OF_ERROR)

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """The places in Python, the innermost first: of the operation, and of the calls and loops around it."""
        aliases = self._run.aliases
        found: dict[Frame, None] = {}
        for location in (self._found.location, *self._locations_around()):
            found.update(dict.fromkeys(frames_of(location, aliases)))
        return tuple(found)

    def _locations_around(self) -> Iterator[str]:
        """Returns the locations of the calls and loops around the operation, the innermost first."""
        by_line = {leaf.line: leaf.location for leaf in self._run.program._names.leaves if leaf.operation}
        for around in self.why.cells[0]["in"]:
            yield by_line.get(int(around.rsplit(" ", 1)[1]), "")

    @property
    def rule(self) -> str:
        """Such as "log of a negative number"."""
        return str(self.why.cells[0].get("rule", ""))

    def __str__(self) -> str:
        kind = "a NaN" if self.is_nan else "an infinity"
        return f"{self.operation} made {kind}{at_place(self.frames)}"

    def report(self) -> str:
        """Returns the place, the rule and the elements from which it was computed."""
        index = f" at [{', '.join(map(str, self.cell))}]" if self.cell else ""
        device = f", on device {self.process}" if self._run.settings["grid"] != (1, 1) else ""
        rule = f": {self.rule}" if self.rule else ""
        parts = [f"{self}{index}, in {self._run.name}{device}{rule}"]
        if self.frames:
            parts.append(traceback_of(self.frames))
        return "\n".join([*parts, "", "It was computed from:", str(self.why).rstrip()])


class NonFiniteError(jax.errors.JaxRuntimeError, FloatingPointError):
    """An operation made a NaN or an infinity. Its text has the place in Python and the elements that led there."""

    def __init__(self, run: WatchedRun) -> None:
        found = run.found
        assert found is not None
        super().__init__(found.report())
        self.run = run
        self.found: NonFinite = found


class Watch(Observer):
    """The runs of a `with watch()`, the oldest first."""

    def __init__(self, memory: int, nan: bool, inf: bool, stop: bool) -> None:
        super().__init__()
        self.memory = memory
        self.nan = nan
        self.inf = inf
        self.stop = stop
        self.dropped = 0
        """Number of runs that are not kept: the oldest ones, beyond the limit of `memory`."""
        self._runs: deque[tuple[WatchedRun, int]] = deque()
        self._bytes = 0

    @property
    def runs(self) -> Sequence[WatchedRun]:
        """The runs that are kept, the oldest first."""
        return tuple(run for run, _ in self._runs)

    @property
    def nbytes(self) -> int:
        """Bytes that the runs keep, about."""
        return self._bytes

    def see(self, performed: Performed) -> None:
        run = WatchedRun(performed, performed.found.get(self))
        nbytes = run.nbytes
        self._runs.append((run, nbytes))
        self._bytes += nbytes
        while self._bytes > self.memory:
            self._bytes -= self._runs.popleft()[1]
            self.dropped += 1
        if self.stop and run.found is not None:
            raise NonFiniteError(run)

    def __enter__(self) -> Watch:
        self.enter()
        return self

    def __exit__(self, _: Any, raised: BaseException | None, __: Any) -> None:
        self.leave(raised)

    def __getitem__(self, index: int) -> WatchedRun:
        return self._runs[index][0]

    def __len__(self) -> int:
        return len(self._runs)

    def __iter__(self) -> Iterator[WatchedRun]:
        return iter(self.runs)

    def __repr__(self) -> str:
        text = f"{len(self)} run{'' if len(self) == 1 else 's'}, {self.nbytes / 1e6:.1f} MB"
        if self.dropped:
            text += f"; {self.dropped} earlier ones were dropped at the limit of {self.memory / 1e6:g} MB"
        return f"Watch({text})"

    def _repr_html_(self) -> str:
        rows = [(number, run.name, len(run.program._names.leaves), str(run.found or run.error or "")) for number, run in enumerate(self.runs)]
        return f"<div>{_html.escape(repr(self))}</div>" + _html.table(("run", "program", "values", "found"), rows)


def watch(*, memory: int = 1 << 30, nan: bool = True, inf: bool = True, stop: bool = True) -> Watch:
    """Keeps every value of the programs that JAX runs in the `with` block, and stops at the first NaN or infinity.

        with paddock_hlo.jax.watch() as watch:
            loss = train_step(params, batch)
        print(watch[-1].trace())

    An operation that makes a NaN from finite or infinite operands, or an infinity from finite ones, raises
    `NonFiniteError`. `nan` and `inf` select what it looks for; with `stop=False` the program goes on, and
    `WatchedRun.found` has what was found. Beyond `memory` bytes the oldest runs are dropped. The watch is that of the
    thread which entered it. Runs are synchronous, and slower than without a watch.
    """
    return Watch(memory, nan, inf, stop)
