"""Runs calls on cpu and on Paddock and prints a line of JSON for each phase and result. Started by compare_functions.py."""

from __future__ import annotations

import argparse
import json
import sys
import traceback
import warnings
from typing import Any

import jax
import ml_dtypes
import numpy as np
from calls import Call, all_calls
from differences import difference

_NEEDS_VALUES = (jax.errors.ConcretizationTypeError, jax.errors.TracerArrayConversionError, jax.errors.NonConcreteBooleanIndexError)


def run(call: Call, device: Any, compiled: bool) -> list[np.ndarray[Any, Any]]:
    """Returns the results of a call on a device."""
    with jax.default_device(device):
        function = call.traced()
        arrays = [jax.device_put(one, device) for one in call.arrays()]
        results = (jax.jit(function) if compiled else function)(*arrays)
        return [_host(one) for one in jax.tree.leaves(results)]


def _host(result: Any) -> np.ndarray[Any, Any]:
    if hasattr(result, "dtype") and jax.dtypes.issubdtype(result.dtype, jax.dtypes.prng_key):
        result = jax.random.key_data(result)
    return np.asarray(result)


def reference(call: Call, device: Any) -> tuple[list[np.ndarray[Any, Any]], bool]:
    """Returns cpu's results, and whether the call was compiled: functions that need values run without jit."""
    try:
        return run(call, device, True), True
    except _NEEDS_VALUES:
        return run(call, device, False), False


def _differs_without_subnormals(call: Call, cpu: Any, paddock: Any) -> bool:
    """cpu flushes subnormal numbers. Returns whether the results also differ with zeros in their place."""
    flushed = call.with_arrays([_flushed(one) for one in call.arrays()])
    if all(np.array_equal(a, b, equal_nan=a.dtype.kind in "fc") for a, b in zip(call.arrays(), flushed.arrays())):
        return True
    expected, compiled = reference(flushed, cpu)
    return bool(difference(flushed, expected, run(flushed, paddock, compiled)))


def _flushed(array: Any) -> Any:
    kind = array.dtype.name
    if "float" not in kind and array.dtype.kind != "c":
        return array
    return np.where(np.abs(array) < ml_dtypes.finfo(array.dtype).smallest_normal, array * 0, array).astype(array.dtype)


def _line(**fields: Any) -> None:
    print(json.dumps(fields), flush=True)


def _message(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".strip()[:600]


def compare(number: int, call: Call, cpu: Any, paddock: Any) -> None:
    _line(number=number, name=call.name, phase="cpu")
    try:
        expected, compiled = reference(call, cpu)
    except Exception as error:
        _line(number=number, name=call.name, outcome="refused", message=_message(error))
        return
    _line(number=number, name=call.name, phase="paddock")
    try:
        actual = run(call, paddock, compiled)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        _line(number=number, name=call.name, outcome="raises", message=f"{_message(error)} ({place.filename}:{place.lineno})")
        return
    found = difference(call, expected, actual)
    if found and not _differs_without_subnormals(call, cpu, paddock):
        _line(number=number, name=call.name, outcome="subnormal", message=found)
        return
    _line(number=number, name=call.name, outcome="differs" if found else "equal", message=found)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", default="")
    parser.add_argument("--share", type=int, default=1, help="every which call")
    parser.add_argument("--large", action="store_true")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    cpu, paddock = jax.devices("cpu")[0], jax.devices("paddock")[0]
    compared = 0
    for number, call in enumerate(all_calls(arguments.large)):
        if number < arguments.first or number % arguments.share or arguments.only not in call.name:
            continue
        compare(number, call, cpu, paddock)
        compared += 1
        if compared % 200 == 0:
            jax.clear_caches()
    _line(outcome="end")


if __name__ == "__main__":
    np.seterr(all="ignore")
    sys.setrecursionlimit(5000)
    main()
