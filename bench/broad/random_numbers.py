"""jax.random."""

import jax
import jax.numpy as jnp
from jax import random

from catalogue import UP_TO_1M, family

add = family("random")


def draw(name, function, **options):
    """A program whose result has the elements of the size. The key is the argument."""
    add(name, function, lambda a: (a.key(), a.normal(a.n)), **options)


draw("random-bits", lambda k, x: random.bits(k, x.shape))
draw("random-uniform", lambda k, x: random.uniform(k, x.shape))
draw("random-normal", lambda k, x: random.normal(k, x.shape))
draw("random-bernoulli", lambda k, x: random.bernoulli(k, 0.3, x.shape))
draw("dropout", lambda k, x: jnp.where(random.bernoulli(k, 0.9, x.shape), x / 0.9, 0))
draw("random-randint", lambda k, x: random.randint(k, x.shape, 0, 1000))
draw("random-exponential", lambda k, x: random.exponential(k, x.shape))
draw("random-gumbel", lambda k, x: random.gumbel(k, x.shape))
draw("random-laplace", lambda k, x: random.laplace(k, x.shape))
draw("random-truncated-normal", lambda k, x: random.truncated_normal(k, -2, 2, x.shape))
draw("random-rademacher", lambda k, x: random.rademacher(k, x.shape))
draw("random-permutation", random.permutation, sizes=UP_TO_1M)
draw("random-choice", lambda k, x: random.choice(k, x, (len(x) // 4,)))
draw("random-gamma", lambda k, x: random.gamma(k, 2.0, (len(x) // 16,)), sizes=UP_TO_1M)
draw("random-poisson", lambda k, x: random.poisson(k, 3.0, (len(x) // 16,)), sizes=UP_TO_1M)
draw("random-beta", lambda k, x: random.beta(k, 2.0, 3.0, (len(x) // 16,)), sizes=UP_TO_1M)
draw("add-noise", lambda k, x: x + 0.1 * random.normal(k, x.shape))
draw("split-and-sum", lambda k, x: sum(random.normal(one, x.shape) for one in random.split(k, 4)))
draw("vmap-normal", lambda k, x: jax.vmap(lambda one: random.normal(one, (16,)))(random.split(k, len(x) // 16)))
add("random-categorical", lambda k, x: random.categorical(k, x), lambda a: (a.key(), a.normal(a.side, a.side)))
add("random-multivariate", lambda k, m: random.multivariate_normal(k, jnp.zeros(8), m @ m.T + jnp.eye(8), (4096,)), lambda a: (a.key(), a.normal(8, 8)), sizes=())
add("random-dirichlet", lambda k, x: random.dirichlet(k, jnp.ones(8) * 2, (len(x) // 64,)), lambda a: (a.key(), a.normal(a.n)), sizes=UP_TO_1M)
add("monte-carlo-pi", lambda k, x: 4 * (jnp.sum(random.uniform(k, (2, len(x))) ** 2, 0) < 1).mean(), lambda a: (a.key(), a.normal(a.n)))
add("random-walk", lambda k, x: jnp.cumsum(random.normal(k, x.shape), 1), lambda a: (a.key(), a.normal(a.side, a.side)))
