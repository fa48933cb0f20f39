"""k-means: 240 points find four centres in twelve rounds, all in one program."""

import jax
import jax.numpy as jnp
import numpy as np
from export import export

POINTS, CENTRES, ROUNDS, SIZE = 240, 4, 12, 48


def points():
    random = np.random.default_rng(3)
    middles = np.array([[10, 12], [36, 10], [14, 36], [35, 34]])
    return (middles[np.arange(POINTS) % CENTRES] + random.normal(0, 4, (POINTS, 2))).astype(np.float32)


def nearest(centres, where):
    distances = jnp.sum((where[:, None, :] - centres[None, :, :]) ** 2, axis=-1)
    return jnp.argmin(distances, axis=1)


def cluster():
    data = jnp.asarray(points())

    def turn(centres, _):
        belongs = jax.nn.one_hot(nearest(centres, data), CENTRES, dtype=jnp.float32)
        counts = jnp.maximum(jnp.sum(belongs, axis=0), 1)
        moved = belongs.T @ data / counts[:, None]
        return moved, jnp.sum((moved - centres) ** 2)

    first = jnp.array([[20, 20], [24, 20], [20, 24], [24, 24]], jnp.float32)
    centres, moves = jax.lax.scan(turn, first, length=ROUNDS)
    # Each pixel of a picture belongs to the centre that is nearest; points and centres are drawn on top.
    grid = jnp.stack(jnp.meshgrid(jnp.arange(SIZE), jnp.arange(SIZE), indexing="ij"), -1).reshape(-1, 2)
    picture = nearest(centres, grid.astype(jnp.float32)).astype(jnp.int32).reshape(SIZE, SIZE)
    picture = picture.at[tuple(jnp.clip(jnp.round(data), 0, SIZE - 1).astype(jnp.int32).T)].set(5)
    picture = picture.at[tuple(jnp.round(centres).astype(jnp.int32).T)].set(7)
    return {"centres": centres, "moves": moves, "picture": picture}


if __name__ == "__main__":
    print(export("kmeans", "k-means: 240 points find four centres in twelve rounds.\nFrom JAX: kmeans.py.", cluster))
