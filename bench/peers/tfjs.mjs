// TensorFlow.js over WebAssembly, in one thread.
import { describe, readInputs } from "./described.mjs";

let tf;

function chain(x, y) {
  let value = tf.mul(x, y);
  for (const [factor, amount] of [[0.5, 1], [1.5, -2], [0.25, 3]]) value = tf.add(tf.mul(value, factor), amount);
  return [tf.add(value, x)];
}

function dearChain(x, y) {
  const raised = tf.exp(tf.add(tf.mul(tf.tanh(tf.mul(x, y)), 0.5), -1));
  return [tf.add(tf.mul(tf.tanh(raised), x), y)];
}

function convolution(x, kernel, { groups = 1, stride = 1, window }) {
  const padding = (window - 1) / 2;
  if (groups === 1) return [tf.conv2d(x, kernel, stride, padding)];
  // This kernel has the channels before the multiplier.
  return [tf.depthwiseConv2d(x, tf.transpose(kernel, [0, 1, 3, 2]), stride, padding)];
}

const places = ({ count, rows }) => tf.tensor1d(Array.from({ length: count }, (_, i) => (i * 40503) % rows), "int32");
const transpose = (x, { permutation }) => [tf.transpose(x, permutation)];

/** Keyed by the beginning of a program's name. */
const equivalents = {
  "matmul-": (a, b) => [tf.matMul(a, b)],
  "conv-": convolution,
  "chain-cheap": chain,
  "chain-tanh": dearChain,
  "add-": (x, y) => [tf.add(x, y)],
  "exp-": (x) => [tf.exp(x)],
  "relu-": (x) => [tf.relu(x)],
  "divide-": (x, y) => [tf.div(x, y)],
  "where-": (x, y) => [tf.where(tf.greater(x, y), x, y)],
  "sigmoid-": (x) => [tf.sigmoid(x)],
  "tanh-": (x) => [tf.tanh(x)],
  "log-4m": (x) => [tf.log(x)],
  "sine-": (x) => [tf.sin(x)],
  "erf-": (x) => [tf.erf(x)],
  "clip-": (x) => [tf.clipByValue(x, -0.5, 0.5)],
  "hard-swish-": (x) => [tf.mul(x, tf.mul(tf.relu6(tf.add(x, 3)), 1 / 6))],
  "silu-": (x) => [tf.mul(x, tf.sigmoid(x))],
  "elu-": (x) => [tf.elu(x)],
  "scale-rows": (x, y) => [tf.mul(x, y)],
  moments: (x) => {
    const { mean, variance } = tf.moments(x, 1);
    return [mean, variance];
  },
  bias: (x, y) => [tf.add(x, y)],
  "batch-norm": (x, mean, variance, gain, bias) => [tf.batchNorm2d(x, mean, tf.mul(variance, variance), bias, gain, 1e-3)],
  "log-softmax": (x) => [tf.logSoftmax(x)],
  softmax: (x) => [tf.softmax(x)],
  "sum-": (x, { dimension, dimensions = [dimension] }) => [tf.sum(x, dimensions)],
  "max-rows": (x, { dimensions }) => [tf.max(x, dimensions)],
  argmax: (x) => [tf.argMax(x, 1)],
  "transpose-": transpose,
  "nchw-to-nhwc": transpose,
  "nhwc-to-nchw": transpose,
  "split-heads": transpose,
  "join-keys": transpose,
  "concatenate-channels": (x, y) => [tf.concat([x, y], 3)],
  "pad-image": (x) => [tf.pad(x, [[0, 0], [1, 1], [1, 1], [0, 0]])],
  "crop-image": (x, { size, channels }) => [tf.slice(x, [0, 1, 1, 0], [1, size - 2, size - 2, channels])],
  "upsample-nearest": (x, { size }) => [tf.image.resizeNearestNeighbor(x, [2 * size, 2 * size])],
  "average-pool": (x) => [tf.avgPool(x, 2, 2, "valid")],
  "gather-rows": (table, parameters) => [tf.gather(table, places(parameters))],
  "top-k-1m": (x, { k }) => {
    const { values, indices } = tf.topk(x, k);
    return [values, indices];
  },
  "cumsum-1m": (x) => [tf.cumsum(x)],
  "max-pool": (x) => [tf.maxPool(x, 3, 2, 1)],
};

async function load(place, { threads, grid, isText }) {
  const { name, parameters } = await describe(place);
  const inputs = await readInputs(place);
  const key = Object.keys(equivalents).find((begin) => name.startsWith(begin));
  const isKnown = name !== "max-pool-gradient" && (parameters.dilation ?? 1) === 1 && parameters.layout !== "NCHW" && inputs.every(({ element }) => element === "f32");
  if (key === undefined || !isKnown || grid !== "" || isText) throw new Error("it has nothing like it");
  if (threads > 1) throw new Error("one instance has one thread here");
  const tensors = inputs.map(({ shape, data }) => tf.tensor(data, shape, "float32"));
  let last = [];
  const close = () => {
    for (const value of last) value.dispose();
    last = [];
  };
  const run = () => {
    close();
    last = tf.tidy(() => equivalents[key](...tensors, parameters));
  };
  return {
    run,
    results: () => last.map((value) => value.dataSync()),
    close: () => {
      close();
      for (const tensor of tensors) tensor.dispose();
    },
  };
}

const backend = "@tensorflow/tfjs-backend-wasm";

async function openInNode({ peer, peerFile }) {
  tf = await peer("@tensorflow/tfjs-core");
  const { setWasmPaths } = await peer(backend);
  setWasmPaths(peerFile(`${backend}/dist/tfjs-backend-wasm.wasm`).replace(/[^/]*$/, ""));
}

/** The files for pages are not modules; they share a global name. */
async function openInPage({ peerScript, peerFile }) {
  for (const file of ["@tensorflow/tfjs-core/dist/tf-core.min.js", "@tensorflow/tfjs-backend-cpu/dist/tf-backend-cpu.min.js", `${backend}/dist/tf-backend-wasm.min.js`]) {
    await peerScript(file);
  }
  tf = globalThis.tf;
  tf.wasm.setWasmPaths(peerFile(`${backend}/dist/`));
  // Threads would share memory; the other runners use one thread.
  tf.env().set("WASM_HAS_MULTITHREAD_SUPPORT", false);
}

export async function open(surroundings) {
  await (surroundings.isNode ? openInNode(surroundings) : openInPage(surroundings));
  await tf.setBackend("wasm");
  await tf.ready();
  return { load };
}
