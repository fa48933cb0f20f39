"""Attributes as programs write them in the generic form."""

from __future__ import annotations

import math
import re
from typing import Any, Mapping, Sequence

from ._builder_types import AttributeText
from ._operations import ENUMS, STRUCTS

_PLAIN = re.compile(r"[A-Za-z_][\w$.]*")
_TO_ESCAPE = re.compile(r'["\\\x00-\x1f\x7f]')


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_sequence(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))


def quoted(text: str) -> str:
    """Returns a text as a string of programs."""
    return '"' + _TO_ESCAPE.sub(lambda match: f"\\{ord(match[0]):02X}", text) + '"'


def _name(name: str) -> str:
    return name if _PLAIN.fullmatch(name) else quoted(name)


def _float(value: float) -> str:
    if math.isnan(value):
        return "0x7FF8000000000000"
    if math.isinf(value):
        return "0x7FF0000000000000" if value > 0 else "0xFFF0000000000000"
    return f"{float(value):.17e}"


def open_text(value: Any) -> str:
    """Returns the text of an attribute whose form is open. Raises TypeError if it has none."""
    if isinstance(value, AttributeText):
        return value.text
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if _is_whole(value):
        return f"{value} : i64"
    if isinstance(value, float):
        return f"{_float(value)} : f64"
    if isinstance(value, Mapping):
        return dictionary_text(value)
    if _is_sequence(value):
        return f"[{', '.join(map(open_text, value))}]"
    raise TypeError(f"{value!r} is no attribute")


def dictionary_text(entries: Mapping[str, Any]) -> str:
    """Returns a dictionary of open attributes."""
    return "{" + ", ".join(f"{_name(name)} = {open_text(value)}" for name, value in entries.items()) + "}"


def _case(enum: str, value: Any) -> str:
    if value not in ENUMS[enum]:
        raise TypeError(f"{enum} is one of {', '.join(ENUMS[enum])}, not {value!r}")
    return f"#stablehlo.{enum}<{value}>"


def _field(row: tuple[str, str, str], value: Any) -> str:
    """Returns the value of a field, which leaves out its type."""
    name, form, _ = row
    if form != "i64_array" or isinstance(value, AttributeText):
        return re.sub(r" : (?:i64|f64)$", "", attribute_text(row, value))
    if not _is_sequence(value) or not all(map(_is_whole, value)):
        raise TypeError(f"{name} is a list of whole numbers, not {value!r}")
    return f"[{', '.join(map(str, value))}]"


def _struct(struct: str, value: Mapping[str, Any]) -> str:
    dialect, fields = STRUCTS[struct]
    names = [name for name, _, _ in fields]
    for name in value:
        if name not in names:
            raise TypeError(f"{struct} has no field {name}: there is {', '.join(names)}")
    given = [row for row in fields if value.get(row[0]) is not None]
    return f"#{dialect}.{struct}<{', '.join(f'{row[0]} = {_field(row, value[row[0]])}' for row in given)}>"


_INTEGERS = ("i32", "i64", "ui32", "ui64", "integer")


def attribute_text(row: tuple[str, str, str], value: Any) -> str:
    """Returns the text of an attribute by the form of its row. Raises TypeError for a value of another form."""
    name, form, of = row
    if isinstance(value, AttributeText):
        return value.text
    if form in ("unit", "bool") and isinstance(value, bool):
        return str(value).lower()
    if form in _INTEGERS and _is_whole(value):
        return f"{value} : {'i64' if form == 'integer' else form}"
    if form in ("f32", "f64") and isinstance(value, (int, float)):
        return f"{_float(value)} : {form}"
    if form in ("string", "symbol", "type") and isinstance(value, str):
        return quoted(value) if form == "string" else f"@{_name(value)}" if form == "symbol" else value
    if form == "enum":
        return _case(of, value)
    if form == "enum_array" and _is_sequence(value):
        return f"[{', '.join(_case(of, one) for one in value)}]"
    if form == "symbol_array" and _is_sequence(value):
        return f"[{', '.join('@' + _name(one) for one in value)}]"
    if form == "struct" and isinstance(value, Mapping):
        return _struct(of, value)
    if form in (*_INTEGERS, "unit", "bool", "f32", "f64", "string", "symbol", "type", "enum_array", "symbol_array", "struct"):
        raise TypeError(f"{name} is of form {form}, not {value!r}")
    return open_text(value)
