"""Trace: every value of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Iterator

from . import _core, _html
from ._inputs import Process
from ._named import Names, value_in
from ._value import Value

_MOST_ROWS = 200


@dataclass(frozen=True)
class TraceRow:
    """Statistics of one value, at its last computation.

    `min`, `max` and `mean` are those of the finite elements, of absolute values for complex ones; NaN without any.
    """

    name: str
    """Such as "%3"; "%t.0" for an element of a tuple."""
    line: int
    operation: str
    """Name of the operation; empty for an argument."""
    type: str
    shape: tuple[int, ...]
    executions: int
    """Number of times that the value was computed; 0 for arguments and constants."""
    nan_count: int
    infinity_count: int
    min: float
    max: float
    mean: float
    histogram: tuple[int, ...]
    """Counts of the finite elements in equal parts of `min` .. `max`."""

    @property
    def is_finite(self) -> bool:
        """Whether no element is NaN or infinite."""
        return self.nan_count == 0 and self.infinity_count == 0


class Trace:
    """Every value of a run at level "faithful", in the order of the text.

    A sequence of rows; `trace["%3"]` is the value of a name. If the run failed, `error` has the reason, and the trace
    has the values before it.
    """

    def __init__(self, run: _core.Run, names: Names, error: BaseException | None, process: Process) -> None:
        self._run = run
        self._names = names
        self._process = process
        self.error: BaseException | None = error
        self._rows: tuple[TraceRow, ...] | None = None

    @property
    def rows(self) -> tuple[TraceRow, ...]:
        """A row for each value that the run computed and kept. The first use reads all elements."""
        if self._rows is None:
            self._rows = tuple(self._summarize())
        return self._rows

    def _summarize(self) -> Iterator[TraceRow]:
        for leaf in self._names.leaves:
            summary = self._run.summary(leaf, self._process)
            if summary is not None:
                yield TraceRow(name=leaf.name, line=leaf.line, operation=leaf.operation, type=leaf.type, **summary)

    def value(self, name: str, line: int | None = None) -> Value:
        """Returns a value by its name, as `Session.value` does."""
        return value_in(self._run, self._names.find(name, line), self._process)

    def values(self) -> Iterator[tuple[str, Value]]:
        """Returns the values with unique names: "x", and "x@2" for the second one called %x, as in files of a dump."""
        counts: dict[str, int] = {}
        for leaf in self._names.leaves:
            name = leaf.name[1:]
            counts[name] = counts.get(name, 0) + 1
            kept = self._run.value(leaf, self._process)
            if kept is not None:
                yield name if counts[name] == 1 else f"{name}@{counts[name]}", Value._of(*kept)

    @property
    def first_non_finite(self) -> TraceRow | None:
        """The first value in the text with a NaN or an infinity. `Program.why` explains where it came from."""
        return next((row for row in self.rows if not row.is_finite), None)

    def __getitem__(self, name: str) -> Value:
        return self.value(name)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[TraceRow]:
        return iter(self.rows)

    def _cells(self) -> list[tuple[object, ...]]:
        return [
            (row.line, row.name, row.operation, row.type, row.nan_count + row.infinity_count, f"{row.min:.4g}", f"{row.max:.4g}")
            for row in self.rows[:_MOST_ROWS]
        ]

    def __repr__(self) -> str:
        lines = [f"{line:5} {name} {operation} {text} {low} .. {high}" + (f" ({bad} not finite)" if bad else "") for line, name, operation, text, bad, low, high in self._cells()]
        rest = len(self) - len(lines)
        return "\n".join(lines + ([f"... and {rest} more"] if rest > 0 else []))

    def _repr_html_(self) -> str:
        header = ("line", "value", "operation", "type", "not finite", "min", "max")
        return _html.table(header, self._cells())
