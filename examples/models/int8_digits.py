"""Handwritten digits in eight bits: images and weights are i8, sums i32, and one scale a layer."""

import pathlib

import jax
import jax.numpy as jnp
import numpy as np
from export import export

FOLDER = pathlib.Path(__file__).parent.parent / "digits"


def train(images, labels):
    random = np.random.default_rng(5)
    parameters = [jnp.asarray(random.normal(0, 0.2, shape), jnp.float32) for shape in [(64, 32), (32, 10)]]

    def loss(layers):
        scores = jax.nn.log_softmax(jax.nn.relu(images @ layers[0]) @ layers[1])
        return -jnp.mean(jnp.take_along_axis(scores, labels[:, None], axis=1))

    step = jax.jit(lambda layers: [p - 0.5 * g for p, g in zip(layers, jax.grad(loss)(layers))])
    for _ in range(300):
        parameters = step(parameters)
    return [np.asarray(p) for p in parameters]


def quantize(values):
    scale = np.abs(values).max() / 127
    return np.round(values / scale).astype(np.int8), np.float32(scale)


def product(a, b):
    return jax.lax.dot_general(a, b, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32)


IMAGES, LABELS = np.load(FOLDER / "images.npy"), np.load(FOLDER / "truth.npy")
LAYERS = [quantize(layer) for layer in train(jnp.asarray(IMAGES), jnp.asarray(LABELS))]


def classify():
    (first, first_scale), (second, second_scale) = LAYERS
    images = jnp.asarray(np.round(IMAGES * 127).astype(np.int8))
    sums = jax.nn.relu(product(images, jnp.asarray(first)))
    # The second layer's operands are i8 again: 1 of 2^shift of the sums.
    hidden = jnp.clip(jax.lax.shift_right_arithmetic(sums, 8), 0, 127).astype(jnp.int8)
    scores = product(hidden, jnp.asarray(second))
    scale = first_scale / 127 * 256 * second_scale
    labels = jnp.argmax(scores, axis=1).astype(jnp.int32)
    right = jnp.sum((labels == jnp.asarray(LABELS)).astype(jnp.int32))
    return {"labels": labels, "right": right, "scores": scores.astype(jnp.float32) * scale}


if __name__ == "__main__":
    print(export("int8_digits", "Handwritten digits in eight bits.\nFrom JAX: int8_digits.py.", classify)["right"])
