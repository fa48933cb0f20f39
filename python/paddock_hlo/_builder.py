"""ProgramBuilder: a program made operation by operation, without a text."""

from __future__ import annotations

import re
from typing import Any, Mapping, Sequence, cast

import numpy as np

from . import _core
from ._arrays import to_tensor
from ._attributes import attribute_text, dictionary_text, open_text
from ._builder_types import AttributeText, Elements, OpenAttribute, Operand, Region, ResultType, Row
from ._operations import ROWS, FunctionOperations, ValueOperations
from ._program import Program

_TENSOR = re.compile(r"tensor<((?:(?:\d+|\?)x)*)([^*].*?)(?:, #.*)?>")
_ELEMENT_TYPE = re.compile(r"[a-z]\w*|complex<f(?:32|64)>|!quant\..*")


def tensor_of(element_type: str, shape: Sequence[int] = ()) -> str:
    """Returns a type of tensors: tensor_of("f32", [2, -1]) is "tensor<2x?xf32>", where ? is known at run time."""
    return f"tensor<{''.join('?x' if size < 0 else f'{size}x' for size in shape)}{element_type}>"


def _parts_of(type_text: str) -> tuple[str, list[int]] | None:
    """Returns the element type and the shape of a ranked tensor."""
    match = _TENSOR.fullmatch(type_text)
    if match is None:
        return None
    return match[2], [-1 if size == "?" else int(size) for size in match[1].split("x")[:-1]]


def _result_type(given: ResultType, first: str | None) -> str:
    parts = _parts_of(first) if first is not None else None
    if not isinstance(given, str):
        if parts is None:
            raise TypeError(f"the shape {list(given)} needs an element type: write tensor_of(element_type, shape)")
        return tensor_of(parts[0], list(given))
    return tensor_of(given, parts[1]) if parts is not None and _ELEMENT_TYPE.fullmatch(given) else given


class BuiltValue(ValueOperations):
    """A value of a program that is being built: an argument, or the result of an operation.

    Each operation is a method, with the value as the first operand: `x.add(y)`. The operators + - * / ** and - of one
    value are those operations. The other operand may be a number.
    """

    function: FunctionBuilder

    def __init__(self, function: FunctionBuilder, number: int) -> None:
        self.function = function
        self._number = number

    @property
    def type(self) -> str:
        """Type as programs write it."""
        return self.function._steps.type(self._number)

    @property
    def shape(self) -> tuple[int, ...]:
        """Sizes of the dimensions; -1 is known at run time. Raises TypeError if it is no ranked tensor."""
        return tuple(self._parts()[1])

    @property
    def element_type(self) -> str:
        """Element type. Raises TypeError if it is no ranked tensor."""
        return self._parts()[0]

    def _parts(self) -> tuple[str, list[int]]:
        parts = _parts_of(self.type)
        if parts is None:
            raise TypeError(f"{self.type} is no ranked tensor")
        return parts

    def named(self, name: str) -> BuiltValue:
        """Names the value in the program's text, without `%`. Returns the value."""
        self.function._steps.name(self._number, name)
        return self

    def __add__(self, other: Operand) -> BuiltValue:
        return self.function.add(self, other)

    def __radd__(self, other: Operand) -> BuiltValue:
        return self.function.add(other, self)

    def __sub__(self, other: Operand) -> BuiltValue:
        return self.function.subtract(self, other)

    def __rsub__(self, other: Operand) -> BuiltValue:
        return self.function.subtract(other, self)

    def __mul__(self, other: Operand) -> BuiltValue:
        return self.function.multiply(self, other)

    def __rmul__(self, other: Operand) -> BuiltValue:
        return self.function.multiply(other, self)

    def __truediv__(self, other: Operand) -> BuiltValue:
        return self.function.divide(self, other)

    def __rtruediv__(self, other: Operand) -> BuiltValue:
        return self.function.divide(other, self)

    def __pow__(self, other: Operand) -> BuiltValue:
        return self.function.power(self, other)

    def __neg__(self) -> BuiltValue:
        return self.function.negate(self)

    def __repr__(self) -> str:
        return f"BuiltValue({self.type})"


def _is_number(value: Any) -> bool:
    return isinstance(value, (bool, int, float, complex, np.number, np.bool_))


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple))


def _like(row: Row, i: int, k: int, lists: Sequence[Sequence[Any]]) -> BuiltValue | None:
    """Returns the value whose type a number has: one of its own row if that has scalars, or of the first other row that
    is described by the same words; there its counterpart counts."""
    _, words, _, is_scalar, _ = row.operands[i]
    for other, (_, other_words, _, _, _) in enumerate(row.operands):
        if other_words != words or (other == i and not is_scalar):
            continue
        values = [value for value in lists[other] if isinstance(value, BuiltValue)]
        if other != i and k < len(lists[other]) and isinstance(lists[other][k], BuiltValue):
            return cast(BuiltValue, lists[other][k])
        if values:
            return values[0]
    return None


class FunctionBuilder(FunctionOperations):
    """Makes the operations of one function, in order. Each operation is a method.

    A method takes the operands, types that they do not determine, and the functions of regions; attributes are keywords.
    Within the function of a region, the same builder makes the region's operations. A wrong call raises ProgramError and
    makes nothing; the builder can go on.
    """

    def __init__(self, steps: _core.BuiltFunction, name: str, names: Sequence[str]) -> None:
        self._steps = steps
        self._names = list(names)
        self.name: str = name
        self.arguments: tuple[BuiltValue, ...] = tuple(self._made(steps.arguments()))

    def argument(self, which: int | str) -> BuiltValue:
        """Returns an argument by its number or its name. Raises LookupError if there is none."""
        if isinstance(which, str):
            if which not in self._names:
                raise KeyError(f"@{self.name} has no argument {which}")
            which = self._names.index(which)
        return self.arguments[which]

    def constant(self, value: Elements | AttributeText, type: str | None = None) -> BuiltValue:
        """Makes a constant of an array, a number, or nested lists; or of an attribute as programs write it.

        `type` is an element type, or a type of tensors, in which one number fills a shape. Without it an array has its
        own type, floats are f32, integers i32 and booleans i1.
        """
        self._steps.begin("stablehlo.constant")
        try:
            if isinstance(value, AttributeText):
                self._steps.set_text("value", value.text)
            else:
                self._set_elements("value", value, type)
        except BaseException:
            self._steps.cancel()
            raise
        return self._made(self._steps.end())[0]

    def call(self, callee: FunctionBuilder, operands: Sequence[BuiltValue] = ()) -> list[BuiltValue]:
        """Calls a function of this program that has returned, or whose result types were given."""
        return self._made(self._steps.call(callee._steps, self._numbers(operands)))

    def return_(
        self, results: BuiltValue | Sequence[BuiltValue] = (), attributes: Sequence[Mapping[str, OpenAttribute]] = ()
    ) -> None:
        """Ends the function. `attributes` has those of each result: [{"jax.result_info": '"loss"'}]."""
        values = [results] if isinstance(results, BuiltValue) else results
        self._steps.end_function(self._numbers(values), [dictionary_text(one) for one in attributes])

    def _made(self, made: tuple[int, int]) -> list[BuiltValue]:
        first, count = made
        return [BuiltValue(self, first + i) for i in range(count)]

    def _numbers(self, values: Sequence[Any]) -> list[int]:
        for value in values:
            if not isinstance(value, BuiltValue):
                raise TypeError(f"{value!r} is no value of a program")
        return [value._number for value in values]

    def _set_elements(self, name: str, value: Elements, type_text: str | None) -> None:
        parts = _parts_of(type_text) if type_text is not None else None
        element_type = parts[0] if parts else type_text
        if parts and -1 in parts[1]:
            raise TypeError(f"a constant has no open sizes, and {type_text} has")
        if element_type is None and not hasattr(value, "dtype"):
            array = np.asarray(value)
            element_type = {"b": "i1", "i": "i32", "f": "f32", "c": "complex<f32>"}.get(array.dtype.kind)
        tensor = to_tensor(value, element_type)
        is_splat = parts is not None and tensor.shape == () and parts[1] != []
        if parts is not None and not is_splat and list(tensor.shape) != parts[1]:
            raise ValueError(f"elements of shape {list(tensor.shape)} for {type_text}")
        self._steps.set_tensor(name, tensor, parts[1] if parts and is_splat else None)

    def _literal(self, name: str, row: Row, i: int, k: int, lists: Sequence[Sequence[Any]]) -> BuiltValue:
        """Makes the constant that a number stands for."""
        operand, _, _, is_scalar, alone = row.operands[i]
        like = _like(row, i, k, lists)
        parts = _parts_of(like.type) if like is not None else None
        number = lists[i][k]
        element_type = parts[0] if parts else "i1" if isinstance(number, bool) else alone
        if element_type == "" or (parts is None and not is_scalar):
            raise TypeError(f"{name}: no other operand determines the type of {operand}: write constant({number!r}, type)")
        return self.constant(number, tensor_of(element_type, [] if is_scalar or parts is None else parts[1]))

    def _make(
        self,
        name: str,
        operands: Sequence[Any],
        types: Any,
        regions: Sequence[Any],
        own: Mapping[str, Any],
        given: Any,
        others: Any,
    ) -> Any:
        row = ROWS[name]
        lists = [list(operand) if _is_list(operand) else [] if operand is None else [operand] for operand in operands]
        rows = [
            [self._literal(name, row, i, k, lists) if _is_number(value) else value for k, value in enumerate(values)]
            for i, values in enumerate(lists)
        ]
        is_one_type = isinstance(types, str) or (_is_list(types) and len(types) > 0 and isinstance(types[0], int))
        first = rows[0][0].type if rows and rows[0] and isinstance(rows[0][0], BuiltValue) else None
        self._steps.begin(name)
        try:
            self._add_operands(row, rows)
            for attribute in row.attributes:
                self._set_attribute(attribute, own.get(attribute[0]))
            for other, value in (others or {}).items():
                self._steps.set_text(other, open_text(value))
            listed = given if given is not None else [] if types is None else [types] if is_one_type else types
            for one in listed:
                self._steps.add_result_type(_result_type(one, first))
            returned = self._add_regions(regions)
        except BaseException:
            self._steps.cancel()
            raise
        made = self._made(self._steps.end())
        return self._results(row, made, operands, is_one_type, returned)

    def _results(self, row: Row, made: list[BuiltValue], operands: Sequence[Any], is_one_type: bool, returned: Any) -> Any:
        if row.results == "none":
            return None
        if row.results == "tuple":
            return tuple(made)
        deciding = next((operand for operand, (_, _, is_list, _, _) in zip(operands, row.operands) if is_list), None)
        is_one = (
            row.results == "one"
            or (row.results == "type" and is_one_type)
            or (row.results == "region" and isinstance(returned, BuiltValue))
            or (row.results == "operand" and not _is_list(deciding))
        )
        return made[0] if is_one else made

    def _add_operands(self, row: Row, rows: Sequence[Sequence[Any]]) -> None:
        if any(is_list for _, _, is_list, _, _ in row.operands):
            for values in rows:
                self._steps.add_operands(self._numbers(values))
        else:
            self._steps.add_operands(self._numbers([values[0] for values in rows]))

    def _set_attribute(self, row: tuple[str, str, str], value: Any) -> None:
        name, form, _ = row
        if value is None or (form == "unit" and value is False):
            return
        if isinstance(value, AttributeText):
            self._steps.set_text(name, value.text)
        elif form in ("i64_array", "bool_array"):
            self._steps.set_integers(name, [int(one) for one in value])
        elif form == "i64_elements" or (form == "any" and _is_list(value) and np.asarray(value).dtype.kind == "i"):
            self._set_elements(name, value, "i64")
        elif form == "elements":
            self._set_elements(name, value, None)
        else:
            self._steps.set_text(name, "unit" if form == "unit" else attribute_text(row, value))

    def _add_regions(self, regions: Sequence[Any]) -> Any:
        """Returns what the first region returned. After a mistake the end of the operation reports it."""
        first: Any = None
        is_first = True
        for types, makers in regions:
            for maker in makers if _is_list(makers) else [makers]:
                returned = self._region(maker, types)
                first = returned if is_first else first
                is_first = False
        return first

    def _region(self, maker: Region, types: Sequence[str]) -> Any:
        if not callable(maker):
            raise TypeError("a region is a function of its arguments")
        arguments = self._steps.begin_region(list(types))
        if arguments is None:
            return None
        returned = maker(*self._made(arguments))
        values = [] if returned is None else [returned] if isinstance(returned, BuiltValue) else list(returned)
        self._steps.end_region(self._numbers(values))
        return returned


class ProgramBuilder:
    """A program made operation by operation. `finish` returns it.

        builder = paddock.ProgramBuilder()
        f = builder.function("main", {"x": "tensor<2x3xf32>"})
        f.return_(f.reduce(f.argument("x"), 0, lambda a, b: a + b, dimensions=[1]))
        program = builder.finish()
    """

    def __init__(self) -> None:
        self._builder = _core.Builder()

    def function(
        self,
        name: str,
        parameters: Mapping[str, str] | None = None,
        *,
        result_types: Sequence[str] | None = None,
        is_private: bool = False,
    ) -> FunctionBuilder:
        """Begins a function. `parameters` has their names, without `%`, and types.

        `result_types` are needed only if another function calls this one before it returns. Raises ProgramError if the
        name is not new or a type is wrong.
        """
        return self._add(name, parameters, result_types, is_private, False)

    def declare(self, name: str, parameters: Mapping[str, str], result_types: Sequence[str]) -> FunctionBuilder:
        """Declares a function without a body, which other functions call."""
        return self._add(name, parameters, result_types, False, True)

    def _add(self, name: str, parameters: Mapping[str, str] | None, result_types: Sequence[str] | None, is_private: bool, is_declaration: bool) -> FunctionBuilder:
        listed = list((parameters or {}).items())
        types = None if result_types is None else list(result_types)
        steps = self._builder.function(name, listed, types, is_private, is_declaration)
        return FunctionBuilder(steps, name, [parameter for parameter, _ in listed])

    def set_attribute(self, name: str, value: OpenAttribute) -> None:
        """Sets an attribute of the module: set_attribute("mhlo.num_replicas", "2 : i32")."""
        self._builder.set_attribute(name, open_text(value))

    def text(self) -> str:
        """Returns the program's text. Raises ProgramError if a function has not returned."""
        return self._builder.text()

    def finish(self, name: str = "program") -> Program:
        """Returns the program, whose source is its text. `name` is its name in diagnostics.

        Raises ProgramError if a function has not returned.
        """
        return Program(self._builder.finish(name))
