"""Says whether the results of a call differ by more than rounding."""

from __future__ import annotations

from typing import Any

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
        is_wrong = _beyond(a, b, tolerance, call.is_elementwise)
    if not is_wrong.any():
        return ""
    at = tuple(int(k) for k in np.argwhere(is_wrong)[0]) if want.ndim else ()
    operands = [one[at] for one in call.arrays() if call.is_elementwise and one.shape == want.shape]
    of = f" of {', '.join(map(str, operands))}" if operands else ""
    return f"{int(is_wrong.sum())} of {want.size}: {have[at]} instead of {want[at]} at {list(at)}{of}"


def _beyond(a: Any, b: Any, tolerance: float, is_elementwise: bool) -> Any:
    if a.dtype.kind == "c":
        parts = _beyond(a.real, b.real, tolerance, is_elementwise), _beyond(a.imag, b.imag, tolerance, is_elementwise)
        if not np.isfinite(a).all() or not is_elementwise:
            return parts[0] | parts[1]
        # An imaginary part may be small beside the real one.
        return np.abs(a - b) > tolerance * np.abs(a) + 1e-37
    finite = np.isfinite(a) & np.isfinite(b)
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    scale = np.abs(a) if is_elementwise else np.max(np.abs(a), where=np.isfinite(a), initial=0.0)
    # Subnormal numbers may be flushed.
    near = finite & (np.abs(np.where(finite, a - b, 0)) <= tolerance * np.where(finite, scale, 0) + 2e-38)
    return ~(same | near)
