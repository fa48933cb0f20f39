"""What the scripts of this folder share: a function becomes a program and the results expected of it.

    pip install "jax[cpu]"
    python examples/models/kmeans.py          # writes kmeans.mlir and kmeans.npz beside it

Nothing but these scripts needs Python.
"""

import pathlib

import jax
import numpy as np

FOLDER = pathlib.Path(__file__).parent


def export(name, remark, function, lower=jax.jit):
    """Writes the program of `function`, which has no arguments, and its results by name."""
    text = lower(function).lower().as_text()
    comment = "".join(f"// {line}\n" for line in remark.strip().splitlines())
    (FOLDER / f"{name}.mlir").write_text(comment + text)
    results = lower(function)()
    np.savez(FOLDER / f"{name}.npz", **{f"result['{key}']": np.asarray(value) for key, value in results.items()})
    return results
