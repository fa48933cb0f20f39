"""Gray and Scott's reaction: two substances diffuse and react for 2,000 steps and grow spots."""

import jax
import jax.numpy as jnp
import numpy as np
from export import export

SIZE, STEPS = 48, 2000
FEED, KILL = 0.0367, 0.0649


def laplacian(x):
    around = jnp.roll(x, 1, 0) + jnp.roll(x, -1, 0) + jnp.roll(x, 1, 1) + jnp.roll(x, -1, 1)
    return around - 4 * x


def start():
    u, v = np.ones((SIZE, SIZE), np.float32), np.zeros((SIZE, SIZE), np.float32)
    for row, column in [(12, 14), (30, 34), (36, 10)]:
        u[row : row + 5, column : column + 5] = 0.5
        v[row : row + 5, column : column + 5] = 0.25
    return jnp.asarray(u), jnp.asarray(v)


def react():
    def step(_, state):
        u, v = state
        reaction = u * v * v
        return (
            u + 0.16 * laplacian(u) - reaction + FEED * (1 - u),
            v + 0.08 * laplacian(v) + reaction - (FEED + KILL) * v,
        )

    u, v = jax.lax.fori_loop(0, STEPS, step, start())
    return {"u": u, "v": v}


if __name__ == "__main__":
    export("reaction", "Gray and Scott's reaction: spots grow and divide.\nFrom JAX: reaction.py.", react)
