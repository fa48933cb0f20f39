"""Arrays of Python as tensors, and tensors as arrays of numpy."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from . import _core

# Spellings of the element types and what numpy calls their families.
_FAMILIES = {"signed": "int", "unsigned": "uint", "float": "float", "complex": "complex"}


def _numpy_name(spelling: str, kind: str, bits: int) -> str:
    """Returns the name of an element type in numpy or ml_dtypes."""
    if kind == "boolean":
        return "bool"
    if kind == "index":
        return "int64"
    if spelling == "bf16":
        return "bfloat16"
    if kind == "float" and bits < 16:
        return f"float{bits}_{spelling.removeprefix(f'f{bits}').lower()}"
    return f"{_FAMILIES[kind]}{bits}"


NAMES: dict[str, str] = {
    spelling: _numpy_name(spelling, kind, bits) for spelling, kind, bits, _ in _core.element_types()
}
"""Name in numpy, or in ml_dtypes, of each element type."""

_SPELLINGS = {name: spelling for spelling, name in reversed(NAMES.items())}


@lru_cache(maxsize=None)
def dtype_of(element_type: str) -> np.dtype[Any]:
    """Returns numpy's type for an element type. Raises ImportError if it needs ml_dtypes, which is not there."""
    name = NAMES[element_type]
    try:
        return np.dtype(name)
    except TypeError:
        pass
    try:
        import ml_dtypes
    except ImportError:
        raise ImportError(f"arrays of {element_type} need ml_dtypes: pip install ml_dtypes") from None
    made = getattr(ml_dtypes, name, None)
    if made is None:
        raise ImportError(f"arrays of {element_type} need a version of ml_dtypes that has {name}")
    return np.dtype(made)


def to_numpy(tensor: _core.Tensor) -> np.ndarray[Any, Any]:
    """Returns an array over the tensor's bytes, without a copy."""
    dtype = dtype_of(tensor.element_type)
    if 0 in tensor.shape:
        return np.empty(tensor.shape, dtype)
    flat = np.frombuffer(tensor, np.uint8)  # type: ignore[call-overload]
    return flat.view(dtype).reshape(tensor.shape)


@lru_cache(maxsize=1000)
def _spelling_of(dtype: np.dtype[Any], element_type: str | None) -> str | None:
    """Returns the element type of an array, `element_type` if it has the same bits."""
    if element_type is not None and NAMES[element_type] == dtype.name:
        return element_type
    return _SPELLINGS.get(dtype.name)


def _of_numpy(array: np.ndarray[Any, Any], element_type: str | None) -> _core.Tensor:
    spelling = _spelling_of(array.dtype, element_type)
    if spelling is None:
        raise TypeError(f"no tensor has elements of numpy's type {array.dtype}")
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    dense = np.ascontiguousarray(array)
    return _core.Tensor.of_bytes(spelling, array.shape, dense.reshape(-1).view(np.uint8))


def _of_objects(value: Any, element_type: str | None) -> _core.Tensor:
    """Makes a tensor from numbers and lists, which have no element type of their own."""
    array = np.asarray(value)
    if element_type is None:
        return _of_numpy(array, None)
    dtype = dtype_of(element_type)
    if array.dtype.kind == "c" and dtype.kind != "c":
        raise TypeError(f"{value!r} is complex, and {element_type} is not")
    made = array.astype(dtype)
    may_round = NAMES[element_type].startswith(("float", "bfloat", "complex"))
    is_exact = may_round or bool(np.all(made.astype(array.dtype) == array))
    if not is_exact:
        raise TypeError(f"{value!r} has numbers that {element_type} does not have")
    return _of_numpy(made, element_type)


def to_tensor(value: Any, element_type: str | None = None) -> _core.Tensor:
    """Makes a tensor over the bytes of an array, without a copy if they are dense.

    Takes numpy's arrays, what has `__dlpack__` or the buffer protocol, and numbers and nested lists of
    numbers, which take `element_type`. Raises TypeError for others.
    """
    if isinstance(value, (np.ndarray, np.generic)):
        return _of_numpy(np.asarray(value), element_type)
    if isinstance(value, (bool, int, float, complex, list, tuple)):
        return _of_objects(value, element_type)
    if hasattr(value, "__dlpack__"):
        try:
            return _core.Tensor.of_dlpack(value, element_type)
        except (TypeError, BufferError, RuntimeError, ValueError):
            pass  # A type that DLPack cannot carry, or an array of another device.
    array = np.asarray(value)
    if array.dtype == object:
        raise TypeError(f"an input is an array or numbers, not {type(value).__name__}")
    return _of_numpy(array, element_type)
