"""Diff: the values in which two runs differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterator, Mapping

from . import _core, _html
from ._arrays import to_tensor
from ._trace import Trace
from ._value import Value


@dataclass(frozen=True)
class DiffRow:
    """One value on both sides. Numbers that the shapes do not allow are 0."""

    name: str
    """Name without `%`, and "x@2" for the second one called %x."""
    count: int
    """Number of elements; a complex one counts as two."""
    differing: int
    """Elements whose numbers differ. Two NaNs are equal, and so are zeros of either sign."""
    non_finite: int
    """Elements that are NaN or infinite on one side only, or infinities of opposite sign."""
    absolute: float
    """Largest |a - b|."""
    relative: float
    """Largest |a - b| / |b|."""
    scaled: float
    """Largest |a - b| over the largest |b|."""
    ulp: int | None
    """Largest distance in representable numbers."""
    worst: int
    """Row-major index of the element that differs most; -1 if none does."""
    is_over: bool
    """Whether it is over the tolerance, or the shapes differ."""


class Diff:
    """The values of two runs that have a counterpart, in the order of the text. True if any is over the tolerance."""

    def __init__(self, rows: tuple[DiffRow, ...], tolerance: float, alone: tuple[str, ...]) -> None:
        self.rows: tuple[DiffRow, ...] = rows
        self.tolerance: float = tolerance
        self.alone: tuple[str, ...] = alone
        """Names of values without a counterpart."""

    @property
    def first(self) -> DiffRow | None:
        """The first value that is over the tolerance."""
        return next((row for row in self.rows if row.is_over), None)

    def __bool__(self) -> bool:
        return self.first is not None

    def __iter__(self) -> Iterator[DiffRow]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __repr__(self) -> str:
        first = self.first
        over = sum(row.is_over for row in self.rows)
        text = f"{len(self.rows)} values compared, {over} over the tolerance of {self.tolerance:g}"
        return text + (f"; the first is %{first.name}: {first.differing} of {first.count} elements differ" if first else "")

    def _repr_html_(self) -> str:
        rows = [(f"%{row.name}", row.differing, row.count, f"{row.absolute:.4g}", f"{row.scaled:.4g}", row.ulp) for row in self.rows if row.is_over]
        return f"<div>{self!r}</div>" + _html.table(("value", "differ", "of", "largest", "of the whole", "ulp"), rows)


def row_of(name: str, value: Value, other: _core.Tensor, tolerance: float) -> DiffRow:
    difference = _core.compare(value._tensor, other)
    if difference is None:
        return DiffRow(name, value.size, 0, 0, 0.0, 0.0, 0.0, None, -1, True)
    # Integers and booleans have no tolerance.
    limit = tolerance if "f" in value.element_type else 0
    is_over = difference["non_finite"] > 0 or difference["scaled"] > limit or (limit == 0 and difference["differing"] > 0)
    return DiffRow(name, **difference, is_over=is_over)


def diff_of(trace: Trace, other: Trace | Mapping[str, Any], tolerance: float) -> Diff:
    """Compares the values of a trace with those of another one, or with arrays by name."""
    there = dict(other.values()) if isinstance(other, Trace) else {name.lstrip("%"): other[name] for name in other}
    rows: list[DiffRow] = []
    alone: list[str] = []
    for name, value in trace.values():
        if name not in there:
            alone.append(name)
            continue
        counterpart = there[name]
        tensor = counterpart._tensor if isinstance(counterpart, Value) else to_tensor(counterpart)
        rows.append(row_of(name, value, tensor, tolerance))
    return Diff(tuple(rows), tolerance, tuple(alone))
