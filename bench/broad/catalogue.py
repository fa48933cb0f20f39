"""The programs by name. A family's file adds its own: a function of JAX, and its arguments at a size."""

import math

import numpy as np

# Bytes of the largest argument.
SIZES = {"1k": 2**10, "1m": 2**20, "64m": 2**26}
UP_TO_1M = ("1k", "1m")

PROGRAMS = {}


class Arguments:
    """Makes the arguments of one program, the same at every call. `n`: f32 elements of its size."""

    def __init__(self, size):
        self.n = SIZES.get(size, 0) // 4
        self.side = math.isqrt(self.n)
        self.random = np.random.default_rng(1)

    def normal(self, *shape, scale=1.0, dtype=np.float32):
        return self.random.standard_normal(shape, np.float32).astype(dtype) * dtype(scale)

    def uniform(self, *shape, low=0.0, high=1.0, dtype=np.float32):
        return (self.random.random(shape, np.float32) * (high - low) + low).astype(dtype)

    def integers(self, high, *shape, low=0, dtype=np.int32):
        return self.random.integers(low, high, shape, dtype)

    def vector(self):
        return (self.normal(self.n),)

    def square(self):
        return (self.normal(self.side, self.side),)

    def squares(self, count):
        return tuple(self.normal(self.side, self.side) for _ in range(count))

    def vectors(self, count):
        return tuple(self.normal(self.n) for _ in range(count))

    def key(self):
        return np.array([0, 42], np.uint32)


def add(family, name, function, arguments, sizes=tuple(SIZES), double=False):
    """Adds a program at each size; `sizes` is empty for one that has a size of its own."""
    for size in sizes or ("",):
        full = f"{name}-{size}" if size else name
        if full in PROGRAMS:
            raise ValueError(f"there are two programs {full}")
        PROGRAMS[full] = (family, function, arguments, size, double)


def family(title, **defaults):
    """Returns `add` for the programs of one family."""
    return lambda name, function, arguments, **options: add(title, name, function, arguments, **{**defaults, **options})


def make(name):
    """Returns the text of a program and its arguments as a flat list of arrays."""
    import jax

    _, function, arguments, size, double = PROGRAMS[name]
    with jax.enable_x64(double):
        values = arguments(Arguments(size))
        text = jax.jit(function, keep_unused=True).lower(*values).as_text()
        return text, [np.asarray(leaf) for leaf in jax.tree.leaves(values)]
