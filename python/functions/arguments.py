"""Values for the parameters of JAX's functions, chosen by the parameter's name."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jax.numpy as jnp
import ml_dtypes
import numpy as np

SPECIAL = (0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.5, -2.5, 1e-6, 88.0, -88.0, 1e-40, 3e38, -3e38, np.inf, -np.inf, np.nan, 30.0, -30.0)


class RandomKey:
    """Stands for a key, which is made inside the function."""


class NoArgument(Exception):
    """No value is known for a parameter."""


def numpy_type(name: str) -> np.dtype[Any]:
    return np.dtype(getattr(ml_dtypes, name, name))


@dataclass
class Maker:
    """Makes the values of one call from its element type, shape and seed."""

    dtype: str
    shape: tuple[int, ...]
    seed: int = 0
    special: bool = False

    def __post_init__(self) -> None:
        self.random = np.random.default_rng(self.seed)

    def array(self, dtype: str | None = None, shape: tuple[int, ...] | None = None) -> np.ndarray[Any, Any]:
        """Returns small numbers of both signs, or for `special` a permutation of SPECIAL."""
        kind = numpy_type(dtype or self.dtype)
        shape = self.shape if shape is None else shape
        if self.special:
            return self.random.permutation(SPECIAL).astype(np.float32).astype(kind)
        if kind == np.bool_:
            return self.random.integers(0, 2, shape).astype(kind)
        if kind.kind in "iu" or "int" in kind.name:
            return self.random.integers(0 if kind.name.startswith("u") else -4, 5, shape).astype(kind)
        if kind.kind == "c":
            return (self.random.normal(size=shape) + 1j * self.random.normal(size=shape)).astype(kind)
        return np.asarray(self.random.normal(size=shape) * 1.5).astype(kind)

    def positive(self) -> np.ndarray[Any, Any]:
        return np.abs(self.array()) if not self.special else self.array()

    def square(self) -> np.ndarray[Any, Any]:
        """Returns a well-conditioned symmetric matrix."""
        a = self.array(shape=(4, 4)).astype(np.complex64 if "complex" in self.dtype else np.float32)
        return (a @ a.conj().T + 2 * np.eye(4)).astype(numpy_type(self.dtype))

    def indices(self, shape: tuple[int, ...] | None = None, bound: int = 2) -> np.ndarray[Any, Any]:
        return self.random.integers(0, bound, self.shape if shape is None else shape).astype(np.int32)

    def mask(self) -> np.ndarray[Any, Any]:
        return self.random.integers(0, 2, self.shape).astype(bool)

    def list_of_arrays(self) -> list[np.ndarray[Any, Any]]:
        return [self.array(), self.array(), self.array()]


def _names(words: str, value: Callable[[Maker], Any]) -> dict[str, Callable[[Maker], Any]]:
    return {word: value for word in words.split()}


_ARRAYS = (
    "x x1 x2 y a b operand arr lhs rhs v p q ary A M a1 a2 array m z c d data in1 in2 values val ar1 ar2 element prototype "
    "test_elements u mask vals source_array image input logits query value r_matrix w_vector a_matrix c_matrix dl du e h theta phi E "
    "s T Z B C f update elems xs like_arr src ar object on_true on_false choices buffer sample seq_of_zeros filt lmbda Zxx token "
    "arg1 arg2 other w tangent fp object_ lam loc scale_array key_array beta mean_array concentration left"
)

# Values of required parameters. A function's own entry (FUNCTIONS) comes first.
PARAMETERS: dict[str, Callable[[Maker], Any]] = {
    **_names(_ARRAYS, Maker.array),
    **_names("arrays tup operands keys arrs", Maker.list_of_arrays),
    **_names("n N k num_classes num rank size minlength", lambda m: 3),
    **_names("axis dimension axis1 start_dimension source index start_index lower_index dimension_axis", lambda m: 0),
    **_names("axis2 destination shift kth", lambda m: 1),
    **_names("axes dimensions", lambda m: (0,)),
    **_names("permutation", lambda m: tuple(reversed(range(len(m.shape))))),
    **_names("shape new_shape sizes dims", lambda m: (2, 3)),
    **_names("reps repeats indices_or_sections", lambda m: 3),
    **_names("condition pred which", Maker.mask),
    **_names("indices idxs segment_ids multi_index ind obj", lambda m: m.indices()),
    **_names("key keys_ seed_key", lambda m: RandomKey()),
    **_names("start minval lower", lambda m: 1.0),
    **_names("stop maxval upper right", lambda m: 7.0),
    **_names("min", lambda m: m.array() * 0),
    **_names("max", lambda m: m.array() * 0 + m.array() * m.array()),
    **_names("dtype new_dtype", lambda m: jnp.float32),
    **_names("index_dtype", lambda m: jnp.int32),
    **_names("fill_value seed deg", lambda m: 2),
    **_names("pad_width", lambda m: 2),
    **_names("bins xp", lambda m: np.sort(m.array("float32", (5,)))),
    **_names("exponent_bits mantissa_bits", lambda m: 4),
    **_names("df dfnum dfden scale", lambda m: np.float32(2.5)),
    **_names("filter_shape", lambda m: (2, 2)),
    **_names("slice_sizes", lambda m: tuple(min(2, size) for size in m.shape)),
    **_names("start_indices", lambda m: [np.int32(1)] * len(m.shape)),
    **_names("slice_size", lambda m: 1),
    **_names("func1d fn func", lambda m: jnp.cumsum),
    **_names("body_fun", lambda m: lambda i, c: c * 2),
}

# Further values of optional parameters: each is tried alone.
OPTIONS: dict[str, tuple[Any, ...]] = {
    "axis": (0, -1, (0, 1)),
    "axes": ((1, 0),),
    "keepdims": (True,),
    "where": (Maker.mask,),
    "initial": (1,),
    "ddof": (1,),
    "correction": (1,),
    "side": ("right",),
    "reverse": (True,),
    "descending": (True,),
    "stable": (False,),
    "endpoint": (False,),
    "norm": ("ortho", "forward"),
    "n": (2, 5),
    "k": (1, -1),
    "offset": (1, -1),
    "lower": (True, False),
    "full_matrices": (False,),
    "compute_uv": (False,),
    "hermitian": (True,),
    "symmetrize_input": (False,),
    "UPLO": ("U",),
    "increasing": (True,),
    "right": (True,),
    "dtype": ("float16", "int32", "complex64"),
    "size": (3,),
    "approximate": (False,),
    "is_causal": (True,),
    "promote_integers": (False,),
    "include_initial": (True,),
    "density": (True,),
    "pivoting": (True,),
    "rowvar": (False,),
    "bias": (True,),
    "type": (2, 3),
    "unit_diagonal": (True,),
    "trans": (1, 2),
    "transpose_a": (True,),
    "conjugate_a": (True,),
    "left_side": (True,),
    "method": ("lower", "higher", "nearest", "midpoint", "fft", "direct", "scan", "sort", "compare_all", "dense", "min", "ordinal"),
    "mode": ("same", "valid", "full", "wrap", "clip", "reflect", "symmetric", "edge", "mean", "maximum", "linear_ramp", "reduced", "r", "complete"),
    "ord": (1, 2, np.inf, -np.inf, "fro", "nuc"),
    "invert": (True,),
    "return_index": (True,),
    "return_inverse": (True,),
    "return_counts": (True,),
    "eigvals_only": (True,),
    "return_sign": (True,),
    "weights": (Maker.positive,),
    "decimals": (1, -1),
    "rounding_method": (0, 1),
    "precision": ("highest",),
    "preferred_element_type": ("float32",),
    "shape": ((3,), (2, 3)),
    "is_stable": (False,),
    "bitorder": ("little",),
    "nan": (7.0,),
    "equal_nan": (True,),
    "boundary": ("fill",),
    "detrend": ("linear",),
    "replace": (False,),
    "order": ("F",),
    "log_prob": (True,),
    "output": ("complex",),
    "permute_l": (True,),
    "calc_q": (True,),
    "allow_negative_indices": (False,),
    "negative_slope": (0.3,),
    "alpha": (0.7,),
    "fill_value": (2,),
    "indexing": ("ij",),
    "sparse": (True,),
    "copy": (True,),
    "total_repeat_length": (12,),
    "edge_order": (2,),
    "period": (3.0,),
    "discont": (1.0,),
    "assume_unique": (True,),
    "num_keys": (2,),
    "algorithm": ("rng_default",),
    "rtol": (0.1,),
}


def required(function: Callable[..., Any], maker: Maker, own: dict[str, Callable[[Maker], Any]]) -> tuple[list[Any], dict[str, Any]]:
    """Returns positional and keyword arguments; raises NoArgument."""
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    for one in _signature(function).parameters.values():
        recipe = own.get(one.name)
        if one.kind is one.VAR_POSITIONAL:
            positional.extend(recipe(maker) if recipe else [maker.array(), maker.array()])
        elif one.kind is one.VAR_KEYWORD or (one.default is not inspect.Parameter.empty and recipe is None):
            continue
        else:
            recipe = recipe or PARAMETERS.get(one.name)
            if recipe is None:
                raise NoArgument(one.name)
            if one.kind is one.KEYWORD_ONLY or one.default is not inspect.Parameter.empty:
                keywords[one.name] = recipe(maker)
            else:
                positional.append(recipe(maker))
    return positional, keywords


def options(function: Callable[..., Any]) -> list[tuple[str, Any]]:
    """Returns the further values of the function's optional parameters."""
    found = []
    for one in _signature(function).parameters.values():
        if one.default is not inspect.Parameter.empty:
            found.extend((one.name, value) for value in OPTIONS.get(one.name, ()))
    return found


def _signature(function: Callable[..., Any]) -> inspect.Signature:
    try:
        return inspect.signature(function)
    except (TypeError, ValueError) as error:
        raise NoArgument("signature") from error
