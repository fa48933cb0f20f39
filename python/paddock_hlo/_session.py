"""Session: a run that stops before any operation, forward and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Iterable

from . import _core
from ._inputs import Process
from ._named import Names, value_in
from ._run import Progress, values_of, watcher
from ._value import Value


@dataclass(frozen=True)
class Place:
    """A moment of a run: before an operation."""

    clock: int
    """Number of steps before it."""
    process: Process
    """The process that runs the operation."""
    operation: str
    """Name of the operation, such as "stablehlo.add"; empty at the end."""
    line: int
    column: int
    text: str
    """The operation in the source."""

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.text}" if self.operation else "the end"


class Session:
    """A run at level "faithful" that stops where it is told.

    A run is deterministic, so each moment has a number, the clock, to which the session can return. Each move returns
    why it ended: "reached", "breakpoint", "trap" or "finished". It raises ProgramError if the run fails; the session can
    still go back. KeyboardInterrupt ends a move early; `resume` continues it.
    """

    def __init__(self, debugger: _core.Debugger, names: Names) -> None:
        self._debugger = debugger
        self._names = names
        self._end = ""

    def _go(self, destination: str, progress: Callable[[Progress], Any] | None = None, clock: int = 0) -> str:
        self._end = self._debugger.go(destination, clock, watcher(progress))
        return self._end

    def step(self) -> str:
        """Runs the next operation of any process."""
        return self._go("next")

    def back(self, steps: int = 1) -> str:
        """Returns to an earlier moment, by default the one before the last operation."""
        return self.go_to(max(0, self.place.clock - steps))

    def step_over(self) -> str:
        """Runs the next operation of its process, with its callee and all iterations of its regions."""
        return self._go("over")

    def step_out(self) -> str:
        """Runs to the end of the innermost call, loop or region."""
        return self._go("out")

    def go_to(self, clock: int) -> str:
        """Goes to a moment, forward or back; one past the end is the end. Ignores breakpoints."""
        return self._go("clock", clock=clock)

    def resume(self, progress: Callable[[Progress], Any] | None = None) -> str:
        """Runs to the next breakpoint, or to the end."""
        return self._go("breakpoint", progress)

    def set_breakpoints(self, lines: Iterable[int]) -> None:
        """Stops before the operations that begin on these lines, from 1. Raises ValueError for a line after the last."""
        without = self._debugger.set_breakpoints(list(lines))
        if without:
            raise ValueError(f"no operation runs on or after line {without[0]}")

    def set_trap(self, is_set: bool = True) -> None:
        """Also stops after an operation whose result has a NaN or infinity."""
        self._debugger.set_trap(is_set)

    @property
    def place(self) -> Place:
        """The next operation."""
        return Place(*self._debugger.place())

    def history(self, count: int = 10) -> tuple[Place, ...]:
        """Returns the places of the last operations, the most recent last."""
        return tuple(Place(*place) for place in self._debugger.history(count))

    @property
    def grid(self) -> Process:
        """Number of replicas and of partitions."""
        return self._debugger.grid()

    @property
    def is_finished(self) -> bool:
        """Whether every process is at its end."""
        return self._end == "finished"

    def value(self, name: str, process: Process = (0, 0), line: int | None = None) -> Value:
        """Returns a value by its name, such as "%3", "%r#1", or "%t.0" for an element of a tuple.

        Of several values with the name, it is the first in the text, or the one in `line`. Raises KeyError if there is
        none, and LookupError if it is not computed yet.
        """
        return value_in(self._debugger, self._names.find(name, line), process)

    def results(self, process: Process = (0, 0)) -> tuple[Value | None, ...]:
        """Returns the results of a process, with tuples flattened. Raises RuntimeError before the end."""
        if not self.is_finished:
            raise RuntimeError("the run is not at its end")
        return values_of(self._debugger.results(process))

    def __repr__(self) -> str:
        return f"Session({self.place})"
