"""Layouts of arguments and results, which JAX asks of each compiled program.

Those of Paddock are always dense and row-major. The client of PJRT finds that out by parsing the program's HLO once for
arguments and once for results, which took 6 % of the time of a small compilation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np


def install(platform: str) -> None:
    """Makes JAX take the layouts of programs of a platform from the types of their arrays."""
    from jax._src.interpreters import pxla

    ask = pxla._get_layouts_from_executable
    if hasattr(ask, "asks_the_executable"):
        return

    def layouts(executable: Any, ins: Any, outs: Any, effects: int, in_avals: Any, out_avals: Any) -> Any:
        is_ours = executable.local_devices()[0].platform == platform
        if is_ours and effects == 0 and _are_free(ins) and _are_free(outs) and _have_layouts((*in_avals, *out_avals)):
            return _row_major(in_avals), _row_major(out_avals)
        return ask(executable, ins, outs, effects, in_avals, out_avals)

    layouts.asks_the_executable = ask  # type: ignore[attr-defined]
    pxla._get_layouts_from_executable = layouts


def _are_free(layouts: Sequence[Any]) -> bool:
    """Returns whether the program's author left the layouts open."""
    return all(one is None for one in layouts)


def _have_layouts(avals: Sequence[Any]) -> bool:
    """Returns whether all are arrays of numbers: a key of jax.random is an array of another shape, and a token none."""
    return all(isinstance(getattr(one, "dtype", None), np.dtype) for one in avals)


def _row_major(avals: Sequence[Any]) -> list[Any]:
    from jax._src.layout import Layout

    return [Layout(tuple(range(len(aval.shape))), ()) for aval in avals]
