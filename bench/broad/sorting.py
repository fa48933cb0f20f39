"""Sorts and what is made of them."""

import jax
import jax.numpy as jnp

from catalogue import Arguments as A, UP_TO_1M, family

add = family("sorting")

add("sort", jnp.sort, A.vector)
add("sort-rows", lambda x: jnp.sort(x, 1), A.square)
add("sort-columns", lambda x: jnp.sort(x, 0), A.square)
add("sort-i32", jnp.sort, lambda a: (a.integers(2**31 - 1, a.n),))
add("argsort", jnp.argsort, A.vector)
add("argsort-rows", lambda x: jnp.argsort(x, 1), A.square)
add("lexsort", lambda x, i: jnp.lexsort((x, i)), lambda a: (a.normal(a.n), a.integers(100, a.n)), sizes=UP_TO_1M)
add("top-8-rows", lambda x: jax.lax.top_k(x, 8), A.square)
add("top-100", lambda x: jax.lax.top_k(x, min(100, len(x))), A.vector)
add("median", jnp.median, A.vector)
add("median-columns", lambda x: jnp.median(x, 0), A.square)
add("quantiles", lambda x: jnp.quantile(x, jnp.array([0.05, 0.5, 0.95])), A.vector)
add("percentile-rows", lambda x: jnp.percentile(x, 90, 1), A.square)
add("ranks", lambda x: jnp.argsort(jnp.argsort(x)), A.vector, sizes=UP_TO_1M)
add("top-p-filter", lambda x: jnp.cumsum(jnp.sort(jax.nn.softmax(x), 1)[:, ::-1], 1) < 0.9, A.square)
add("sort-pairs", lambda k, v: jax.lax.sort((k, v), num_keys=1), lambda a: (a.integers(10**6, a.n), a.normal(a.n)))
add("partition", lambda x: jnp.partition(x, 10), A.vector, sizes=UP_TO_1M)
add("smallest-of-many", lambda x: jnp.partition(x, 50)[50], A.vector, sizes=("1m", "64m"))
