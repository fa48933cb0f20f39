"""Values of a session by their names."""

from __future__ import annotations

from typing import Any, Protocol, Sequence

from . import _core
from ._inputs import Process
from ._value import Value


class Holder(Protocol):
    """What holds values: a session of C++."""

    def value(self, leaf: _core.Leaf, process: Process) -> Any: ...

    def summary(self, leaf: _core.Leaf, process: Process) -> Any: ...


class Names:
    """The named values of a program, in the order of its text."""

    def __init__(self, leaves: Sequence[_core.Leaf]) -> None:
        self.leaves = leaves
        self._by_name: dict[str, list[_core.Leaf]] = {}
        for leaf in leaves:
            self._by_name.setdefault(leaf.name, []).append(leaf)

    def find(self, name: str, line: int | None) -> _core.Leaf:
        """Returns the value called `name`: of several the first in the text, or the one in `line`.

        Raises KeyError if there is none.
        """
        asked = name if name.startswith("%") else f"%{name}"
        found = self._by_name.get(asked, [])
        if line is not None:
            found = [leaf for leaf in found if leaf.line == line]
        if not found:
            raise KeyError(f"no value is called {asked}" + ("" if line is None else f" in line {line}"))
        return found[0]


def value_in(holder: Holder, leaf: _core.Leaf, process: Process) -> Value:
    """Returns a value. Raises LookupError if the session does not hold it."""
    kept = holder.value(leaf, process)
    if kept is None:
        raise LookupError(f"{leaf.name} is not computed yet, or not kept")
    return Value._of(*kept)
