"""Data parallelism on two devices: each takes the gradient of its half, and they share the mean.

    XLA_FLAGS=--xla_force_host_platform_device_count=2 python examples/models/data_parallel.py
"""

import jax
import jax.numpy as jnp
import numpy as np
from export import export

STEPS = 20


def halves():
    x = np.linspace(-1, 1, 32, dtype=np.float32)
    y = (1.5 * x - 0.5 + 0.1 * np.sin(9 * x)).astype(np.float32)
    # One device sees the left half, the other the right one.
    return x.reshape(2, 16), y.reshape(2, 16)


X, Y = halves()


def train(device):
    x, y = jnp.asarray(X)[device], jnp.asarray(Y)[device]

    def loss(line):
        return jnp.mean((line[0] * x + line[1] - y) ** 2)

    def step(line, _):
        value, gradient = jax.value_and_grad(loss)(line)
        gradient = jax.lax.pmean(gradient, "devices")
        return line - 0.3 * gradient, jax.lax.pmean(value, "devices")

    line, losses = jax.lax.scan(step, jnp.zeros(2), length=STEPS)
    return {"line": line, "losses": losses}


class OnTwo:
    """Lowers the function for two devices; the device's number is its process id."""

    def __init__(self, function):
        self.map = jax.pmap(lambda _: train(jax.lax.axis_index("devices")), axis_name="devices")

    def lower(self):
        return self.map.lower(jnp.zeros(2))

    def __call__(self):
        return self.map(jnp.zeros(2))


if __name__ == "__main__":
    print(export("data_parallel", "A training step on two devices.\nFrom JAX: data_parallel.py.", train, OnTwo))
