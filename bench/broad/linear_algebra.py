"""Products of matrices and vectors, and decompositions."""

import jax
import jax.numpy as jnp
import numpy as np

from catalogue import Arguments as A, UP_TO_1M, family

add = family("linear algebra")
SMALL = ("1k", "1m")


def many(n):
    """Two arguments of as many n x n matrices as fit."""
    return lambda a: (a.normal(max(1, a.n // (n * n)), n, n), a.normal(max(1, a.n // (n * n)), n, n))


def positive(a):
    m = a.normal(a.side, a.side)
    return m @ m.T / a.side + np.eye(a.side, dtype=np.float32)


add("dot", jnp.dot, lambda a: a.vectors(2))
add("matmul", jnp.matmul, lambda a: a.squares(2), sizes=SMALL)
add("matmul-transposed", lambda x, y: x.T @ y, lambda a: a.squares(2), sizes=SMALL)
add("matvec", jnp.matmul, lambda a: (a.normal(a.side, a.side), a.normal(a.side)))
add("vecmat", lambda m, v: v @ m, lambda a: (a.normal(a.side, a.side), a.normal(a.side)))
add("outer", jnp.outer, lambda a: (a.normal(a.side), a.normal(a.side)))
add("tall-thin", lambda x, w: x @ w, lambda a: (a.normal(a.n // 8, 8), a.normal(8, 4)))
add("gram-thin", lambda x: x.T @ x, lambda a: (a.normal(a.n // 8, 8),))
for order in (2, 3, 4, 8, 16):
    add(f"matmul-many-{order}x{order}", jnp.matmul, many(order))
for order in (3, 8):
    add(f"matmul-many-{order}x{order}-by-columns", lambda x, y: jnp.einsum("nij,nkj->nik", x, y), many(order))
add("matmul-last-3x3", lambda x, y: jnp.einsum("ijn,jkn->ikn", x, y), lambda a: (a.normal(3, 3, a.n // 9), a.normal(3, 3, a.n // 9)))
add("gram-many", lambda x: jnp.einsum("nij,nik->njk", x, x), lambda a: (a.normal(a.n // 120, 20, 6),))
add("matvec-many-3x3", lambda m, v: jnp.einsum("nij,nj->ni", m, v), lambda a: (a.normal(a.n // 9, 3, 3), a.normal(a.n // 9, 3)))
add("transform-points", lambda m, p: jnp.einsum("ij,nj->ni", m, p), lambda a: (a.normal(3, 3), a.normal(a.n // 3, 3)))
add("einsum-bilinear", lambda x, w, y: jnp.einsum("bi,ij,bj->b", x, w, y), lambda a: (a.normal(a.n // 16, 16), a.normal(16, 16), a.normal(a.n // 16, 16)))
add("einsum-heads", lambda q, k: jnp.einsum("bqhd,bkhd->bhqk", q, k), lambda a: (a.normal(2, a.n // 128, 4, 16), a.normal(2, 64, 4, 16)))
add("kron", jnp.kron, lambda a: (a.normal(8, 8), a.normal(a.side // 8, a.side // 8)))
add("cross", jnp.cross, lambda a: (a.normal(a.n // 3, 3), a.normal(a.n // 3, 3)))
add("distances", lambda x, y: jnp.sum((x[:, None] - y) ** 2, -1), lambda a: (a.normal(a.side, 3), a.normal(a.side, 3)))
add("distances-by-product", lambda x: (x * x).sum(1)[:, None] - 2 * x @ x.T + (x * x).sum(1), lambda a: (a.normal(a.side, 32),))
add("matrix-power", lambda x: jnp.linalg.matrix_power(x * 0.05, 5), A.square, sizes=SMALL)
add("determinant-many-3x3", jnp.linalg.det, lambda a: (a.normal(a.n // 9, 3, 3),))
add("inverse-many-3x3", jnp.linalg.inv, lambda a: (a.normal(a.n // 9, 3, 3),), sizes=UP_TO_1M)
add("cholesky", jnp.linalg.cholesky, lambda a: (positive(a),), sizes=SMALL)
add("solve", jnp.linalg.solve, lambda a: (positive(a), a.normal(a.side)), sizes=SMALL)
add("cholesky-solve", lambda m, b: jax.scipy.linalg.cho_solve(jax.scipy.linalg.cho_factor(m), b), lambda a: (positive(a), a.normal(a.side)), sizes=SMALL)
add("inverse", jnp.linalg.inv, lambda a: (positive(a),), sizes=SMALL)
add("qr", jnp.linalg.qr, A.square, sizes=SMALL)
add("eigh", jnp.linalg.eigvalsh, lambda a: (positive(a),), sizes=("1k",))
add("svd-values", lambda x: jnp.linalg.svd(x, compute_uv=False), A.square, sizes=("1k",))
add("lstsq", lambda x, y: jnp.linalg.lstsq(x, y)[0], lambda a: (a.normal(a.n // 8, 8), a.normal(a.n // 8)), sizes=SMALL)
add("expm", jax.scipy.linalg.expm, lambda a: (a.normal(a.side, a.side) / a.side,), sizes=("1k",))
add("polyfit", lambda x, y: jnp.polyfit(x, y, 3), lambda a: a.vectors(2), sizes=SMALL)
add("einsum-outer", lambda x, y: jnp.einsum("bi,bj->bij", x, y), lambda a: (a.normal(max(1, a.n // 1200), 30), a.normal(max(1, a.n // 1200), 40)))
add("einsum-last-batch", lambda x, y: jnp.einsum("bij,bjk->bki", x, y), lambda a: (a.normal(max(1, a.n // 1800), 60, 30), a.normal(max(1, a.n // 1800), 30, 50)))
add("einsum-columns", lambda x, y: jnp.einsum("ji,ji->i", x, y), lambda a: (a.normal(a.side, a.side), a.normal(a.side, a.side)))
add("einsum-columns-batched", lambda x, y: jnp.einsum("bji,bji->bi", x, y), lambda a: (a.normal(max(1, a.n // 512), 16, 32), a.normal(max(1, a.n // 512), 16, 32)))
add("vectors-times-matrices", lambda x, y: jnp.einsum("bi,bij->bj", x, y), lambda a: (a.normal(max(1, a.n // 3600), 60), a.normal(max(1, a.n // 3600), 60, 60)))
add("kron-ones", lambda x: jnp.kron(x, jnp.ones((4, 4), jnp.float32)), lambda a: (a.normal(a.side // 4 + 1, a.side // 4 + 1),))
add("einsum-scale-rows", lambda x, y: jnp.einsum("ij,i->ij", x, y), lambda a: (a.normal(a.side, a.side), a.normal(a.side)))
add("points-times-poses", lambda x, m: jnp.einsum("bij,bkj->bik", x, m), lambda a: (a.normal(16, a.n // 64 + 1, 4), a.normal(16, 4, 4)))
add("tall-batch-times-matrices", lambda x, y: x @ y, lambda a: (a.normal(16, max(2, a.n // 256), 16), a.normal(16, 16, 4)))
add("rows-times-8x8-f64", lambda x, y: x @ y, lambda a: (a.normal(a.n // 16 + 1, 8, dtype=np.float64), a.normal(8, 8, dtype=np.float64)), double=True)
