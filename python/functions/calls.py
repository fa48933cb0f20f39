"""The calls of JAX's public functions that are compared, in a fixed order."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import jax
import numpy as np
from arguments import Maker, NoArgument, RandomKey, options, required
from lax_calls import lax_calls
from own_arguments import FUNCTIONS, SKIPPED

MODULES = (
    "jax.numpy jax.numpy.linalg jax.numpy.fft jax.nn jax.lax jax.lax.linalg jax.scipy.special jax.scipy.linalg jax.scipy.signal "
    "jax.scipy.stats jax.scipy.ndimage jax.scipy.fft jax.scipy.integrate jax.random jax.ops jax.image"
).split()
_DISTRIBUTIONS = (
    "bernoulli beta betabinom binom cauchy chi2 dirichlet expon gamma gennorm geom gumbel_l gumbel_r laplace logistic multinomial "
    "multivariate_normal nbinom norm pareto poisson t truncnorm uniform vonmises wrapcauchy"
).split()
TYPES = "float32 int32 bool complex64 bfloat16 int8 float16 uint8 uint32 int16 float8_e4m3fn".split()
SHAPES: tuple[tuple[int, ...], ...] = ((), (0,), (5,), (0, 3), (3, 3), (2, 3, 4), (2, 3, 3), (4, 4), (1, 1))
_ORDINARY = (3, 3)
# Enough elements for vectors, chains, tiles and rows, and not multiples of their sizes.
LARGE_SHAPES: tuple[tuple[int, ...], ...] = ((2503,), (50, 61), (52, 52), (3, 17, 65))


@dataclass
class Call:
    """A function and the values that it is called with; the leaves that are arrays of numpy are traced."""

    name: str
    function: Callable[..., Any]
    positional: list[Any]
    keywords: dict[str, Any] = field(default_factory=dict)
    transform: str = ""
    is_elementwise: bool = False

    def arrays(self) -> list[Any]:
        return [leaf for leaf in self._leaves() if _is_array(leaf)]

    def with_arrays(self, arrays: list[Any]) -> Call:
        """Returns the call with other values of its arrays."""
        leaves, structure = jax.tree.flatten((self.positional, self.keywords), is_leaf=lambda one: isinstance(one, RandomKey))
        given = iter(arrays)
        filled = [next(given) if _is_array(one) else one for one in leaves]
        positional, keywords = jax.tree.unflatten(structure, filled)
        return replace(self, positional=positional, keywords=keywords)

    def _leaves(self) -> list[Any]:
        return jax.tree.leaves((self.positional, self.keywords), is_leaf=lambda one: isinstance(one, RandomKey))

    def traced(self) -> Callable[..., Any]:
        """Returns a function of the arrays."""
        leaves, structure = jax.tree.flatten((self.positional, self.keywords), is_leaf=lambda one: isinstance(one, RandomKey))

        def apply(*arrays: Any) -> Any:
            given = iter(arrays)
            filled = [next(given) if _is_array(one) else _value(one) for one in leaves]
            positional, keywords = jax.tree.unflatten(structure, filled)
            return self.function(*positional, **keywords)

        return _TRANSFORMS[self.transform](apply)


def _is_array(leaf: Any) -> bool:
    return isinstance(leaf, (np.ndarray, np.generic))


def _value(leaf: Any) -> Any:
    return jax.random.key(7) if isinstance(leaf, RandomKey) else leaf


def _gradient(function: Callable[..., Any]) -> Callable[..., Any]:
    def pull_back(*arrays: Any) -> Any:
        results, pull = jax.vjp(function, *arrays)
        return pull(jax.tree.map(lambda one: one * 0 + 1 if hasattr(one, "dtype") else one, results))

    return pull_back


_TRANSFORMS: dict[str, Callable[..., Any]] = {
    "": lambda function: function,
    "vjp": _gradient,
    "vmap": jax.vmap,
    "jvp": lambda function: lambda *arrays: jax.jvp(function, arrays, tuple(one * 0 + 1 for one in arrays)),
}


def functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yields the public functions with their names."""
    names = [*MODULES, *(f"jax.scipy.stats.{one}" for one in _DISTRIBUTIONS)]
    for name in names:
        module = importlib.import_module(name)
        for member in sorted(dir(module)):
            function = getattr(module, member)
            if member.startswith("_") or not callable(function) or inspect.isclass(function):
                continue
            if isinstance(function, type(np.float32)) or type(function).__name__ == "_ScalarMeta" or f"{name}.{member}" in SKIPPED:
                continue
            yield f"{name}.{member}", function


def all_calls(large: bool = False) -> Iterator[Call]:
    """Yields calls on arrays of a few elements, or of thousands; with `jax_enable_x64` those of types of 64 bits."""
    for name, function in functions():
        yield from _calls_of(name, function, large)
    if large or jax.config.jax_enable_x64:
        return
    for name, function, arrays in lax_calls():
        for transform in ("", "vjp", "vmap"):
            yield Call(f"{name} {transform}".strip(), function, list(arrays), {}, transform)


def _calls_of(name: str, function: Callable[..., Any], large: bool = False) -> Iterator[Call]:
    settings = _large_settings() if large else _settings(function)
    for label, maker, transform, option in _widened(settings) if jax.config.jax_enable_x64 else settings:
        own = FUNCTIONS.get(name, FUNCTIONS.get(name.rpartition(".")[2], {}))
        try:
            positional, keywords = required(function, maker, own)
        except NoArgument:
            return
        except Exception:  # The type or shape does not suit the recipe.
            continue
        if option:
            keywords[option[0]] = option[1](maker) if callable(option[1]) else option[1]
        yield Call(f"{name} {label}", function, positional, keywords, transform, maker.special)


_Setting = tuple[str, Maker, str, tuple[str, Any] | None]
_WIDE_TYPES = {"float32": "float64", "int32": "int64", "uint32": "uint64", "complex64": "complex128"}


def _widened(settings: Iterator[_Setting]) -> Iterator[_Setting]:
    for label, maker, transform, option in settings:
        wide = _WIDE_TYPES.get(maker.dtype)
        if wide:
            yield label.replace(maker.dtype, wide, 1), replace(maker, dtype=wide), transform, option


def _settings(function: Callable[..., Any]) -> Iterator[_Setting]:
    for shape in SHAPES:
        for dtype in TYPES if shape == _ORDINARY else ("float32", "int32", "complex64", "bool", "bfloat16"):
            yield f"{dtype}{list(shape)}", Maker(dtype, shape), "", None
    for dtype in ("float32", "complex64", "bfloat16"):
        for transform in ("vjp", "jvp", "vmap"):
            yield f"{dtype}[3, 3] {transform}", Maker(dtype, _ORDINARY, 1), transform, None
    yield "float32[2, 3, 3] vmap", Maker("float32", (2, 3, 3), 1), "vmap", None
    for dtype in ("float32", "bfloat16", "complex64"):
        yield f"{dtype} special", Maker(dtype, (19,), 2, special=True), "", None
    try:
        more = options(function)
    except NoArgument:
        return
    for name, value in more:
        for dtype, shape in (("float32", (4, 4)), ("complex64", (4, 4)), ("int8", (2, 3, 4)), ("float32", (2, 3, 4)), ("float32", (0, 3)), ("float32", (5,))):
            label = getattr(value, "__name__", value)
            yield f"{dtype}{list(shape)} {name}={label}", Maker(dtype, shape, 3), "", (name, value)


def _large_settings() -> Iterator[_Setting]:
    for shape in LARGE_SHAPES:
        for dtype in TYPES:
            yield f"{dtype}{list(shape)}", Maker(dtype, shape), "", None
    for dtype in ("float32", "bfloat16", "float16", "complex64"):
        for transform in ("vjp", "jvp", "vmap"):
            yield f"{dtype}[50, 61] {transform}", Maker(dtype, (50, 61), 1), transform, None
