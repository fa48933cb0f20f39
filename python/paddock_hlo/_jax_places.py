"""Places in Python: what the `loc(...)` of an operation that JAX wrote has of files and lines."""

from __future__ import annotations

import linecache
import os
import re
from dataclasses import dataclass
from typing import Any, Iterable, Mapping, Sequence

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|#loc\d*|\w+|\S')
_ALIAS = re.compile(r"^(#loc\d*) = loc\((.*)\)$", re.M)
_DEEPEST = 64
# Functions of this package that call the program are no places in it.
_PACKAGE = os.path.dirname(__file__)


@dataclass(frozen=True)
class Frame:
    """A place in a Python file."""

    file: str
    line: int
    function: str

    @property
    def short(self) -> str:
        """Such as "model.py:7"."""
        return f"{os.path.basename(self.file)}:{self.line}"

    def __str__(self) -> str:
        """Such as an entry of Python's tracebacks."""
        name = f", in {self.function}" if self.function else ""
        text = linecache.getline(self.file, self.line).strip()
        return f'File "{self.file}", line {self.line}{name}' + (f"\n  {text}" if text else "")


class Placed:
    """What an operation of a program did, with the places of the operation in Python."""

    frames: Any
    """A tuple of `Frame`, the innermost first."""

    @property
    def file(self) -> str:
        """The Python file of the operation, or an empty text."""
        return self.frames[0].file if self.frames else ""

    @property
    def line(self) -> int:
        """The line in `file`; 0 without one."""
        return self.frames[0].line if self.frames else 0


def at_place(frames: Sequence[Frame]) -> str:
    """Returns the innermost place for a sentence, such as " at model.py:7"; an empty text without one."""
    return f" at {frames[0].short}" if frames else ""


def aliases_of(source: str) -> dict[str, str]:
    """Returns the texts that a program's `#loc1 = loc(...)` define."""
    return dict(_ALIAS.findall(source))


class _Reader:
    """Reads a location. `name` is the first name outside of frames, such as "jit(f)/log"."""

    def __init__(self, text: str, aliases: Mapping[str, str], depth: int = 0) -> None:
        self._tokens = _TOKEN.findall(text)
        self._at = 0
        self._aliases = aliases
        self._depth = depth
        self.name = ""

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._peek()
        self._at += 1
        return token

    def frames(self) -> list[Frame]:
        """Returns the frames of the location, the innermost first."""
        token = self._take()
        if token.startswith('"'):
            return self._quoted(token[1:-1])
        if token.startswith("#loc"):
            return self._alias(token)
        if token == "callsite":
            return self._call()
        if token == "fused":
            return self._fused()
        return []

    def _alias(self, token: str) -> list[Frame]:
        if token not in self._aliases or self._depth == _DEEPEST:
            return []
        reader = _Reader(self._aliases[token], self._aliases, self._depth + 1)
        frames = reader.frames()
        self.name = self.name or reader.name
        return frames

    def _quoted(self, text: str) -> list[Frame]:
        if self._peek() == ":":
            return [Frame(text, self._numbers(), "")]
        if self._peek() != "(":
            self.name = self.name or text
            return []
        self._take()
        frames = self.frames()
        self._take()
        if len(frames) == 1 and not frames[0].function:
            return [Frame(frames[0].file, frames[0].line, text)]
        self.name = self.name or text
        return frames

    def _numbers(self) -> int:
        """Reads ":9:12 to :49" or ":9:12 to 10:3", and returns the first line."""
        line = 0
        while self._peek() == ":" or self._peek() == "to" or self._peek().isdigit():
            token = self._take()
            if line == 0 and token.isdigit():
                line = int(token)
        return line

    def _call(self) -> list[Frame]:
        self._take()
        callee = self.frames()
        self._take()  # at
        caller = self.frames()
        self._take()
        return callee + caller

    def _fused(self) -> list[Frame]:
        while self._peek() not in ("[", ""):
            self._take()
        found: list[Frame] = []
        while self._take() in ("[", ","):
            frames = self.frames()
            found = found or frames
        return found


def frames_of(location: str, aliases: Mapping[str, str]) -> list[Frame]:
    """Returns the places in Python of a location, the innermost first. Empty if it names no file."""
    return [frame for frame in _Reader(location, aliases).frames() if os.path.dirname(frame.file) != _PACKAGE]


def name_of(location: str, aliases: Mapping[str, str]) -> str:
    """Returns the name in a location, such as "jit(f)/log", or an empty text."""
    reader = _Reader(location, aliases)
    reader.frames()
    return reader.name


def with_python_lines(text: str, aliases: Mapping[str, str]) -> str:
    """Replaces the locations in the text of a `Why` by files and lines, or names."""

    def replace(match: re.Match[str]) -> str:
        frames = frames_of(match[1], aliases)
        place = frames[0].short if frames else name_of(match[1], aliases)
        return f", written at {place}" if place else ""

    return re.sub(r", written at (.*)$", replace, text, flags=re.M)


def traceback_of(frames: Iterable[Frame]) -> str:
    """Returns the frames as Python's tracebacks show them, the innermost last."""
    return "\n".join(f"  {frame}".replace("\n", "\n  ") for frame in reversed(list(frames)))
