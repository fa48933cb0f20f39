"""Why: the elements from which an element was computed."""

from __future__ import annotations

import json
import re
from typing import Any

from . import _core, _html

_CELL = re.compile(r"(%?[\w.$#-]+)\s*(?:\[([\d,\s]*)\])?")


class Why:
    """The elements from which an element was computed, back to inputs and constants.

    `str` of it has a paragraph for each element: its place, its formula, and the numbers of the elements from which it
    was computed. `chain` has the same as data; docs/debugging.md of Paddock describes its members.
    """

    def __init__(self, text: str, chain: str) -> None:
        self._text = text
        self.chain: dict[str, Any] = json.loads(chain)

    @property
    def cells(self) -> list[dict[str, Any]]:
        """The elements, the asked one first."""
        return self.chain["cells"]

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        return _html.code(self._text)


def set_cell(asked: _core.AskedCell, cell: str) -> None:
    """Reads "%17[3,5]", "17[3,5]" or "%17". Raises ValueError for other texts."""
    match = _CELL.fullmatch(cell.strip())
    if match is None:
        raise ValueError(f"{cell!r} is no element such as '%17[3,5]'")
    name, index = match.groups()
    asked.name = name if name.startswith("%") else f"%{name}"
    asked.cell = [int(word) for word in (index or "").split(",") if word.strip()]
