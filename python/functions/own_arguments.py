"""Arguments of functions whose parameters have another meaning than PARAMETERS gives their names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np
from arguments import Maker

# Read or write files, show text, take no arrays, or belong inside pmap.
SKIPPED = {
    f"jax.numpy.{one}"
    for one in "save savez load fromfile printoptions set_printoptions get_printoptions array_repr array_str frompyfunc fromiter "
    "fromstring frombuffer from_dlpack einsum_path isdtype issubdtype can_cast promote_types iterable finfo iinfo ufunc".split()
} | {
    f"jax.lax.{one}"
    for one in "all_gather all_to_all axis_index axis_size pbroadcast pcast pmax pmean pmin ppermute precv psend pshuffle psum "
    "psum_scatter pswapaxes ragged_all_to_all after_all create_token empty with_sharding_constraint rng_uniform dce_sink".split()
} | {"jax.numpy.empty", "jax.numpy.empty_like", "jax.random.key_impl", "jax.random.PRNGKey", "jax.random.split_key"}

_SQUARE: dict[str, Callable[[Maker], Any]] = {"a": Maker.square, "x": Maker.square, "A": Maker.square, "M": Maker.square}


def _spd(*names: str) -> dict[str, Callable[[Maker], Any]]:
    return dict.fromkeys(names, Maker.square)


def _vector(maker: Maker) -> Any:
    return maker.array(shape=(4,))


# By the whole name, or by the last word of it.
FUNCTIONS: dict[str, dict[str, Callable[[Maker], Any]]] = {
    "cholesky": _SQUARE,
    "cho_factor": _SQUARE,
    "jax.numpy.linalg.inv": _SQUARE,
    "jax.scipy.linalg.expm": _SQUARE,
    "jax.scipy.linalg.sqrtm": _SQUARE,
    "jax.numpy.linalg.solve": {"a": Maker.square, "b": _vector},
    "jax.scipy.linalg.solve": {"a": Maker.square, "b": _vector},
    "solve_triangular": {"a": Maker.square, "b": _vector},
    "jax.scipy.linalg.cho_solve": {"c_and_lower": lambda m: (m.square(), False), "b": _vector},
    "jax.scipy.linalg.lu_solve": {"lu_and_piv": lambda m: (m.square(), np.arange(4, dtype=np.int32)), "b": _vector},
    "jax.scipy.linalg.expm_frechet": {"A": Maker.square, "E": Maker.square},
    "jax.scipy.linalg.solve_sylvester": {"A": Maker.square, "B": Maker.square, "C": Maker.square},
    "jax.scipy.linalg.eigh_tridiagonal": {"d": _vector, "e": lambda m: m.array(shape=(3,)), "eigvals_only": lambda m: True},
    "jax.scipy.linalg.funm": {"A": Maker.square, "func": lambda m: jnp.exp},
    "jax.lax.linalg.tridiagonal_solve": {
        "dl": _vector, "d": lambda m: _vector(m) + numpy_four(m), "du": _vector, "b": lambda m: m.array(shape=(4, 2))
    },
    "jax.lax.linalg.lu_pivots_to_permutation": {"pivots": lambda m: m.indices((3,)), "permutation_size": lambda m: 5},
    "jax.lax.linalg.triangular_solve": {"a": Maker.square, "b": lambda m: m.array(shape=(4, 4))},
    "jax.lax.linalg.cholesky_update": {"r_matrix": Maker.square, "w_vector": _vector},
    "jax.lax.linalg.householder_product": {"a": Maker.square, "taus": lambda m: m.array(shape=(3,))},
    "jax.lax.linalg.ormqr": {"a": Maker.square, "taus": lambda m: m.array(shape=(3,)), "c": Maker.square},
    "jax.lax.linalg.symmetric_product": {"a_matrix": Maker.square, "c_matrix": Maker.square},
    "jax.numpy.linalg.tensorsolve": {"a": Maker.square, "b": _vector},
    "jax.numpy.linalg.tensorinv": {"a": lambda m: m.square().reshape(2, 2, 4), "ind": lambda m: 2},
    "jax.numpy.polyfit": {"x": lambda m: m.array(shape=(9,)), "y": lambda m: m.array(shape=(9,))},
    "jax.numpy.where": {"x": Maker.array, "y": Maker.array},
    "jax.numpy.clip": {"min": lambda m: 0, "max": lambda m: 2},
    "jax.numpy.arange": {"start": lambda m: 7},
    "jax.numpy.full_like": {"fill_value": lambda m: 2},
    "jax.numpy.take_along_axis": {"indices": lambda m: m.indices(), "axis": lambda m: 0},
    "jax.numpy.put_along_axis": {"indices": lambda m: m.indices(), "axis": lambda m: 0, "values": Maker.array, "inplace": lambda m: False},
    "jax.numpy.put": {"inplace": lambda m: False},
    "jax.numpy.place": {"mask": Maker.mask, "inplace": lambda m: False},
    "jax.numpy.fill_diagonal": {"val": lambda m: 3, "inplace": lambda m: False},
    "jax.numpy.insert": {"obj": lambda m: 1},
    "jax.numpy.delete": {"obj": lambda m: 1},
    "jax.numpy.unravel_index": {"indices": lambda m: m.indices(bound=20), "shape": lambda m: (4, 5)},
    "jax.numpy.ravel_multi_index": {"multi_index": lambda m: (m.indices(), m.indices()), "dims": lambda m: (4, 5), "mode": lambda m: "wrap"},
    "jax.numpy.choose": {"a": lambda m: m.indices(), "choices": Maker.list_of_arrays},
    "jax.numpy.select": {"condlist": lambda m: [m.mask(), m.mask()], "choicelist": lambda m: [m.array(), m.array()]},
    "jax.numpy.piecewise": {"condlist": lambda m: [m.mask(), m.mask()], "funclist": lambda m: [jnp.sin, jnp.cos]},
    "jax.numpy.einsum": {"subscripts": lambda m: "ij,jk->ik", "operands": lambda m: [m.array(), m.array()]},
    "jax.numpy.interp": {"xp": lambda m: np.sort(m.array("float32", (5,))), "fp": lambda m: m.array("float32", (5,))},
    "jax.numpy.histogramdd": {"sample": lambda m: m.array(shape=(9, 2))},
    "jax.numpy.bincount": {"x": lambda m: m.indices(), "length": lambda m: 4},
    "jax.numpy.packbits": {"a": lambda m: m.mask()},
    "jax.numpy.unpackbits": {"a": lambda m: m.indices(bound=255).astype(np.uint8)},
    "jax.numpy.bartlett": {"M": lambda m: 6},
    "jax.numpy.blackman": {"M": lambda m: 6},
    "jax.numpy.hamming": {"M": lambda m: 6},
    "jax.numpy.hanning": {"M": lambda m: 6},
    "jax.numpy.kaiser": {"M": lambda m: 6, "beta": lambda m: 3.0},
    "jax.numpy.geomspace": {"start": lambda m: 1.0, "stop": lambda m: 9.0},
    "jax.numpy.ldexp": {"x2": lambda m: m.array("int32")},
    "jax.numpy.quantile": {"q": lambda m: np.float32([0.0, 0.3, 1.0])},
    "jax.numpy.nanquantile": {"q": lambda m: np.float32([0.0, 0.3, 1.0])},
    "jax.numpy.percentile": {"q": lambda m: np.float32([0, 30, 100])},
    "jax.numpy.nanpercentile": {"q": lambda m: np.float32([0, 30, 100])},
    "jax.numpy.searchsorted": {"a": lambda m: np.sort(m.array(shape=(5,)))},
    "jax.numpy.fromfunction": {"function": lambda m: lambda i, j: i * 2 - j},
    "jax.numpy.apply_along_axis": {"args": lambda m: [], "func1d": lambda m: jnp.cumsum},
    "jax.numpy.apply_over_axes": {"func": lambda m: jnp.sum, "axes": lambda m: [0]},
    "jax.numpy.vectorize": {"pyfunc": lambda m: jnp.sin},
    "jax.numpy.gradient": {"varargs": lambda m: []},
    "jax.lax.integer_pow": {"y": lambda m: 3},
    "jax.lax.select": {"pred": Maker.mask},
    "jax.lax.select_n": {"which": Maker.mask, "cases": lambda m: [m.array(), m.array()]},
    "jax.lax.reduce_precision": {"exponent_bits": lambda m: 5, "mantissa_bits": lambda m: 3},
    "jax.lax.pad": {"padding_value": lambda m: m.array(shape=()), "padding_config": lambda m: [(1, -1, 1)] * len(m.shape)},
    "jax.lax.rev": {"dimensions": lambda m: tuple(range(len(m.shape)))},
    "jax.lax.slice": {"start_indices": lambda m: (1,) * len(m.shape), "limit_indices": lambda m: m.shape, "strides": lambda m: (2,) * len(m.shape)},
    "jax.lax.slice_in_dim": {"start_index": lambda m: 1, "limit_index": lambda m: 3},
    "jax.lax.reshape": {"new_sizes": lambda m: (int(np.prod(m.shape)),)},
    "jax.lax.broadcast_in_dim": {"shape": lambda m: (2, *m.shape), "broadcast_dimensions": lambda m: tuple(range(1, 1 + len(m.shape)))},
    "jax.lax.associative_scan": {"fn": lambda m: jnp.add, "elems": Maker.array},
    "jax.lax.fori_loop": {"lower": lambda m: 0, "upper": lambda m: 3, "init_val": Maker.array},
    "jax.lax.map": {"f": lambda m: jnp.sin, "xs": Maker.array},
    "jax.lax.dynamic_slice": {"start_indices": lambda m: [np.int32(1)] * len(m.shape)},
    "jax.lax.dynamic_update_slice": {"update": lambda m: m.array(shape=(2,) * len(m.shape))},
    "jax.lax.bitcast_convert_type": {"new_dtype": lambda m: jnp.uint8},
    "jax.lax.fft": {"fft_type": lambda m: "fft", "fft_lengths": lambda m: m.shape[-1:]},
    "jax.lax.reduce": {"operands": Maker.array, "init_values": lambda m: m.array(shape=()), "computation": lambda m: jnp.minimum},
    "jax.nn.one_hot": {"x": lambda m: m.indices(bound=4)},
    "jax.nn.dot_product_attention": {name: (lambda m: m.array(shape=(2, 5, 3, 4))) for name in ("query", "key", "value")},
    "jax.scipy.special.bernoulli": {"n": lambda m: 6},
    "jax.scipy.special.multigammaln": {"d": lambda m: 2},
    "jax.scipy.special.polygamma": {"n": lambda m: m.indices(bound=4).astype(np.float32)},
    "jax.scipy.special.bessel_jn": {"v": lambda m: 3},
    "jax.scipy.special.expn": {"n": lambda m: m.indices(bound=4)},
    "jax.scipy.ndimage.map_coordinates": {"coordinates": lambda m: [m.array("float32", (5,)) for _ in m.shape], "order": lambda m: 1},
    "jax.scipy.stats.multivariate_normal.pdf": {"mean": _vector, "cov": Maker.square, "x": _vector},
    "jax.image.resize": {"image": Maker.array, "shape": lambda m: tuple(size + 2 for size in m.shape), "method": lambda m: "cubic"},
    "jax.random.choice": {"a": Maker.array, "shape": lambda m: (2,)},
    "jax.random.fold_in": {"data": lambda m: 3},
    "jax.random.ball": {"d": lambda m: 3},
    "jax.random.orthogonal": {"n": lambda m: 3},
    "jax.random.randint": {"minval": lambda m: -5, "maxval": lambda m: 50, "shape": lambda m: (9,)},
    "jax.random.truncated_normal": {"lower": lambda m: -1.0, "upper": lambda m: 1.0},
    "jax.random.triangular": {"left": lambda m: 0.0, "mode": lambda m: 1.0, "right": lambda m: 2.0},
    "jax.random.binomial": {"n": lambda m: 9.0, "p": lambda m: 0.3, "shape": lambda m: (5,)},
    "jax.random.multinomial": {"n": lambda m: 9.0, "p": lambda m: np.float32([0.2, 0.3, 0.5])},
    "jax.random.multivariate_normal": {"mean": lambda m: np.zeros(4, np.float32), "cov": Maker.square},
    "jax.random.dirichlet": {"alpha": Maker.positive},
    "jax.random.gamma": {"a": Maker.positive},
    "jax.random.loggamma": {"a": Maker.positive},
    "jax.random.beta": {"a": Maker.positive, "b": Maker.positive},
    "jax.random.poisson": {"lam": Maker.positive},
    "jax.random.geometric": {"p": lambda m: np.float32(0.3)},
    "jax.random.bernoulli": {"p": lambda m: np.float32(0.3)},
    "jax.random.generalized_normal": {"p": lambda m: 1.5},
    "jax.random.double_sided_maxwell": {"loc": lambda m: 0.0, "scale": lambda m: 1.0},
    "jax.random.weibull_min": {"scale": lambda m: 1.0, "concentration": lambda m: 2.0},
    "jax.random.wald": {"mean": lambda m: 1.5},
}


def numpy_four(maker: Maker) -> Any:
    """Returns 4 of the element type: it dominates a diagonal."""
    return np.asarray(4).astype(maker.array(shape=()).dtype)
