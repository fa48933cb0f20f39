"""Diagnostics: mistakes in a program, its inputs or a run, with their places."""

from __future__ import annotations

import json
import warnings
from dataclasses import dataclass
from typing import Iterable, Sequence


@dataclass(frozen=True)
class Note:
    """A related place, with a remark. Lines and columns count from 1."""

    message: str
    line: int
    column: int


@dataclass(frozen=True)
class Fix:
    """An edit that fixes the mistake: replaces bytes `begin` to `end` of the source.

    `is_certain` if no other fix is plausible.
    """

    label: str
    begin: int
    end: int
    replacement: str
    is_certain: bool


@dataclass(frozen=True)
class Diagnostic:
    """One mistake.

    `code` names the broken constraint of the specification ("add-c1"), or the kind of mistake
    ("syntax", "input", "memory"). Lines and columns count from 1; 0 means that the place is unknown.
    """

    severity: str
    """"error" or "warning"."""
    code: str
    message: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    formula: str
    """The constraint in the specification's notation, or empty."""
    link: str
    """Address of the rule in the specification, or empty."""
    notes: tuple[Note, ...]
    fixes: tuple[Fix, ...]
    text: str
    """What the command prints: place and message, the line, and a caret below it."""

    def __str__(self) -> str:
        return self.text

    @classmethod
    def _of(cls, rendered: str, text: str) -> Diagnostic:
        members = json.loads(rendered)
        notes = tuple(Note(note["message"], note["line"], note["column"]) for note in members["notes"])
        fixes = tuple(
            Fix(fix["label"], fix["begin"], fix["end"], fix["replacement"], fix["is_certain"])
            for fix in members["fixes"]
        )
        names = ("severity", "code", "message", "file", "line", "column", "end_line", "end_column", "formula", "link")
        return cls(**{name: members[name] for name in names}, notes=notes, fixes=fixes, text=text)


def diagnostics_of(rendered: Iterable[tuple[str, str]]) -> tuple[Diagnostic, ...]:
    """Makes diagnostics from pairs of JSON and text."""
    return tuple(Diagnostic._of(*pair) for pair in rendered)


class ProgramError(Exception):
    """The program, an input or the run is at fault. Its text has the place of each error, with a caret.

    `code`, `message`, `line` and `column` are those of the first error.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)
        """All diagnostics, also warnings, in the order of the text."""
        errors = [diagnostic for diagnostic in self.diagnostics if diagnostic.severity == "error"]
        self.errors: tuple[Diagnostic, ...] = tuple(errors)
        first = errors[0] if errors else None
        self.code: str = first.code if first else ""
        self.message: str = first.message if first else ""
        self.line: int = first.line if first else 0
        self.column: int = first.column if first else 0
        super().__init__("\n".join(diagnostic.text.rstrip("\n") for diagnostic in errors) or "failed without a reason")

    def __reduce__(self) -> tuple[type[ProgramError], tuple[tuple[Diagnostic, ...]]]:
        return type(self), (self.diagnostics,)

    @classmethod
    def of(cls, rendered: Iterable[tuple[str, str]]) -> ProgramError:
        """Makes the exception from pairs of JSON and text."""
        return cls(diagnostics_of(rendered))


class ProgramWarning(UserWarning):
    """Category of the warnings about programs and runs."""


def warn(diagnostics: Iterable[Diagnostic], stacklevel: int) -> None:
    """Reports diagnostics as Python warnings."""
    for diagnostic in diagnostics:
        warnings.warn(diagnostic.text.rstrip("\n"), ProgramWarning, stacklevel=stacklevel + 1)
