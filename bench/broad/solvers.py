"""Equations, optimization, filters and dynamic programming, most as loops."""

import jax
import jax.numpy as jnp
import jax.scipy.optimize
import numpy as np
from jax import lax

from catalogue import family

add = family("solvers", sizes=())


def laplacian(u):
    p = jnp.pad(u, 1)
    return p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] - 4 * u


def conjugate_gradient(b):
    return jax.scipy.sparse.linalg.cg(lambda u: -laplacian(u), b, maxiter=50, tol=0.0)[0]


def jacobi(b):
    step = lambda _, u: 0.25 * (laplacian(u) + 4 * u + b)
    return lax.fori_loop(0, 100, step, jnp.zeros_like(b))


def multigrid_cycle(b):
    def cycle(u, f, depth):
        for _ in range(3):
            u = u + 0.2 * (laplacian(u) + f)
        if depth == 0:
            return u
        rest = laplacian(u) + f
        coarse = rest.reshape(rest.shape[0] // 2, 2, rest.shape[1] // 2, 2).mean((1, 3)) * 4
        u = u + jnp.repeat(jnp.repeat(cycle(jnp.zeros_like(coarse), coarse, depth - 1), 2, 0), 2, 1)
        return u + 0.2 * (laplacian(u) + f)

    return cycle(jnp.zeros_like(b), b, 4)


def newton_roots(x):
    return lax.fori_loop(0, 20, lambda _, r: r - (r**3 - x) / (3 * r * r + 1e-6), x)


def bisection(y):
    def step(_, bounds):
        low, high = bounds
        middle = 0.5 * (low + high)
        above = middle * jnp.exp(middle) > y
        return jnp.where(above, low, middle), jnp.where(above, middle, high)

    return lax.fori_loop(0, 40, step, (jnp.zeros_like(y), jnp.full_like(y, 5)))[0]


def lorenz(y):
    return jnp.stack([10 * (y[1] - y[0]), y[0] * (28 - y[2]) - y[1], y[0] * y[1] - 8 / 3 * y[2]])


def runge_kutta(f, y, h):
    k1 = f(y)
    k2 = f(y + h / 2 * k1)
    k3 = f(y + h / 2 * k2)
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + f(y + h * k3))


def integrate(f, steps):
    return lambda y: lax.scan(lambda s, _: (runge_kutta(f, s, 0.01),) * 2, y, None, steps)[1]


def adaptive(y):
    """Heun's method with a step size that follows its error."""

    def body(state):
        t, y, h = state
        k1 = lorenz(y)
        euler = y + h * k1
        heun = y + h / 2 * (k1 + lorenz(euler))
        error = jnp.max(jnp.abs(heun - euler))
        accept = error < 1e-2
        factor = jnp.clip(0.9 * jnp.sqrt(1e-2 / (error + 1e-10)), 0.3, 2.0)
        return jnp.where(accept, t + h, t), jnp.where(accept, heun, y), h * factor

    return lax.while_loop(lambda s: s[0] < 1.0, body, (0.0, y, 1e-3))


def odeint(y):
    from jax.experimental.ode import odeint as solve

    return solve(lambda s, t: lorenz(s), y, jnp.linspace(0.0, 1.0, 20))


def sinkhorn(cost):
    kernel = jnp.exp(-cost / 0.1)

    def step(_, uv):
        u, v = uv
        u = 1 / (kernel @ v + 1e-9)
        return u, 1 / (kernel.T @ u + 1e-9)

    u, v = lax.fori_loop(0, 50, step, (jnp.ones(len(cost)), jnp.ones(cost.shape[1])))
    return u[:, None] * kernel * v


def tridiagonal(a, b, c, d):
    def forward(carry, row):
        cp, dp = carry
        ai, bi, ci, di = row
        denominator = bi - ai * cp
        new = (ci / denominator, (di - ai * dp) / denominator)
        return new, new

    _, (cp, dp) = lax.scan(forward, (0.0, 0.0), (a, b, c, d))
    return lax.scan(lambda x, row: (row[1] - row[0] * x,) * 2, 0.0, (cp, dp), reverse=True)[1]


def floyd_warshall(d):
    return lax.fori_loop(0, len(d), lambda k, m: jnp.minimum(m, m[:, k, None] + m[k]), d)


def pagerank(links):
    out = links / (links.sum(0) + 1e-6)
    return lax.fori_loop(0, 50, lambda _, r: 0.85 * out @ r + 0.15 / len(r), jnp.full(len(links), 1 / len(links)))


def edit_distance(a, b):
    index = jnp.arange(len(b) + 1)

    def row(previous, ai):
        change = previous[:-1] + (b != ai)
        best = jnp.minimum(jnp.concatenate([previous[:1] + 1, change]), previous + 1)
        return lax.cummin(best - index) + index, None

    return lax.scan(row, index, a)[0][-1]


def kalman(ys):
    f, h, q, r = jnp.array([[1.0, 0.1], [0, 1]]), jnp.array([[1.0, 0]]), 0.01 * jnp.eye(2), jnp.eye(1)

    def step(carry, y):
        x, p = carry
        x, p = f @ x, f @ p @ f.T + q
        gain = p @ h.T / (h @ p @ h.T + r)
        x, p = x + gain @ (y - h @ x), (jnp.eye(2) - gain @ h) @ p
        return (x, p), x

    return lax.scan(step, (jnp.zeros(2), jnp.eye(2)), ys)[1]


def hidden_markov(start, transition, emission, observed):
    def step(alpha, o):
        alpha = jax.nn.logsumexp(alpha[:, None] + transition, 0) + emission[:, o]
        return alpha, None

    return jax.nn.logsumexp(lax.scan(step, start, observed)[0])


def viterbi(start, transition, emission, observed):
    def step(score, o):
        each = score[:, None] + transition
        return each.max(0) + emission[:, o], each.argmax(0)

    last, back = lax.scan(step, start, observed)
    return lax.scan(lambda s, pointers: (pointers[s], s), jnp.argmax(last), back, reverse=True)[1]


def metropolis(key, x):
    density = lambda p: -0.5 * (p**2).sum(-1)

    def step(x, k):
        a, b = jax.random.split(k)
        proposal = x + 0.5 * jax.random.normal(a, x.shape)
        accept = jnp.log(jax.random.uniform(b, x.shape[:1])) < density(proposal) - density(x)
        return jnp.where(accept[:, None], proposal, x), None

    return lax.scan(step, x, jax.random.split(key, 100))[0]


def hamiltonian(key, x, data):
    potential = lambda p: 0.5 * ((data @ p) ** 2).mean() + 0.5 * (p**2).sum()
    gradient = jax.grad(potential)

    def leap(_, s):
        x, v = s
        v = v - 0.05 * gradient(x)
        x = x + 0.1 * v
        return x, v - 0.05 * gradient(x)

    def step(x, k):
        v = jax.random.normal(k, x.shape)
        y, w = lax.fori_loop(0, 10, leap, (x, v))
        accept = potential(y) + 0.5 * (w**2).sum() < potential(x) + 0.5 * (v**2).sum() + 0.1
        x = jnp.where(accept, y, x)
        return x, x

    return lax.scan(step, x, jax.random.split(key, 20))[1]


def bfgs(x):
    rosenbrock = lambda p: (100 * (p[1:] - p[:-1] ** 2) ** 2 + (1 - p[:-1]) ** 2).sum()
    return jax.scipy.optimize.minimize(rosenbrock, x, method="BFGS", options={"maxiter": 20}).fun


def knapsack(weight, value):
    def item(best, wv):
        w, v = wv
        shifted = jnp.where(jnp.arange(len(best)) >= w, jnp.roll(best, w) + v, -1.0)
        return jnp.maximum(best, shifted), None

    return lax.scan(item, jnp.zeros(1001), (weight, value))[0]


def particle_filter(key, ys):
    def step(p, ky):
        k, y = ky
        a, b = jax.random.split(k)
        p = 0.9 * p + jax.random.normal(a, p.shape)
        w = jax.nn.softmax(-0.5 * (p - y) ** 2)
        return jax.random.choice(b, p, p.shape, p=w), (w * p).sum()

    return lax.scan(step, jnp.zeros(500), (jax.random.split(key, len(ys)), ys))[1]


def markov(n, symbols, steps):
    return lambda a: (a.normal(n), a.normal(n, n), a.normal(n, symbols), a.integers(symbols, steps))


add("cg-poisson", conjugate_gradient, lambda a: (a.normal(128, 128),))
add("jacobi", jacobi, lambda a: (a.normal(128, 128),))
add("multigrid", multigrid_cycle, lambda a: (a.normal(256, 256),))
add("newton-roots", newton_roots, lambda a: (a.uniform(100000, low=0.5, high=9),))
add("bisection", bisection, lambda a: (a.uniform(10000, low=0.5, high=9),))
add("lorenz", integrate(lorenz, 1000), lambda a: (a.normal(3),))
add("lorenz-many", integrate(lorenz, 200), lambda a: (a.normal(3, 1000),))
add("adaptive-step", adaptive, lambda a: (a.normal(3),))
add("odeint", odeint, lambda a: (a.normal(3),))
add("sinkhorn", sinkhorn, lambda a: (a.uniform(200, 200),))
add("tridiagonal", tridiagonal, lambda a: tuple(a.uniform(1000, low=low, high=low + 1) for low in (0, 3, 0, 0)))
add("floyd-warshall", floyd_warshall, lambda a: (a.uniform(128, 128),))
add("pagerank", pagerank, lambda a: ((a.uniform(500, 500) < 0.05).astype(np.float32),))
add("edit-distance", edit_distance, lambda a: (a.integers(4, 300), a.integers(4, 300)))
add("kalman", kalman, lambda a: (a.normal(500, 1),))
add("hidden-markov", hidden_markov, markov(16, 10, 500))
add("viterbi", viterbi, markov(16, 10, 500))
add("metropolis", metropolis, lambda a: (a.key(), a.normal(500, 4)))
add("hamiltonian", hamiltonian, lambda a: (a.key(), a.normal(16), a.normal(200, 16)))
add("bfgs", bfgs, lambda a: (a.normal(10),))
add("knapsack", knapsack, lambda a: (a.integers(100, 100, low=1), a.uniform(100)))
add("particle-filter", particle_filter, lambda a: (a.key(), a.normal(50)))


def lanczos(a, v):
    """Twenty steps without their coefficients; the product is written twice."""

    def step(_, pair):
        before, now = pair
        following = a @ now - now * (now @ (a @ now)) - before
        return now, following / jnp.linalg.norm(following)

    return jax.lax.fori_loop(0, 20, step, (jnp.zeros_like(v), v / jnp.linalg.norm(v)))


add("lanczos", lanczos, lambda a: (a.normal(300, 300), a.normal(300)))


def bubble_sort(x):
    def order(k, x):
        return x.at[k].set(jnp.minimum(x[k], x[k + 1])).at[k + 1].set(jnp.maximum(x[k], x[k + 1]))

    return lax.fori_loop(0, len(x), lambda _, x: lax.fori_loop(0, len(x) - 1, order, x), x)


def shuffle_in_place(x, draws):
    def swap(k, x):
        j = k + draws[k] % (len(x) - k)
        return x.at[k].set(x[j]).at[j].set(x[k])

    return lax.fori_loop(0, len(x) - 1, swap, x)


def stack_machine(x):
    push = lambda k: lambda s: (s[0].at[s[1]].set(x[k]), s[1] + 1)
    pop = lambda s: (s[0], jnp.maximum(s[1] - 1, 0))
    return lax.fori_loop(0, len(x), lambda k, s: lax.cond(x[k] > 0, push(k), pop, s), (jnp.zeros_like(x), 0))[0]


def biquad(x):
    def step(c, x):
        y = 0.2 * x + c[0]
        return (0.3 * x - 0.1 * y + c[1], 0.2 * x - 0.5 * y), y

    return lax.scan(step, (jnp.zeros(x.shape[1]), jnp.zeros(x.shape[1])), x)[1]


def perceptron(w, x, y):
    step = lambda w, z: (jnp.where((z[0] @ w) * z[1] <= 0, w + z[0] * z[1], w), None)
    return lax.scan(step, w, (x, y))[0]


def k_means_of_numbers(x, centers):
    def step(_, c):
        nearest = jnp.argmin(jnp.abs(x[:, None] - c), 1)
        sums = jax.ops.segment_sum(x, nearest, len(c))
        return sums / (jax.ops.segment_sum(jnp.ones_like(x), nearest, len(c)) + 1e-6)

    return lax.fori_loop(0, 10, step, centers)


def crc32(data):
    bit = lambda _, c: jnp.where(c & 1, (c >> 1) ^ jnp.uint32(0xEDB88320), c >> 1)
    byte = lambda k, c: lax.fori_loop(0, 8, bit, c ^ data[k].astype(jnp.uint32))
    return lax.fori_loop(0, len(data), byte, jnp.uint32(0xFFFFFFFF))


def knapsack_of_places(weights, values):
    def item(i, best):
        def room(k, best):
            c = 2000 - k
            return jnp.where(c >= weights[i], best.at[c].max(best[c - weights[i]] + values[i]), best)

        return lax.fori_loop(0, 2001, room, best)

    return lax.fori_loop(0, len(weights), item, jnp.zeros(2001, jnp.int32))[-1]


def updates_if(x, places, wanted):
    one = lambda x, i, p: lax.cond(p, lambda x: x.at[i].add(1.0), lambda x: x, x)
    return lax.fori_loop(0, 50, lambda k, x: jax.vmap(one)(x, (places + k) % x.shape[1], wanted), x)


add("knapsack-of-places", knapsack_of_places, lambda a: (a.integers(300, 20, low=1), a.integers(100, 20)))
add("updates-if", updates_if, lambda a: (a.normal(64, 128), a.integers(128, 64), a.uniform(64) < 0.5))
add("bubble-sort", bubble_sort, lambda a: (a.normal(40),))
add("shuffle-in-place", shuffle_in_place, lambda a: (a.normal(1000), a.integers(100000, 1000)))
add("stack-machine", stack_machine, lambda a: (a.normal(500),))
add("biquad", biquad, lambda a: (a.normal(1000, 8),))
add("perceptron", perceptron, lambda a: (a.normal(8), a.normal(500, 8), np.sign(a.normal(500))))
add("k-means-of-numbers", k_means_of_numbers, lambda a: (a.normal(5000), a.normal(5)))
add("crc32", crc32, lambda a: (a.integers(256, 256, dtype=np.uint8),))
add("histogram-in-a-scan", lambda x: lax.scan(lambda h, k: (h.at[k].add(1), h[k]), jnp.zeros(64, jnp.int32), x), lambda a: (a.integers(64, 2000),))
add("sliding-window", lambda w, x: lax.scan(lambda b, t: (jnp.concatenate([b[1:], t[None]]), b.sum()), w, x), lambda a: (a.normal(17), a.normal(500)))
add("branch-on-a-sum", lambda x: lax.fori_loop(0, 500, lambda _, x: lax.cond(x.sum() > 0, lambda x: x * 0.9 - 0.1, lambda x: x * 1.1 + 0.1, x), x), lambda a: (a.normal(20),))
add("running-sum-in-a-loop", lambda x: lax.fori_loop(0, 300, lambda _, x: jnp.cumsum(x) * 0.1, x), lambda a: (a.normal(17),))
add("solve-in-a-loop", lambda m, x: lax.fori_loop(0, 50, lambda _, x: jnp.linalg.solve(m + 3 * jnp.eye(8), x), x), lambda a: (a.normal(8, 8), a.normal(8)))
add("switch-in-a-loop", lambda x: lax.fori_loop(0, 500, lambda i, x: lax.switch(i % 3, [lambda x: x + 1, lambda x: x * 0.5, lambda x: -x], x), x), lambda a: (a.normal(20),))
