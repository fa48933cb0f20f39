"""An FFT filter: a picture loses its high frequencies, and, apart from them, its low ones."""

import jax
import jax.numpy as jnp
from export import export

SIZE = 64
RADIUS = 7.0


def picture():
    """A disk, a ring and a square."""
    y, x = jnp.meshgrid(jnp.arange(SIZE), jnp.arange(SIZE), indexing="ij")
    disk = (y - 20) ** 2 + (x - 20) ** 2 < 121
    ring = jnp.abs(jnp.sqrt((y - 42.0) ** 2 + (x - 42.0) ** 2) - 13) < 2
    square = (jnp.abs(y - 16) < 7) & (jnp.abs(x - 48) < 7)
    return (disk | ring | square).astype(jnp.float32)


def filtered():
    shapes = picture()
    spectrum = jnp.fft.rfft2(shapes)
    rows = jnp.minimum(jnp.arange(SIZE), SIZE - jnp.arange(SIZE))
    columns = jnp.arange(SIZE // 2 + 1)
    frequency = jnp.sqrt(rows[:, None] ** 2.0 + columns[None, :] ** 2.0)
    low = jnp.exp(-((frequency / RADIUS) ** 2))
    smooth = jnp.fft.irfft2(spectrum * low, s=(SIZE, SIZE))
    return {"smooth": smooth, "edges": shapes - smooth, "spectrum": jnp.log1p(jnp.abs(spectrum))}


if __name__ == "__main__":
    export("fft_filter", "An FFT filter: a picture loses its high frequencies.\nFrom JAX: fft_filter.py.", filtered)
