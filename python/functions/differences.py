"""Says whether the results of a call differ by more than rounding."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

# Relative to an element in elementwise functions of special values, else to the largest element. A function of several
# operations rounds more than once.
_TOLERANCES = {
    "float16": 4e-3,
    "bfloat16": 3e-2,
    "float32": 2e-5,
    "complex64": 4e-5,
    "float64": 1e-12,
    "complex128": 1e-12,
}
_NARROW_FLOAT = 0.26
# Their results are unique up to signs, or phases.
_UP_TO_SIGN = ("svd", "eigh", "eig ", "qr", "schur", "hessenberg", "tridiagonal ", "rsf2csf", "orthogonal", "polar")


def difference(call: Any, expected: list[np.ndarray[Any, Any]], actual: list[np.ndarray[Any, Any]]) -> str:
    """Returns what differs; empty if nothing does."""
    if len(expected) != len(actual):
        return f"{len(actual)} results instead of {len(expected)}"
    for i, (want, have) in enumerate(zip(expected, actual)):
        if want.shape != have.shape or want.dtype != have.dtype:
            return f"result {i} is {have.dtype}{have.shape} instead of {want.dtype}{want.shape}"
        found = _of_arrays(call, want, have)
        if found:
            return f"result {i}, {want.dtype}{list(want.shape)}, {found}"
    return ""


def _of_arrays(call: Any, want: np.ndarray[Any, Any], have: np.ndarray[Any, Any]) -> str:
    tolerance = _TOLERANCES.get(want.dtype.name)
    if tolerance is None and "float" in want.dtype.name:
        tolerance = _NARROW_FLOAT
    if tolerance is None:
        is_wrong = np.asarray(want != have)
    else:
        kind = np.complex128 if want.dtype.kind == "c" else np.float64
        a, b = want.astype(kind), have.astype(kind)
        if any(f"{word}" in f"{call.name.rpartition('.')[2]} " for word in _UP_TO_SIGN):
            a, b = np.abs(a), np.abs(b)
        is_wrong = _beyond(a, b, tolerance, _smallest(want.dtype), call.is_elementwise)
    if not is_wrong.any():
        return ""
    at = tuple(int(k) for k in np.argwhere(is_wrong)[0]) if want.ndim else ()
    operands = [one[at] for one in call.arrays() if call.is_elementwise and one.shape == want.shape]
    of = f" of {', '.join(map(str, operands))}" if operands else ""
    return f"{int(is_wrong.sum())} of {want.size}: {have[at]} instead of {want[at]} at {list(at)}{of}"


def _beyond(a: Any, b: Any, tolerance: float, smallest: float, is_elementwise: bool) -> Any:
    """Returns which elements differ; `smallest` is an absolute difference that counts as rounding."""
    finite = np.isfinite(a) & np.isfinite(b)
    size = np.abs(np.where(np.isfinite(a), a, 0))
    scale = size if is_elementwise else np.max(size, initial=0.0)
    # A part of a complex number may be small beside the other one.
    near = np.abs(np.where(finite, a, 0) - np.where(finite, b, 0)) <= tolerance * scale + smallest
    if a.dtype.kind != "c":
        return ~np.where(finite, near, (a == b) | (np.isnan(a) & np.isnan(b)))
    parts = [_beyond(one(a), one(b), tolerance, smallest, is_elementwise) for one in (np.real, np.imag)]
    return np.where(finite, ~near, parts[0] | parts[1])


def _smallest(dtype: np.dtype[Any]) -> float:
    """Returns a difference near 0: floats of 8 and 16 bits have few subnormal numbers, and cpu flushes those of f32."""
    kind = ml_dtypes.finfo(dtype)
    return 2 * float(kind.smallest_subnormal) if kind.bits < 32 and dtype.kind != "c" else 2e-38
