"""A convolutional network learns a hundred handwritten digits: forty training steps in one program."""

import pathlib

import jax
import jax.numpy as jnp
import numpy as np
from export import export

STEPS, RATE = 40, 0.15
FOLDER = pathlib.Path(__file__).parent.parent / "digits"


def weights(key):
    first, second = jax.random.split(key)
    return {
        "kernel": jax.random.normal(first, (3, 3, 1, 8)) * 0.3,
        "dense": jax.random.normal(second, (128, 10)) * 0.1,
        "bias": jnp.zeros(10),
    }


def network(parameters, images):
    hidden = jax.lax.conv_general_dilated(
        images, parameters["kernel"], (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )
    pooled = jax.lax.reduce_window(jax.nn.relu(hidden), -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return pooled.reshape(-1, 128) @ parameters["dense"] + parameters["bias"]


def train():
    images = jnp.asarray((np.load(FOLDER / "images.npy") * 16).astype(np.uint8))
    images = images.reshape(-1, 8, 8, 1).astype(jnp.float32) / 16
    labels = jnp.asarray(np.load(FOLDER / "truth.npy"))

    def loss(parameters):
        scores = jax.nn.log_softmax(network(parameters, images))
        return -jnp.mean(jnp.take_along_axis(scores, labels[:, None], axis=1))

    def step(parameters, _):
        value, gradients = jax.value_and_grad(loss)(parameters)
        return jax.tree.map(lambda p, g: p - RATE * g, parameters, gradients), value

    trained, losses = jax.lax.scan(step, weights(jax.random.key(0)), length=STEPS)
    right = jnp.mean((jnp.argmax(network(trained, images), axis=1) == labels).astype(jnp.float32))
    return {"losses": losses, "accuracy": right, "kernels": trained["kernel"][:, :, 0, :].transpose(2, 0, 1)}


if __name__ == "__main__":
    print(export("digits_cnn", "A convolutional network learns 100 handwritten digits.\nFrom JAX: digits_cnn.py.", train))
