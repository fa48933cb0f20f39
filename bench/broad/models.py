"""Whole models at their published sizes or near them, in inference."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from catalogue import family
from layers import conv, group_norm, layer_norm, pool

add = family("models", sizes=())


def weights(a, *shape):
    """Scaled so that activations keep their magnitude through the layers."""
    return a.normal(*shape, scale=float(np.prod(shape[:-1])) ** -0.5)


def norm_weights(a, width):
    return a.uniform(width, low=0.5, high=1.5), a.normal(width, scale=0.1)


# Transformers


def block_weights(a, width, inner):
    return {
        "norm1": norm_weights(a, width), "qkv": weights(a, width, 3 * width), "out": weights(a, width, width),
        "norm2": norm_weights(a, width), "up": weights(a, width, inner), "down": weights(a, inner, width),
    }


def attend(x, w, heads, causal):
    q, k, v = (p.reshape(*p.shape[:-1], heads, -1) for p in jnp.split(x @ w["qkv"], 3, -1))
    scores = jnp.einsum("qhd,khd->hqk", q, k) / q.shape[-1] ** 0.5
    if causal:
        scores = jnp.where(jnp.tril(jnp.ones(scores.shape[1:], bool)), scores, -1e9)
    return jnp.einsum("hqk,khd->qhd", jax.nn.softmax(scores), v).reshape(x.shape) @ w["out"]


def block(x, w, heads, causal):
    x = x + attend(layer_norm(x, *w["norm1"]), w, heads, causal)
    return x + jax.nn.gelu(layer_norm(x, *w["norm2"]) @ w["up"]) @ w["down"]


def gpt2(w, tokens):
    x = w["tokens"][tokens] + w["positions"][:len(tokens)]
    for one in w["blocks"]:
        x = block(x, one, 12, True)
    return layer_norm(x, *w["norm"])[-1] @ w["tokens"].T


def gpt2_weights(a, layers=12, width=768, words=50257):
    return {
        "tokens": weights(a, words, width) * 10, "positions": weights(a, 1024, width),
        "blocks": [block_weights(a, width, 4 * width) for _ in range(layers)], "norm": norm_weights(a, width),
    }


def vit(w, image):
    patches = image.reshape(14, 16, 14, 16, 3).transpose(0, 2, 1, 3, 4).reshape(196, 768)
    x = jnp.concatenate([w["class"], patches @ w["patch"]]) + w["positions"]
    for one in w["blocks"]:
        x = block(x, one, 3, False)
    return layer_norm(x, *w["norm"])[0] @ w["head"]


def vit_weights(a, layers=12, width=192):
    return {
        "patch": weights(a, 768, width), "class": a.normal(1, width), "positions": a.normal(197, width),
        "blocks": [block_weights(a, width, 4 * width) for _ in range(layers)], "norm": norm_weights(a, width), "head": weights(a, width, 1000),
    }


def decode_step(w, cache, token, position):
    """One token of a model with a cache of keys and values."""
    x = w["tokens"][token]
    new = []
    for one, (keys, values) in zip(w["blocks"], cache):
        q, k, v = (p.reshape(8, -1) for p in jnp.split(layer_norm(x, *one["norm1"]) @ one["qkv"], 3))
        keys = lax.dynamic_update_slice(keys, k[None], (position, 0, 0))
        values = lax.dynamic_update_slice(values, v[None], (position, 0, 0))
        scores = jnp.where(jnp.arange(len(keys)) <= position, jnp.einsum("hd,khd->hk", q, keys) / 8, -1e9)
        x = x + jnp.einsum("hk,khd->hd", jax.nn.softmax(scores), values).ravel() @ one["out"]
        x = x + jax.nn.gelu(layer_norm(x, *one["norm2"]) @ one["up"]) @ one["down"]
        new.append((keys, values))
    return x @ w["tokens"].T, new


def decoder(a):
    w = {"tokens": weights(a, 8000, 512), "blocks": [block_weights(a, 512, 2048) for _ in range(4)]}
    return w, [(a.normal(256, 8, 64), a.normal(256, 8, 64)) for _ in range(4)], np.int32(5), np.int32(100)


add("gpt-2", gpt2, lambda a: (gpt2_weights(a), a.integers(50257, 32)))
add("vit-tiny", vit, lambda a: (vit_weights(a), a.normal(224, 224, 3)))
add("decode-step", decode_step, decoder)
add("encoder-batch", lambda w, x: jax.vmap(lambda one: block(one, w, 4, False))(x), lambda a: (block_weights(a, 128, 512), a.normal(16, 64, 128)))

# Convolutional networks


def conv_bn_relu(x, w, strides=(1, 1), **options):
    gain, bias = w["norm"]
    return jax.nn.relu(conv(x, w["w"], strides, **options) * gain + bias)


def conv_weights(a, size, channels, out):
    return {"w": weights(a, size, size, channels, out), "norm": norm_weights(a, out)}


STAGES = ((3, 64, 1), (4, 128, 2), (6, 256, 2), (3, 512, 2))


def resnet50_weights(a):
    stages, channels = [], 64
    for count, width, _ in STAGES:
        blocks = []
        for i in range(count):
            blocks.append([conv_weights(a, 1, channels, width), conv_weights(a, 3, width, width), conv_weights(a, 1, width, 4 * width)])
            if i == 0:
                blocks[-1].append(conv_weights(a, 1, channels, 4 * width))
            channels = 4 * width
        stages.append(blocks)
    return {"stem": conv_weights(a, 7, 3, 64), "stages": stages, "head": weights(a, 2048, 1000)}


def bottleneck(x, w, strides):
    shortcut = conv_bn_relu(x, w[3], strides) if len(w) == 4 else x
    y = conv_bn_relu(conv_bn_relu(x, w[0]), w[1], strides)
    return jax.nn.relu(conv(y, w[2]["w"]) * w[2]["norm"][0] + w[2]["norm"][1] + shortcut)


def resnet50(w, x):
    x = lax.reduce_window(conv_bn_relu(x, w["stem"], (2, 2)), -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
    for blocks, (_, _, stride) in zip(w["stages"], STAGES):
        for i, one in enumerate(blocks):
            x = bottleneck(x, one, (stride, stride) if i == 0 else (1, 1))
    return x.mean((1, 2)) @ w["head"]


MOBILE = ((64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), *((512, 1),) * 5, (1024, 2), (1024, 1))


def mobilenet_weights(a):
    layers, channels = [], 32
    for width, _ in MOBILE:
        depthwise = {"w": a.normal(3, 3, 1, channels, scale=1 / 3), "norm": norm_weights(a, channels)}
        layers.append((depthwise, conv_weights(a, 1, channels, width)))
        channels = width
    return {"stem": conv_weights(a, 3, 3, 32), "layers": layers, "head": weights(a, 1024, 1000)}


def mobilenet(w, x):
    x = conv_bn_relu(x, w["stem"], (2, 2))
    for (depthwise, pointwise), (_, stride) in zip(w["layers"], MOBILE):
        x = conv_bn_relu(x, depthwise, (stride, stride), feature_group_count=x.shape[-1])
        x = conv_bn_relu(x, pointwise)
    return x.mean((1, 2)) @ w["head"]


def unet_weights(a, widths=(16, 32, 64, 128), channels=3):
    down, up = [], []
    for width in widths:
        down.append((conv_weights(a, 3, channels, width), conv_weights(a, 3, width, width)))
        channels = width
    for width in reversed(widths[:-1]):
        up.append((weights(a, 2, 2, channels, width), conv_weights(a, 3, 2 * width, width)))
        channels = width
    return {"down": down, "up": up, "head": weights(a, 1, 1, channels, 3), "time": weights(a, 64, widths[-1])}


def unet(w, x, time=None):
    kept = []
    for i, (one, two) in enumerate(w["down"]):
        x = conv_bn_relu(conv_bn_relu(x, one), two)
        if i + 1 < len(w["down"]):
            kept.append(x)
            x = pool(x, lax.max, -jnp.inf)
    if time is not None:
        x = group_norm(x) + time @ w["time"]
    for (grow, mix), skip in zip(w["up"], reversed(kept)):
        x = conv_bn_relu(jnp.concatenate([lax.conv_transpose(x, grow, (2, 2), "SAME"), skip], -1), mix)
    return conv(x, w["head"])


def time_embedding(t):
    angles = t * jnp.exp(-jnp.arange(32) / 4)
    return jnp.concatenate([jnp.sin(angles), jnp.cos(angles)])


def diffusion_step(w, key, x, t):
    """One step backward of a denoising model (DDPM)."""
    beta = jnp.linspace(1e-4, 0.02, 1000)
    alphas = jnp.cumprod(1 - beta)
    noise = unet(w, x, time_embedding(t.astype(jnp.float32)))
    mean = (x - beta[t] / jnp.sqrt(1 - alphas[t]) * noise) / jnp.sqrt(1 - beta[t])
    return jnp.where(t > 0, mean + jnp.sqrt(beta[t]) * jax.random.normal(key, x.shape), mean)


def picture(side, batch=1):
    return lambda a: a.normal(batch, side, side, 3)


add("resnet-50", resnet50, lambda a: (resnet50_weights(a), picture(224)(a)))
add("mobilenet", mobilenet, lambda a: (mobilenet_weights(a), picture(224)(a)))
add("unet", unet, lambda a: (unet_weights(a), picture(128)(a)))
add("diffusion-step", diffusion_step, lambda a: (unet_weights(a), a.key(), picture(64)(a), np.int32(500)))

# Recurrent networks and others


def lstm(w, x):
    def step(carry, xt):
        h, c = carry
        i, f, g, o = jnp.split(xt @ w["x"] + h @ w["h"] + w["b"], 4, -1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return (h, c), h

    start = jnp.zeros((x.shape[1], w["h"].shape[0]))
    return lax.scan(step, (start, start), x)[1]


def gru(w, x):
    def step(h, xt):
        r, z = jnp.split(jax.nn.sigmoid(xt @ w["x"] + h @ w["h"]), 2, -1)
        n = jnp.tanh(xt @ w["xn"] + (r * h) @ w["hn"])
        h = (1 - z) * n + z * h
        return h, h

    return lax.scan(step, jnp.zeros((x.shape[1], w["hn"].shape[0])), x)[1]


def lstm_weights(a, inputs, hidden):
    return {"x": weights(a, inputs, 4 * hidden), "h": weights(a, hidden, 4 * hidden), "b": a.normal(4 * hidden, scale=0.1)}


def gru_weights(a, inputs, hidden):
    return {"x": weights(a, inputs, 2 * hidden), "h": weights(a, hidden, 2 * hidden), "xn": weights(a, inputs, hidden), "hn": weights(a, hidden, hidden)}


def graph_network(ws, nodes, sources, targets):
    for w in ws:
        gathered = jax.ops.segment_sum(nodes[sources], targets, len(nodes))
        nodes = jax.nn.relu(gathered @ w + nodes)
    return nodes.mean(0)


def mlp(ws, x):
    for w, b in ws[:-1]:
        x = jax.nn.relu(x @ w + b)
    return x @ ws[-1][0] + ws[-1][1]


def mlp_weights(a, *widths):
    return [(weights(a, m, n), a.normal(n, scale=0.1)) for m, n in zip(widths, widths[1:])]


def radiance_field(ws, points):
    encoded = jnp.concatenate([f(points * 2.0**k) for k in range(6) for f in (jnp.sin, jnp.cos)], -1)
    return jax.nn.sigmoid(mlp(ws, encoded))


def wavenet(ws, x):
    for i, (filters, gates, out) in enumerate(ws):
        dilation = 2**i
        run = lambda w: lax.conv_general_dilated(x, w, (1,), [(dilation, 0)], rhs_dilation=(dilation,), dimension_numbers=("NHC", "HIO", "NHC"))
        x = x + (jnp.tanh(run(filters)) * jax.nn.sigmoid(run(gates))) @ out
    return x


def mixer(ws, x):
    for w in ws:
        x = x + (jax.nn.gelu(layer_norm(x, *w["norm1"]).T @ w["tokens1"]) @ w["tokens2"]).T
        x = x + jax.nn.gelu(layer_norm(x, *w["norm2"]) @ w["channels1"]) @ w["channels2"]
    return x.mean(0)


def mixer_weights(a, tokens=196, width=256):
    return {
        "norm1": norm_weights(a, width), "tokens1": weights(a, tokens, 128), "tokens2": weights(a, 128, tokens),
        "norm2": norm_weights(a, width), "channels1": weights(a, width, 1024), "channels2": weights(a, 1024, width),
    }


def state_space(a_, b, c, x):
    """A diagonal linear recurrence over time, computed as an associative scan."""
    scaled = jnp.broadcast_to(a_, x.shape + a_.shape)
    combine = lambda p, q: (p[0] * q[0], q[0] * p[1] + q[1])
    _, states = lax.associative_scan(combine, (scaled, x[..., None] * b))
    return states @ c


add("lstm", lstm, lambda a: (lstm_weights(a, 64, 128), a.normal(64, 8, 64)))
add("lstm-small", lstm, lambda a: (lstm_weights(a, 8, 16), a.normal(500, 1, 8)))
add("gru", gru, lambda a: (gru_weights(a, 64, 128), a.normal(64, 8, 64)))
add("gru-small", gru, lambda a: (gru_weights(a, 8, 16), a.normal(500, 1, 8)))
add("graph-network", graph_network, lambda a: ([weights(a, 32, 32) for _ in range(3)], a.normal(2000, 32), a.integers(2000, 10000), a.integers(2000, 10000)))
add("mlp-batch-1", mlp, lambda a: (mlp_weights(a, 784, 256, 128, 10), a.normal(1, 784)))
add("mlp-batch-256", mlp, lambda a: (mlp_weights(a, 784, 256, 128, 10), a.normal(256, 784)))
add("radiance-field", radiance_field, lambda a: (mlp_weights(a, 36, 64, 64, 64, 4), a.normal(8192, 3)))
add("wavenet", wavenet, lambda a: ([(weights(a, 2, 16, 16), weights(a, 2, 16, 16), weights(a, 16, 16)) for _ in range(8)], a.normal(1, 4000, 16)))
add("mlp-mixer", mixer, lambda a: ([mixer_weights(a) for _ in range(4)], a.normal(196, 256)))
add("state-space", state_space, lambda a: (a.uniform(16, low=0.5), a.normal(16), a.normal(16), a.normal(2048)))
