// Whole models with the sizes of well-known ones. Weights are arguments; constant gains keep the numbers between layers
// near 1.
import { program } from "./builder.mjs";
import { gelu, layerNorm, softmax } from "./normalization.mjs";
import { maxPool } from "./windows.mjs";

/** x times weights plus a bias; both are new arguments. */
function dense(f, x, outer, gain = 1) {
  const inner = x.shape.at(-1);
  const product = f.dot(x, f.argument([inner, outer]));
  const sized = gain === 1 ? product : f.scale(product, gain);
  return f.add(sized, f.broadcast(f.argument([outer]), sized.shape, [sized.shape.length - 1]));
}

const gainOf = (inner) => Number((1 / Math.sqrt(inner)).toPrecision(4));

/** One block of GPT-2: causal attention and two dense layers. */
const gptBlock = ({ sequence, width, heads }) =>
  program((f) => {
    // The bias is also scaled by the gain of the following product. Otherwise scores are hundreds apart, and attention
    // weights subnormal.
    const normal = (x) => layerNorm(f, x, f.splat(gainOf(width), [width]), f.scale(f.argument([width]), gainOf(width)));
    const x = f.argument([sequence, width]);
    const size = width / heads;
    const joint = dense(f, normal(x), 3 * width);
    const [query, key, value] = [0, 1, 2].map((part) => f.reshape(f.slice(joint, [[0, sequence], [part * width, (part + 1) * width]]), [sequence, heads, size]));
    const scores = f.scale(f.dot(query, key, { batching: [[1], [1]], contracting: [[2], [2]] }), gainOf(size));
    const rows = f.iota(scores.shape, 1);
    const isSeen = f.compare("GE", rows, f.iota(scores.shape, 2));
    const weights = softmax(f, f.select(isSeen, scores, f.splat(-1e9, scores.shape)));
    const mixed = f.dot(weights, value, { batching: [[0], [1]], contracting: [[2], [0]] });
    const joined = f.reshape(f.transpose(mixed, [1, 0, 2]), [sequence, width]);
    const attended = f.add(x, dense(f, joined, width));
    return f.add(attended, dense(f, gelu(f, dense(f, normal(attended), 4 * width)), width));
  });

/** A convolution followed by the scale and shift of a folded batch normalisation. */
function convolved(f, x, outer, window, stride) {
  const inner = x.shape[3];
  const y = f.convolution(x, f.argument([window, window, inner, outer]), { stride, padding: (window - 1) / 2 });
  const scales = f.splat(gainOf(window * window * inner), [outer]);
  const spread = (vector) => f.broadcast(vector, y.shape, [3]);
  return f.add(f.multiply(y, spread(scales)), spread(f.argument([outer])));
}

function residual(f, x, outer, stride) {
  const inner = f.relu(convolved(f, x, outer, 3, stride));
  const shortcut = stride === 1 ? x : convolved(f, x, outer, 1, stride);
  return f.relu(f.add(convolved(f, inner, outer, 3, 1), shortcut));
}

const resNet = ({ size, width, classes }) =>
  program((f) => {
    let x = maxPool(f, f.relu(convolved(f, f.argument([1, size, size, 3]), width, 7, 2)));
    for (const [stage, stride] of [1, 2, 2, 2].entries()) {
      const outer = width * 2 ** stage;
      x = residual(f, residual(f, x, outer, stride), outer, 1);
    }
    const mean = f.scale(f.reduce(x, [1, 2], "add", 0), 1 / (x.shape[1] * x.shape[2]));
    return dense(f, mean, classes, gainOf(x.shape[3]));
  });

/** Forward pass, cross-entropy, backward pass and a step of gradient descent, written by hand. */
const mlpTraining = ({ batch, widths }) =>
  program((f) => {
    const layers = widths.slice(1).map((outer, i) => ({ weights: f.argument([widths[i], outer]), bias: f.argument([outer]), gain: gainOf(widths[i]) }));
    const spread = (bias, like) => f.broadcast(bias, like.shape, [1]);
    const given = [f.argument([batch, widths[0]])];
    for (const [i, { weights, bias, gain }] of layers.entries()) {
      const x = f.scale(f.dot(given[i], weights), gain);
      const y = f.add(x, spread(bias, x));
      given.push(i + 1 < layers.length ? f.relu(y) : y);
    }
    const logits = given.pop();
    const classes = f.splat(widths.at(-1), logits.shape, "i32");
    const isRight = f.compare("EQ", f.binary("remainder", f.iota(logits.shape, 0), classes), f.iota(logits.shape, 1));
    let gradient = f.scale(f.binary("subtract", softmax(f, logits), f.convert(isRight, "f32")), 1 / batch);
    const next = [];
    for (let i = layers.length - 1; i >= 0; --i) {
      const { weights, bias, gain } = layers[i];
      const step = (value, change) => f.binary("subtract", value, f.scale(change, 0.1));
      const scaled = f.scale(gradient, gain);
      next.unshift(step(weights, f.dot(given[i], scaled, { contracting: [[0], [0]] })), step(bias, f.reduce(gradient, [0], "add", 0)));
      if (i === 0) break;
      const passed = f.dot(scaled, weights, { contracting: [[1], [1]] });
      gradient = f.select(f.compare("GT", given[i], f.splat(0, passed.shape)), passed, f.splat(0, passed.shape));
    }
    return next;
  });

/** One layer over a sequence. Each iteration takes one step of it and computes four gates. */
const lstm = ({ steps, batch, width }) =>
  program((f) => {
    const [sequence, weights, recurrent, bias] = [f.argument([steps, batch, width]), f.argument([width, 4 * width]), f.argument([width, 4 * width]), f.argument([4 * width])];
    const zeros = f.splat(0, [batch, width]);
    const turn = (g, [i, hidden, cell]) => {
      const zero = g.splat(0, [], "i32");
      const [step] = g.generic("stablehlo.dynamic_slice", [sequence, i, zero, zero], [{ shape: [1, batch, width], element: "f32" }], { attributes: `slice_sizes = array<i64: 1, ${batch}, ${width}>` });
      const sum = g.scale(g.add(g.dot(g.reshape(step, [batch, width]), weights), g.dot(hidden, recurrent)), gainOf(width));
      const gates = g.add(sum, g.broadcast(bias, sum.shape, [1]));
      const gate = (k, name) => g.unary(name, g.slice(gates, [[0, batch], [k * width, (k + 1) * width]]));
      const kept = g.add(g.multiply(gate(1, "logistic"), cell), g.multiply(gate(0, "logistic"), gate(2, "tanh")));
      return [g.offset(i, 1), g.multiply(gate(3, "logistic"), g.unary("tanh", kept)), kept];
    };
    const more = (g, [i]) => g.compare("LT", i, g.splat(steps, [], "i32"));
    return f.whileLoop([f.splat(0, [], "i32"), zeros, zeros], more, turn).slice(1);
  });

/** As lstm, with the two gates and the candidate of a GRU, whose reset gate multiplies the product. */
const gru = ({ steps, batch, width }) =>
  program((f) => {
    const [sequence, weights, recurrent, bias] = [f.argument([steps, batch, width]), f.argument([width, 3 * width]), f.argument([width, 3 * width]), f.argument([3 * width])];
    const turn = (g, [i, hidden]) => {
      const zero = g.splat(0, [], "i32");
      const [step] = g.generic("stablehlo.dynamic_slice", [sequence, i, zero, zero], [{ shape: [1, batch, width], element: "f32" }], { attributes: `slice_sizes = array<i64: 1, ${batch}, ${width}>` });
      const scaled = (product) => g.scale(product, gainOf(width));
      const given = scaled(g.dot(g.reshape(step, [batch, width]), weights));
      const sums = [g.add(given, g.broadcast(bias, given.shape, [1])), scaled(g.dot(hidden, recurrent))];
      const part = (sum, k) => g.slice(sum, [[0, batch], [k * width, (k + 1) * width]]);
      const [update, reset] = [0, 1].map((k) => g.unary("logistic", g.add(part(sums[0], k), part(sums[1], k))));
      const candidate = g.unary("tanh", g.add(part(sums[0], 2), g.multiply(reset, part(sums[1], 2))));
      const kept = g.multiply(update, hidden);
      return [g.offset(i, 1), g.add(g.multiply(g.binary("subtract", g.splat(1, update.shape), update), candidate), kept)];
    };
    const more = (g, [i]) => g.compare("LT", i, g.splat(steps, [], "i32"));
    return f.whileLoop([f.splat(0, [], "i32"), f.splat(0, [batch, width])], more, turn)[1];
  });

export const programs = [
  { name: "gpt2-block", write: gptBlock, full: { sequence: 256, width: 768, heads: 12 }, smoke: { sequence: 8, width: 24, heads: 3 } },
  { name: "resnet-18", write: resNet, full: { size: 224, width: 64, classes: 1000 }, smoke: { size: 32, width: 4, classes: 10 } },
  { name: "mlp-training", write: mlpTraining, full: { batch: 256, widths: [784, 512, 512, 10] }, smoke: { batch: 8, widths: [20, 16, 16, 10] } },
  { name: "lstm-256", write: lstm, full: { steps: 256, batch: 16, width: 256 }, smoke: { steps: 6, batch: 2, width: 8 } },
  { name: "gru-256", write: gru, full: { steps: 256, batch: 16, width: 256 }, smoke: { steps: 6, batch: 2, width: 8 } },
];
