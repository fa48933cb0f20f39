"""Functions of single elements and short chains of them."""

import jax
import jax.numpy as jnp
import numpy as np

from catalogue import Arguments as A, UP_TO_1M, family

add = family("element-wise")

add("gelu", lambda x: jax.nn.gelu(x, approximate=False), A.vector)
add("gelu-tanh", jax.nn.gelu, A.vector)
add("silu", jax.nn.silu, A.vector)
add("softplus", jax.nn.softplus, A.vector)
add("mish", jax.nn.mish, A.vector)
add("hard-swish", jax.nn.hard_swish, A.vector)
add("elu", jax.nn.elu, A.vector)
add("polyval", lambda x: jnp.polyval(jnp.array([0.1, -0.3, 0.5, 1.0, -2.0, 3.0]), x), A.vector)
add("clip-round", lambda x: jnp.round(jnp.clip(x * 3, -4, 4), 1), A.vector)
add("where-chain", lambda x, y: jnp.where(x > y, x - y, jnp.where(y > 0, y * 2, -x)), lambda a: a.vectors(2))
add("nan-to-num", lambda x: jnp.nan_to_num(jnp.log(x)), A.vector)
add("hypot", jnp.hypot, lambda a: a.vectors(2))
add("arctan2", jnp.arctan2, lambda a: a.vectors(2))
add("sinc", jnp.sinc, A.vector)
add("logaddexp", jnp.logaddexp, lambda a: a.vectors(2))
add("power-2.5", lambda x: jnp.power(jnp.abs(x), 2.5), A.vector)
add("cbrt", jnp.cbrt, A.vector)
add("wrap-angle", lambda x: jnp.mod(x + jnp.pi, 2 * jnp.pi) - jnp.pi, A.vector)
add("standardize", lambda x: (x - x.mean(0)) / (x.std(0) + 1e-6), A.square)
add("floor-divide-i32", lambda i: i // 7, lambda a: (a.integers(10**6, a.n, low=-(10**6)),))
add("remainder-i32", lambda i: (i * 31 + 7) % 1000, lambda a: (a.integers(10**6, a.n, low=-(10**6)),))
add("divmod-variable-i32", jnp.divmod, lambda a: (a.integers(10**6, a.n), a.integers(1000, a.n, low=1)))
add("unravel-index", lambda i: jnp.stack(jnp.unravel_index(i, (100, 60, 40))), lambda a: (a.integers(240000, a.n),))
add("hash-u32", lambda x: ((x ^ (x >> 16)) * np.uint32(0x45D9F3B)) ^ (x >> 13), lambda a: (a.integers(2**32, a.n, dtype=np.uint32),))
add("popcount", jnp.bitwise_count, lambda a: (a.integers(2**32, a.n, dtype=np.uint32),))
add("leap-year", lambda y: (y % 4 == 0) & ((y % 100 != 0) | (y % 400 == 0)), lambda a: (a.integers(3000, a.n),))


def bytes_of(a):
    return (a.integers(256, 4 * a.n, dtype=np.uint8),)


add("u8-to-unit-f32", lambda x: x.astype(jnp.float32) / 255, bytes_of)
add("u8-brighten", lambda x: jnp.minimum(x.astype(jnp.uint16) * 3 // 2, 255).astype(jnp.uint8), bytes_of)
add("u8-threshold", lambda x: jnp.where(x > 127, np.uint8(255), np.uint8(0)), bytes_of)
add("u8-blend", lambda x, y: ((x.astype(jnp.uint16) + y) >> 1).astype(jnp.uint8), lambda a: bytes_of(a) + bytes_of(a))
add("i16-scale", lambda x: ((x.astype(jnp.int32) * 23170) >> 15).astype(jnp.int16), lambda a: (a.integers(2**15, 2 * a.n, low=-(2**15), dtype=np.int16),))
add("i8-quantize", lambda x: jnp.clip(jnp.round(x / 0.05), -128, 127).astype(jnp.int8), A.vector)
add("i8-dequantize", lambda x: (x.astype(jnp.float32) - 3) * 0.05, lambda a: (a.integers(128, 4 * a.n, low=-128, dtype=np.int8),))
add("f32-to-bf16-silu", lambda x: jax.nn.silu(x.astype(jnp.bfloat16)), A.vector)
add("f16-axpy", lambda x, y: x * np.float16(1.5) + y, lambda a: (a.normal(2 * a.n, dtype=np.float16), a.normal(2 * a.n, dtype=np.float16)))
add("to-i32-and-back", lambda x: x - x.astype(jnp.int32).astype(jnp.float32), A.vector)
add("boolean-logic", lambda x, y: (x > 0) & ~(y > 0) | (x < -1), lambda a: a.vectors(2))
add("heaviside-sum", lambda x, y: jnp.heaviside(x, 0.5) + jnp.sign(y), lambda a: a.vectors(2))


def black_scholes(spot, strike, years):
    volatility, rate = 0.2, 0.03
    d1 = (jnp.log(spot / strike) + (rate + volatility**2 / 2) * years) / (volatility * jnp.sqrt(years))
    d2 = d1 - volatility * jnp.sqrt(years)
    cdf = jax.scipy.stats.norm.cdf
    return spot * cdf(d1) - strike * jnp.exp(-rate * years) * cdf(d2)


def options(a, dtype=np.float32):
    return tuple(a.uniform(a.n, low=low, high=high, dtype=dtype) for low, high in ((80, 120), (90, 110), (0.1, 2)))


add("black-scholes", black_scholes, options)
add("black-scholes-f64", black_scholes, lambda a: options(a, np.float64), sizes=UP_TO_1M, double=True)


def haversine(a1, o1, a2, o2):
    h = jnp.sin((a2 - a1) / 2) ** 2 + jnp.cos(a1) * jnp.cos(a2) * jnp.sin((o2 - o1) / 2) ** 2
    return 6371.0 * 2 * jnp.arcsin(jnp.sqrt(h))


add("haversine", haversine, lambda a: tuple(a.uniform(a.n, low=-1.5, high=1.5) for _ in range(4)))


def complexes(a):
    return (a.normal(a.n // 2) + 1j * a.normal(a.n // 2)).astype(np.complex64)


add("complex-multiply", lambda x, y: x * y + jnp.conj(x), lambda a: (complexes(a), complexes(a)))
add("complex-abs-angle", lambda x: jnp.abs(x) * jnp.angle(x), lambda a: (complexes(a),))
add("complex-exp", lambda x: jnp.exp(1j * x), lambda a: (a.normal(a.n // 2),))
add("rotate-points", lambda p, t: p @ jnp.array([[jnp.cos(t), -jnp.sin(t)], [jnp.sin(t), jnp.cos(t)]]), lambda a: (a.normal(a.n // 2, 2), np.float32(0.3)))
add("quaternion-multiply", lambda p, q: jnp.stack([
    p[..., 0] * q[..., 0] - jnp.sum(p[..., 1:] * q[..., 1:], -1),
    p[..., 0] * q[..., 1] + p[..., 1] * q[..., 0] + p[..., 2] * q[..., 3] - p[..., 3] * q[..., 2],
    p[..., 0] * q[..., 2] - p[..., 1] * q[..., 3] + p[..., 2] * q[..., 0] + p[..., 3] * q[..., 1],
    p[..., 0] * q[..., 3] + p[..., 1] * q[..., 2] - p[..., 2] * q[..., 1] + p[..., 3] * q[..., 0]], -1),
    lambda a: (a.normal(a.n // 4, 4), a.normal(a.n // 4, 4)))
add("inverse-hyperbolic", lambda x: jnp.arcsinh(x) + jnp.arccosh(1 + jnp.abs(x)) + jnp.arctanh(x * 0.1), A.vector)
add("piecewise", lambda x: jnp.piecewise(x, [x < -1, (x >= -1) & (x < 1), x >= 1], [lambda x: x * x, jnp.abs, lambda x: jnp.sqrt(jnp.abs(x))]), A.vector)
add("triangle-mask", lambda x: jnp.tril(x) - jnp.triu(x, 1), A.square)
add("band-mask", lambda x: jnp.where(jnp.abs(jnp.arange(x.shape[0])[:, None] - jnp.arange(x.shape[1])) < 5, x, 0), A.square)
add("diagonal-scale", lambda x: jnp.diag(x)[:, None] * x + jnp.eye(x.shape[0]), A.square)
add("shift-scale-rows", lambda x, m, s: (x - m[:, None]) * s[:, None], lambda a: (a.normal(a.n // 100, 100), a.normal(a.n // 100), a.normal(a.n // 100)))
add("all-pairs-sum", lambda x: x[:, None] + x[None], lambda a: (a.normal(a.side),))
add("divide-by-channel", lambda x: x[:, :3] / x[:, 3:], lambda a: (a.uniform(a.n // 4, 4, low=0.1),))
add("weighted-points", lambda x, s, t: x * s[:, None] + t[:, None], lambda a: (a.normal(a.n // 3, 3), a.normal(a.n // 3), a.normal(a.n // 3)))
add("u8-mix", lambda x, y: ((x.astype(jnp.float32) * 0.25 + y.astype(jnp.float32) * 0.75) + 0.5).astype(jnp.uint8), lambda a: (a.integers(256, 4 * a.n, dtype=np.uint8), a.integers(256, 4 * a.n, dtype=np.uint8)))
add("complex-square-root", lambda x, y: jnp.sqrt(x + 1j * y), lambda a: a.vectors(2))
add("u8-gain", lambda x: jnp.clip(jnp.round(x.astype(jnp.float32) * 1.2 + 3), 0, 255).astype(jnp.uint8), bytes_of)
add("i16-gain", lambda x: jnp.clip(x.astype(jnp.float32) * 1.5, -32768, 32767).astype(jnp.int16), lambda a: (a.integers(2**15, 2 * a.n, dtype=np.int16),))
add("u8-power", jnp.power, lambda a: bytes_of(a) + bytes_of(a))
add("f16-leaky-relu", jax.nn.leaky_relu, lambda a: (a.normal(2 * a.n, dtype=np.float16),))
add("f16-heaviside", lambda x: jnp.heaviside(x, 0.5), lambda a: (a.normal(2 * a.n, dtype=np.float16),))
add("complex-equal", lambda x, y: x == y, lambda a: (complexes(a), complexes(a)))
add("gradient-of-differences", jax.grad(lambda x: ((x[:, 1:] - x[:, :-1]) ** 2).sum()), A.square)
add("hamming-distances", lambda x, y: jax.lax.population_count(x[:, None] ^ y[None]).sum(-1), lambda a: (a.integers(2**31, max(2, a.side // 4), 8), a.integers(2**31, max(2, a.side // 4), 8)))
