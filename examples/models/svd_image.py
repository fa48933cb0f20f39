"""An image compressor: of a picture's singular values only the first are kept."""

import jax.numpy as jnp
from export import export

ROWS, COLUMNS, KEPT = 48, 64, 6


def picture():
    """Hills under a sun."""
    y, x = jnp.meshgrid(jnp.arange(ROWS) / ROWS, jnp.arange(COLUMNS) / COLUMNS, indexing="ij")
    hills = y > 0.62 + 0.13 * jnp.sin(7 * x) + 0.05 * jnp.cos(19 * x)
    sun = (y - 0.25) ** 2 + (x - 0.7) ** 2 < 0.02
    return jnp.where(hills, 0.25 + 0.3 * (1 - y), jnp.where(sun, 1.0, 0.85 - 0.5 * y)).astype(jnp.float32)


def compress():
    image = picture()
    u, s, vt = jnp.linalg.svd(image, full_matrices=False)
    small = (u[:, :KEPT] * s[:KEPT]) @ vt[:KEPT]
    return {"compressed": small, "lost": image - small, "singular_values": s}


if __name__ == "__main__":
    export("svd_image", "An image compressor: six of 48 singular values are kept.\nFrom JAX: svd_image.py.", compress)
