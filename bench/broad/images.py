"""jax.image and what is written by hand for pictures."""

import jax
import jax.numpy as jnp
import numpy as np

from catalogue import family

add = family("images")


def picture(a):
    """Height, width and 4 channels."""
    side = max(8, a.side // 2)
    return (a.uniform(side, side, 4),)


def gray(a):
    return (a.uniform(a.side, a.side),)


def resized(method, factor):
    def resize(x):
        height, width, channels = x.shape
        return jax.image.resize(x, (int(height * factor), int(width * factor), channels), method)

    return resize


def color_table(table, picture):
    """The colors of a table of 17 x 17 x 17, interpolated between its eight nearest."""
    place = picture.astype(jnp.float32) / 255 * 16
    cell = jnp.clip(jnp.floor(place).astype(jnp.int32), 0, 15)
    part = place - cell
    mixed = 0.0
    for corner in np.ndindex(2, 2, 2):
        weight = jnp.prod(jnp.abs(1 - np.array(corner) - part), -1)
        mixed = mixed + weight[..., None] * table[tuple(cell[..., i] + corner[i] for i in range(3))]
    return mixed


add("resize-bilinear-up", resized("bilinear", 2), picture)
add("resize-bilinear-down", resized("bilinear", 0.5), picture)
add("resize-cubic-up", resized("cubic", 1.5), picture)
add("resize-nearest-up", resized("nearest", 2), picture)
add("resize-lanczos-down", resized("lanczos3", 0.5), picture)


def to_gray(x):
    return x[..., :3] @ jnp.array([0.299, 0.587, 0.114])


def hue(x):
    r, g, b = x[..., 0], x[..., 1], x[..., 2]
    most, least = jnp.maximum(jnp.maximum(r, g), b), jnp.minimum(jnp.minimum(r, g), b)
    span = jnp.where(most == least, 1, most - least)
    h = jnp.where(most == r, (g - b) / span, jnp.where(most == g, 2 + (b - r) / span, 4 + (r - g) / span))
    return jnp.stack([(h / 6) % 1, jnp.where(most == 0, 0, span / most), most], -1)


def srgb_to_linear(x):
    return jnp.where(x <= 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4)


def filtered(x, kernel):
    return jax.lax.conv(x[None, None], kernel[None, None], (1, 1), "SAME")[0, 0]


def sobel(x):
    kernel = jnp.array([[-1.0, 0, 1], [-2, 0, 2], [-1, 0, 1]])
    return jnp.hypot(filtered(x, kernel), filtered(x, kernel.T))


def blur(x):
    weights = jnp.exp(-(jnp.arange(-5.0, 6) ** 2) / 8)
    weights /= weights.sum()
    return filtered(filtered(x, weights[:, None]), weights[None])


def equalize(x):
    counts = jnp.bincount((x * 255).astype(jnp.int32).ravel(), length=256)
    table = jnp.cumsum(counts) / x.size
    return table[(x * 255).astype(jnp.int32)]


def median_filter(x):
    padded = jnp.pad(x, 1, mode="edge")
    around = [padded[i:i + x.shape[0], j:j + x.shape[1]] for i in range(3) for j in range(3)]
    return jnp.median(jnp.stack(around), 0)


def shifted_differences(x):
    return 4 * x - jnp.roll(x, 1, 0) - jnp.roll(x, -1, 0) - jnp.roll(x, 1, 1) - jnp.roll(x, -1, 1)


def flip_crop_normalize(x):
    cut = x[2:-2, ::-1][:, 2:-2]
    return (cut - jnp.array([0.485, 0.456, 0.406, 0.5])) / jnp.array([0.229, 0.224, 0.225, 0.5])


add("rgb-to-gray", to_gray, picture)
add("rgb-to-hsv", hue, picture)
add("srgb-to-linear", srgb_to_linear, picture)
add("sobel", sobel, gray)
add("gaussian-blur", blur, gray)
add("equalize", equalize, gray)
add("median-filter", median_filter, gray)
add("laplacian", shifted_differences, gray)
add("crop-normalize", flip_crop_normalize, picture)
add("dilate", lambda x: jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (5, 5), (1, 1), "SAME"), gray)
add("integral-image", lambda x: jnp.cumsum(jnp.cumsum(x, 0), 1), gray)
add("u8-picture-to-batch", lambda x: jnp.transpose(x.astype(jnp.float32) / 255, (2, 0, 1))[None], lambda a: (a.integers(256, a.side, a.side, 4, dtype=np.uint8),))
add("rotate-picture", lambda x: jax.scipy.ndimage.map_coordinates(x, jnp.tensordot(jnp.array([[0.8, -0.6], [0.6, 0.8]]), jnp.mgrid[:x.shape[0], :x.shape[1]].astype(jnp.float32), 1), 1), gray)
add("alpha-blend", lambda x, y: x[..., :3] * x[..., 3:] + y[..., :3] * (1 - x[..., 3:]), lambda a: picture(a) + picture(a))
add("psnr", lambda x, y: -10 * jnp.log10(jnp.mean((x - y) ** 2)), lambda a: picture(a) + picture(a))
add("wave-of-pads", lambda x, y: 2 * x - y + 0.1 * (jnp.pad(x, 1)[2:, 1:-1] + jnp.pad(x, 1)[:-2, 1:-1] + jnp.pad(x, 1)[1:-1, 2:] + jnp.pad(x, 1)[1:-1, :-2] - 4 * x), lambda a: a.squares(2))


def overlaps(a, b):
    """Intersection over union of all pairs of boxes."""
    size = jnp.maximum(jnp.minimum(a[:, None, 2:], b[None, :, 2:]) - jnp.maximum(a[:, None, :2], b[None, :, :2]), 0)
    common = size[..., 0] * size[..., 1]
    area = lambda x: (x[:, 2] - x[:, 0]) * (x[:, 3] - x[:, 1])
    return common / (area(a)[:, None] + area(b)[None] - common)


def affine(x):
    """Nearest elements of a turned picture."""
    side = x.shape[0]
    i, j = jnp.meshgrid(jnp.arange(1.0 * side), jnp.arange(1.0 * side), indexing="ij")
    near = lambda y: jnp.clip(jnp.round(y).astype(jnp.int32), 0, side - 1)
    return x[near(0.9 * i - 0.2 * j + 20.303), near(0.2 * i + 0.9 * j - 19.703)]


def cutout(x, corner):
    near = lambda k: jnp.abs(jnp.arange(64) - corner[:, k : k + 1]) < 8
    return jnp.where(near(0)[:, :, None] & near(1)[:, None, :], 0.0, x)


add("box-overlaps", overlaps, lambda a: (a.uniform(a.side, 4), a.uniform(a.side, 4)))
add("affine-picture", affine, lambda a: (a.uniform(max(8, a.side // 2), max(8, a.side // 2), 3),))
add("cutout", cutout, lambda a: (a.normal(max(1, a.n // 4096), 64, 64), a.integers(64, max(1, a.n // 4096), 2)))
add("enlarge-three-times", lambda x: jnp.repeat(jnp.repeat(x, 3, 0), 3, 1), lambda a: (a.normal(a.side // 3 + 1, a.side // 3 + 1),))
add("mean-2x2-colors", lambda x: x.reshape(x.shape[0] // 2, 2, -1, 2, 3).mean((1, 3)), lambda a: (a.uniform(a.side // 4 * 2, a.side // 4 * 2, 3),))
add("normalize-colors", lambda x, m, s: ((x.astype(jnp.float32) / 255 - m) / s).transpose(0, 3, 1, 2), lambda a: (a.integers(256, max(1, 4 * a.n // 40000), 115, 115, 3, dtype=np.uint8), a.uniform(3), a.uniform(3, low=0.5)))
add("argmax-2x2", lambda x: x.reshape(x.shape[0] // 2, 2, -1, 2, 16).transpose(0, 2, 4, 1, 3).reshape(x.shape[0] // 2, -1, 16, 4).argmax(-1), lambda a: (a.normal(a.side // 8 * 2, a.side // 8 * 2, 16),))
add("pixel-unshuffle-u8", lambda x: x.reshape(x.shape[0] // 2, 2, -1, 2, 3).transpose(0, 2, 4, 1, 3).reshape(x.shape[0] // 2, -1, 12), lambda a: (a.integers(256, a.side // 4 * 4, a.side // 4 * 4, 3, dtype=np.uint8),))


def bytes_of(a):
    return (a.integers(256, a.side, a.side, dtype=np.uint8),)


add("threshold-u8", lambda x: jnp.where(x > 128, 255, 0).astype(jnp.uint8), bytes_of)
add("box-sums-u8", lambda x: (x[: len(x) // 4 * 4, : len(x) // 4 * 4].reshape(len(x) // 4, 4, -1, 4).astype(jnp.int32).sum((1, 3)) // 16).astype(jnp.uint8), bytes_of)
add("color-table", color_table, lambda a: (a.uniform(17, 17, 17, 3), a.integers(256, 48, 64, 3, dtype=np.uint8)), sizes=())
