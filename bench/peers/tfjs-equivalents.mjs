// TensorFlow.js equivalents of programs. `equivalentsOf(tf)` is keyed as equivalentOf has it. Each function receives the
// arguments and the program's parameters, and returns the results.
import { gelu, modelsOf } from "./tfjs-models.mjs";

const functionsOf = (tf) => {
  const chain = (x, y) => {
    let value = tf.mul(x, y);
    for (const [factor, amount] of [[0.5, 1], [1.5, -2], [0.25, 3]]) value = tf.add(tf.mul(value, factor), amount);
    return [tf.add(value, x)];
  };
  const dearChain = (x, y) => {
    const raised = tf.exp(tf.add(tf.mul(tf.tanh(tf.mul(x, y)), 0.5), -1));
    return [tf.add(tf.mul(tf.tanh(raised), x), y)];
  };
  const one = (name) => (x) => [tf[name](x)];
  const two = (name) => (x, y) => [tf[name](x, y)];
  return {
    "chain-cheap": chain,
    "chain-tanh-exp": dearChain,
    add: two("add"), subtract: two("sub"), multiply: two("mul"), "multiply-i32": two("mul"), divide: two("div"), maximum: two("maximum"), minimum: two("minimum"),
    "add-four": (...all) => [tf.addN(all.slice(0, 4))],
    square: one("square"), cube: (x) => [tf.pow(x, tf.scalar(3))], reciprocal: one("reciprocal"), "squared-difference": two("squaredDifference"),
    power: (x, y) => [tf.pow(tf.abs(x), y)],
    "floor-mod": two("mod"), "floor-divide-i32": two("floorDiv"),
    abs: one("abs"), negate: one("neg"), sign: one("sign"), step: one("step"), floor: one("floor"), ceil: one("ceil"), round: one("round"),
    where: (x, y) => [tf.where(tf.greater(x, y), x, y)],
    greater: two("greater"), equal: two("equal"), "equal-i32": two("equal"), "is-nan": one("isNaN"), "is-finite": one("isFinite"), "is-infinite": one("isInf"),
    "logical-and": two("logicalAnd"), "logical-or": two("logicalOr"), "logical-xor": two("logicalXor"), "logical-not": one("logicalNot"),
    "bits-and-i32": two("bitwiseAnd"),
    "f32-to-i32": (x) => [tf.cast(x, "int32")], "i32-to-f32": (x) => [tf.cast(x, "float32")], "i1-to-f32": (x) => [tf.cast(x, "float32")],
    exp: one("exp"), log: one("log"), sqrt: one("sqrt"), rsqrt: one("rsqrt"), expm1: one("expm1"), log1p: one("log1p"), erf: one("erf"), tanh: one("tanh"),
    sine: one("sin"), cosine: one("cos"), tan: one("tan"), asin: one("asin"), acos: one("acos"), atan: one("atan"), atan2: two("atan2"),
    sinh: one("sinh"), cosh: one("cosh"), asinh: one("asinh"), acosh: one("acosh"), atanh: one("atanh"),
    relu: one("relu"), relu6: one("relu6"), sigmoid: one("sigmoid"), elu: one("elu"), selu: one("selu"), softplus: one("softplus"), prelu: two("prelu"),
    clip: (x) => [tf.clipByValue(x, -0.5, 0.5)],
    "leaky-relu": (x) => [tf.leakyRelu(x, 0.01)],
    "hard-sigmoid": (x) => [tf.mul(tf.relu6(tf.add(x, 3)), 1 / 6)],
    "hard-swish": (x) => [tf.mul(x, tf.mul(tf.relu6(tf.add(x, 3)), 1 / 6))],
    silu: (x) => [tf.mul(x, tf.sigmoid(x))],
    "quick-gelu": (x) => [tf.mul(x, tf.sigmoid(tf.mul(x, 1.702)))],
    mish: (x) => [tf.mul(x, tf.tanh(tf.softplus(x)))],
    softsign: (x) => [tf.div(x, tf.add(tf.abs(x), 1))],
    "gelu-erf": (x) => [tf.mul(tf.mul(x, 0.5), tf.add(tf.erf(tf.mul(x, Math.SQRT1_2)), 1))],
    "thresholded-relu": (x) => [tf.where(tf.greater(x, 1), x, tf.zerosLike(x))],
    "elu-gradient": (dy, y) => [tf.engine().runKernel("EluGrad", { dy, y })],
  };
};

const normsOf = (tf) => {
  const normalized = (x, dimension, epsilon = 1e-5) => {
    const { mean, variance } = tf.moments(x, dimension, true);
    return tf.mul(tf.sub(x, mean), tf.rsqrt(tf.add(variance, epsilon)));
  };
  const layerNorm = (x, gain, bias) => [tf.add(tf.mul(normalized(x, 1), gain), bias)];
  const groupNorm = (x, gain, bias, { batch, channels, size, groups }) => {
    const apart = normalized(tf.reshape(x, [batch, groups, -1]), 2);
    const [factor, amount] = [gain, bias].map((vector) => tf.reshape(vector, [channels, 1, 1]));
    return [tf.add(tf.mul(tf.reshape(apart, [batch, channels, size, size]), factor), amount)];
  };
  return {
    "scale-rows": (x, y) => [tf.mul(x, y)],
    moments: (x) => {
      const { mean, variance } = tf.moments(x, 1);
      return [mean, variance];
    },
    bias: (x, y) => [tf.add(x, y)],
    "batch-norm": (x, mean, variance, gain, bias) => [tf.batchNorm2d(x, mean, tf.mul(variance, variance), bias, gain, 1e-3)],
    "log-softmax": (x) => [tf.logSoftmax(x)],
    softmax: (x) => [tf.softmax(x)],
    gelu: (x) => [gelu(tf, x)],
    "layer-norm": layerNorm,
    "add-layer-norm": (x, y, gain, bias) => layerNorm(tf.add(x, y), gain, bias),
    "rms-norm": (x, gain) => [tf.mul(tf.mul(x, tf.rsqrt(tf.add(tf.mean(tf.square(x), 1, true), 1e-5))), gain)],
    "unit-rows": (x) => [tf.div(x, tf.norm(x, 2, 1, true))],
    "instance-norm": groupNorm,
    "group-norm": groupNorm,
    "local-response-norm": (x) => [tf.localResponseNormalization(x, 2, 1, 2e-5, 0.75)],
  };
};

const reductionsOf = (tf) => {
  const over = (name) => (x, { dimension, dimensions = [dimension] }) => [tf[name](x, dimensions)];
  const best = (name) => (x, { dimension = 1 }) => [tf[name](x, dimension)];
  return {
    "sum-": over("sum"), "mean-": over("mean"), "max-rows": over("max"), "max-columns": over("max"), "max-all": over("max"), "max-image": over("max"),
    "min-rows": over("min"), product: over("prod"), "any-of-rows": over("any"), "all-of-rows": over("all"),
    "squares-of-rows": (x) => [tf.sum(tf.square(x), 1)],
    "sizes-of-rows": (x) => [tf.sum(tf.abs(x), 1)],
    "log-sum-exp": (x) => [tf.logSumExp(x, 1)],
    argmax: best("argMax"), "argmax-columns": best("argMax"), "argmax-classes": best("argMax"), "argmin-rows": best("argMin"),
    "cumsum-": (x, { dimension = 0 }) => [tf.cumsum(x, dimension)],
    cumprod: (x, { dimension }) => [tf.cumprod(x, dimension)],
  };
};

const movesOf = (tf) => {
  const transpose = (x, { permutation }) => [tf.transpose(x, permutation)];
  const reverse = (x, { dimensions }) => [tf.reverse(x, dimensions)];
  const broadcast = (x, { shape }) => [tf.broadcastTo(x, shape)];
  const border = [[0, 0], [1, 1], [1, 1], [0, 0]];
  return {
    "transpose-": transpose, "nchw-to-nhwc": transpose, "nhwc-to-nchw": transpose, "split-heads": transpose, "join-keys": transpose,
    "concatenate-channels": (x, y) => [tf.concat([x, y], 3)],
    "concatenate-rows": (...all) => [tf.concat(all.slice(0, 4), 0)],
    interleave: (x, y) => [tf.stack([x, y], 1)],
    "split-three": (x) => tf.split(x, 3, 1),
    "unstack-channels": (x) => tf.unstack(x, 2),
    "pad-image": (x) => [tf.pad(x, border)],
    "pad-reflect": (x) => [tf.mirrorPad(x, border, "reflect")],
    "crop-image": (x, { size, channels }) => [tf.slice(x, [0, 1, 1, 0], [1, size - 2, size - 2, channels])],
    "slice-every-second": (x, { size }) => [tf.stridedSlice(x, [0, 0], [size, size], [2, 2])],
    "flip-rows": reverse, "flip-images": reverse,
    "space-to-depth": (x, { batch, size, channels }) => {
      const blocks = tf.transpose(tf.reshape(x, [batch, size / 2, 2, size / 2, 2, channels]), [0, 1, 3, 2, 4, 5]);
      return [tf.reshape(blocks, [batch, size / 2, size / 2, 4 * channels])];
    },
    "depth-to-space": (x) => [tf.depthToSpace(x, 2)],
    "shuffle-channels": (x, { batch, size, channels }) => {
      const groups = tf.transpose(tf.reshape(x, [batch, 2, channels / 2, size, size]), [0, 2, 1, 3, 4]);
      return [tf.reshape(groups, [batch, channels, size, size])];
    },
    tile: (x, { times }) => [tf.tile(x, [times, times])],
    "broadcast-row": broadcast, "broadcast-column": broadcast,
    "one-hot": (x, { classes }) => [tf.cast(tf.oneHot(x, classes), "float32")],
    "triangle-mask": (x) => [tf.linalg.bandPart(x, -1, 0)],
    diagonal: (x) => [tf.diag(x)],
  };
};

const indexingOf = (tf) => {
  const places = ({ count, rows }) => tf.tensor1d(Array.from({ length: count }, (_, i) => (i * 40503) % rows), "int32");
  const top = (x, k) => {
    const { values, indices } = tf.topk(x, k);
    return [values, indices];
  };
  // It sorts in descending order only.
  const ascending = (x) => top(tf.neg(x), x.shape.at(-1));
  const sort = (x) => [tf.neg(ascending(x)[0])];
  const argsort = (x) => [ascending(x)[1]];
  const topK = (x, { k }) => top(x, k);
  return {
    "gather-rows": (table, parameters) => [tf.gather(table, places(parameters))],
    "set-rows": (table, updates, parameters) => [tf.tensorScatterUpdate(table, tf.expandDims(places(parameters), 1), updates)],
    // Its gather of batches returns wrong elements for all but the first.
    "take-elements": (table, indices, { rows, width }) => {
      const starts = tf.reshape(tf.range(0, rows * width, width, "int32"), [rows, 1]);
      return [tf.gather(tf.reshape(table, [-1]), tf.add(tf.squeeze(indices, [2]), starts))];
    },
    "take-columns": (table, indices) => [tf.gather(table, tf.squeeze(indices, [1]), 1)],
    "take-vectors": (grid, indices) => [tf.gatherND(grid, indices)],
    histogram: (numbers, { bins }) => [tf.denseBincount(tf.squeeze(numbers, [1]), tf.tensor1d([], "int32"), bins)],
    "splat-points": (image, indices, weights) => [tf.add(image, tf.scatterND(indices, weights, image.shape))],
    "top-k": topK, "top-k-rows": topK, "top-k-vocabulary": topK, sort, "sort-rows": sort, argsort, "argsort-rows": argsort,
  };
};

const imagesOf = (tf) => {
  const pad = ({ window, spread = 1 }) => ((window - 1) * spread) / 2;
  const convolution = (x, kernel, parameters) => {
    const { groups = 1, stride = 1, spread = 1 } = parameters;
    if (groups === 1) return [tf.conv2d(x, kernel, stride, pad(parameters), "NHWC", spread)];
    // This kernel has the channels before the multiplier.
    return [tf.depthwiseConv2d(x, tf.transpose(kernel, [0, 1, 3, 2]), stride, pad(parameters))];
  };
  // The kernel of the convolution of which this is the gradient: small, so that turning it takes no time.
  const transposed = (x, kernel, { batch, size, outer, window, dilation, padding }) => {
    const filter = tf.transpose(tf.reverse(kernel, [0, 1]), [0, 1, 3, 2]);
    const pads = window - 1 - padding;
    const wanted = (size - 1) * dilation + window - 2 * pads;
    return [tf.conv2dTranspose(x, filter, [batch, wanted, wanted, outer], dilation, pads)];
  };
  const bilinear = (x, { wanted }) => [tf.image.resizeBilinear(x, [wanted, wanted], false, true)];
  const gradient = (name, inputs, filterSize, padding) => [tf.engine().runKernel(name, inputs, { filterSize, strides: 2, pad: padding })];
  return {
    "conv-": convolution,
    "conv-transposed-4x4": transposed,
    "conv-1d-5": (x, kernel) => [tf.conv1d(x, kernel, 1, "same")],
    "conv-3d-3x3x3": (x, kernel) => [tf.conv3d(x, kernel, 1, "same")],
    "conv-bias-relu": (x, filter, bias, parameters) => [tf.fused.conv2d({ x, filter, bias, strides: 1, pad: pad(parameters), activation: "relu" })],
    "max-pool": (x) => [tf.maxPool(x, 3, 2, 1)],
    "max-pool-2x2": (x) => [tf.maxPool(x, 2, 2, "valid")],
    "max-pool-3d": (x) => [tf.maxPool3d(x, 2, 2, "valid")],
    // Its MaxPoolGrad returns wrong gradients where an image has several channels.
    "max-pool-gradient": undefined,
    "average-pool": (x) => [tf.avgPool(x, 2, 2, "valid")],
    "average-pool-3x3": (x) => [tf.avgPool(x, 3, 1, "valid")],
    "average-pool-3d": (x) => [tf.avgPool3d(x, 2, 2, "valid")],
    "average-pool-gradient": (dy, { size, channels }) => gradient("AvgPoolGrad", { dy, input: tf.zeros([1, size, size, channels]) }, 2, "valid"),
    "upsample-nearest": (x, { size }) => [tf.image.resizeNearestNeighbor(x, [2 * size, 2 * size])],
    "resize-bilinear-up": bilinear,
    "resize-bilinear-color": bilinear,
    "resize-nearest-up": (x, { wanted }) => [tf.image.resizeNearestNeighbor(x, [wanted, wanted], false, true)],
  };
};

const contractionsOf = (tf) => ({
  "matmul-": (a, b) => [tf.matMul(a, b)],
  "matmul-i32": undefined,
  "matmul-transposed": (a, b) => [tf.matMul(a, b, false, true)],
  dot: (a, b) => [tf.dot(a, b)],
  outer: (a, b) => [tf.outerProduct(a, b)],
  "einsum-heads": (query, key) => [tf.matMul(...[query, key].map((x) => tf.transpose(x, [0, 2, 1, 3])), false, true)],
  "dense-relu": (a, b, bias) => [tf.fused.matMul({ a, b, bias, activation: "relu" })],
  attention: (query, key, value, { width }) => {
    const scores = tf.mul(tf.matMul(query, key, false, true), 1 / Math.sqrt(width));
    return [tf.matMul(tf.softmax(scores), value)];
  },
});

export const equivalentsOf = (tf) => ({
  ...contractionsOf(tf),
  ...functionsOf(tf),
  ...normsOf(tf),
  ...reductionsOf(tf),
  ...movesOf(tf),
  ...indexingOf(tf),
  ...imagesOf(tf),
  ...modelsOf(tf),
});
