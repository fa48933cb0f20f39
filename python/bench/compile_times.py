"""Times the compilation of distinct small programs on Paddock and on cpu, in turns: `JAX_PLATFORMS=paddock python compile_times.py`.

The programs are of the kinds that people write: layers, losses and their gradients, steps of an optimizer, loops, indexing, random
numbers. Each is compiled once on each platform, with sizes and constants of its own, so that no cache has it. Prints milliseconds a
program, of processor time of all threads and of the wall clock: of tracing and lowering, of the compilation (`lowered.compile()`), of
the first run, and of all.
"""

from __future__ import annotations

import argparse
import collections
import random
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

_STAGES = ("trace and lower", "compile", "first run", "all")
_Program = tuple[str, Callable[..., Any], list[Any]]


def _ones(*shape: int) -> np.ndarray[Any, Any]:
    return np.linspace(0.1, 1, int(np.prod(shape)), dtype=np.float32).reshape(shape)


def _programs(count: int, seed: int) -> Iterator[_Program]:
    generator = random.Random(seed)
    kinds = (_elementwise, _affine, _layer, _normalization, _softmax, _loss, _gradient, _adam, _scan, _indexing, _randoms, _reduction, _sort)
    for i in range(count):
        yield kinds[i % len(kinds)](generator.randint(2, 40), round(generator.uniform(0.1, 2), 6))


def _affine(n: int, c: float) -> _Program:
    return "x * c + 1", lambda x: x * c + 1, [_ones(n)]


def _elementwise(n: int, c: float) -> _Program:
    return "elementwise", lambda x: jnp.tanh(x * c) + jnp.sin(x) / (1 + jnp.exp(-x)), [_ones(n, 3)]


def _layer(n: int, c: float) -> _Program:
    return "layer", lambda x, w, b: jax.nn.relu(x @ w + b) * c, [_ones(4, n), _ones(n, 8), _ones(8)]


def _normalization(n: int, c: float) -> _Program:
    return "layer norm", lambda x, g: (x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + c) * g, [_ones(4, n), _ones(n)]


def _softmax(n: int, c: float) -> _Program:
    return "softmax", lambda x: jax.nn.softmax(x / c), [_ones(4, n)]


def _loss_of(c: float) -> Callable[..., Any]:
    return lambda w, x, y: jnp.mean((jnp.tanh(x @ w["a"]) @ w["b"] - y) ** 2) + c * sum(jnp.sum(v * v) for v in w.values())


def _loss(n: int, c: float) -> _Program:
    return "loss", _loss_of(c), [{"a": _ones(n, 5), "b": _ones(5, 1)}, _ones(7, n), _ones(7, 1)]


def _gradient(n: int, c: float) -> _Program:
    return "gradient", jax.value_and_grad(_loss_of(c)), _loss(n, c)[2]


def _adam(n: int, c: float) -> _Program:
    def step(w: Any, g: Any, m: Any, v: Any) -> Any:
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
        return w - c * m / (jnp.sqrt(v) + 1e-8), m, v

    return "adam", step, [_ones(n)] * 4


def _scan(n: int, c: float) -> _Program:
    return "scan", lambda x: jax.lax.scan(lambda s, r: (s * c + r, s), x[0], x), [_ones(5, n)]


def _indexing(n: int, c: float) -> _Program:
    return "indexing", lambda x, i: x.at[i].add(c)[::2], [_ones(n), np.int32([0, 1, 1])]


def _randoms(n: int, c: float) -> _Program:
    return "random", lambda x: x + c * jax.random.normal(jax.random.key(n), x.shape), [_ones(n)]


def _reduction(n: int, c: float) -> _Program:
    return "reduction", lambda x: jnp.where(x > c, x, 0).sum(0).max(), [_ones(n, 4)]


def _sort(n: int, c: float) -> _Program:
    return "sort", lambda x: jnp.sort(x * c)[: n // 2 + 1], [_ones(n)]


def _stages(function: Callable[..., Any], arguments: list[Any], device: Any) -> list[tuple[float, float]]:
    """Returns processor seconds and wall seconds of each stage."""
    with jax.default_device(device):
        arguments = jax.device_put(arguments, device)
        moments = [_now()]
        lowered = jax.jit(function).lower(*arguments)
        moments.append(_now())
        compiled = lowered.compile()
        moments.append(_now())
        jax.block_until_ready(compiled(*arguments))
        moments.append(_now())
    pairs = [*zip(moments, moments[1:]), (moments[0], moments[-1])]
    return [(after[0] - before[0], after[1] - before[1]) for before, after in pairs]


def _now() -> tuple[float, float]:
    return time.process_time(), time.perf_counter()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    devices = {"paddock": jax.devices("paddock")[0], "cpu": jax.devices("cpu")[0]}
    for _, function, operands in _programs(26, 0):
        for device in devices.values():
            _stages(function, operands, device)
    seconds: dict[str, list[list[tuple[float, float]]]] = collections.defaultdict(list)
    for _, function, operands in _programs(arguments.count, arguments.seed):
        for name, device in devices.items():
            # A function of its own: the second platform must trace again.
            seconds[name].append(_stages(lambda *given, f=function: f(*given), operands, device))
    for at, unit in ((0, "processor"), (1, "wall")):
        print(f"{unit} time, ms a program: mean (median)")
        for i, stage in enumerate(_STAGES):
            ours, theirs = ([1e3 * one[i][at] for one in seconds[name]] for name in devices)
            print(
                f"  {stage:16} paddock {statistics.mean(ours):7.3f} ({statistics.median(ours):7.3f})   cpu {statistics.mean(theirs):7.3f} "
                f"({statistics.median(theirs):7.3f})   ratio {sum(theirs) / sum(ours):5.1f} ({statistics.median(theirs) / statistics.median(ours):5.1f})"
            )


if __name__ == "__main__":
    main()
