"""jax.scipy: special functions, densities, signals, interpolation."""

import jax
import jax.numpy as jnp
import jax.scipy as jsp
import jax.scipy.spatial.transform
import numpy as np

from catalogue import Arguments as A, UP_TO_1M, family

add = family("scipy")


def positive(a):
    return (a.uniform(a.n, low=0.1, high=8),)


def unit(a):
    return (a.uniform(a.n, low=0.01, high=0.99),)


add("gammaln", jsp.special.gammaln, positive)
add("digamma", jsp.special.digamma, positive)
add("erf", jsp.special.erf, A.vector)
add("erfc", jsp.special.erfc, A.vector)
add("erfinv", jsp.special.erfinv, lambda a: (a.uniform(a.n, low=-0.99, high=0.99),))
add("ndtri", jsp.special.ndtri, unit)
add("log-ndtr", jsp.special.log_ndtr, A.vector)
add("logit", jsp.special.logit, unit)
add("xlogy", jsp.special.xlogy, lambda a: unit(a) + positive(a))
add("entropy", lambda p: jsp.special.entr(p).sum(), unit)
add("bessel-i0e", jsp.special.i0e, positive)
add("gammainc", jsp.special.gammainc, lambda a: positive(a) + positive(a), sizes=UP_TO_1M)
add("betainc", lambda x: jsp.special.betainc(2.0, 3.0, x), unit, sizes=UP_TO_1M)
add("zeta", lambda x: jsp.special.zeta(x + 1.5, 1.0), positive, sizes=UP_TO_1M)
add("normal-logpdf", lambda x: jsp.stats.norm.logpdf(x, 0.5, 2.0).sum(), A.vector)
add("normal-cdf", jsp.stats.norm.cdf, A.vector)
add("student-logpdf", lambda x: jsp.stats.t.logpdf(x, 5.0), A.vector)
add("gamma-logpdf", lambda x: jsp.stats.gamma.logpdf(x, 2.0), positive)
add("poisson-logpmf", lambda k: jsp.stats.poisson.logpmf(k, 3.5), lambda a: (a.integers(20, a.n),))
add("gaussian-kernel-density", lambda d, x: jsp.stats.gaussian_kde(d)(x), lambda a: (a.normal(256), a.normal(a.n // 256)))
add("convolve", lambda x, k: jnp.convolve(x, k, "same"), lambda a: (a.normal(a.n), a.normal(31)))
add("convolve-2d", lambda x, k: jsp.signal.convolve2d(x, k, "same"), lambda a: (a.normal(a.side, a.side), a.normal(5, 5)))
add("fft-convolve", lambda x, k: jsp.signal.fftconvolve(x, k, "same"), lambda a: (a.normal(a.n), a.normal(a.n // 2)), sizes=UP_TO_1M)
add("stft", lambda x: jsp.signal.stft(x, nperseg=256)[2], lambda a: (a.normal(max(a.n, 1024)),), sizes=UP_TO_1M)
add("welch", lambda x: jsp.signal.welch(x, nperseg=256)[1], lambda a: (a.normal(max(a.n, 1024)),))
add("detrend", jsp.signal.detrend, A.vector, sizes=UP_TO_1M)
add("map-coordinates", lambda x, y, z: jsp.ndimage.map_coordinates(x, [y, z], 1), lambda a: (
    a.normal(a.side, a.side), a.uniform(a.n, high=a.side - 1), a.uniform(a.n, high=a.side - 1)))
add("grid-interpolator", lambda v, p: jsp.interpolate.RegularGridInterpolator((jnp.linspace(0, 1, 20),) * 3, v)(p), lambda a: (
    a.normal(20, 20, 20), a.uniform(a.n // 3, 3)), sizes=UP_TO_1M)
add("vector-quantize", lambda x, c: jsp.cluster.vq.vq(x, c)[0], lambda a: (a.normal(a.n // 8, 8), a.normal(32, 8)), sizes=UP_TO_1M)
add("rotation-apply", lambda q, v: jsp.spatial.transform.Rotation.from_quat(q).apply(v), lambda a: (a.normal(a.n // 4, 4), a.normal(a.n // 4, 3)), sizes=UP_TO_1M)
add("logsumexp-weights", lambda x, w: jsp.special.logsumexp(x, 1, w), lambda a: (a.normal(a.side, a.side), a.uniform(a.side, a.side)))
add("spherical-bessel-like", lambda x: jnp.where(jnp.abs(x) < 1e-3, 1 - x * x / 6, jnp.sin(x) / x), A.vector)
add("lgamma-f64", jsp.special.gammaln, lambda a: (a.uniform(a.n // 2, low=0.1, high=8, dtype=np.float64),), double=True)
add("spence", jsp.special.spence, positive, sizes=UP_TO_1M)
add("expi", jsp.special.expi, positive, sizes=UP_TO_1M)
add("gamma-function", jsp.special.gamma, positive, sizes=UP_TO_1M)
add("beta-function", jsp.special.beta, lambda a: positive(a) + positive(a), sizes=UP_TO_1M)
add("erfc-f64", jsp.special.erfc, lambda a: (a.normal(a.n // 2, dtype=np.float64),), double=True)
