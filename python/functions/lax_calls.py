"""Calls of jax.lax, and indexed reads and updates, whose arguments depend on each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from arguments import Maker
from jax import lax

_TYPES = "float32 int32 complex64 bfloat16 int8 float16 bool".split()
_LaxCall = tuple[str, Callable[..., Any], list[Any]]


def lax_calls() -> Iterator[_LaxCall]:
    """Yields name, function of arrays, and arrays."""
    for dtype in _TYPES:
        for family in (_convolutions, _products, _windows, _indexed, _sorts, _control, _moves):
            for name, function, arrays in family(dtype):
                yield f"{family.__name__[1:]} {name} {dtype}", function, arrays


def _array(dtype: str, *shape: int, seed: int = 0) -> Any:
    return Maker(dtype, shape, seed).array()


def _convolutions(dtype: str) -> Iterator[_LaxCall]:
    x, w = _array(dtype, 2, 7, 6, 4), _array(dtype, 3, 2, 4, 6, seed=1)
    names = ("NHWC", "HWIO", "NHWC")
    settings: tuple[dict[str, Any], ...] = (
        {},
        {"window_strides": (2, 3)},
        {"padding": "SAME"},
        {"padding": ((2, -1), (0, 3))},
        {"lhs_dilation": (2, 1), "rhs_dilation": (1, 2)},
        {"precision": "highest", "preferred_element_type": jnp.float32},
    )
    for setting in settings:
        options = {"window_strides": (1, 1), "padding": "VALID", "dimension_numbers": names, **setting}
        yield str(setting), lambda a, b, o=options: lax.conv_general_dilated(a, b, **o), [x, w]
    groups = {"window_strides": (1, 1), "padding": "SAME", "dimension_numbers": names}
    yield "groups", lambda a, b: lax.conv_general_dilated(a, b, feature_group_count=2, **groups), [x, _array(dtype, 3, 2, 2, 6)]
    yield "depthwise", lambda a, b: lax.conv_general_dilated(a, b, feature_group_count=4, **groups), [x, _array(dtype, 3, 2, 1, 8)]
    yield "batch groups", lambda a, b: lax.conv_general_dilated(a, b, batch_group_count=2, **groups), [x, w]
    yield "no batch", lambda a, b: lax.conv_general_dilated(a, b, **groups), [_array(dtype, 0, 7, 6, 4), w]
    yield "no features", lambda a, b: lax.conv_general_dilated(a, b, **groups), [_array(dtype, 2, 7, 6, 0), _array(dtype, 3, 2, 0, 6)]
    yield "1d", lambda a, b: lax.conv(a, b, (2,), "SAME"), [_array(dtype, 2, 3, 9), _array(dtype, 4, 3, 3)]
    yield "3d", lambda a, b: lax.conv(a, b, (1, 2, 1), "SAME"), [_array(dtype, 1, 2, 4, 5, 3), _array(dtype, 3, 2, 2, 3, 2)]
    yield "0d", lambda a, b: lax.conv(a, b, (), "SAME"), [_array(dtype, 2, 3), _array(dtype, 4, 3)]
    yield "transposed", lambda a, b: lax.conv_transpose(a, b, (2, 2), "SAME"), [x, w]
    yield "patches", lambda a: lax.conv_general_dilated_patches(a, (2, 2), (1, 1), "VALID"), [x]


def _products(dtype: str) -> Iterator[_LaxCall]:
    a, b = _array(dtype, 2, 3, 4, 5), _array(dtype, 5, 3, 4, 2, seed=1)
    for numbers in ((((3,), (0,)), ((), ())), (((3, 2), (0, 2)), ((1,), (1,))), (((), ()), ((1, 2), (1, 2))), (((0, 3), (3, 0)), ((2,), (2,)))):
        yield f"dot_general {numbers}", lambda x, y, n=numbers: lax.dot_general(x, y, n), [a, b]
    yield "empty contraction", jnp.matmul, [_array(dtype, 3, 0), _array(dtype, 0, 4)]
    yield "empty rows", jnp.matmul, [_array(dtype, 0, 3), _array(dtype, 3, 4)]
    for size in (1, 17, 65, 130):
        yield f"square {size}", jnp.matmul, [_array(dtype, size, size), _array(dtype, size, size, seed=1)]
        yield f"vector {size}", jnp.matmul, [_array(dtype, size, size), _array(dtype, size, seed=1)]
    for text, *shapes in (
        ("ij,jk,kl->il", (2, 3), (3, 4), (4, 2)),
        ("bhqd,bhkd->bhqk", (2, 2, 3, 4), (2, 2, 5, 4)),
        ("ii->i", (3, 3)),
        ("ii", (3, 3)),
        ("ij->ji", (2, 3)),
        ("abc,cd->abd", (2, 3, 4), (4, 5)),
        ("a,b->ab", (2,), (3,)),
    ):
        yield f"einsum {text}", lambda *o, t=text: jnp.einsum(t, *o), [_array(dtype, *shape) for shape in shapes]
    sizes = np.int32([2, 0, 3])
    yield "ragged_dot", lambda x, y: lax.ragged_dot(x, y, jnp.asarray(sizes)), [_array(dtype, 5, 4), _array(dtype, 3, 4, 2)]


def _windows(dtype: str) -> Iterator[_LaxCall]:
    x = _array(dtype, 2, 7, 6, 3)
    for name, start, function in (("add", 0, lax.add), ("max", -5, lax.max), ("min", 5, lax.min), ("mul", 1, lax.mul)):
        init = np.asarray(start).astype(x.dtype)
        for padding in ("VALID", "SAME", ((0, 0), (2, 1), (0, 3), (0, 0))):
            yield f"{name} {padding}", lambda a, i=init, f=function, p=padding: lax.reduce_window(a, i, f, (1, 3, 2, 1), (1, 2, 1, 1), p), [x]
        dilated = {"base_dilation": (1, 2, 1, 1), "window_dilation": (1, 1, 2, 1)}
        yield f"{name} dilated", lambda a, i=init, f=function, d=dilated: lax.reduce_window(a, i, f, (1, 3, 2, 1), (1, 2, 1, 1), "VALID", **d), [x]
    for name in "cumsum cumprod cummax cummin cumlogsumexp".split():
        for reverse in (False, True):
            yield f"{name} {reverse}", lambda a, n=name, r=reverse: getattr(lax, n)(a, axis=1, reverse=r), [x]
    for name in "sum prod max min argmax argmin any all mean var std median ptp".split():
        for axis in (None, 0, (1, 2), -1):
            yield f"{name} {axis}", lambda a, n=name, d=axis: getattr(jnp, n)(a, axis=d), [x]
            yield f"{name} {axis} of nothing", lambda a, n=name, d=axis: getattr(jnp, n)(a, axis=d), [_array(dtype, 2, 0, 3, 2)]
            yield f"{name} {axis} of many", lambda a, n=name, d=axis: getattr(jnp, n)(a, axis=d), [_array(dtype, 70, 3, 33)]


def _indexed(dtype: str) -> Iterator[_LaxCall]:
    x = _array(dtype, 5, 4, 3)
    rows, columns = np.int32([0, 3, -1, 9, -7, 0]), np.int32([1, 1, 0, 2, 3, 1])
    for mode in ("clip", "fill", "promise_in_bounds"):
        good = mode == "promise_in_bounds"
        r = np.int32([0, 3, 4, 1, 2, 0]) if good else rows
        yield f"read {mode}", lambda a, i, m=mode: a.at[i].get(mode=m), [x, r]
        yield f"read two {mode}", lambda a, i, j, m=mode: a.at[i, :, j].get(mode=m), [x, r, np.minimum(columns, 2)]
        yield f"take {mode}", lambda a, i, m="clip" if good else mode: jnp.take(a, i, axis=1, mode=m), [x, r]
        for name in "set add mul min max subtract divide power apply".split():
            if name == "apply":
                yield f"apply {mode}", lambda a, i, m=mode: a.at[i].apply(lambda v: v * v, mode=m), [x, r]
                continue
            updates = _array(dtype, 6, 4, 3, seed=2)
            unique = name in ("set", "divide", "power")
            index = np.int32([0, 3, 4, 9, -9, 1]) if unique and not good else np.int32([0, 3, 4, 2, 1]) if unique else r
            yield f"{name} {mode}", lambda a, i, u, n=name, m=mode: getattr(a.at[i], n)(u, mode=m), [x, index, updates[: len(index)]]
            yield f"{name} cells {mode}", lambda a, i, u, n=name, m=mode: getattr(a.at[i, 1:3, 0], n)(u, mode=m), [x, index, updates[: len(index), :2, 0]]
    yield "mask", lambda a, b: jnp.where(b, a, 0), [x, Maker("bool", (5, 4, 3)).array()]
    yield "no indices", lambda a, i: a[i], [x, np.zeros((0,), np.int32)]
    yield "add nothing", lambda a, i, u: a.at[i].add(u), [x, np.zeros((0,), np.int32), _array(dtype, 0, 4, 3)]
    yield "steps", lambda a: a[::-2, 1:, ::2], [x]
    yield "none and ellipsis", lambda a: a[None, ..., 1, None], [x]
    for start in (-3, 0, 2, 9):
        yield f"dynamic_slice {start}", lambda a, s: lax.dynamic_slice(a, (s, 1, s), (2, 3, 2)), [x, np.int32(start)]
        yield f"dynamic_update_slice {start}", lambda a, u, s: lax.dynamic_update_slice(a, u, (s, 1, s)), [x, _array(dtype, 2, 3, 2), np.int32(start)]
    ids = np.int32([2, 0, 2, 7, -1])
    for name in "sum prod min max".split():
        yield f"segment_{name}", lambda a, i, n=name: getattr(jax.ops, f"segment_{n}")(a, i, 4), [x, ids]


def _sorts(dtype: str) -> Iterator[_LaxCall]:
    for shape in ((7,), (3, 40), (0, 3), (2, 3, 300)):
        x = _array(dtype, *shape)
        for axis in {0, len(shape) - 1}:
            yield f"sort {shape} {axis}", lambda a, d=axis: jnp.sort(a, axis=d), [x]
            yield f"argsort {shape} {axis}", lambda a, d=axis: jnp.argsort(a, axis=d, descending=True), [x]
            yield f"two keys {shape} {axis}", lambda a, b, d=axis: lax.sort((a, b, a * 1), dimension=d, num_keys=2), [x, _array("int8", *shape)]
        if shape[-1] > 4:
            yield f"top_k {shape}", lambda a: lax.top_k(a, 4), [x]
            yield f"partition {shape}", lambda a: jnp.partition(a, 3), [x]
        yield f"unique {shape}", lambda a: jnp.unique(a, return_counts=True, return_inverse=True, size=9), [x]
    yield "lexsort", lambda a, b: jnp.lexsort((a, b)), [_array(dtype, 30), _array("int8", 30)]


def _control(dtype: str) -> Iterator[_LaxCall]:
    x = _array(dtype, 4, 3)
    yield "scan", lambda a: lax.scan(lambda c, r: (c + r, c * r), a[0], a), [x]
    yield "scan reverse", lambda a: lax.scan(lambda c, r: (c + r, c * r), a[0], a, reverse=True, unroll=2), [x]
    yield "scan nothing", lambda a: lax.scan(lambda c, r: (c + r, c * r), a[0], a[:0]), [x]
    yield "fori", lambda a: lax.fori_loop(0, 5, lambda i, c: c * a + a, a), [x]
    yield "cond", lambda a: lax.cond(jnp.real(a[0, 0]) > 0, lambda v: v * 2, lambda v: v + v + v, a), [x]
    for branch in (-1, 1, 9):
        yield f"switch {branch}", lambda a, b: lax.switch(b, [lambda v: v, lambda v: v * v, lambda v: v + v], a), [x, np.int32(branch)]
    yield "map", lambda a: lax.map(lambda r: r * r, a, batch_size=3), [x]
    yield "associative_scan", lambda a: lax.associative_scan(jnp.multiply, a, axis=1), [_array(dtype, 3, 13)]
    yield "checkpoint", jax.checkpoint(lambda a: jnp.tanh(a) * a), [x]
    yield "nested", lambda a: lax.fori_loop(0, 3, lambda i, c: lax.scan(lambda s, r: (s + r * c[0], r), c[0], c)[1], a), [x]


def _moves(dtype: str) -> Iterator[_LaxCall]:
    x = _array(dtype, 2, 3, 4)
    for pad in ((-1, 2, 1), (3, -3, 0), (0, 0, 2), (-1, -1, 2)):
        yield f"pad {pad}", lambda a, p=pad: lax.pad(a, jnp.ones((), a.dtype), (p, (0, 0, 0), p)), [x]
    for order in ((2, 0, 1), (0, 2, 1), (2, 1, 0)):
        yield f"transpose {order}", lambda a, o=order: jnp.transpose(a, o) + 0, [x]
        yield f"transpose large {order}", lambda a, o=order: jnp.transpose(a, o), [_array(dtype, 33, 17, 40)]
    yield "concatenate", lambda a, b: jnp.concatenate([a, b[:, :0], b, a], 1), [x, _array(dtype, 2, 5, 4)]
    yield "roll", lambda a: jnp.roll(a, (1, -2), (0, 2)), [x]
    yield "convert", lambda a: [a.astype(t) for t in ("float32", "int8", "uint16", "complex64", "bfloat16", "float8_e5m2", "bool", "int4")], [x]
    for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft"):
        for size in (1, 2, 7, 8, 12, 97):
            yield f"{name} {size}", lambda a, n=name: getattr(jnp.fft, n)(a), [_array(dtype, 3, size)]
    yield "fft3", lambda a: jnp.fft.fftn(a), [x]
    for width in ("uint8", "int16", "float32", "int4"):
        yield f"bitcast {width}", lambda a, w=width: lax.bitcast_convert_type(a, w), [_array(dtype, 2, 4)]
    yield "rbg bits", lambda k: lax.rng_bit_generator(k, (5,), jnp.uint32, algorithm="rng_three_fry")[1], [np.uint32([1, 2])]
