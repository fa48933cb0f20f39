"""Random programs under watch(), to find leaks: `JAX_PLATFORMS=paddock python watch_soak.py --minutes 120`.

Prints the process's memory every half minute. Fails if it grows by more than 5 % after the first fifth of the time.
"""

import argparse
import gc
import random
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np

import paddock_hlo as paddock

_UNARY = (jnp.sin, jnp.tanh, jnp.exp, jnp.abs, jnp.negative, jnp.log1p, jnp.sqrt, jnp.cumsum, jnp.sort)
_BINARY = (jnp.add, jnp.multiply, jnp.subtract, jnp.maximum, jnp.divide)


def resident():
    """Returns the bytes of memory that the process occupies."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def random_function(generator):
    """Returns a function of a vector, with a few operations in calls, branches and loops."""
    picks = [(generator.choice(_UNARY), generator.choice(_BINARY), generator.random()) for _ in range(generator.randint(1, 6))]

    def apply(x):
        y = x
        for unary, binary, kind in picks:
            if kind < 0.2:
                y = jax.lax.fori_loop(0, 3, lambda _, c, f=unary: f(c) * 0.5, y)
            elif kind < 0.3:
                y = jax.lax.cond(y[0] > 0, unary, lambda c: c * 0.5, y)
            elif kind < 0.35:
                y = jax.pure_callback(lambda a: np.asarray(a) + 1, jax.ShapeDtypeStruct(y.shape, y.dtype), y)
            else:
                y = binary(unary(y), x)
        return y

    return apply


def one_program(generator, counts):
    function = random_function(generator)
    x = jnp.asarray(np.random.default_rng(generator.getrandbits(32)).standard_normal(generator.choice((1, 7, 64, 1000)), np.float32))
    step = jax.jit(function)
    with paddock.jax.watch(memory=8 << 20) as watch:
        try:
            for _ in range(generator.randint(1, 5)):
                step(x)
            counts["finished"] += 1
        except jax.errors.JaxRuntimeError:
            counts["stopped"] += 1
    if watch.runs and generator.random() < 0.1:
        watch[-1].why("result[0]", cells=5)
    if generator.random() < 0.02:
        paddock.jax.compare(step, x)
        counts["compared"] += 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    generator = random.Random(arguments.seed)
    counts = {"finished": 0, "stopped": 0, "compared": 0}
    start = time.monotonic()
    seconds = 60 * arguments.minutes
    first = None
    told = start
    while time.monotonic() - start < seconds:
        one_program(generator, counts)
        if sum(counts.values()) % 50 == 0:
            # JAX keeps what it traced and compiled.
            jax.clear_caches()
            gc.collect()
            if first is None and time.monotonic() - start > seconds / 5:
                first = resident()
            if time.monotonic() - told > 30:
                told = time.monotonic()
                print(f"{told - start:6.0f} s  {resident() / 1e6:7.1f} MB  {counts}", flush=True)
    jax.clear_caches()
    gc.collect()
    last = resident()
    print(f"{first / 1e6:.1f} MB after the first fifth, {last / 1e6:.1f} MB at the end: {counts}")
    return 0 if last < 1.05 * first else 1


if __name__ == "__main__":
    sys.exit(main())
