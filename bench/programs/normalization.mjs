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

/** Broadcasts a number of each row over it. */
const spreadRows = (f, rows, x) => f.broadcast(rows, x.shape, x.shape.slice(0, -1).map((_, i) => i));
const rowMean = (f, x) => f.scale(f.reduce(x, [x.shape.length - 1], "add", 0), 1 / x.shape.at(-1));

const rmsNorm = (f, x) => {
  const factor = f.unary("rsqrt", f.offset(rowMean(f, f.multiply(x, x)), 1e-5));
  return f.multiply(f.multiply(x, spreadRows(f, factor, x)), f.broadcast(f.argument([x.shape.at(-1)]), x.shape, [x.shape.length - 1]));
};

/** x / norm(x), as jax.numpy.linalg.norm writes it. */
const unitRows = (f, x) => f.binary("divide", x, spreadRows(f, f.unary("sqrt", f.reduce(f.multiply(x, x), [1], "add", 0)), x));

/** Normalises groups of channels of images in NCHW; then each channel has a gain and a bias. */
const groupNorm = ({ batch, channels, size, groups }) =>
  program((f) => {
    const given = f.argument([batch, channels, size, size]);
    const x = f.reshape(given, [batch, groups, (channels / groups) * size * size]);
    const centred = f.binary("subtract", x, spreadRows(f, rowMean(f, x), x));
    const factor = f.unary("rsqrt", f.offset(rowMean(f, f.multiply(centred, centred)), 1e-5));
    const normal = f.reshape(f.multiply(centred, spreadRows(f, factor, x)), given.shape);
    const [gain, bias] = [0, 1].map(() => f.broadcast(f.argument([channels]), given.shape, [1]));
    return f.add(f.multiply(normal, gain), bias);
  });

const batchNormNchw = ({ batch, channels, size }) =>
  program((f) => {
    const x = f.argument([batch, channels, size, size]);
    const [mean, variance, gain, bias] = Array.from({ length: 4 }, () => f.argument([channels]));
    const spread = (vector) => f.broadcast(vector, x.shape, [1]);
    const factor = f.multiply(f.unary("rsqrt", f.offset(f.multiply(variance, variance), 1e-3)), gain);
    return f.add(f.multiply(f.binary("subtract", x, spread(mean)), spread(factor)), spread(bias));
  });

/** Divides each pixel's channels by the power of the sum of squares of five channels, as in AlexNet. */
const localResponse = ({ batch, channels, size }) =>
  program((f) => {
    const x = f.argument([batch, size, size, channels]);
    const sums = f.reduceWindow(f.multiply(x, x), "add", 0, { window: [1, 1, 1, 5], padding: [[0, 0], [0, 0], [0, 0], [2, 2]] });
    return f.binary("divide", x, f.binary("power", f.offset(f.scale(sums, 2e-5), 1), f.splat(0.75, x.shape)));
  });

/** Softmax over the channels of images in NCHW. */
const softmaxOfChannels = ({ batch, channels, size }) =>
  program((f) => {
    const x = f.argument([batch, channels, size, size]);
    const raised = f.unary("exponential", f.binary("subtract", x, f.reduceAndSpread(x, 1, "maximum", -3.0e38)));
    return f.binary("divide", raised, f.reduceAndSpread(raised, 1, "add", 0));
  });

const addAndNorm = (f, x) => layerNorm(f, f.add(x, f.argument(x.shape)), f.argument([x.shape[1]]), f.argument([x.shape[1]]));

const sizes = { full: { rows: 4096, columns: 1024 }, smoke: { rows: 12, columns: 100 } };

const million = { full: { rows: 1024, columns: 1024 }, smoke: { rows: 12, columns: 100 } };
const images = { batch: 4, channels: 64, size: 56 };
const smallImages = { batch: 2, channels: 8, size: 6 };

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
  { name: "rms-norm", write: overMatrix(rmsNorm), ...million },
  { name: "unit-rows", write: overMatrix(unitRows), ...million },
  { name: "add-layer-norm", write: overMatrix(addAndNorm), ...million },
  { name: "softmax-channels", write: softmaxOfChannels, full: { batch: 4, channels: 21, size: 128 }, smoke: { batch: 2, channels: 5, size: 6 } },
  { name: "instance-norm", write: groupNorm, full: { ...images, groups: 64 }, smoke: { ...smallImages, groups: 8 } },
  { name: "group-norm", write: groupNorm, full: { ...images, groups: 32 }, smoke: { ...smallImages, groups: 4 } },
  { name: "batch-norm-nchw", write: batchNormNchw, full: images, smoke: smallImages },
  { name: "local-response-norm", write: localResponse, full: { batch: 1, channels: 96, size: 55 }, smoke: { batch: 2, channels: 9, size: 4 } },
];
