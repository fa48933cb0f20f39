"""Reductions, cumulative sums, statistics and normalizations."""

import jax
import jax.numpy as jnp
import numpy as np

from catalogue import Arguments as A, family

add = family("reductions")


def image_batch(a):
    """Shape (batch, 8 x 8 pixels, channels), as far as the size allows."""
    channels = min(64, a.side)
    return (a.normal(max(1, a.n // (16 * channels)), 4, 4, channels),)


add("sum", jnp.sum, A.vector)
add("mean-rows", lambda x: x.mean(1), A.square)
add("mean-columns", lambda x: x.mean(0), A.square)
add("mean-middle", lambda x: x.mean((1, 2)), image_batch)
add("variance", jnp.var, A.vector)
add("std-columns", lambda x: x.std(0), A.square)
add("max-min", lambda x: (x.max(), x.min()), A.vector)
add("argmax-rows", lambda x: x.argmax(1), A.square)
add("argmin-columns", lambda x: x.argmin(0), A.square)
add("any-all", lambda x: ((x > 3).any(0), (x > -3).all(1)), A.square)
add("prod-columns", lambda x: (1 + x * 1e-3).prod(0), A.square)
add("norm-rows", lambda x: jnp.linalg.norm(x, axis=1), A.square)
add("cosine-similarity", lambda x, y: (x * y).sum(1) / (jnp.linalg.norm(x, axis=1) * jnp.linalg.norm(y, axis=1)), lambda a: a.squares(2))
add("nanmean-columns", lambda x: jnp.nanmean(jnp.where(x > 2, jnp.nan, x), 0), A.square)
add("count-nonzero", lambda x: jnp.count_nonzero(x > 0.5), A.vector)
add("weighted-average", lambda x, w: jnp.average(x, 0, w), lambda a: (a.normal(a.side, a.side), a.uniform(a.side)))
add("logsumexp-rows", lambda x: jax.nn.logsumexp(x, 1), A.square)
add("logsumexp-columns", lambda x: jax.nn.logsumexp(x, 0), A.square)
add("softmax", jax.nn.softmax, A.square)
add("log-softmax", jax.nn.log_softmax, A.square)
add("softmax-columns", lambda x: jax.nn.softmax(x, 0), A.square)
add("cumsum", jnp.cumsum, A.vector)
add("cumsum-rows", lambda x: jnp.cumsum(x, 1), A.square)
add("cumsum-columns", lambda x: jnp.cumsum(x, 0), A.square)
add("cumsum-i32", jnp.cumsum, lambda a: (a.integers(10, a.n),))
add("cumprod-rows", lambda x: jnp.cumprod(1 + x * 1e-3, 1), A.square)
add("cummax", jax.lax.cummax, A.vector)
add("cumlogsumexp", jax.lax.cumlogsumexp, A.vector)
add("associative-scan", lambda x, y: jax.lax.associative_scan(lambda p, q: (p[0] * q[0], q[0] * p[1] + q[1]), (x, y)), lambda a: (a.uniform(a.n), a.normal(a.n)))
add("diff", jnp.diff, A.vector)
add("trapezoid", jnp.trapezoid, A.square)
add("gradient", jnp.gradient, A.square)
add("covariance", jnp.cov, lambda a: (a.normal(16, a.n // 16),))
add("layer-norm", lambda x: (x - x.mean(-1, keepdims=True)) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-5), A.square)
add("rms-norm", lambda x, g: x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-6) * g, lambda a: (a.normal(a.side, a.side), a.normal(a.side)))
add("standardize-whole", lambda x: jax.nn.standardize(x, axis=None), A.square)
add("sum-i32-to-f32", lambda x: x.sum(0) / x.shape[0], lambda a: (a.integers(100, a.side, a.side),))
add("u8-histogram-mean", lambda x: x.astype(jnp.float32).mean((0, 1)), lambda a: (a.integers(256, a.side, a.side, 4, dtype=np.uint8),))
add("sum-bf16", lambda x: x.sum(-1), lambda a: (jnp.asarray(a.normal(a.side, 2 * a.side), jnp.bfloat16),))
add("sum-of-squares-f64", lambda x: (x * x).sum(), lambda a: (a.normal(a.n // 2, dtype=np.float64),), double=True)
add("rolling-mean", lambda x: jax.lax.reduce_window(x, 0.0, jax.lax.add, (16,), (1,), "VALID") / 16, A.vector)
add("moments-four", lambda x: (x.mean(), (x**2).mean(), (x**3).mean(), (x**4).mean()), A.vector)
add("sum-bf16-rows", lambda x: x.sum(1), lambda a: (a.normal(a.n // 500, 1000).astype(jnp.bfloat16),), sizes=("1m", "64m"))
add("sum-first-and-last", lambda x: x.sum((0, 2)), lambda a: (a.normal(max(1, a.n // 4200), 70, 60),))
add("argmax-of-four", lambda x: jnp.argmax(x, 0), lambda a: (a.normal(4, a.n // 4),))
add("argmax-of-ten-rows", lambda x: jnp.argmax(x, 1), lambda a: (a.normal(max(1, a.n // 10), 10),))
add("argmin-of-four-rows-i32", lambda x: jnp.argmin(x, 1), lambda a: (a.integers(1000, a.n // 4, 4),))
add("argmax-middle-of-five", lambda x: jnp.argmax(x, 1), lambda a: (a.normal(max(1, a.n // 15), 5, 3),))
add("mean-of-windows", lambda x: x.reshape(-1, 7, 4, 7, 4).mean((2, 4)), lambda a: (a.normal(max(1, a.n // 784), 28, 28),))
add("max-of-blocks", lambda x: x.reshape(-1, 10, 3, 10, 3).max((2, 4)), lambda a: (a.normal(max(1, a.n // 900), 30, 30),))
add("mean-of-tiles", lambda x: x.reshape(x.shape[0], 10, -1, 10).mean((1, 3)), lambda a: (a.normal(max(1, a.n // 5000), 10, 50, 10).reshape(-1, 10, 500),))
add("argmax-pairs-u8", lambda x: jnp.argmax(x, -1), lambda a: (a.integers(255, a.n // 2, 2, dtype=np.uint8),))
