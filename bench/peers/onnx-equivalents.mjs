// ONNX equivalents of programs: operators that its runtimes have kernels for. `a`: the names of the arguments.
import { elementNumbers } from "./onnx.mjs";
import { functions } from "./onnx-functions.mjs";
import { models } from "./onnx-models.mjs";

const matmul = (m, a, { element }) => [m.node(element === "i8" ? "MatMulInteger" : "MatMul", a)];

function convolution(m, [x, kernel, bias], { window, stride = 1, dilation = 1, spread = 1, padding = ((window - 1) * spread) / 2, groups = 1, rank = 2 }) {
  const each = (value) => Array(rank).fill(value);
  const shared = { kernel_shape: each(window), group: groups };
  if (dilation !== 1) return [m.node("ConvTranspose", [x, kernel], { ...shared, strides: each(dilation), pads: [...each(window - 1 - padding), ...each(window - 1 - padding)] })];
  const inputs = bias === undefined ? [x, kernel] : [x, kernel, bias];
  return [m.node("Conv", inputs, { ...shared, strides: each(stride), pads: [...each(padding), ...each(padding)], dilations: each(spread) })];
}

const places = (m, { count, rows }) => m.integers(Array.from({ length: count }, (_, i) => (i * 40503) % rows));
const column = (m, indices) => m.node("Unsqueeze", [indices, m.integers([1])]);
const row = (m, indices, dimension) => m.node("Squeeze", [indices, m.integers([dimension])]);
const scatter = (attributes) => (m, [table, updates], parameters) => [m.node("ScatterND", [table, column(m, places(m, parameters)), updates], attributes)];

function histogram(m, [numbers], { count, bins }) {
  const [start, ones] = [m.constant(new Int32Array(bins), [bins], "i32"), m.constant(new Int32Array(count).fill(1), [count], "i32")];
  return [m.node("ScatterElements", [start, row(m, numbers, 1), ones], { axis: 0, reduction: "add" })];
}

function moments(m, [x]) {
  const mean = (value, keepdims) => m.node("ReduceMean", [value, m.integers([1])], { keepdims });
  const centred = m.node("Sub", [x, mean(x, 1)]);
  return [mean(x, 0), mean(m.node("Mul", [centred, centred]), 0)];
}

const batchNorm = (m, [x, mean, variance, gain, bias]) => [m.node("BatchNormalization", [x, gain, bias, mean, m.node("Mul", [variance, variance])], { epsilon: { float: 1e-3 } })];
const epsilon = { float: 1e-5 };

function attention(m, [query, key, value], { width }) {
  const scores = m.node("MatMul", [query, m.node("Transpose", [key], { perm: [0, 2, 1] })]);
  return [m.node("MatMul", [m.node("Softmax", [m.node("Mul", [scores, m.float(1 / Math.sqrt(width))])]), value])];
}

const reduce = (name) => (m, [x], { dimension, dimensions = [dimension] }) => [m.node(name, [x, m.integers(dimensions)], { keepdims: 0 })];
const small = (m, value) => m.node("Cast", [value], { to: elementNumbers.i32 });
const argBest = (name) => (m, a, { dimension = 1 }) => [small(m, m.node(name, a, { axis: dimension, keepdims: 0 }))];

/** Values and places. */
const ordered = (m, x, k, axis, isAscending) => m.node("TopK", [x, m.integers([k])], { axis, largest: isAscending ? 0 : 1 }, 2);

const topK = (m, [x], { k, rows }) => {
  const [values, found] = ordered(m, x, k, rows === undefined ? 0 : 1, false);
  return [values, small(m, found)];
};
const sort = (m, [x], { count, shape = [count] }) => [ordered(m, x, shape.at(-1), shape.length - 1, true)[0]];
const argsort = (m, [x], { count, shape = [count] }) => [small(m, ordered(m, x, shape.at(-1), shape.length - 1, true)[1])];

const transpose = (m, a, { permutation }) => [m.node("Transpose", a, { perm: permutation })];
const reverse = (m, [x], { dimensions: [dimension] }) => [m.node("Slice", [x, m.integers([-1]), m.integers([-(2 ** 31)]), m.integers([dimension]), m.integers([-1])])];
const expand = (m, [x], { shape }) => [m.node("Expand", [x, m.integers(shape)])];

function shuffle(m, [x], { batch, size, channels }) {
  const groups = m.node("Reshape", [x, m.integers([batch, 2, channels / 2, size, size])]);
  return [m.node("Reshape", [m.node("Transpose", [groups], { perm: [0, 2, 1, 3, 4] }), m.integers([batch, channels, size, size])])];
}

const pool = (name, window, stride, pad, rank = 2) => (m, [x]) => {
  const each = (value) => Array(rank).fill(value);
  return [m.node(name, [x], { kernel_shape: each(window), strides: each(stride), pads: [...each(pad), ...each(pad)] })];
};

const resize = (attributes) => (m, [x], { size, wanted = 2 * size, channels }) => [m.node("Resize", [x, "", "", m.integers([1, channels, wanted, wanted])], attributes)];
const linear = { mode: "linear", coordinate_transformation_mode: "half_pixel" };

const cumulative = (name) => (m, [x], { dimension = 0 }) => [m.node(name, [x, m.constant(new BigInt64Array([BigInt(dimension)]), [], "i64")])];

/** The parts of complex numbers are a last dimension. */
function fft(m, parts, { shape }) {
  const rows = shape.length === 1 ? [1, ...shape] : shape;
  const joined = m.node("Concat", parts.map((part) => m.node("Reshape", [part, m.integers([...rows, 1])])), { axis: 2 });
  return m.node("Split", [m.node("DFT", [joined, "", m.constant(new BigInt64Array([1n]), [], "i64")])], { axis: 2, num_outputs: 2 }, 2);
}

const realFft = (m, [x], { shape }) => [m.node("DFT", [m.node("Reshape", [x, m.integers([...shape, 1])]), "", m.constant(new BigInt64Array([1n]), [], "i64")], { onesided: 1 })];

const byte = (m, value) => m.constant(new Int8Array([value]), [], "i8");
const activation = (m) => [m.float(0.05), byte(m, 3)];
const weight = (m) => [m.float(0.02), byte(m, 0)];
const quantize = (m, x, of) => m.node("QuantizeLinear", [x, ...of]);

/** `scale`: of the result. */
function quantized(m, [x, weights], scale, name, attributes) {
  const [given, held, result] = [activation(m), weight(m), [m.float(Number(scale)), byte(m, -5)]];
  const product = m.node(name, [quantize(m, x, given), ...given, quantize(m, weights, held), ...held, ...result], attributes);
  return [m.node("DequantizeLinear", [product, ...result])];
}

/** See equivalentOf for the keys. Each returns the outputs, or null if there is no equivalent. */
export const equivalents = {
  ...functions,
  ...models,
  "matmul-": matmul,
  "matmul-batched": (m, a) => [m.node("MatMul", a)],
  "matmul-transposed": (m, [a, b]) => [m.node("MatMul", [a, m.node("Transpose", [b], { perm: [0, 2, 1] })])],
  dot: (m, a) => [m.node("MatMul", a)],
  outer: (m, [a, b]) => [m.node("Mul", [column(m, a), b])],
  "einsum-heads": (m, a) => [m.node("Einsum", a, { equation: "bqhd,bkhd->bhqk" })],
  "dense-relu": (m, a) => [m.node("Relu", [m.node("Gemm", a)])],
  attention,
  "conv-": convolution,
  "conv-bias-relu": (m, a, parameters) => [m.node("Relu", convolution(m, a, parameters))],
  "quantized-dot": (m, a, { scale }) => quantized(m, a, scale, "QLinearMatMul"),
  "quantized-conv": (m, a, { scale }) => quantized(m, a, scale, "QLinearConv", { kernel_shape: [3, 3], pads: [1, 1, 1, 1] }),
  quantize: (m, [x]) => [quantize(m, x, activation(m))],
  dequantize: (m, [x]) => [m.node("DequantizeLinear", [x, ...activation(m)])],
  "scale-rows": (m, a) => [m.node("Mul", a)],
  moments,
  bias: (m, a) => [m.node("Add", a)],
  "batch-norm": batchNorm,
  "batch-norm-nchw": batchNorm,
  "log-softmax": (m, a) => [m.node("LogSoftmax", a, { axis: 1 })],
  softmax: (m, a) => [m.node("Softmax", a, { axis: 1 })],
  "softmax-channels": (m, a) => [m.node("Softmax", a, { axis: 1 })],
  "layer-norm": (m, a) => [m.node("LayerNormalization", a, { axis: 1, epsilon })],
  "add-layer-norm": (m, a) => [m.node("com.microsoft.SkipLayerNormalization", a, { epsilon })],
  "rms-norm": (m, a) => [m.node("RMSNormalization", a, { axis: 1, epsilon })],
  "unit-rows": (m, a) => [m.node("LpNormalization", a, { axis: 1, p: 2 })],
  "instance-norm": (m, a) => [m.node("InstanceNormalization", a, { epsilon })],
  "group-norm": (m, a, { groups }) => [m.node("GroupNormalization", a, { epsilon, num_groups: groups })],
  "local-response-norm": (m, a) => [m.node("LRN", a, { size: 5, alpha: { float: 1e-4 }, beta: { float: 0.75 }, bias: { float: 1 } })],
  gelu: (m, a) => [m.node("Gelu", a, { approximate: "tanh" })],
  "sum-": reduce("ReduceSum"),
  "mean-": reduce("ReduceMean"),
  "mean-image-nchw": (m, a) => [m.node("GlobalAveragePool", a)],
  "max-rows": reduce("ReduceMax"),
  "max-columns": reduce("ReduceMax"),
  "max-all": reduce("ReduceMax"),
  "max-image": (m, a) => [m.node("GlobalMaxPool", a)],
  "min-rows": reduce("ReduceMin"),
  product: reduce("ReduceProd"),
  "squares-of-rows": reduce("ReduceSumSquare"),
  "sizes-of-rows": reduce("ReduceL1"),
  "log-sum-exp": (m, a) => reduce("ReduceLogSumExp")(m, a, { dimension: 1 }),
  "any-of-rows": reduce("ReduceMax"),
  "all-of-rows": reduce("ReduceMin"),
  argmax: argBest("ArgMax"),
  "argmax-columns": argBest("ArgMax"),
  "argmax-classes": argBest("ArgMax"),
  "argmin-rows": argBest("ArgMin"),
  "transpose-": transpose,
  "nchw-to-nhwc": transpose,
  "nhwc-to-nchw": transpose,
  "split-heads": transpose,
  "join-keys": transpose,
  "concatenate-channels": (m, a) => [m.node("Concat", a, { axis: 3 })],
  "concatenate-rows": (m, a) => [m.node("Concat", a, { axis: 0 })],
  interleave: (m, a) => [m.node("Concat", a.map((x) => column(m, x)), { axis: 1 })],
  "split-three": (m, a) => m.node("Split", a, { axis: 1, num_outputs: 3 }, 3),
  "unstack-channels": (m, a) => m.node("Split", a, { axis: 2, num_outputs: 3 }, 3),
  "pad-image": (m, [x]) => [m.node("Pad", [x, m.integers([0, 1, 1, 0, 0, 1, 1, 0])])],
  "pad-reflect": (m, [x]) => [m.node("Pad", [x, m.integers([0, 1, 1, 0, 0, 1, 1, 0])], { mode: "reflect" })],
  "crop-image": (m, [x], { size }) => [m.node("Slice", [x, m.integers([1, 1]), m.integers([size - 1, size - 1]), m.integers([1, 2])])],
  "slice-every-second": (m, [x], { size }) => [m.node("Slice", [x, m.integers([0, 0]), m.integers([size, size]), m.integers([0, 1]), m.integers([2, 2])])],
  "flip-rows": reverse,
  "flip-images": reverse,
  "space-to-depth": (m, a) => [m.node("SpaceToDepth", a, { blocksize: 2 })],
  "depth-to-space": (m, a) => [m.node("DepthToSpace", a, { blocksize: 2 })],
  "shuffle-channels": shuffle,
  tile: (m, [x], { times }) => [m.node("Tile", [x, m.integers([times, times])])],
  "broadcast-row": expand,
  "broadcast-column": expand,
  "one-hot": (m, [x], { classes }) => [m.node("OneHot", [x, m.constant(Int32Array.of(classes), [1], "i32"), m.constant(new Float32Array([0, 1]), [2], "f32")])],
  "triangle-mask": (m, a) => [m.node("Trilu", a, { upper: 0 })],
  "upsample-nearest": resize({ coordinate_transformation_mode: "asymmetric", nearest_mode: "floor" }),
  "resize-bilinear-up": resize(linear),
  "resize-bilinear-color": resize(linear),
  "resize-bilinear-down": resize({ ...linear, antialias: 1, exclude_outside: 1 }),
  "resize-nearest-up": resize({ coordinate_transformation_mode: "half_pixel", nearest_mode: "round_prefer_ceil" }),
  "gather-rows": (m, [table], parameters) => [m.node("Gather", [table, places(m, parameters)])],
  "scatter-add-rows": scatter({ reduction: "add" }),
  "set-rows": scatter({}),
  "take-elements": (m, [table, indices]) => [m.node("GatherElements", [table, row(m, indices, 2)], { axis: 1 })],
  "take-columns": (m, [table, indices]) => [m.node("Gather", [table, row(m, indices, 1)], { axis: 1 })],
  "take-vectors": (m, a) => [m.node("GatherND", a)],
  "take-pixels-f64": (m, [image, indices]) => [m.node("GatherND", [image, m.node("Transpose", [indices], { perm: [1, 0] })])],
  "add-elements": (m, [table, indices, updates]) => [m.node("ScatterElements", [table, row(m, indices, 2), updates], { axis: 1, reduction: "add" })],
  histogram,
  "splat-points": (m, a) => [m.node("ScatterND", a, { reduction: "add" })],
  "top-k": topK,
  "top-k-rows": topK,
  "top-k-vocabulary": topK,
  sort,
  "sort-rows": sort,
  argsort,
  "argsort-rows": argsort,
  "max-pool": pool("MaxPool", 3, 2, 1),
  "max-pool-2x2": pool("MaxPool", 2, 2, 0),
  "max-pool-nchw": pool("MaxPool", 3, 2, 0),
  "max-pool-gradient": undefined,
  "max-pool-3d": pool("MaxPool", 2, 2, 0, 3),
  "average-pool": pool("AveragePool", 2, 2, 0),
  "average-pool-3x3": pool("AveragePool", 3, 1, 0),
  "average-pool-nchw": pool("AveragePool", 3, 2, 0),
  "average-pool-3d": pool("AveragePool", 2, 2, 0, 3),
  "cumsum-": cumulative("CumSum"),
  cumprod: cumulative("CumProd"),
  "fft-": fft,
  "rfft-rows": realFft,
};
