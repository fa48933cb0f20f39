"""Training steps, and small trainings as loops."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from catalogue import family
from layers import batch_norm, conv, cross_entropy, pool
from models import (block, block_weights, gpt2, gpt2_weights, gru, gru_weights, lstm, lstm_weights, mlp, mlp_weights, weights)
from optimizers import adam

add = family("training", sizes=())


def zeros_like(p):
    return jax.tree.map(np.zeros_like, p)


def step_of(loss):
    """One step of Adam: parameters, moments, and what the loss takes."""

    def step(p, m, v, *data):
        value, gradients = jax.value_and_grad(loss)(p, *data)
        return value, adam(p, gradients, m, v)

    return step


def add_step(name, loss, p, data):
    def arguments(a):
        values = p(a)
        return (values, zeros_like(values), zeros_like(values), *data(a))

    add(name, step_of(loss), arguments)


def cnn_weights(a):
    return {"c1": weights(a, 3, 3, 1, 16), "n1": (a.normal(16), a.normal(16)), "c2": weights(a, 3, 3, 16, 32), "head": weights(a, 1568, 10)}


def cnn_loss(w, x, labels):
    x = pool(jax.nn.relu(batch_norm(conv(x, w["c1"]), *w["n1"])), lax.max, -jnp.inf)
    x = pool(jax.nn.relu(conv(x, w["c2"])), lax.max, -jnp.inf)
    return cross_entropy(x.reshape(len(x), -1) @ w["head"], labels)


def language_loss(w, tokens):
    x = w["tokens"][tokens[:-1]]
    for one in w["blocks"]:
        x = block(x, one, 4, True)
    return cross_entropy(x @ w["tokens"].T, tokens[1:])


def language_weights(a):
    return {"tokens": weights(a, 256, 128), "blocks": [block_weights(a, 128, 512) for _ in range(4)]}


def vae_loss(w, key, x):
    mean, spread = jnp.split(mlp(w["encoder"], x), 2, -1)
    z = mean + jnp.exp(0.5 * spread) * jax.random.normal(key, mean.shape)
    logits = mlp(w["decoder"], z)
    likelihood = -(jax.nn.softplus(logits) - x * logits).sum(-1)
    divergence = -0.5 * (1 + spread - mean**2 - jnp.exp(spread)).sum(-1)
    return (divergence - likelihood).mean()


add_step("train-mlp", lambda w, x, y: cross_entropy(mlp(w, x), y), lambda a: mlp_weights(a, 784, 256, 128, 10), lambda a: (a.normal(64, 784), a.integers(10, 64)))
add_step("train-cnn", cnn_loss, cnn_weights, lambda a: (a.normal(32, 28, 28, 1), a.integers(10, 32)))
add_step("train-transformer", language_loss, language_weights, lambda a: (a.integers(256, 129),))
add_step("train-vae", vae_loss, lambda a: {"encoder": mlp_weights(a, 784, 256, 32), "decoder": mlp_weights(a, 16, 256, 784)}, lambda a: (a.key(), a.uniform(64, 784)))
add_step("train-lstm", lambda w, x, y: ((lstm(w, x)[-1].mean(-1) - y) ** 2).mean(), lambda a: lstm_weights(a, 16, 64), lambda a: (a.normal(50, 16, 16), a.normal(16)))
add_step("train-gru", lambda w, x, y: ((gru(w, x)[-1].mean(-1) - y) ** 2).mean(), lambda a: gru_weights(a, 16, 64), lambda a: (a.normal(50, 16, 16), a.normal(16)))


def regression_loop(x, y):
    """Logistic regression by gradient descent."""
    loss = lambda w: jnp.mean(jax.nn.softplus(-y * (x @ w)))
    return lax.fori_loop(0, 500, lambda _, w: w - 0.5 * jax.grad(loss)(w), jnp.zeros(x.shape[1]))


def xor_loop(p, x, y):
    """A tiny network, trained whole in one loop."""

    def step(p, _):
        value, g = jax.value_and_grad(lambda q: ((jnp.tanh(x @ q["a"] + q["b"]) @ q["c"] - y) ** 2).mean())(p)
        return jax.tree.map(lambda pi, gi: pi - 0.3 * gi, p, g), value

    return lax.scan(step, p, None, 1000)


def k_means(x, centers):
    def step(_, c):
        nearest = jnp.argmin(((x[:, None] - c) ** 2).sum(-1), 1)
        members = jax.nn.one_hot(nearest, len(c))
        return members.T @ x / (members.sum(0)[:, None] + 1e-6)

    return lax.fori_loop(0, 10, step, centers)


def mixture_step(x, mean, spread, weight):
    """Expectation and maximization for Gaussians with diagonal covariance."""
    density = -0.5 * (((x[:, None] - mean) / spread) ** 2 + 2 * jnp.log(spread)).sum(-1) + jnp.log(weight)
    r = jax.nn.softmax(density, 1)
    total = r.sum(0)
    mean = r.T @ x / total[:, None]
    return mean, jnp.sqrt(r.T @ (x * x) / total[:, None] - mean**2 + 1e-6), total / len(x)


def gaussian_process(x, y, at):
    kernel = lambda p, q: jnp.exp(-0.5 * (p[:, None] - q) ** 2)
    factor = jnp.linalg.cholesky(kernel(x, x) + 0.1 * jnp.eye(len(x)))
    solved = jax.scipy.linalg.cho_solve((factor, True), y)
    return kernel(at, x) @ solved


def power_iteration(x):
    """The first principal component."""
    centered = x - x.mean(0)
    step = lambda _, v: (lambda w: w / jnp.linalg.norm(w))(centered.T @ (centered @ v))
    return lax.fori_loop(0, 50, step, jnp.ones(x.shape[1]))


def embedding_training(w, c, center, context, negative):
    """word2vec with negative samples: one step on rows of two tables."""

    def loss(w, c):
        v = w[center]
        return -(jax.nn.log_sigmoid((v * c[context]).sum(-1)).mean() + jax.nn.log_sigmoid(-jnp.einsum("nd,nkd->nk", v, c[negative])).mean())

    gw, gc = jax.grad(loss, (0, 1))(w, c)
    return w - gw, c - gc


def policy_gradient(w, states, actions, rewards):
    discounted = lax.scan(lambda total, r: (r + 0.99 * total,) * 2, 0.0, rewards, reverse=True)[1]
    advantage = (discounted - discounted.mean()) / (discounted.std() + 1e-6)
    chosen = lambda q: jnp.take_along_axis(jax.nn.log_softmax(mlp(q, states)), actions[:, None], 1)[:, 0]
    return jax.grad(lambda q: -(chosen(q) * advantage).mean())(w)


def boosted_stumps(x, y):
    """Gradient boosting with stumps on thresholds of one feature each."""
    thresholds = jnp.linspace(-1.5, 1.5, 16)
    masks = (x[..., None] > thresholds).reshape(len(x), -1).astype(jnp.float32)

    def step(prediction, _):
        residual = y - prediction
        right = residual @ masks / (masks.sum(0) + 1)
        best = jnp.argmax(jnp.abs(right))
        return prediction + 0.1 * right[best] * masks[:, best], best

    return lax.scan(step, jnp.zeros(len(x)), None, 50)


add("logistic-regression", regression_loop, lambda a: (a.normal(256, 16), np.sign(a.normal(256))))
add("train-xor", xor_loop, lambda a: ({"a": a.normal(2, 8), "b": a.normal(8), "c": a.normal(8, 1)}, a.normal(4, 2), a.normal(4, 1)))
add("k-means", k_means, lambda a: (a.normal(10000, 2), a.normal(16, 2)))
add("gaussian-mixture", mixture_step, lambda a: (a.normal(10000, 4), a.normal(8, 4), a.uniform(8, 4, low=0.5), np.full(8, 0.125, np.float32)))
add("gaussian-process", gaussian_process, lambda a: (a.uniform(200, high=10), a.normal(200), a.uniform(1000, high=10)))
add("power-iteration", power_iteration, lambda a: (a.normal(2000, 64),))
add("word-vectors", embedding_training, lambda a: (a.normal(5000, 64), a.normal(5000, 64), a.integers(5000, 512), a.integers(5000, 512), a.integers(5000, 512, 5)))
add("policy-gradient", policy_gradient, lambda a: (mlp_weights(a, 4, 64, 2), a.normal(1000, 4), a.integers(2, 1000), a.uniform(1000)))
add("boosted-stumps", boosted_stumps, lambda a: (a.normal(2000, 8), a.normal(2000)))
add("gpt-2-layer-gradient", jax.grad(lambda w, x: (block(x, w, 12, True) ** 2).mean()), lambda a: (block_weights(a, 768, 3072), a.normal(64, 768)))
add("hessian-vector", lambda w, x, t: jax.jvp(jax.grad(lambda q: (jnp.tanh(x @ q) ** 2).sum()), (w,), (t,))[1], lambda a: (weights(a, 64, 64), a.normal(256, 64), a.normal(64, 64)))
add("per-example-gradients", lambda w, x, y: jax.vmap(jax.grad(lambda q, xi, yi: (jnp.tanh(xi @ q).sum() - yi) ** 2), (None, 0, 0))(w, x, y), lambda a: (weights(a, 32, 16), a.normal(512, 32), a.normal(512)))
