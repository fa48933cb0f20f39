"""Reading and writing at indices; moving, joining and cutting arrays."""

import jax
import jax.numpy as jnp
import numpy as np

from catalogue import Arguments as A, UP_TO_1M, family

add = family("indexing")


def with_indices(a):
    """A vector and as many places in it."""
    return a.normal(a.n), a.integers(a.n, a.n)


def columns_of(a):
    return a.normal(a.side, a.side), a.integers(a.side, a.side, a.side)


add("take-elements", lambda x, i: x[i], with_indices)
add("take-rows", lambda x, i: x[i], lambda a: (a.normal(a.side, a.side), a.integers(a.side, a.side)))
add("take-columns", lambda x, i: x[:, i], lambda a: (a.normal(a.side, a.side), a.integers(a.side, a.side)))
add("take-along-rows", lambda x, i: jnp.take_along_axis(x, i, 1), columns_of)
add("take-along-columns", lambda x, i: jnp.take_along_axis(x, i, 0), columns_of)
add("take-pairs", lambda x, i, j: x[i, j], lambda a: (a.normal(a.side, a.side), a.integers(a.side, a.n), a.integers(a.side, a.n)))
add("take-clipped", lambda x, i: jnp.take(x, i, mode="clip"), with_indices)
add("take-per-row", lambda x, i: x[jnp.arange(x.shape[0]), i], lambda a: (a.normal(a.side, a.side), a.integers(a.side, a.side)))
add("embedding", lambda w, t: w[t] * 8.0, lambda a: (a.normal(a.n // 64, 64), a.integers(a.n // 64, a.n // 64)))
add("scatter-add", lambda x, i, u: x.at[i].add(u), lambda a: with_indices(a) + (a.normal(a.n),))
add("scatter-set", lambda x, i: x.at[i].set(1.0), with_indices)
add("scatter-max", lambda x, i, u: x.at[i].max(u), lambda a: with_indices(a) + (a.normal(a.n),))
add("scatter-rows", lambda x, i, u: x.at[i].add(u), lambda a: (a.normal(a.side, a.side), a.integers(a.side, a.side), a.normal(a.side, a.side)))
add("scatter-pairs", lambda x, i, j: x.at[i, j].add(1.0), lambda a: (a.normal(a.side, a.side), a.integers(a.side, a.n), a.integers(a.side, a.n)))
add("bincount", lambda i: jnp.bincount(i, length=256), lambda a: (a.integers(256, a.n),))
add("bincount-weights", lambda i, w: jnp.bincount(i, w, length=1000), lambda a: (a.integers(1000, a.n), a.normal(a.n)))
add("histogram", lambda x: jnp.histogram(x, 64, (-4, 4))[0], A.vector)
add("histogram-2d", lambda x, y: jnp.histogram2d(x, y, 32, ((-4, 4), (-4, 4)))[0], lambda a: a.vectors(2))
add("segment-sum", lambda x, s: jax.ops.segment_sum(x, s, 1000), lambda a: (a.normal(a.n), a.integers(1000, a.n)))
add("segment-max-sorted", lambda x, s: jax.ops.segment_max(x, s, 1000, indices_are_sorted=True), lambda a: (a.normal(a.n), np.sort(a.integers(1000, a.n))))
add("segment-mean-rows", lambda x, s: jax.ops.segment_sum(x, s, 64) / jax.ops.segment_sum(jnp.ones(len(s)), s, 64)[:, None], lambda a: (a.normal(a.n // 16, 16), a.integers(64, a.n // 16)))
add("confusion-matrix", lambda t, p: jnp.zeros((10, 10), jnp.int32).at[t, p].add(1), lambda a: (a.integers(10, a.n), a.integers(10, a.n)))
add("one-hot", lambda i: jax.nn.one_hot(i, 64), lambda a: (a.integers(64, a.n // 64),))
add("searchsorted", lambda s, x: jnp.searchsorted(s, x), lambda a: (np.sort(a.normal(1000)), a.normal(a.n)))
add("interp", lambda x, p, v: jnp.interp(x, p, v), lambda a: (a.normal(a.n), np.sort(a.normal(500)), a.normal(500)))
add("digitize", lambda x: jnp.digitize(x, jnp.linspace(-3, 3, 20)), A.vector)
add("roll", lambda x: jnp.roll(x, (3, -5), (0, 1)), A.square)
add("roll-variable", lambda x, k: jnp.roll(x, k), lambda a: (a.normal(a.n), np.int32(17)))
add("flip", lambda x: x[::-1, ::-1], A.square)
add("strided-slice", lambda x: x[::2, 1::3], A.square)
add("dynamic-update-row", lambda x, r, i: x.at[i].set(r), lambda a: (a.normal(a.side, a.side), a.normal(a.side), np.int32(7)))
add("transpose", lambda x: x.T + 0, A.square)
add("swap-middle", lambda x: x.reshape(4, x.shape[0] // 4, x.shape[1] // 8, 8).transpose(0, 2, 1, 3) * 2, A.square)
add("channels-last", lambda x: jnp.moveaxis(x, 1, -1), lambda a: (a.normal(4, 4, a.side // 4, a.side // 4),))
add("concatenate-columns", lambda x, y: jnp.concatenate([x, y], 1), lambda a: a.squares(2))
add("stack-last", lambda x, y, z: jnp.stack([x, y, z], -1), lambda a: a.vectors(3))
add("split-halves", lambda x: jnp.multiply(*jnp.split(x, 2, 1)), A.square)
add("repeat-columns", lambda x: jnp.repeat(x, 3, 1), A.square)
add("tile", lambda x: jnp.tile(x, (2, 2)), A.square)
add("pad-reflect", lambda x: jnp.pad(x, 2, mode="reflect"), A.square)
add("pad-zeros", lambda x: jnp.pad(x, ((1, 1), (2, 2))), A.square)
add("triangle", lambda x: jnp.tril(x) + jnp.triu(x, 1) * 2, A.square)
add("set-diagonal", lambda x: jnp.fill_diagonal(x, 0.0, inplace=False), A.square)
add("meshgrid-distance", lambda x, y: jnp.sqrt(sum(g * g for g in jnp.meshgrid(x, y))), lambda a: (a.normal(a.side), a.normal(a.side)))
add("nonzero", lambda x: jnp.nonzero(x > 1, size=len(x) // 4, fill_value=-1)[0], A.vector)
add("compress", lambda x: jnp.where(x > 0, size=len(x) // 2, fill_value=0)[0], A.vector)
add("unique", lambda x: jnp.unique(x, size=100, fill_value=-1), lambda a: (a.integers(100, a.n),))
add("sliding-windows", lambda x: x[jnp.arange(len(x) - 7)[:, None] + jnp.arange(8)].mean(1), A.vector)
add("argsort-then-take", lambda x, y: y[jnp.argsort(x)], lambda a: a.vectors(2), sizes=UP_TO_1M)
add("select-by-index", lambda c, x, y, z: jnp.choose(c, [x, y, z], mode="clip"), lambda a: (a.integers(3, a.n),) + a.vectors(3))
add("im2col", lambda x: jax.lax.conv_general_dilated_patches(x, (3, 3), (1, 1), "SAME"), lambda a: (a.normal(1, 4, a.side // 4, a.side // 4),))
add("space-to-depth", lambda x: x.reshape(x.shape[0] // 4, 4, x.shape[1] // 4, 4).transpose(0, 2, 1, 3).reshape(x.shape[0] // 4, -1, 16), A.square)
add("choose-columns", lambda i, x, y: jnp.choose(i, [x, y], mode="clip"), lambda a: (a.integers(2, a.side, a.side),) + a.squares(2))
add("enlarge-rows-and-columns", lambda x: jnp.repeat(jnp.repeat(x, 3, 0), 3, 1), lambda a: (a.normal(a.side // 2, a.side // 2, 4),))
add("concatenate-computed", lambda x, y: jnp.concatenate([x * 2, y + 1]), lambda a: a.vectors(2))
add("stack-computed", lambda x, y: jnp.stack([x + y, x - y, x * y]), lambda a: a.vectors(2))
add("unstack", lambda x: x[0] * x[1] + x[2] * x[3], lambda a: (a.normal(4, a.n // 4),))
add("pad-wrap", lambda x: jnp.pad(x, 2, mode="wrap"), A.square)
add("segment-max", lambda x, s: jax.ops.segment_max(x, s, 500), lambda a: (a.normal(a.n), a.integers(500, a.n)))
add("put-along-rows", lambda x, i, v: jnp.put_along_axis(x, i, v, 1, inplace=False), lambda a: (a.normal(a.side, a.side), a.integers(a.side, a.side, 20), a.normal(a.side, 20)))
add("second-difference", lambda x: jnp.diff(x, 2), A.square)
add("scatter-rows-of-three", lambda x, i, u: x.at[i].add(u), lambda a: (a.normal(a.n // 3, 3), a.integers(a.n // 3, a.n // 3), a.normal(a.n // 3, 3)))
add("scatter-set-rows-of-four", lambda x, i, u: x.at[i].set(u), lambda a: (a.normal(a.n // 4, 4), a.integers(a.n // 4, a.n // 4), a.normal(a.n // 4, 4)))
add("scatter-bf16", lambda x, i, u: x.at[i].add(u), lambda a: (a.normal(a.n, dtype=jnp.bfloat16.dtype.type), a.integers(a.n, a.n), a.normal(a.n, dtype=jnp.bfloat16.dtype.type)))
add("add-windows", lambda x, i, u: jax.lax.scatter_add(x, i, u, jax.lax.ScatterDimensionNumbers((1,), (), (0,))), lambda a: (a.normal(a.n), a.integers(a.n - 16, a.n // 16, 1), a.normal(a.n // 16, 16)))
add("messages", lambda x, s, t: jnp.zeros_like(x).at[t].add(x[s]), lambda a: (a.normal(a.n // 64, 16), a.integers(a.n // 64, a.n // 4), a.integers(a.n // 64, a.n // 4)))
add("every-third", lambda x: x[::2, 1::3], lambda a: (a.normal(a.side, a.side),))
add("stack-integers", lambda i, j, k: jnp.stack([i, j, k], -1), lambda a: tuple(a.integers(1000, a.n // 3) for _ in range(3)))
add("triangles-i64", lambda x: jnp.tril(x) - jnp.triu(x, 1), lambda a: (a.normal(a.side - 12, a.side - 12, dtype=np.float32),), double=True)
