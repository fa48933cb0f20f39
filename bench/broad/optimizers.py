"""Steps of optimizers, as the usual library of JAX's users computes them, over parameters of several shapes."""

import jax
import jax.numpy as jnp
from jax import lax

from catalogue import family

add = family("optimizers")


def parameters(a):
    """Weights and biases of a few layers: together as many elements as the size has."""
    width = max(4, a.side // 2)
    return {f"layer{i}": {"w": a.normal(width, width, scale=0.05), "b": a.normal(width)} for i in range(4)}


def copies(count):
    return lambda a: tuple(parameters(a) for _ in range(count))


def clipped(gradients, most=1.0):
    norm = jnp.sqrt(sum((g * g).sum() for g in jax.tree.leaves(gradients)))
    return jax.tree.map(lambda g: g * jnp.minimum(1, most / (norm + 1e-6)), gradients)


def momentum(p, g, m):
    m = jax.tree.map(lambda mi, gi: 0.9 * mi + gi, m, g)
    return jax.tree.map(lambda pi, mi: pi - 0.01 * mi, p, m), m


def adam(p, g, m, v, step=10.0):
    m = jax.tree.map(lambda mi, gi: 0.9 * mi + 0.1 * gi, m, g)
    v = jax.tree.map(lambda vi, gi: 0.999 * abs(vi) + 0.001 * gi * gi, v, g)
    correct = lambda mi, vi: (mi / (1 - 0.9**step)) / (jnp.sqrt(vi / (1 - 0.999**step)) + 1e-8)
    return jax.tree.map(lambda pi, mi, vi: pi - 1e-3 * correct(mi, vi), p, m, v), m, v


def adamw(p, g, m, v):
    p, m, v = adam(jax.tree.map(lambda pi: pi * (1 - 1e-5), p), clipped(g), m, v)
    return p, m, v


def rmsprop(p, g, v):
    v = jax.tree.map(lambda vi, gi: 0.9 * abs(vi) + 0.1 * gi * gi, v, g)
    return jax.tree.map(lambda pi, gi, vi: pi - 1e-3 * gi * lax.rsqrt(vi + 1e-8), p, g, v), v


def lion(p, g, m):
    moved = jax.tree.map(lambda pi, gi, mi: pi - 1e-4 * (jnp.sign(0.9 * mi + 0.1 * gi) + 0.01 * pi), p, g, m)
    return moved, jax.tree.map(lambda mi, gi: 0.99 * mi + 0.01 * gi, m, g)


def lamb(p, g, m, v):
    moved, m, v = adam(p, g, m, v)
    ratio = lambda pi, qi: jnp.linalg.norm(pi) / (jnp.linalg.norm(pi - qi) + 1e-6)
    return jax.tree.map(lambda pi, qi: pi + 1e-3 * ratio(pi, qi) * (qi - pi), p, moved), m, v


def adafactor(p, g):
    def step(pi, gi):
        if gi.ndim < 2:
            return pi - 1e-3 * gi * lax.rsqrt(gi * gi + 1e-30)
        square = gi * gi + 1e-30
        estimate = square.mean(1, keepdims=True) * square.mean(0, keepdims=True) / square.mean()
        return pi - 1e-3 * gi * lax.rsqrt(estimate)

    return jax.tree.map(step, p, g)


def ema(p, q):
    return jax.tree.map(lambda pi, qi: 0.999 * qi + 0.001 * pi, p, q)


add("sgd-momentum", momentum, copies(3))
add("adam", adam, copies(4))
add("adamw-clipped", adamw, copies(4))
add("rmsprop", rmsprop, copies(3))
add("lion", lion, copies(3))
add("lamb", lamb, copies(4))
add("adafactor", adafactor, copies(2))
add("parameter-average", ema, copies(2))
add("gradient-norm", lambda g: jnp.sqrt(sum((x * x).sum() for x in jax.tree.leaves(g))), copies(1))
add("clip-by-global-norm", clipped, copies(1))
