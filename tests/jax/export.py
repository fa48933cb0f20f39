"""Exports programs that JAX has partitioned for four devices, with what JAX itself makes of them.

    pip install "jax[cpu]"
    python tests/jax/export.py

Writes beside itself NAME.mlir, the program, and NAME.json, its inputs and its results. They are
committed, so nothing but this script needs Python.
"""

import json
import os
import pathlib

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, PartitionSpec as P

HERE = pathlib.Path(__file__).parent


def export(name, function, *inputs):
    results = jax.tree.leaves(function(*inputs))
    (HERE / f"{name}.mlir").write_text(function.lower(*inputs).as_text())
    lists = {"inputs": [x.tolist() for x in inputs], "results": [np.asarray(x).tolist() for x in results]}
    (HERE / f"{name}.json").write_text(json.dumps(lists) + "\n")


def exchange(a, b):
    """A product that is cut along both axes of the mesh, then given to the other row of devices."""
    part = jnp.tanh(a @ b)
    total = jax.lax.psum(part, "y")
    moved = jax.lax.ppermute(total, "x", [(0, 1), (1, 0)])
    return moved + jax.lax.axis_index("x"), jax.lax.all_gather(total, "x")


def train(weights, points, targets):
    """A step of training on the points of each device."""
    gradient = jax.grad(lambda w: jnp.mean((points @ w - targets) ** 2))(weights)
    return weights - 0.1 * jax.lax.pmean(gradient, "i")


def main():
    mesh = jax.make_mesh((2, 2), ("x", "y"), axis_types=(AxisType.Auto,) * 2)
    specs = {"in_specs": (P("x", "y"), P("y", None)), "out_specs": (P("x", None), P(None, "x")), "check_vma": False}
    a = np.arange(16, dtype=np.float32).reshape(4, 4) / 8 - 1
    b = np.arange(12, dtype=np.float32).reshape(4, 3) / 4 - 1
    export("shard-map", jax.jit(jax.shard_map(exchange, mesh=mesh, **specs)), a, b)

    points = np.arange(24, dtype=np.float32).reshape(4, 2, 3) % 7 - 3
    targets = np.arange(8, dtype=np.float32).reshape(4, 2) % 3
    weights = np.array([0.5, -1.0, 0.25], np.float32)
    export("pmap", jax.pmap(train, axis_name="i", in_axes=(None, 0, 0)), weights, points, targets)


main()
