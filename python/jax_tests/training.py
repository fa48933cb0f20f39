"""Training of a small CNN and a transformer, in JAX alone.

`JAX_PLATFORMS=paddock python training.py` prints the largest difference of the losses between Paddock and `cpu`, and the
steps per second of both. With `--flax` the models are those of Flax and the optimizer is that of optax.
"""

import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np


def _normal(generator, *shape, scale=1.0):
    return np.float32(scale) * generator.standard_normal(shape, np.float32)


def _dense(generator, rows, columns):
    return {"w": _normal(generator, rows, columns, scale=rows**-0.5), "b": np.zeros(columns, np.float32)}


def _apply(layer, x):
    return x @ layer["w"] + layer["b"]


def _convolve(kernel, x):
    y = jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    pooled = jax.lax.reduce_window(jax.nn.relu(y), 0.0, jax.lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return pooled / 4


class Cnn:
    """Two convolutions and two dense layers, on images."""

    def __init__(self, size, channels, batch):
        generator = np.random.default_rng(0)
        self.x = generator.standard_normal((batch, size, size, 1), np.float32)
        self.y = generator.integers(0, 10, batch).astype(np.int32)
        self.size, self.channels = size, channels

    def init(self):
        generator = np.random.default_rng(1)
        flat = (self.size // 4) ** 2 * 2 * self.channels
        return {
            "conv1": _normal(generator, 3, 3, 1, self.channels, scale=1 / 3),
            "conv2": _normal(generator, 3, 3, self.channels, 2 * self.channels, scale=(9 * self.channels) ** -0.5),
            "dense1": _dense(generator, flat, 64),
            "dense2": _dense(generator, 64, 10),
        }

    def logits(self, params, x):
        x = _convolve(params["conv2"], _convolve(params["conv1"], x))
        return _apply(params["dense2"], jax.nn.relu(_apply(params["dense1"], x.reshape(len(x), -1))))


class Transformer:
    """Blocks of causal attention and a dense layer, on words."""

    def __init__(self, width, length, blocks, batch):
        generator = np.random.default_rng(0)
        words = generator.integers(0, width, (batch, length + 1)).astype(np.int32)
        self.x, self.y = words[:, :-1], words[:, 1:]
        self.width, self.length, self.blocks = width, length, blocks

    def init(self):
        width = self.width
        generator = np.random.default_rng(1)

        def block():
            layers = {name: _dense(generator, width, width) for name in ("query", "key", "value", "out")}
            return {**layers, "up": _dense(generator, width, 4 * width), "down": _dense(generator, 4 * width, width)}

        return {
            "words": _normal(generator, width, width),
            "places": _normal(generator, self.length, width, scale=0.02),
            "blocks": [block() for _ in range(self.blocks)],
            "last": _dense(generator, width, width),
        }

    def logits(self, params, x):
        y = params["words"][x] + params["places"]
        for block in params["blocks"]:
            y = y + self._attend(block, _normalize(y))
            y = y + _apply(block["down"], jax.nn.gelu(_apply(block["up"], _normalize(y))))
        return _apply(params["last"], _normalize(y))

    def _attend(self, block, x, heads=4):
        def split(layer):
            return _apply(layer, x).reshape(*x.shape[:2], heads, -1)

        q, k, v = split(block["query"]), split(block["key"]), split(block["value"])
        scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / np.sqrt(q.shape[-1])
        mask = jnp.tril(jnp.ones(scores.shape[-2:], bool))
        weights = jax.nn.softmax(jnp.where(mask, scores, -jnp.inf), axis=-1)
        return _apply(block["out"], jnp.einsum("bhqk,bkhd->bqhd", weights, v).reshape(x.shape))


def _normalize(x):
    mean, variance = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-6)


def cross_entropy(logits, labels):
    chosen = jnp.take_along_axis(jax.nn.log_softmax(logits), labels[..., None], axis=-1)
    return -chosen.mean()


def adam(params, state, gradients, rate=1e-3):
    """Returns the new parameters and the new state (step, mean, mean of squares)."""
    step, mean, square = state
    step = step + 1
    mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, gradients)
    square = jax.tree.map(lambda s, g: 0.999 * s + 0.001 * g * g, square, gradients)
    scale = rate * jnp.sqrt(1 - 0.999**step) / (1 - 0.9**step)
    params = jax.tree.map(lambda p, m, s: p - scale * m / (jnp.sqrt(s) + 1e-8), params, mean, square)
    return params, (step, mean, square)


def train(model, device, steps):
    """Trains on one device. Returns the losses, and the seconds of the fastest step."""
    params = model.init()
    zeros = jax.tree.map(np.zeros_like, params)
    state = (np.float32(0), zeros, zeros)
    params, state, x, y = jax.device_put((params, state, model.x, model.y), device)

    @jax.jit
    def step(params, state, x, y):
        loss, gradients = jax.value_and_grad(lambda p: cross_entropy(model.logits(p, x), y))(params)
        return *adam(params, state, gradients), loss

    losses = []
    fastest = float("inf")
    for _ in range(steps):
        start = time.perf_counter()
        params, state, loss = step(params, state, x, y)
        losses.append(float(loss))
        fastest = min(fastest, time.perf_counter() - start)
    return losses, fastest


def _flax_models():
    import flax.linen as nn

    class FlaxCnn(nn.Module):
        @nn.compact
        def __call__(self, x):
            for features in (16, 32):
                x = nn.avg_pool(nn.relu(nn.Conv(features, (3, 3))(x)), (2, 2), (2, 2))
            return nn.Dense(10)(nn.relu(nn.Dense(64)(x.reshape((len(x), -1)))))

    class FlaxTransformer(nn.Module):
        @nn.compact
        def __call__(self, words):
            x = nn.Embed(64, 64)(words) + self.param("places", nn.initializers.normal(0.02), (32, 64))
            for _ in range(2):
                mask = nn.make_causal_mask(words)
                x = x + nn.SelfAttention(num_heads=4)(nn.LayerNorm()(x), mask=mask)
                x = x + nn.Dense(64)(nn.gelu(nn.Dense(256)(nn.LayerNorm()(x))))
            return nn.Dense(64)(nn.LayerNorm()(x))

    def wrap(model, module):
        with jax.default_device(jax.devices("cpu")[0]):
            params = jax.tree.map(np.asarray, module.init(jax.random.key(0), model.x))
        model.init = lambda: params
        model.logits = module.apply
        return model

    return wrap(Cnn(28, 16, 32), FlaxCnn()), wrap(Transformer(64, 32, 2, 8), FlaxTransformer())


def _use_optax():
    import optax

    optimizer = optax.adam(1e-3)

    def update(params, state, gradients):
        step, mean, square = state
        inner = (optax.ScaleByAdamState(step.astype(jnp.int32), mean, square), optax.EmptyState())
        updates, (new, _) = optimizer.update(gradients, inner, params)
        return optax.apply_updates(params, updates), (new.count.astype(jnp.float32), new.mu, new.nu)

    return update


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--flax", action="store_true")
    arguments = parser.parse_args()
    models = (Cnn(28, 16, 32), Transformer(64, 32, 2, 8))
    if arguments.flax:
        global adam
        adam = _use_optax()
        models = _flax_models()
    for model in models:
        (theirs, slow), (ours, fast) = (train(model, jax.devices(name)[0], arguments.steps) for name in ("cpu", "paddock"))
        difference = max(abs(a - b) for a, b in zip(ours, theirs))
        name = type(model).__name__
        print(f"{name}: losses {ours[0]:.4f} to {ours[-1]:.4f}, largest difference {difference:.2g}, {1 / fast:.0f} steps/s, {1 / slow:.0f} on cpu: {slow / fast:.2f}")


if __name__ == "__main__":
    main()
