"""A character transformer writes verse: one block, trained on a nursery rhyme, sampled by a loop in the program."""

import jax
import jax.numpy as jnp
import numpy as np
from export import export

# Jane Taylor, The Star (1806).
VERSE = (
    "twinkle, twinkle, little star, how i wonder what you are! "
    "up above the world so high, like a diamond in the sky. "
    "when the blazing sun is gone, when he nothing shines upon, "
    "then you show your little light, twinkle, twinkle, all the night. "
    "then the traveller in the dark thanks you for your tiny spark; "
    "he could not see which way to go, if you did not twinkle so. "
)
LETTERS = sorted(set(VERSE))
WINDOW, WIDTH, STEPS, WRITTEN = 16, 32, 1500, 48


def weights():
    random = np.random.default_rng(11)
    shapes = {
        "letters": (len(LETTERS), WIDTH),
        "places": (WINDOW, WIDTH),
        "query": (WIDTH, WIDTH),
        "key": (WIDTH, WIDTH),
        "value": (WIDTH, WIDTH),
        "wide": (WIDTH, 2 * WIDTH),
        "narrow": (2 * WIDTH, WIDTH),
        "out": (WIDTH, len(LETTERS)),
    }
    return {name: jnp.asarray(random.normal(0, 0.15, shape), jnp.float32) for name, shape in shapes.items()}


def norm(x):
    return (x - jnp.mean(x, -1, keepdims=True)) * jax.lax.rsqrt(jnp.var(x, -1, keepdims=True) + 1e-5)


def scores(parameters, codes):
    """Scores of the next letter after each of a window's letters; `codes` is i32[WINDOW]."""
    x = parameters["letters"][codes] + parameters["places"]
    y = norm(x)
    attention = (y @ parameters["query"]) @ (y @ parameters["key"]).T / np.sqrt(WIDTH)
    before = jnp.tril(jnp.ones((WINDOW, WINDOW), bool))
    x = x + jax.nn.softmax(jnp.where(before, attention, -1e9)) @ (y @ parameters["value"])
    x = x + jax.nn.relu(norm(x) @ parameters["wide"]) @ parameters["narrow"]
    return norm(x) @ parameters["out"]


def train():
    codes = np.array([LETTERS.index(letter) for letter in VERSE], np.int32)
    starts = np.arange(len(codes) - WINDOW - 1)
    inputs = jnp.asarray(np.stack([codes[s : s + WINDOW] for s in starts]))
    targets = jnp.asarray(np.stack([codes[s + 1 : s + WINDOW + 1] for s in starts]))

    def loss(parameters):
        logs = jax.nn.log_softmax(jax.vmap(lambda c: scores(parameters, c))(inputs))
        return -jnp.mean(jnp.take_along_axis(logs, targets[..., None], axis=-1))

    @jax.jit
    def step(parameters, first, second, turn):
        value, gradients = jax.value_and_grad(loss)(parameters)
        first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, first, gradients)
        second = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g * g, second, gradients)
        scale = jnp.sqrt(1 - 0.99**turn) / (1 - 0.9**turn)
        update = lambda p, m, v: p - 0.01 * scale * m / (jnp.sqrt(v) + 1e-7)
        return jax.tree.map(update, parameters, first, second), first, second, value

    parameters = weights()
    first = second = jax.tree.map(jnp.zeros_like, parameters)
    for turn in range(1, STEPS + 1):
        parameters, first, second, value = step(parameters, first, second, turn)
    print("loss", value)
    return jax.tree.map(lambda p: jnp.asarray(p.astype(jnp.bfloat16), jnp.float32), parameters)


PARAMETERS = train()


def write():
    parameters = jax.tree.map(lambda p: jnp.asarray(np.asarray(p)), PARAMETERS)
    temperature = jnp.float32(0.5)
    window = jnp.asarray([LETTERS.index(letter) for letter in "twinkle, twinkle"], jnp.int32)
    text = jnp.zeros(WRITTEN, jnp.int32)

    def turn(i, state):
        window, text, key = state
        key, draw = jax.random.split(key)
        code = jax.random.categorical(draw, scores(parameters, window)[-1] / temperature).astype(jnp.int32)
        return jnp.concatenate([window[1:], code[None]]), text.at[i].set(code), key

    _, text, _ = jax.lax.fori_loop(0, WRITTEN, turn, (window, text, jax.random.key(1)))
    # Letters as their codes in ASCII.
    ascii = jnp.asarray([ord(letter) for letter in LETTERS], jnp.uint8)
    return {"text": ascii[text]}


if __name__ == "__main__":
    text = export("rhymes", "A character transformer writes verse.\nFrom JAX: rhymes.py.", write)["text"]
    print(bytes(np.asarray(text)).decode())
