"""Run: the results of a program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Iterator

from . import _core
from ._diagnostics import Diagnostic, diagnostics_of
from ._inputs import Process
from ._value import Value


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    work_done: int
    """Units of about 0.25 ns."""
    estimated_work: int
    """Counts every step once, so a run with a loop exceeds it."""
    line: int
    """Line of the operation that runs; 0 if unknown."""


@dataclass(frozen=True)
class Counts:
    """Work of a run."""

    operations: int
    """Arithmetic operations on elements: a multiply-add is two."""
    bytes: int
    """Bytes that steps read from operands and write to results."""
    steps: int
    """Executions of steps."""
    peak_bytes: int
    """Largest number of bytes of live values."""


def watcher(progress: Callable[[Progress], Any] | None) -> Callable[[int, int, int], None] | None:
    """Returns the function that C++ calls with the numbers of a report."""
    if progress is None:
        return None
    return lambda *numbers: progress(Progress(*numbers))


def values_of(results: list[tuple[_core.Tensor | None, str]]) -> tuple[Value | None, ...]:
    """Makes values of results. A token has none."""
    return tuple(None if tensor is None else Value._of(tensor, text) for tensor, text in results)


def processes_of(grid: Process) -> tuple[Process, ...]:
    """Returns all processes of a grid in order, as (replica, partition)."""
    replicas, partitions = grid
    return tuple((replica, partition) for replica in range(replicas) for partition in range(partitions))


class Run:
    """A run that has ended: a sequence of the results, with tuples flattened.

    `run[0]` is the first result of process (0, 0), `run.process(1, 0)[0]` that of another process of the grid. A token
    is None.
    """

    def __init__(self, run: _core.Run) -> None:
        self._run = run
        self._results: dict[Process, tuple[Value | None, ...]] = {}

    @property
    def grid(self) -> Process:
        """Number of replicas and of partitions."""
        return self._run.grid()

    @property
    def processes(self) -> tuple[Process, ...]:
        """All processes of the grid in order, as (replica, partition)."""
        return processes_of(self.grid)

    def process(self, replica: int, partition: int = 0) -> tuple[Value | None, ...]:
        """Returns the results of one process. Raises IndexError if the grid does not have it."""
        process = (replica, partition)
        if process not in self._results:
            self._results[process] = values_of(self._run.results(process))
        return self._results[process]

    @property
    def results(self) -> tuple[Value | None, ...]:
        """Results of process (0, 0)."""
        return self.process(0, 0)

    @property
    def counts(self) -> Counts:
        """Operations, bytes and steps of the run."""
        return Counts(**self._run.counts())

    @property
    def hash(self) -> str:
        """Hash of the results of all processes, as in `paddock test --format json`: equal if every bit is equal.

        All NaNs count as equal.
        """
        return f"{self._run.hash():016x}"

    @property
    def remarks(self) -> tuple[Diagnostic, ...]:
        """Expectations in the program's comments that the results do not meet, and entries that nothing read."""
        return diagnostics_of(self._run.remarks())

    def __len__(self) -> int:
        return len(self.results)

    def __getitem__(self, index: int) -> Value | None:
        return self.results[index]

    def __iter__(self) -> Iterator[Value | None]:
        return iter(self.results)

    def __repr__(self) -> str:
        types = ", ".join("token" if value is None else value.type for value in self.results)
        grid = "" if self.grid == (1, 1) else f" on each of {self.grid[0]} x {self.grid[1]} processes"
        return f"Run({types}{grid})"

    def _repr_html_(self) -> str:
        return "".join(value._repr_html_() for value in self.results if value is not None)
