"""What the methods of the builder take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Mapping, NamedTuple, Sequence, Union

if TYPE_CHECKING:
    from ._builder import BuiltValue

Operand = Union["BuiltValue", int, float, bool]
"""A value, or a number: a constant of the type of the other operands."""

Region = Callable[..., Any]
"""A function of the region's arguments, which returns a value or a sequence of values."""

ResultType = Union[str, Sequence[int]]
"""A type; a shape, with the element type of the first operand; or an element type, with its shape."""

Elements = Any
"""An array, a number, or nested lists of numbers."""


@dataclass(frozen=True)
class AttributeText:
    """An attribute as programs write it in the generic form: AttributeText("dense<1> : tensor<2xi64>")."""

    text: str


OpenAttribute = Union[str, int, float, bool, AttributeText, Sequence[Any], Mapping[str, Any]]
"""An attribute whose form the op table leaves open: a text as programs write it, or numbers, lists and dictionaries."""


class Row(NamedTuple):
    """An operation of the op table."""

    operands: tuple[tuple[str, int, bool, bool, str], ...]
    """Name, number of the words for its type, whether it is a list, whether a scalar, element type of a lone number."""
    attributes: tuple[tuple[str, str, str], ...]
    """Name, form, and the enumeration or structure of the form."""
    results: str
    """"none", "one"; "tuple", "list"; "operand", "type", "region": one value if that is one."""
