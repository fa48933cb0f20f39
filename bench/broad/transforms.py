"""Fourier transforms and what is made of them."""

import jax.numpy as jnp
import numpy as np

from catalogue import Arguments as A, UP_TO_1M, family

add = family("transforms")


def complexes(a):
    return ((a.normal(a.n // 2) + 1j * a.normal(a.n // 2)).astype(np.complex64),)


def low_pass(x):
    spectrum = jnp.fft.rfft2(x)
    keep = jnp.arange(spectrum.shape[1]) < spectrum.shape[1] // 4
    return jnp.fft.irfft2(spectrum * keep)


def spectral_derivative(x):
    k = jnp.fft.rfftfreq(x.shape[-1]) * 2 * jnp.pi
    return jnp.fft.irfft(1j * k * jnp.fft.rfft(x))


def autocorrelation(x):
    return jnp.fft.irfft(jnp.abs(jnp.fft.rfft(x - x.mean(), 2 * len(x))) ** 2)[:len(x)]


def cosine_transform(x):
    n = jnp.arange(x.shape[-1])
    return x @ jnp.cos(jnp.pi / x.shape[-1] * (n[:, None] + 0.5) * n)


add("fft", jnp.fft.fft, complexes)
add("rfft", jnp.fft.rfft, A.vector)
add("irfft", jnp.fft.irfft, complexes)
add("fft2", jnp.fft.fft2, lambda a: (complexes(a)[0][:(a.side // 2) ** 2].reshape(a.side // 2, -1),))
add("rfft-rows", jnp.fft.rfft, A.square)
add("rfft-short-rows", jnp.fft.rfft, lambda a: (a.normal(a.n // 32, 32),))
add("fft-prime", jnp.fft.fft, lambda a: ((a.normal(max(1, a.n // 512), 251) + 0j).astype(np.complex64),))
add("fft-columns", lambda x: jnp.fft.fft(x, axis=0), lambda a: (complexes(a)[0].reshape(-1, 16),))
add("power-spectrum", lambda x: jnp.abs(jnp.fft.rfft(x)) ** 2, A.square)
add("fftshift", lambda x: jnp.fft.fftshift(jnp.fft.fft2(x)), A.square)
add("low-pass", low_pass, A.square)
add("spectral-derivative", spectral_derivative, A.vector)
add("autocorrelation", autocorrelation, A.vector)
add("cosine-transform", cosine_transform, lambda a: (a.normal(a.n // 16, 16),))
add("fft-f64", jnp.fft.fft, lambda a: (a.normal(a.n // 4, dtype=np.float64) + 0j,), sizes=UP_TO_1M, double=True)
add("fft-of-12", jnp.fft.fft, lambda a: (complexes(a)[0][: a.n // 2 // 12 * 12].reshape(-1, 12),))
for order in (2, 5):
    add(f"fft-of-{order}", jnp.fft.fft, lambda a, order=order: (complexes(a)[0][: a.n // 2 // order * order].reshape(-1, order),))
add("rfft-of-8", jnp.fft.rfft, lambda a: (a.normal(a.n // 8, 8),))
