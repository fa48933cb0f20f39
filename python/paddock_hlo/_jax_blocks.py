"""Operations of a block as a program of its own, which returns any of their values.

JAX's MLIR modules are read and made with the bindings in jaxlib.
"""

from __future__ import annotations

import math
from typing import Any, Iterable, Iterator, Sequence

from jax._src.interpreters import mlir
from jax._src.lib.mlir import ir
from jax._src.lib.mlir.dialects import func as func_dialect
from jax._src.lib.mlir.dialects import hlo

from ._jax_callbacks import TARGET

# Attributes that name the function of a call.
_CALLEES = {"func.call": "callee", "stablehlo.composite": "decomposition"}


def read_module(code: bytes) -> ir.Module:
    """Reads a program as it was compiled: a portable artifact, or a text."""
    context = mlir.make_ir_context()
    with context:
        if code.startswith(b"ML\xefR"):
            return hlo.deserialize_portable_artifact(context, code)
        return ir.Module.parse(code.decode())


def is_array(value: ir.Value) -> bool:
    """Returns whether the value is a tensor of static sizes."""
    return isinstance(value.type, ir.RankedTensorType) and value.type.has_static_shape


def bytes_of(value: ir.Value) -> int:
    """Returns the bytes of a value's elements, about."""
    element = value.type.element_type
    width = element.width // 8 if isinstance(element, (ir.IntegerType, ir.FloatType)) else 16
    return math.prod(value.type.shape) * max(1, width)


def is_host_call(operation: Any) -> bool:
    """Returns whether the operation calls a function of Python, which other platforms do not have."""
    if operation.name != "stablehlo.custom_call":
        return False
    return str(ir.StringAttr(operation.attributes["call_target_name"]).value) == TARGET


def _operations_within(operation: Any) -> Iterator[Any]:
    """Returns the operation and those in its regions."""
    yield operation
    for region in operation.regions:
        for block in region.blocks:
            for inner in block.operations:
                yield from _operations_within(inner.operation)


def callee_of(operation: Any, module: ir.Module) -> Any | None:
    """Returns the function that a call runs; None for other operations."""
    attribute = _CALLEES.get(operation.name)
    if attribute is None:
        return None
    name = ir.FlatSymbolRefAttr(operation.attributes[attribute]).value
    return next((one for one in _functions(module) if one.sym_name.value == name), None)


def _functions(module: ir.Module) -> list[Any]:
    return [one for one in module.body.operations if isinstance(one, func_dialect.FuncOp)]


def main_of(module: ir.Module) -> ir.Block:
    """Returns the operations of the entry."""
    return next(one for one in _functions(module) if one.sym_name.value == "main").entry_block


class BlockProgram:
    """The operations of a block, with the values that they take from outside."""

    def __init__(self, operations: Sequence[Any], arguments: Iterable[ir.Value], returned: Iterable[ir.Value], module: ir.Module) -> None:
        self.module = module
        self.operations = list(operations)
        self.returned: list[ir.Value] = list(returned)
        self.arguments: list[ir.Value] = list(arguments)
        self.captured = self._find_captured()
        self.computed = [value for one in self.operations for value in one.results if is_array(value)]

    @classmethod
    def of_block(cls, block: ir.Block, module: ir.Module) -> BlockProgram:
        """Returns all operations of a block."""
        *operations, end = [one.operation for one in block.operations]
        return cls(operations, block.arguments, end.operands, module)

    @classmethod
    def of_operation(cls, operation: Any, module: ir.Module) -> BlockProgram:
        """Returns one operation, whose operands are arguments."""
        return cls([operation], (), operation.results, module)

    @property
    def parameters(self) -> list[ir.Value]:
        return [*self.arguments, *self.captured]

    def _find_captured(self) -> list[ir.Value]:
        own = set(self.arguments)
        used: dict[ir.Value, None] = dict.fromkeys(self.returned)
        for outer in self.operations:
            for one in _operations_within(outer):
                own.update(one.results)
                own.update(argument for region in one.regions for block in region.blocks for argument in block.arguments)
                used.update(dict.fromkeys(one.operands))
        return [value for value in used if value not in own]

    @property
    def host_values(self) -> list[ir.Value]:
        """Results of calls of Python's functions."""
        return [value for one in self.operations if is_host_call(one) for value in one.results if is_array(value)]

    def build(self, wanted: Sequence[ir.Value], given: Sequence[ir.Value] = ()) -> ir.Module:
        """Makes a program that takes the parameters and the values in `given`, and returns those in `wanted`.

        Operations whose results are given are left out.
        """
        with self.module.context, ir.Location.unknown():
            made = ir.Module.create()
            made.operation.attributes["sym_name"] = ir.StringAttr.get("compared")
            inputs = [*self.parameters, *given]
            with ir.InsertionPoint(made.body):
                function = func_dialect.FuncOp("main", ([value.type for value in inputs], [value.type for value in wanted]))
            entry = function.add_entry_block()
            mapping = dict(zip(inputs, entry.arguments))
            with ir.InsertionPoint(entry):
                for one in self.operations:
                    self._clone(one, mapping, bool(given))
                func_dialect.ReturnOp([mapping[value] for value in wanted])
            self._copy_symbols(made)
        return made

    def _clone(self, operation: Any, mapping: dict[ir.Value, ir.Value], leaves_out: bool) -> None:
        if leaves_out and is_host_call(operation):
            tokens = [mapping[value] for value in operation.operands if not is_array(value)]
            mapping.update((value, tokens[0]) for value in operation.results if not is_array(value))
            return
        copy = operation.clone()
        for inner in _operations_within(copy.operation):
            for i, operand in enumerate(inner.operands):
                if operand in mapping:
                    inner.operands[i] = mapping[operand]
        mapping.update(zip(operation.results, copy.results))

    def _copy_symbols(self, made: ir.Module) -> None:
        with ir.InsertionPoint(made.body):
            for one in self.module.body.operations:
                if isinstance(one, func_dialect.FuncOp) and one.sym_name.value == "main":
                    continue
                one.operation.clone()


def text_of(module: ir.Module) -> bytes:
    """Returns the program's text. Artifacts cannot express all attributes that JAX gives."""
    return module.operation.get_asm().encode()
