"""Exports programs that JAX has partitioned for four devices, random numbers, and programs of symbolic sizes, with what JAX
itself makes of them.

    pip install "jax[cpu]"
    python tests/jax/export.py

Writes beside itself NAME.mlir, the program, and NAME.json, its inputs and its results. They are
committed, so nothing but this script needs Python.
"""

import json
import os
import pathlib
import re

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax
import jax.export
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, PartitionSpec as P

HERE = pathlib.Path(__file__).parent


def export(name, function, *inputs, with_locations=False):
    results = jax.tree.leaves(function(*inputs))
    text = function.lower(*inputs).as_text(debug_info=with_locations)
    (HERE / f"{name}.mlir").write_text(text.replace(__file__, "attention.py"))
    lists = {"inputs": [x.tolist() for x in jax.tree.leaves(inputs)], "results": [np.asarray(x).tolist() for x in results]}
    (HERE / f"{name}.json").write_text(json.dumps(lists) + "\n")


def export_symbolic(name, function, shapes, constraints, *inputs):
    """Exports a program of symbolic sizes; the results are for the sizes of the inputs."""
    scope = jax.export.SymbolicScope(constraints)
    types = [jax.ShapeDtypeStruct(jax.export.symbolic_shape(shape, scope=scope), x.dtype) for shape, x in zip(shapes, inputs)]
    results = jax.tree.leaves(function(*inputs))
    module = jax.export.export(function)(*types).mlir_module()
    place = r" loc\((?:[^()\"]|\"[^\"]*\"|\([^()]*\))*\)"
    without_places = re.sub(place, "", re.sub(r"(?m)^#loc.*\n", "", module))
    (HERE / f"{name}.mlir").write_text(without_places)
    lists = {"inputs": [x.tolist() for x in inputs], "results": [np.asarray(x).tolist() for x in results]}
    (HERE / f"{name}.json").write_text(json.dumps(lists) + "\n")


def decompose(batch, a, b):
    """Calls of LAPACK whose results have sizes given by operands."""
    lower = jnp.linalg.cholesky(batch)
    return lower, jnp.linalg.solve(a, b), jnp.linalg.inv(a), jnp.abs(jnp.linalg.qr(b)[1]), jnp.linalg.svd(b, compute_uv=False)


def vectors(*matrices):
    """Singular vectors and eigenvectors with LAPACK's signs: one shape for each algorithm."""
    square = matrices[0]
    return [jnp.linalg.svd(a, full_matrices=False) for a in matrices], jnp.linalg.eigh(square + square.T, UPLO="U")


def windows(x):
    """JAX's form of a window, k or the shape of random numbers that is as large as a symbol."""
    largest, places = jax.lax.top_k(x, x.shape[1] - 1)
    nearly, there = jax.lax.approx_max_k(x, x.shape[1] - 1)
    both = jax.lax.reduce_window(
        (x, x), (-jnp.inf, 0.0), lambda a, b: (jnp.maximum(a[0], b[0]), a[1] + b[1]), (1, x.shape[1]), (1, 1), "SAME")
    bits = jax.random.bits(jax.random.key(3, impl="rbg"), x.shape) >> 8
    return jnp.cumsum(x, axis=0), jax.lax.cummax(x, axis=1), largest, places, nearly, there, both, bits


def exchange(a, b):
    """A product divided along both axes of the mesh, then passed to the other row of devices."""
    part = jnp.tanh(a @ b)
    total = jax.lax.psum(part, "y")
    moved = jax.lax.ppermute(total, "x", [(0, 1), (1, 0)])
    return moved + jax.lax.axis_index("x"), jax.lax.all_gather(total, "x")


def train(weights, points, targets):
    """A training step on the points of each device."""
    gradient = jax.grad(lambda w: jnp.mean((points @ w - targets) ** 2))(weights)
    return weights - 0.1 * jax.lax.pmean(gradient, "i")


def random_numbers(implementation):
    """Keys, bits of every width and the states after them, from keys of XLA's generators."""

    def draw(data):
        key = jax.random.wrap_key_data(data, impl=implementation)
        keys = jax.random.split(key, 3)
        bits = [jax.random.bits(key, (3, 5), f"uint{width}") for key, width in zip(keys, (8, 16, 32))]
        wide = jax.lax.bitcast_convert_type(jax.random.bits(jax.random.fold_in(key, 7), (3,), "uint64"), "uint32")
        states = [jax.lax.rng_bit_generator(data, (9, 7), algorithm=algorithm) for algorithm in jax.lax.RandomAlgorithm]

        def step(_, carry):
            key, total = carry
            key, use = jax.random.split(key)
            return key, total + jax.random.uniform(use, (5,), "float32")

        last, total = jax.lax.fori_loop(0, 10, step, (key, jnp.zeros(5, "float32")))
        return jax.random.key_data(keys), bits, wide, states, jax.random.key_data(last), total

    return jax.jit(draw)


def attention(params, x):
    """Scopes and given names, which locations carry."""
    with jax.named_scope("attention"):
        q = x @ params["wq"]
        k = x @ params["wk"]
        with jax.named_scope("softmax"):
            weights = jax.nn.softmax(q @ k.T)
    return {"out": weights @ x, "weights": weights}


def main():
    mesh = jax.make_mesh((2, 2), ("x", "y"), axis_types=(AxisType.Auto,) * 2)
    specs = {"in_specs": (P("x", "y"), P("y", None)), "out_specs": (P("x", None), P(None, "x")), "check_vma": False}
    a = np.arange(16, dtype=np.float32).reshape(4, 4) / 8 - 1
    b = np.arange(12, dtype=np.float32).reshape(4, 3) / 4 - 1
    export("shard-map", jax.jit(jax.shard_map(exchange, mesh=mesh, **specs)), a, b)

    batch = np.array([[[4.0, 2.0], [2.0, 3.0]], [[1.0, 0.5], [0.5, 2.0]], [[9.0, 3.0], [3.0, 5.0]]], np.float32)
    square = np.array([[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 4.0]], np.float32)
    export_symbolic("symbolic-linear-algebra", jax.jit(decompose), ["b, 2, 2", "n, n", "n, k"], ["n >= k"], batch, square, square[:, :2] + 1)
    export_symbolic("symbolic-windows", jax.jit(windows), ["b, n"], ["n >= 2"], np.array([[3, 1, 2, 8], [5, 7, 6, 4]], np.float32))

    numbers = np.sin(np.arange(1, 73, dtype=np.float32) ** 2)
    shapes = [(4, 4), (5, 4), (9, 3), (4, 1), (4, 5), (3, 9), (1, 4)]
    export("signs", jax.jit(vectors), *[numbers[i : i + m * n].reshape(m, n) for i, (m, n) in enumerate(shapes)])

    params = {"wk": np.arange(16, dtype=np.float32).reshape(4, 4) / 16, "wq": np.eye(4, dtype=np.float32)}
    export("attention-locations", jax.jit(attention), params, a[:3], with_locations=True)

    points = np.arange(24, dtype=np.float32).reshape(4, 2, 3) % 7 - 3
    targets = np.arange(8, dtype=np.float32).reshape(4, 2) % 3
    weights = np.array([0.5, -1.0, 0.25], np.float32)
    # The upper half of the key is the counter, whose lower word wraps around.
    with jax.enable_x64(True):
        key = np.array([42, 7, 2**32 - 5, 1], np.uint32)
        for implementation in ("rbg", "unsafe_rbg"):
            export(f"random-{implementation.replace('_', '-')}", random_numbers(implementation), key)

    export("pmap", jax.pmap(train, axis_name="i", in_axes=(None, 0, 0)), weights, points, targets)


main()
