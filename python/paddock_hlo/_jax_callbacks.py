"""Functions of Python in programs of JAX: `jax.debug.print`, `jax.pure_callback`, `io_callback`.

A program calls `@paddock.host_call` with the number of a function. The plugin calls the handler
here, on the thread of the run, with the addresses of the elements.
"""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import re
import threading
import traceback
import weakref
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

TARGET = "paddock.host_call"

_Pointers = ctypes.POINTER(ctypes.c_void_p)
_Handler = ctypes.CFUNCTYPE(
    ctypes.c_void_p, ctypes.c_int64, _Pointers, ctypes.c_size_t, _Pointers, ctypes.c_size_t
)


_EXTENSION_TYPE = 7032
_CALL = re.compile(re.escape(TARGET) + r'.*?backend_config = "(\d+)"')


class _HandlerExtension(ctypes.Structure):
    """The plugin's own extensions (core/pjrt/host_calls.h and watched_runs.h)."""

    _fields_ = [
        ("struct_size", ctypes.c_size_t),
        ("type", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("set_handler", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
    ]


class _HostCallsExtension(ctypes.Structure):
    _fields_ = [
        *_HandlerExtension._fields_,
        ("take_unused", ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.POINTER(ctypes.c_int64), ctypes.c_size_t)),
    ]


class _AnyExtension(ctypes.Structure):
    """The members with which every extension begins."""


_AnyExtension._fields_ = [
    ("struct_size", ctypes.c_size_t),
    ("type", ctypes.c_int),
    ("next", ctypes.POINTER(_AnyExtension)),
]


class _Api(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("extensions", ctypes.POINTER(_AnyExtension))]


class ArrayType(NamedTuple):
    """Type of an array in the memory of a run."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]

    def at(self, address: int | None) -> np.ndarray[Any, Any]:
        """Returns the elements at an address, without a copy."""
        size = self.dtype.itemsize * int(np.prod(self.shape, dtype=np.int64))
        if size == 0 or address is None:
            return np.empty(self.shape, self.dtype)
        memory = (ctypes.c_char * size).from_address(address)
        return np.frombuffer(memory, np.uint8).view(self.dtype).reshape(self.shape)


@dataclass(frozen=True, eq=False)
class Function:
    """A function that programs call by a number."""

    function: Callable[..., Sequence[Any]]
    operands: list[ArrayType]
    results: list[ArrayType]


# A lowered program keeps its functions, and so does each watched run.
_functions: weakref.WeakValueDictionary[int, Function] = weakref.WeakValueDictionary()
# Those that programs of the plugin call, or will call when they are compiled.
_held: dict[int, Function] = {}
_numbers = itertools.count()
# The message of the last failure on each thread, which the plugin reads after the call.
_failures = threading.local()


def call_function(number: int, arrays: Sequence[Any]) -> list[np.ndarray[Any, Any]]:
    """Calls a function of a program of this process."""
    with _no_mesh():
        return [np.asarray(value) for value in _functions[number].function(*arrays)]


@contextlib.contextmanager
def _no_mesh() -> Iterator[None]:
    """Leaves `jax.set_mesh`: the function's arrays are on the host, not on devices of the mesh."""
    from jax._src import mesh, sharding_impls

    with mesh.use_abstract_mesh(mesh.empty_abstract_mesh):
        with sharding_impls._internal_use_concrete_mesh(mesh.empty_concrete_mesh):
            yield


def _call(number: int, operands: Any, _: int, results: Any, __: int) -> int | None:
    try:
        function = _functions[number]
        # The elements are the machine's, and the function may keep its arrays.
        given = [array.at(operands[i]).copy() for i, array in enumerate(function.operands)]
        returned = call_function(number, given)
        for i, (array, value) in enumerate(zip(function.results, returned)):
            array.at(results[i])[...] = value
    except BaseException:
        text = traceback.format_exc().encode()
        _failures.message = ctypes.create_string_buffer(text)
        return ctypes.addressof(_failures.message)
    return None


_handler = _Handler(_call)


def _extension_of(library: Path, number: int) -> Any:
    """Returns a pointer to one of the plugin's extensions. Raises RuntimeError if the library is of another version."""
    get_api = ctypes.CDLL(str(library)).GetPjrtApi
    get_api.restype = ctypes.POINTER(_Api)
    extension = get_api().contents.extensions
    while extension and extension.contents.type != number:
        extension = extension.contents.next
    if not extension:
        raise RuntimeError(f"{library} does not have the extension {number} of this package")
    return extension


def set_handler(library: Path, number: int, handler: Any) -> None:
    """Gives a function to one of the plugin's extensions."""
    extension = ctypes.cast(_extension_of(library, number), ctypes.POINTER(_HandlerExtension))
    extension.contents.set_handler(ctypes.cast(handler, ctypes.c_void_p))


def install(library: Path) -> None:
    """Gives the plugin the handler, and JAX a way to emit calls."""
    set_handler(library, _EXTENSION_TYPE, _handler)
    extension = ctypes.cast(_extension_of(library, _EXTENSION_TYPE), ctypes.POINTER(_HostCallsExtension))
    _emit_for_paddock(extension.contents.take_unused)


def functions_in(text: str) -> list[Function]:
    """Returns the functions that a program of this process calls."""
    numbers = {int(number) for number in _CALL.findall(text)}
    return [function for number in numbers if (function := _functions.get(number)) is not None]


def _forget_unused(take_unused: Any) -> None:
    """Releases the functions of programs that are gone."""
    numbers = (ctypes.c_int64 * 256)()
    while count := take_unused(numbers, len(numbers)):
        for number in numbers[:count]:
            _held.pop(number, None)


def _emit_for_paddock(take_unused: Any) -> None:
    from jax._src import callback

    of_jax = callback.emit_python_callback

    def emit(ctx: Any, function: Any, *args: Any, **kwargs: Any) -> Any:
        if tuple(ctx.module_context.platforms) != ("paddock",):
            return of_jax(ctx, function, *args, **kwargs)
        _forget_unused(take_unused)
        return _emit(ctx, function, *args, **kwargs)

    callback.emit_python_callback = emit


def _arrays(avals: Sequence[Any]) -> list[ArrayType]:
    return [ArrayType(tuple(aval.shape), np.dtype(aval.dtype)) for aval in avals]


def _checked(function: Callable[..., Any], expected: list[ArrayType]) -> Callable[..., Any]:
    from jax._src import dtypes

    def checked(*operands: Any) -> list[Any]:
        values = function(*operands)
        if len(values) != len(expected):
            raise RuntimeError(
                "Mismatched number of outputs from callback. "
                f"Expected: {len(expected)}, Actual: {len(values)}"
            )
        values = [dtypes.canonicalize_value(np.asarray(value)) for value in values]
        for i, (value, array) in enumerate(zip(values, expected)):
            if value.shape != array.shape:
                raise RuntimeError(
                    f"Incorrect output shape for return value #{i}: "
                    f"Expected: {array.shape}, Actual: {value.shape}"
                )
            if value.dtype != array.dtype:
                raise RuntimeError(
                    f"Incorrect output dtype for return value #{i}: "
                    f"Expected: {array.dtype}, Actual: {value.dtype}"
                )
        return values

    return checked


def _emit(
    ctx: Any,
    function: Callable[..., Any],
    token: Any,
    operands: Sequence[Any],
    operand_avals: Sequence[Any],
    result_avals: Sequence[Any],
    *,
    has_side_effect: bool,
    returns_token: bool = True,
    partitioned: bool = False,
    sharding: Any = None,
) -> tuple[Any, Any, Any]:
    """Does what JAX's `emit_python_callback` does for its own platforms."""
    from jax._src.interpreters import mlir
    from jax._src.lib.mlir.dialects import hlo

    number = next(_numbers)
    results = _arrays(result_avals)
    callee = Function(_checked(function, results), _arrays(operand_avals), results)
    _functions[number] = _held[number] = callee
    ctx.module_context.add_keepalive(callee)
    result_types = [mlir.aval_to_ir_type(ctx.module_context, aval) for aval in result_avals]
    if token:
        operands = [token, *operands]
        result_types = [hlo.TokenType.get(), *result_types]
    call = mlir.custom_call(
        TARGET,
        result_types=result_types,
        operands=list(operands),
        backend_config=str(number),
        has_side_effect=has_side_effect,
    )
    values = list(call.results)
    if token:
        token, *values = values
    return values, token, None
