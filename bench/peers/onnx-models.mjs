// ONNX equivalents of whole models and of loops (bench/programs/models.mjs, control-flow.mjs).
import { elementNumbers, OnnxModel } from "./onnx.mjs";

const gainOf = (inner) => Number((1 / Math.sqrt(inner)).toPrecision(4));

/** Arguments in the order in which the program creates them. */
function taker(a) {
  const rest = [...a];
  return () => rest.shift();
}

function gptBlock(m, a, { sequence, width, heads }) {
  const take = taker(a);
  const size = width / heads;
  const gain = m.float(gainOf(width));
  const gains = m.constant(new Float32Array(width).fill(gainOf(width)), [width], "f32");
  const normal = (x) => m.node("LayerNormalization", [x, gains, m.node("Mul", [take(), gain])], { axis: 1, epsilon: { float: 1e-5 } });
  const dense = (x) => m.node("Add", [m.node("MatMul", [x, take()]), take()]);
  const x = take();
  const parts = m.node("Split", [dense(normal(x))], { axis: 1, num_outputs: 3 }, 3);
  const [query, key, value] = parts.map((part, i) => {
    const apart = m.node("Reshape", [part, m.integers([sequence, heads, size])]);
    return m.node("Transpose", [apart], { perm: i === 1 ? [1, 2, 0] : [1, 0, 2] });
  });
  const scores = m.node("Mul", [m.node("MatMul", [query, key]), m.float(gainOf(size))]);
  const mask = Float32Array.from({ length: sequence * sequence }, (_, i) => (i % sequence <= Math.floor(i / sequence) ? 0 : -1e9));
  const weights = m.node("Softmax", [m.node("Add", [scores, m.constant(mask, [sequence, sequence], "f32")])]);
  const mixed = m.node("Transpose", [m.node("MatMul", [weights, value])], { perm: [1, 0, 2] });
  const attended = m.node("Add", [x, dense(m.node("Reshape", [mixed, m.integers([sequence, width])]))]);
  return [m.node("Add", [attended, dense(m.node("Gelu", [dense(normal(attended))], { approximate: "tanh" }))])];
}

function resNet(m, a, { width }) {
  const take = taker(a);
  const convolved = (x, inner, outer, window, stride) => {
    const pad = (window - 1) / 2;
    const y = m.node("Conv", [x, take()], { kernel_shape: [window, window], strides: [stride, stride], pads: [pad, pad, pad, pad] });
    const bias = m.node("Reshape", [take(), m.integers([1, outer, 1, 1])]);
    return m.node("Add", [m.node("Mul", [y, m.float(gainOf(window * window * inner))]), bias]);
  };
  const relu = (x) => m.node("Relu", [x]);
  const residual = (x, from, outer, stride) => {
    const inner = relu(convolved(x, from, outer, 3, stride));
    const shortcut = stride === 1 ? x : convolved(x, from, outer, 1, stride);
    return relu(m.node("Add", [convolved(inner, outer, outer, 3, 1), shortcut]));
  };
  let x = m.node("MaxPool", [relu(convolved(take(), 3, width, 7, 2))], { kernel_shape: [3, 3], strides: [2, 2], pads: [1, 1, 1, 1] });
  let inner = width;
  for (const [stage, stride] of [1, 2, 2, 2].entries()) {
    const outer = width * 2 ** stage;
    x = residual(residual(x, inner, outer, stride), outer, outer, 1);
    inner = outer;
  }
  const mean = m.node("Flatten", [m.node("GlobalAveragePool", [x])]);
  return [m.node("Add", [m.node("Mul", [m.node("MatMul", [mean, take()]), m.float(gainOf(inner))]), take()])];
}

function mlpTraining(m, a, { batch, widths }) {
  const layers = widths.slice(1).map((_, i) => ({ weights: a[2 * i], bias: a[2 * i + 1], gain: m.float(gainOf(widths[i])) }));
  const matmul = (x, y) => m.node("MatMul", [x, y]);
  const turn = (x) => m.node("Transpose", [x], { perm: [1, 0] });
  const given = [a.at(-1)];
  for (const [i, { weights, bias, gain }] of layers.entries()) {
    const y = m.node("Add", [m.node("Mul", [matmul(given[i], weights), gain]), bias]);
    given.push(i + 1 < layers.length ? m.node("Relu", [y]) : y);
  }
  const logits = given.pop();
  const classes = widths.at(-1);
  const right = Float32Array.from({ length: batch * classes }, (_, i) => (i % classes === Math.floor(i / classes) % classes ? 1 : 0));
  const error = m.node("Sub", [m.node("Softmax", [logits]), m.constant(right, [batch, classes], "f32")]);
  let gradient = m.node("Mul", [error, m.float(1 / batch)]);
  const next = [];
  const step = (value, change) => m.node("Sub", [value, m.node("Mul", [change, m.float(0.1)])]);
  for (let i = layers.length - 1; i >= 0; --i) {
    const { weights, bias, gain } = layers[i];
    const scaled = m.node("Mul", [gradient, gain]);
    next.unshift(step(weights, matmul(turn(given[i]), scaled)), step(bias, m.node("ReduceSum", [gradient, m.integers([0])], { keepdims: 0 })));
    if (i === 0) break;
    const isPositive = m.node("Greater", [given[i], m.float(0)]);
    gradient = m.node("Where", [isPositive, matmul(scaled, turn(weights)), m.float(0)]);
  }
  return next;
}

/** ONNX has the gates in another order, weights by row, and a bias for each product. */
function recurrent(m, [sequence, weights, recurrentWeights, bias], { width }, { name, order, results, attributes }) {
  const count = order.length;
  const gain = m.float(gainOf(width));
  const arranged = (x, axis) => {
    const parts = m.node("Split", [x], { axis, num_outputs: count }, count);
    return m.node("Concat", order.map((i) => parts[i]), { axis });
  };
  const turned = (x) => m.node("Unsqueeze", [m.node("Transpose", [m.node("Mul", [arranged(x, 1), gain])], { perm: [1, 0] }), m.integers([0])]);
  const none = m.constant(new Float32Array(count * width), [count * width], "f32");
  const biases = m.node("Unsqueeze", [m.node("Concat", [arranged(bias, 0), none], { axis: 0 }), m.integers([0])]);
  const outputs = m.node(name, [sequence, turned(weights), turned(recurrentWeights), biases], { hidden_size: width, ...attributes }, results);
  return outputs.slice(1);
}

const lstm = (m, a, parameters) => recurrent(m, a, parameters, { name: "LSTM", order: [0, 3, 1, 2], results: 3, attributes: {} });
const gru = (m, a, parameters) => recurrent(m, a, parameters, { name: "GRU", order: [0, 1, 2], results: 2, attributes: { linear_before_reset: 1 } });

function scalarLoop(m, [x], { turns }) {
  const body = new OnnxModel("inner");
  const [count, isMore, value] = [
    { name: "inner-i", element: "i64", shape: [] },
    { name: "inner-more", element: "i1", shape: [] },
    { name: "inner-x", element: "f32", shape: [] },
  ];
  const next = body.node("Add", [body.node("Mul", [value.name, body.float(0.5)]), body.float(1)]);
  const more = body.node("Identity", [isMore.name]);
  const number = body.node("Cast", [body.node("Add", [count.name, body.constant(new BigInt64Array([1n]), [], "i64")])], { to: elementNumbers.i32 });
  const outputs = [{ name: more, element: "i1", shape: [] }, { name: number, element: "i32", shape: [] }, { name: next, element: "f32", shape: [] }];
  const start = { ...value, name: "inner-number", element: "i32" };
  const graph = body.graph([count, isMore, start, value], outputs);
  const inputs = [m.constant(new BigInt64Array([BigInt(turns)]), [], "i64"), "", m.constant(new Int32Array(1), [], "i32"), x];
  return m.node("Loop", inputs, { body: { graph } }, 2);
}

function tinyOperations(m, [x, y], { count }) {
  const [end, last, first, back] = [-1, -(2 ** 31), 0, -1].map((value) => m.integers([value]));
  let value = x;
  for (let i = 0; i < count; i += 4) value = m.node("Tanh", [m.node("Mul", [m.node("Add", [m.node("Slice", [value, end, last, first, back]), y]), x])]);
  return [value];
}

export const models = {
  "gpt2-block": gptBlock,
  "resnet-18": resNet,
  "mlp-training": mlpTraining,
  lstm,
  gru,
  "scalar-loop": scalarLoop,
  "tiny-operations": tinyOperations,
};
