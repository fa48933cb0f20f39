"""Simulations: grids, particles, pictures."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from catalogue import family
from solvers import runge_kutta

add = family("simulations", sizes=())


def around(u):
    return jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1)


def heat(u):
    return lax.fori_loop(0, 100, lambda _, v: v + 0.1 * (around(v) - 4 * v), u)


def wave(u):
    step = lambda _, s: (s[1], 2 * s[1] - s[0] + 0.2 * (around(s[1]) - 4 * s[1]))
    return lax.fori_loop(0, 100, step, (u, u))[1]


def gray_scott(u, v):
    def step(_, s):
        u, v = s
        reaction = u * v * v
        return u + 0.16 * (around(u) - 4 * u) - reaction + 0.035 * (1 - u), v + 0.08 * (around(v) - 4 * v) + reaction - 0.1 * v

    return lax.fori_loop(0, 50, step, (u, v))


def sandpile(grains):
    def topple(_, x):
        full = (x >= 4).astype(x.dtype)
        x = x - 4 * full + jnp.pad(full, ((1, 0), (0, 0)))[:-1] + jnp.pad(full, ((0, 1), (0, 0)))[1:]
        return x + jnp.pad(full, ((0, 0), (1, 0)))[:, :-1] + jnp.pad(full, ((0, 0), (0, 1)))[:, 1:]

    return lax.fori_loop(0, 100, topple, grains)


def life(cells):
    def step(_, c):
        count = sum(jnp.roll(c, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1)) - c
        return ((count == 3) | ((count == 2) & (c == 1))).astype(c.dtype)

    return lax.fori_loop(0, 50, step, cells)


def ising(key, spins):
    checker = (jnp.arange(spins.shape[0])[:, None] + jnp.arange(spins.shape[1])) % 2

    def step(s, k):
        for parity, one in enumerate(jax.random.split(k)):
            flip = jnp.log(jax.random.uniform(one, s.shape)) < -0.8 * s * around(s)
            s = jnp.where(flip & (checker == parity), -s, s)
        return s, None

    return lax.scan(step, spins, jax.random.split(key, 20))[0]


def n_body(x, v):
    def forces(x):
        d = x[None] - x[:, None]
        return (d / ((d**2).sum(-1, keepdims=True) + 0.01) ** 1.5).sum(1)

    def step(_, s):
        x, v = s
        v = v + 1e-3 * forces(x)
        return x + 1e-3 * v, v

    return lax.fori_loop(0, 10, step, (x, v))


def lennard_jones(x):
    d = x[:, None] - x
    r2 = (d**2).sum(-1) + jnp.eye(len(x))
    inverse = 1 / r2**3
    return -((48 * inverse * (inverse - 0.5) / r2 * (1 - jnp.eye(len(x))))[..., None] * d).sum(1)


def boids(x, v):
    def step(s, _):
        x, v = s
        d = x[None] - x[:, None]
        near = ((d**2).sum(-1) < 0.1)[..., None]
        count = near.sum(1) + 1e-6
        v = v + 0.01 * (d * near).sum(1) / count + 0.05 * ((v[None] * near).sum(1) / count - v)
        return ((x + 0.01 * v) % 1.0, v), None

    return lax.scan(step, (x, v), None, 10)[0]


def mandelbrot(x, y):
    c = x[None] + 1j * y[:, None]

    def step(_, s):
        z, n = s
        z = jnp.where(jnp.abs(z) < 2, z * z + c, z)
        return z, n + (jnp.abs(z) < 2)

    return lax.fori_loop(0, 50, step, (jnp.zeros_like(c), jnp.zeros(c.shape, jnp.int32)))[1]


def fluid(u, v):
    """Advection with bilinear reads, then a projection by Fourier transforms."""
    n = u.shape[0]
    i, j = jnp.mgrid[:n, :n].astype(jnp.float32)
    read = lambda f, a, b: jax.scipy.ndimage.map_coordinates(f, [a % n, b % n], 1, mode="wrap")
    u, v = read(u, i - u, j - v), read(v, i - u, j - v)
    k = jnp.fft.fftfreq(n)
    kx, ky = k[:, None], k[None, :n // 2 + 1]
    fu, fv = jnp.fft.rfft2(u), jnp.fft.rfft2(v)
    divergence = (kx * fu + ky * fv) / jnp.where(kx**2 + ky**2 == 0, 1, kx**2 + ky**2)
    return jnp.fft.irfft2(fu - kx * divergence), jnp.fft.irfft2(fv - ky * divergence)


LATTICE = np.array([(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)])
LATTICE_WEIGHTS = np.array([4 / 9] + [1 / 9] * 4 + [1 / 36] * 4, np.float32)


def lattice_boltzmann(f):
    def step(_, f):
        f = jnp.stack([jnp.roll(f[k], tuple(LATTICE[k]), (0, 1)) for k in range(9)])
        density = f.sum(0)
        ux, uy = (jnp.tensordot(LATTICE[:, k].astype(np.float32), f, 1) / density for k in (0, 1))
        along = LATTICE[:, 0, None, None] * ux + LATTICE[:, 1, None, None] * uy
        rest = LATTICE_WEIGHTS[:, None, None] * density * (1 + 3 * along + 4.5 * along**2 - 1.5 * (ux**2 + uy**2))
        return f - (f - rest)

    return lax.fori_loop(0, 20, step, f)


def ray_march(origin, direction):
    """Spheres in a grid, seen by marching along signed distances."""
    distance = lambda p: jnp.sqrt((((p % 2) - 1) ** 2).sum(-1)) - 0.4
    return lax.fori_loop(0, 32, lambda _, t: t + distance(origin + t[:, None] * direction), jnp.zeros(len(direction)))


def asian_option(key, x):
    steps = jax.random.normal(key, (len(x), 64))
    paths = 100 * jnp.exp(jnp.cumsum(-0.02 / 64 + 0.2 / 8 * steps, 1))
    return jnp.maximum(paths.mean(1) - 100, 0).mean()


def pendulum(y):
    def f(s):
        a, b, va, vb = s
        c, d = jnp.cos(a - b), jnp.sin(a - b)
        den = 2 - c * c
        da = (-9.8 * (2 * jnp.sin(a) - c * jnp.sin(b)) - d * (vb * vb + c * va * va)) / den
        db = (2 * d * va * va + c * d * vb * vb + 19.6 * (c * jnp.sin(a) - jnp.sin(b))) / den
        return jnp.stack([va, vb, da, db])

    return lax.scan(lambda s, _: (runge_kutta(f, s, 0.01),) * 2, y, None, 500)[1]


def cart_pole(w, state):
    def step(s, _):
        x, v, a, o = s
        force = jnp.tanh(s @ w) * 10
        inner = (force + 0.05 * o * o * jnp.sin(a)) / 1.1
        alpha = (9.8 * jnp.sin(a) - jnp.cos(a) * inner) / (0.5 * (4 / 3 - 0.1 * jnp.cos(a) ** 2 / 1.1))
        new = jnp.array([x + 0.02 * v, v + 0.02 * (inner - 0.05 * alpha * jnp.cos(a)), a + 0.02 * o, o + 0.02 * alpha])
        return new, (abs(a) < 0.2).astype(jnp.float32)

    return lax.scan(step, state, None, 200)[1].sum()


def electromagnetic(e, h):
    def step(t, s):
        e, h = s
        h = h.at[:-1].add(0.5 * (e[1:] - e[:-1]))
        e = e.at[1:].add(0.5 * (h[1:] - h[:-1]))
        return e.at[100].add(jnp.exp(-((t - 30.0) ** 2) / 100)), h

    return lax.fori_loop(0, 300, step, (e, h))


def cloth(x, old):
    """Verlet steps of points on springs between neighbours."""

    def relax(x):
        for axis in (0, 1):
            d = jnp.diff(x, axis=axis)
            length = jnp.sqrt((d * d).sum(-1, keepdims=True)) + 1e-6
            move = 0.5 * d * (1 - 0.1 / length)
            pad = [(0, 0)] * 3
            pad[axis] = (0, 1)
            back = [(0, 0)] * 3
            back[axis] = (1, 0)
            x = x + jnp.pad(move, pad) - jnp.pad(move, back)
        return x

    step = lambda _, s: (relax(2 * s[0] - s[1] - 1e-3), s[0])
    return lax.fori_loop(0, 50, step, (x, old))[0]


def automaton(cells):
    """Rule 110, and its history."""

    def step(c, _):
        pattern = 4 * jnp.roll(c, 1) + 2 * c + jnp.roll(c, -1)
        return (110 >> pattern) & 1, c

    return lax.scan(step, cells, None, 200)[1]


def epidemic(s):
    def f(y):
        new = 0.3 * y[0] * y[1]
        return jnp.stack([-new, new - 0.1 * y[1], 0.1 * y[1]])

    return lax.scan(lambda y, _: (y + 0.1 * f(y),) * 2, s, None, 1000)[1]


def splat(positions, values):
    """Points onto a grid, with the weights of their four cells."""
    cell = jnp.floor(positions).astype(jnp.int32)
    part = positions - cell
    grid = jnp.zeros((64, 64))
    for i in (0, 1):
        for j in (0, 1):
            weight = jnp.abs(1 - i - part[:, 0]) * jnp.abs(1 - j - part[:, 1])
            grid = grid.at[cell[:, 0] + i, cell[:, 1] + j].add(weight * values)
    return grid


def fdtd(ez, hx, hy):
    """Yee's scheme in two dimensions, with fields on grids that are staggered."""

    def step(_, s):
        ez, hx, hy = s
        hx = hx.at[:, :-1].add(-0.5 * (ez[:, 1:] - ez[:, :-1]))
        hy = hy.at[:-1].add(0.5 * (ez[1:] - ez[:-1]))
        return ez.at[1:, 1:].add(0.5 * ((hy[1:, 1:] - hy[:-1, 1:]) - (hx[1:, 1:] - hx[1:, :-1]))), hx, hy

    return lax.fori_loop(0, 80, step, (ez, hx, hy))


def transmission_line(e, h):
    def step(_, s):
        e, h = s
        h = h.at[:-1].add(0.5 * (e[1:] - e[:-1]))
        return e.at[1:].add(0.5 * (h[1:] - h[:-1])), h

    return lax.fori_loop(0, 200, step, (e, h))


def few_bodies(x, v, m):
    def pull(x):
        d = x[None] - x[:, None]
        return jnp.einsum("ij,ijk,j->ik", ((d**2).sum(-1) + 0.05) ** -1.5, d, m)

    def step(s, _):
        x, v = s
        x = x + 0.01 * (v + 0.005 * pull(x))
        return (x, v + 0.005 * pull(x)), 0.5 * (m[:, None] * v**2).sum()

    return lax.scan(step, (x, v), None, 120)


add("heat", heat, lambda a: (a.normal(128, 128),))
add("wave", wave, lambda a: (a.normal(128, 128),))
add("gray-scott", gray_scott, lambda a: (a.uniform(128, 128), a.uniform(128, 128)))
add("sandpile", sandpile, lambda a: (a.integers(8, 100, 100),))
add("life", life, lambda a: (a.integers(2, 128, 128),))
add("life-u8", life, lambda a: (a.integers(2, 256, 256, dtype=np.uint8),))
add("ising", ising, lambda a: (a.key(), np.sign(a.normal(64, 64))))
add("n-body", n_body, lambda a: (a.normal(256, 3), a.normal(256, 3)))
add("lennard-jones", lennard_jones, lambda a: (a.uniform(300, 3, high=8),))
add("boids", boids, lambda a: (a.uniform(200, 2), a.normal(200, 2)))
add("mandelbrot", mandelbrot, lambda a: (np.linspace(-2, 0.5, 200, dtype=np.float32), np.linspace(-1.2, 1.2, 200, dtype=np.float32)))
add("fluid", fluid, lambda a: (a.normal(128, 128), a.normal(128, 128)))
add("lattice-boltzmann", lattice_boltzmann, lambda a: (a.uniform(9, 64, 64, low=0.5),))
add("ray-march", ray_march, lambda a: (np.zeros(3, np.float32) + 1, a.normal(10000, 3)))
add("asian-option", asian_option, lambda a: (a.key(), a.normal(10000)))
add("double-pendulum", pendulum, lambda a: (a.normal(4),))
add("cart-pole", cart_pole, lambda a: (a.normal(4), a.normal(4) * np.float32(0.05)))
add("cart-pole-many", jax.vmap(cart_pole, (None, 0)), lambda a: (a.normal(4), a.normal(256, 4) * np.float32(0.05)))
add("electromagnetic", electromagnetic, lambda a: (np.zeros(400, np.float32), np.zeros(400, np.float32)))
add("cloth", cloth, lambda a: (a.normal(32, 32, 3), a.normal(32, 32, 3)))
add("rule-110", automaton, lambda a: (a.integers(2, 500),))
add("epidemic", epidemic, lambda a: (a.uniform(3, 100),))
add("splat", splat, lambda a: (a.uniform(20000, 2, high=62), a.normal(20000)))
add("heat-f64", heat, lambda a: (a.normal(128, 128, dtype=np.float64),), double=True)
add("fdtd", fdtd, lambda a: (a.normal(100, 100), a.normal(100, 100), a.normal(100, 100)))
add("transmission-line", transmission_line, lambda a: (a.normal(20000), a.normal(20000)))
add("few-bodies", few_bodies, lambda a: (a.normal(7, 3), a.normal(7, 3), a.uniform(7, low=0.5)))
