// The operations between the matrix products of a transformer. models.mjs also uses them.
import { program } from "./builder.mjs";

/** Softmax over the last dimension. */
export function softmax(f, x) {
  const last = x.shape.length - 1;
  const shifted = f.binary("subtract", x, f.reduceAndSpread(x, last, "maximum", -3.0e38));
  const raised = f.unary("exponential", shifted);
  return f.binary("divide", raised, f.reduceAndSpread(raised, last, "add", 0));
}

/** The logarithm of softmax over the last dimension. */
export function logSoftmax(f, x) {
  const last = x.shape.length - 1;
  const shifted = f.binary("subtract", x, f.reduceAndSpread(x, last, "maximum", -3.0e38));
  const sums = f.unary("log", f.reduce(f.unary("exponential", shifted), [last], "add", 0));
  return f.binary("subtract", shifted, f.broadcast(sums, x.shape, x.shape.slice(0, last).map((_, i) => i)));
}

/** Batch normalisation as a network runs it: a factor and an amount for each channel. */
function batchNorm(f, x) {
  const last = x.shape.length - 1;
  const [mean, variance, gain, bias] = Array.from({ length: 4 }, () => f.argument([x.shape[last]]));
  const spread = (vector) => f.broadcast(vector, x.shape, [last]);
  const factor = f.multiply(f.unary("rsqrt", f.offset(f.multiply(variance, variance), 1e-3)), gain);
  return f.add(f.multiply(f.binary("subtract", x, spread(mean)), spread(factor)), spread(bias));
}

/** Normalises over the last dimension; `gain` and `bias` have its size. */
export function layerNorm(f, x, gain, bias) {
  const last = x.shape.length - 1;
  const mean = f.scale(f.reduceAndSpread(x, last, "add", 0), 1 / x.shape[last]);
  const centred = f.binary("subtract", x, mean);
  const variance = f.scale(f.reduceAndSpread(f.multiply(centred, centred), last, "add", 0), 1 / x.shape[last]);
  const normal = f.multiply(centred, f.unary("rsqrt", f.offset(variance, 1e-5)));
  const spread = (vector) => f.broadcast(vector, x.shape, [last]);
  return f.add(f.multiply(normal, spread(gain)), spread(bias));
}

/** The tanh form, as in GPT-2. */
export function gelu(f, x) {
  const cube = f.multiply(f.multiply(x, x), x);
  const inner = f.scale(f.add(x, f.scale(cube, 0.044715)), 0.7978845608);
  return f.multiply(f.scale(x, 0.5), f.offset(f.unary("tanh", inner), 1));
}

/** Mean and variance over the last dimension. */
function moments(f, x) {
  const mean = f.scale(f.reduce(x, [1], "add", 0), 1 / x.shape[1]);
  const centred = f.binary("subtract", x, f.broadcast(mean, x.shape, [0]));
  return [mean, f.scale(f.reduce(f.multiply(centred, centred), [1], "add", 0), 1 / x.shape[1])];
}

const sizes = { full: { rows: 4096, columns: 1024 }, smoke: { rows: 12, columns: 100 } };

const overMatrix = (write) => ({ rows, columns }) => program((f) => write(f, f.argument([rows, columns])));

export const programs = [
  { name: "softmax", write: overMatrix(softmax), ...sizes },
  { name: "softmax-256x1000", write: overMatrix(softmax), full: { rows: 256, columns: 1000 }, smoke: { rows: 5, columns: 1000 } },
  { name: "softmax-32k-of-64", write: overMatrix(softmax), full: { rows: 32768, columns: 64 }, smoke: { rows: 24, columns: 64 } },
  { name: "softmax-100k-of-10", write: overMatrix(softmax), full: { rows: 100000, columns: 10 }, smoke: { rows: 200, columns: 10 } },
  { name: "log-softmax", write: overMatrix(logSoftmax), ...sizes },
  { name: "batch-norm", write: overMatrix(batchNorm), ...sizes },
  { name: "bias", write: overMatrix((f, x) => f.add(x, f.broadcast(f.argument([x.shape[1]]), x.shape, [1]))), ...sizes },
  { name: "scale-rows", write: overMatrix((f, x) => f.multiply(x, f.broadcast(f.argument([x.shape[0], 1]), x.shape, [0, 1]))), full: { rows: 65536, columns: 16 }, smoke: { rows: 200, columns: 16 } },
  { name: "moments", write: overMatrix(moments), full: { rows: 1024, columns: 1024 }, smoke: { rows: 12, columns: 100 } },
  { name: "layer-norm", write: overMatrix((f, x) => layerNorm(f, x, f.argument([x.shape[1]]), f.argument([x.shape[1]]))), ...sizes },
  { name: "gelu", write: overMatrix(gelu), ...sizes },
];
