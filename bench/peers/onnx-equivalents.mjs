// ONNX equivalents of programs: operators that its runtimes have kernels for. `a`: the names of the arguments.
const chain = (m, [x, y]) => {
  let value = m.node("Mul", [x, y]);
  for (const [factor, amount] of [[0.5, 1], [1.5, -2], [0.25, 3]]) value = m.node("Add", [m.node("Mul", [value, m.float(factor)]), m.float(amount)]);
  return [m.node("Add", [value, x])];
};

const dearChain = (m, [x, y]) => {
  const bounded = m.node("Tanh", [m.node("Mul", [x, y])]);
  const raised = m.node("Exp", [m.node("Add", [m.node("Mul", [bounded, m.float(0.5)]), m.float(-1)])]);
  return [m.node("Add", [m.node("Mul", [m.node("Tanh", [raised]), x]), y])];
};

const matmul = (m, [a, b], { element }) => [m.node(element === "i8" ? "MatMulInteger" : "MatMul", [a, b])];

const convolution = (m, [x, kernel], { window, stride = 1, dilation = 1, groups = 1 }) => {
  if (dilation !== 1) return null;
  const pad = (window - 1) / 2;
  return [m.node("Conv", [x, kernel], { kernel_shape: [window, window], strides: [stride, stride], pads: [pad, pad, pad, pad], group: groups })];
};

const places = (m, { count, rows }) => m.integers(Array.from({ length: count }, (_, i) => (i * 40503) % rows));

const scatterAdd = (m, [table, updates], parameters) => {
  const indices = m.node("Unsqueeze", [places(m, parameters), m.integers([1])]);
  return [m.node("ScatterND", [table, indices, updates], { reduction: "add" })];
};

function moments(m, [x]) {
  const mean = (value, keepdims) => m.node("ReduceMean", [value, m.integers([1])], { keepdims });
  const centred = m.node("Sub", [x, mean(x, 1)]);
  return [mean(x, 0), mean(m.node("Mul", [centred, centred]), 0)];
}

/** Keyed by the beginning of a program's name. Each returns the outputs, or null if there is no equivalent. */
export const equivalents = {
  "matmul-": matmul,
  "conv-": convolution,
  "chain-cheap": chain,
  "chain-tanh": dearChain,
  "add-": (m, a) => [m.node("Add", a)],
  "exp-": (m, a) => [m.node("Exp", a)],
  "relu-": (m, a) => [m.node("Relu", a)],
  "divide-": (m, a) => [m.node("Div", a)],
  "where-": (m, a) => [m.node("Where", [m.node("Greater", a), ...a])],
  "sigmoid-": (m, a) => [m.node("Sigmoid", a)],
  "tanh-": (m, a) => [m.node("Tanh", a)],
  "log-4m": (m, a) => [m.node("Log", a)],
  "sine-": (m, a) => [m.node("Sin", a)],
  "erf-": (m, a) => [m.node("Erf", a)],
  "clip-": (m, [x]) => [m.node("Clip", [x, m.float(-0.5), m.float(0.5)])],
  "hard-swish-": (m, a) => [m.node("HardSwish", a)],
  "silu-": (m, [x]) => [m.node("Mul", [x, m.node("Sigmoid", [x])])],
  "elu-": (m, a) => [m.node("Elu", a)],
  "scale-rows": (m, a) => [m.node("Mul", a)],
  moments,
  bias: (m, a) => [m.node("Add", a)],
  "batch-norm": (m, [x, mean, variance, gain, bias]) => [m.node("BatchNormalization", [x, gain, bias, mean, m.node("Mul", [variance, variance])], { epsilon: { float: 1e-3 } })],
  "log-softmax": (m, a) => [m.node("LogSoftmax", a, { axis: 1 })],
  softmax: (m, a) => [m.node("Softmax", a, { axis: 1 })],
  "layer-norm": (m, a) => [m.node("LayerNormalization", a, { axis: 1, epsilon: { float: 1e-5 } })],
  gelu: (m, a) => [m.node("Gelu", a, { approximate: "tanh" })],
  "sum-": (m, [x], { dimension, dimensions = [dimension] }) => [m.node("ReduceSum", [x, m.integers(dimensions)], { keepdims: 0 })],
  "max-rows": (m, [x], { dimensions }) => [m.node("ReduceMax", [x, m.integers(dimensions)], { keepdims: 0 })],
  argmax: (m, a) => [m.node("Cast", [m.node("ArgMax", a, { axis: 1, keepdims: 0 })], { to: 6 })],
  "transpose-": (m, a, { permutation }) => [m.node("Transpose", a, { perm: permutation })],
  "nchw-to-nhwc": (m, a, { permutation }) => [m.node("Transpose", a, { perm: permutation })],
  "split-heads": (m, a, { permutation }) => [m.node("Transpose", a, { perm: permutation })],
  "join-keys": (m, a, { permutation }) => [m.node("Transpose", a, { perm: permutation })],
  "concatenate-channels": (m, a) => [m.node("Concat", a, { axis: 3 })],
  "pad-image": (m, [x]) => [m.node("Pad", [x, m.integers([0, 1, 1, 0, 0, 1, 1, 0])])],
  "crop-image": (m, [x], { size }) => [m.node("Slice", [x, m.integers([1, 1]), m.integers([size - 1, size - 1]), m.integers([1, 2])])],
  "upsample-nearest": (m, [x]) => [m.node("Resize", [x, "", m.constant(new Float32Array([1, 1, 2, 2]), [4], "f32")], { coordinate_transformation_mode: "asymmetric", nearest_mode: "floor" })],
  "average-pool": (m, [x]) => [m.node("AveragePool", [x], { kernel_shape: [2, 2], strides: [2, 2] })],
  "nhwc-to-nchw": (m, a, { permutation }) => [m.node("Transpose", a, { perm: permutation })],
  "gather-rows": (m, [table], parameters) => [m.node("Gather", [table, places(m, parameters)])],
  "scatter-add-rows": scatterAdd,
  "top-k-1m": (m, [x], { k }) => {
    const [values, found] = m.node("TopK", [x, m.integers([k])], {}, 2);
    return [values, m.node("Cast", [found], { to: 6 })];
  },
  "max-pool": (m, [x], _, name) => (name === "max-pool" ? [m.node("MaxPool", [x], { kernel_shape: [3, 3], strides: [2, 2], pads: [1, 1, 1, 1] })] : null),
  "cumsum-1m": (m, [x]) => [m.node("CumSum", [x, m.constant(new BigInt64Array([0n]), [], "i64")])],
};

const toChannelsFirst = [0, 3, 1, 2];
const toChannelsLast = [0, 2, 3, 1];

/**
 * Returns how to transpose the arguments and results of a program, because ONNX supports only images as NCHW and
 * kernels as OIHW. The result has permutations by index, or none. Transposing is not timed.
 */
export function turnsOf(name, { layout = "NHWC" }) {
  if (name.startsWith("conv-") && layout === "NHWC") return { inputs: [toChannelsFirst, [3, 2, 0, 1]], results: [toChannelsLast] };
  if (["max-pool", "average-pool", "upsample-nearest"].includes(name)) return { inputs: [toChannelsFirst], results: [toChannelsLast] };
  return { inputs: [], results: [] };
}

/** Returns an array of a shape with its dimensions permuted. */
export function turned({ data, shape }, permutation) {
  if (permutation === undefined) return { data, shape };
  const strides = shape.map((_, i) => shape.slice(i + 1).reduce((product, size) => product * size, 1));
  const [to, steps] = [permutation.map((i) => shape[i]), permutation.map((i) => strides[i])];
  const result = new data.constructor(data.length);
  let at = 0;
  const walk = (dimension, from) => {
    if (dimension === to.length) result[at++] = data[from];
    else for (let i = 0; i < to[dimension]; ++i) walk(dimension + 1, from + i * steps[dimension]);
  };
  walk(0, 0);
  return { data: result, shape: to };
}
