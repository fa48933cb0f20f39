"""Trains a small classifier on scikit-learn's digits and exports it as StableHLO.

    pip install "jax[cpu]" scikit-learn
    python examples/digits/train.py

Writes beside itself:
  digits.mlir   the trained network, its weights as constants: images -> (labels, probabilities)
  images.npy    100 test images it was not trained on, f32[100, 64] in 0..1
  labels.npy    what the network must answer for them, i32[100]
  truth.npy     what is drawn there, i32[100]

The outputs are committed, so nothing but this script needs Python.
"""

import pathlib

import jax
import jax.numpy as jnp
import numpy as np
from sklearn.datasets import load_digits

HIDDEN = 48
TEST_IMAGES = 100
STEPS = 400


def network(parameters, images):
    hidden = jnp.maximum(images @ parameters["w1"] + parameters["b1"], 0)
    return hidden @ parameters["w2"] + parameters["b2"]


def loss(parameters, images, labels):
    scores = jax.nn.log_softmax(network(parameters, images))
    return -jnp.mean(jnp.take_along_axis(scores, labels[:, None], axis=1))


def train(images, labels):
    random = np.random.default_rng(7)
    parameters = {
        "w1": random.normal(0, 0.2, (64, HIDDEN)),
        "b1": np.zeros(HIDDEN),
        "w2": random.normal(0, 0.2, (HIDDEN, 10)),
        "b2": np.zeros(10),
    }
    parameters = jax.tree.map(lambda p: jnp.asarray(p, jnp.float32), parameters)
    step = jax.jit(
        lambda p: jax.tree.map(lambda x, g: x - 0.5 * g, p, jax.grad(loss)(p, images, labels))
    )
    for _ in range(STEPS):
        parameters = step(parameters)
    return jax.tree.map(np.asarray, parameters)


def main():
    digits = load_digits()
    order = np.random.default_rng(1).permutation(len(digits.target))
    images = (digits.images.reshape(-1, 64) / 16).astype(np.float32)[order]
    labels = digits.target.astype(np.int32)[order]
    parameters = train(images[TEST_IMAGES:], labels[TEST_IMAGES:])

    def digits_model(images):
        scores = network(parameters, images)
        return {
            "labels": jnp.argmax(scores, axis=1).astype(jnp.int32),
            "probabilities": jax.nn.softmax(scores),
        }

    model = jax.jit(digits_model)
    test = images[:TEST_IMAGES]
    answers = np.asarray(model(test)["labels"])
    print(f"right: {np.mean(answers == labels[:TEST_IMAGES]):.0%} of {TEST_IMAGES}")

    here = pathlib.Path(__file__).parent
    (here / "digits.mlir").write_text(model.lower(test).as_text())
    np.save(here / "images.npy", test)
    np.save(here / "labels.npy", answers)
    np.save(here / "truth.npy", labels[:TEST_IMAGES])


if __name__ == "__main__":
    main()
