"""Layers of networks, forward and backward, as jax.nn and jax.lax have them."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from catalogue import Arguments as A, UP_TO_1M, family

add = family("layers")
NHWC = ("NHWC", "HWIO", "NHWC")


def conv(x, w, strides=(1, 1), padding="SAME", **options):
    return lax.conv_general_dilated(x, w, strides, padding, dimension_numbers=NHWC, **options)


def activations(a, channels=16):
    side = max(4, int((a.n // channels) ** 0.5))
    return a.normal(1, side, side, channels)


def grad_of(function):
    """The gradients of all arguments of the sum of a function's squared result."""
    return lambda *arguments: jax.grad(lambda them: (function(*them) ** 2).sum())(arguments)


def batch_norm(x, gain, bias):
    mean, variance = x.mean((0, 1, 2)), x.var((0, 1, 2))
    return (x - mean) * lax.rsqrt(variance + 1e-5) * gain + bias


def group_norm(x):
    grouped = x.reshape(*x.shape[:3], 4, -1)
    mean, variance = grouped.mean((1, 2, 4), keepdims=True), grouped.var((1, 2, 4), keepdims=True)
    return ((grouped - mean) * lax.rsqrt(variance + 1e-5)).reshape(x.shape)


def layer_norm(x, gain, bias):
    mean = x.mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * gain + bias


def cross_entropy(logits, labels):
    return -jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None], 1).mean()


def cross_entropy_one_hot(logits, labels):
    return -(jax.nn.log_softmax(logits) * jax.nn.one_hot(labels, logits.shape[1])).sum(1).mean()


def cached_attention(keys, values, queries):
    def step(state, query):
        keys, values, at = state
        keys = jax.lax.dynamic_update_slice(keys, query[:, :, None] * 0.5, (0, 0, at, 0))
        values = jax.lax.dynamic_update_slice(values, query[:, :, None] * 0.3, (0, 0, at, 0))
        scores = jnp.einsum("bhd,bhsd->bhs", query, keys) / 8
        weights = jax.nn.softmax(jnp.where(jnp.arange(keys.shape[2]) <= at, scores, -1e9))
        return (keys, values, at + 1), jnp.einsum("bhs,bhsd->bhd", weights, values)

    return jax.lax.scan(step, (keys, values, 100), queries)[1]


def attention(x, w, heads=4):
    q, k, v = (p.reshape(*p.shape[:-1], heads, -1) for p in jnp.split(x @ w, 3, -1))
    return jax.nn.dot_product_attention(q, k, v, is_causal=True).reshape(x.shape)


def rotary(x):
    half = x.shape[-1] // 2
    angle = jnp.arange(x.shape[0])[:, None] / 10000 ** (jnp.arange(half) / half)
    first, second = x[..., :half], x[..., half:]
    return jnp.concatenate([first * jnp.cos(angle) - second * jnp.sin(angle), first * jnp.sin(angle) + second * jnp.cos(angle)], -1)


def pool(x, reducer, init):
    return lax.reduce_window(x, init, reducer, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


def tokens(a, width=64):
    return a.normal(2, max(4, a.n // (2 * width)), width)


def scaled(a, *shape):
    return a.normal(*shape, scale=shape[-2] ** -0.5)


def logits_and_labels(a):
    return a.normal(a.side, a.side), a.integers(a.side, a.side)


add("conv-3x3", conv, lambda a: (activations(a), scaled(a, 3, 3, 16, 16)))
add("conv-3x3-rgb", conv, lambda a: (activations(a, 3), scaled(a, 3, 3, 3, 16)))
add("conv-1x1", conv, lambda a: (activations(a), scaled(a, 1, 1, 16, 32)))
add("conv-strided", lambda x, w: conv(x, w, (2, 2)), lambda a: (activations(a), scaled(a, 3, 3, 16, 32)))
add("conv-dilated", lambda x, w: conv(x, w, rhs_dilation=(2, 2)), lambda a: (activations(a), scaled(a, 3, 3, 16, 16)))
add("conv-depthwise", lambda x, w: conv(x, w, feature_group_count=16), lambda a: (activations(a), a.normal(3, 3, 1, 16)))
add("conv-transposed", lambda x, w: lax.conv_transpose(x, w, (2, 2), "SAME"), lambda a: (activations(a), scaled(a, 3, 3, 16, 16)))
add("conv-gradient", grad_of(conv), lambda a: (activations(a), scaled(a, 3, 3, 16, 16)))
add("conv-strided-gradient", grad_of(lambda x, w: conv(x, w, (2, 2))), lambda a: (activations(a), scaled(a, 3, 3, 16, 32)))
add("conv-1d-causal", lambda x, w: lax.conv_general_dilated(x, w, (1,), [(6, 0)], rhs_dilation=(3,), dimension_numbers=("NHC", "HIO", "NHC")), lambda a: (a.normal(1, a.n // 16, 16), scaled(a, 3, 16, 16)))
add("conv-3d", lambda x, w: lax.conv(x, w, (1, 1, 1), "SAME"), lambda a: (a.normal(1, 4, 4, a.side // 4, a.side), a.normal(8, 4, 3, 3, 3)))
add("max-pool", lambda x: pool(x, lax.max, -jnp.inf), lambda a: (activations(a),))
add("mean-pool", lambda x: pool(x, lax.add, 0.0) / 4, lambda a: (activations(a),))
add("max-pool-gradient", grad_of(lambda x: pool(x, lax.max, -jnp.inf)), lambda a: (activations(a),))
add("global-mean-pool", lambda x: x.mean((1, 2)), lambda a: (activations(a),))
add("batch-norm", batch_norm, lambda a: (activations(a), a.normal(16), a.normal(16)))
add("batch-norm-gradient", grad_of(batch_norm), lambda a: (activations(a), a.normal(16), a.normal(16)))
add("group-norm", group_norm, lambda a: (activations(a),))
add("layer-norm-gradient", grad_of(layer_norm), lambda a: (a.normal(a.side, a.side), a.normal(a.side), a.normal(a.side)))
add("dense-gelu", lambda x, w, b: jax.nn.gelu(x @ w + b), lambda a: (a.normal(a.n // 64, 64), scaled(a, 64, 256), a.normal(256)))
add("dense-gradient", grad_of(lambda x, w, b: jax.nn.relu(x @ w + b)), lambda a: (a.normal(a.n // 64, 64), scaled(a, 64, 64), a.normal(64)))
add("glu", lambda x, w: jax.nn.glu(x @ w), lambda a: (a.normal(a.n // 64, 64), scaled(a, 64, 128)))
add("attention", attention, lambda a: (tokens(a), scaled(a, 64, 192)), sizes=UP_TO_1M)
add("cached-attention", cached_attention, lambda a: (a.normal(4, 8, 512, 64), a.normal(4, 8, 512, 64), a.normal(16, 4, 8, 64)), sizes=())
add("attention-gradient", grad_of(attention), lambda a: (tokens(a), scaled(a, 64, 192)), sizes=("1k",))
add("rotary", rotary, lambda a: (a.normal(a.n // 64, 64),))
add("cross-entropy", cross_entropy, logits_and_labels)
add("cross-entropy-gradient", jax.grad(cross_entropy), logits_and_labels)
add("cross-entropy-one-hot-gradient", jax.grad(cross_entropy_one_hot), logits_and_labels)
add("embedding-gradient", lambda w, t: jax.grad(lambda m: (m[t] ** 2).sum())(w), lambda a: (a.normal(a.n // 64, 64), a.integers(a.n // 64, a.n // 64)))
add("gelu-gradient", grad_of(jax.nn.gelu), A.vector)
add("softmax-gradient", grad_of(jax.nn.softmax), A.square)
add("huber-gradient", jax.grad(lambda x, y: jnp.where(abs(x - y) < 1, 0.5 * (x - y) ** 2, abs(x - y) - 0.5).mean()), lambda a: a.vectors(2))
add("contrastive-loss", lambda x, y: cross_entropy((x / jnp.linalg.norm(x, axis=1, keepdims=True)) @ (y / jnp.linalg.norm(y, axis=1, keepdims=True)).T * 10, jnp.arange(len(x))), lambda a: (a.normal(a.side, 64), a.normal(a.side, 64)))
add("position-encoding", lambda x: x + jnp.where(jnp.arange(64) % 2 == 0, jnp.sin(jnp.arange(x.shape[0])[:, None] * jnp.exp(-jnp.arange(64) / 7)), jnp.cos(jnp.arange(x.shape[0])[:, None] * jnp.exp(-jnp.arange(64) / 7))), lambda a: (a.normal(a.n // 64, 64),))
add("mixture-of-experts", lambda x, g, w: jnp.einsum("ne,neh->nh", jax.nn.softmax(x @ g), jnp.einsum("nd,edh->neh", x, w)), lambda a: (a.normal(a.n // 64, 64), scaled(a, 64, 4), scaled(a, 4, 64, 64)), sizes=UP_TO_1M)
add("i8-dense", lambda x, w, s: lax.dot_general(x, w, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32).astype(jnp.float32) * s, lambda a: (a.integers(128, a.n // 16, 64, low=-128, dtype=np.int8), a.integers(128, 64, 64, low=-128, dtype=np.int8), np.float32(0.01)))
add("bf16-dense", lambda x, w: jax.nn.relu(x.astype(jnp.bfloat16) @ w.astype(jnp.bfloat16)).astype(jnp.float32), lambda a: (a.normal(a.n // 64, 64), scaled(a, 64, 64)))


def positions(a):
    """Vectors of 64 at 60 places, and the angles of the places."""
    rows = max(1, a.n // (60 * 64))
    return a.normal(rows, 60, 64), a.normal(60, 64), a.normal(60, 64)


def rotate_halves(x, c, s):
    return x * c + jnp.concatenate([-x[..., 32:], x[..., :32]], -1) * s


def rotate_pairs(x, c, s):
    even, odd, c, s = x[..., 0::2], x[..., 1::2], c[..., 0::2], s[..., 0::2]
    return jnp.stack([even * c - odd * s, even * s + odd * c], -1).reshape(x.shape)


add("rotary-halves", rotate_halves, positions)
add("rotary-pairs", rotate_pairs, positions)
add("l2-normalize", lambda x: x / jnp.linalg.norm(x, axis=1, keepdims=True), lambda a: (a.normal(a.n // 100, 100),))
add("instance-norm", lambda x: (x - x.mean((1, 2), keepdims=True)) * lax.rsqrt(x.var((1, 2), keepdims=True) + 1e-5), activations)
add("masked-mean", lambda x, m: (x * m[..., None]).sum(1) / m.sum(1)[:, None], lambda a: (a.normal(max(1, a.n // 9000), 100, 90), a.uniform(max(1, a.n // 9000), 100)))
add("label-smoothing", lambda x, k: -jnp.mean(jnp.sum((jax.nn.one_hot(k, 200) * 0.9 + 0.0005) * jax.nn.log_softmax(x), -1)), lambda a: (a.normal(max(1, a.n // 200), 200), a.integers(200, max(1, a.n // 200))))
add("divergence-rows", lambda x, y: (jax.nn.softmax(x) * (jax.nn.log_softmax(x) - jax.nn.log_softmax(y))).sum(-1), lambda a: a.squares(2))
add("causal-softmax", lambda x: jax.nn.softmax(jnp.where(jnp.tril(jnp.ones(x.shape[1:], bool)), x, -1e9)), lambda a: (a.normal(max(1, a.n // 16129), 127, 127),))
add("layer-norm-odd", lambda x, g, b: (x - x.mean(-1, keepdims=True)) * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * g + b, lambda a: (a.normal(max(1, a.n // 257), 257), a.normal(257), a.normal(257)))


def skip_connection(x, y):
    """An upsampled picture beside another one, as in a U-Net."""
    return jnp.concatenate([jnp.repeat(jnp.repeat(x, 2, 1), 2, 2), y], -1)


def two_pictures(a):
    side = max(2, int((a.n // 32) ** 0.5) // 2)
    return a.normal(1, side, side, 32), a.normal(1, 2 * side, 2 * side, 16)


add("skip-connection", skip_connection, two_pictures)
