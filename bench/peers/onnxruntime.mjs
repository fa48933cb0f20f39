// ONNX Runtime in one thread. Its argument is `node`, the native runtime, or `web`.
import { describe, equivalentOf, readInputs } from "./described.mjs";
import { equivalents } from "./onnx-equivalents.mjs";
import { turned, turnsOf } from "./onnx-layouts.mjs";
import { OnnxModel } from "./onnx.mjs";

/** ONNX Runtime's names of element types. */
const types = {
  f32: "float32", f64: "float64", f16: "float16", i1: "bool", i8: "int8", ui8: "uint8", i32: "int32", ui32: "uint32", i64: "int64", ui64: "uint64",
};

/** Its scattering reads indices of 64 bits only. */
const widened = (input) => ({ ...input, element: "i64", data: BigInt64Array.from(input.data, BigInt) });

async function load({ env, InferenceSession, Tensor }, isNative, place, { threads, grid, isText }) {
  const { name: program, parameters, arguments: inputs, results } = await describe(place);
  const equivalent = equivalentOf(equivalents, program);
  const model = new OnnxModel();
  const names = inputs.map((_, i) => `a${i}`);
  const isKnown = equivalent !== undefined && inputs.every(({ element }) => types[element]);
  const outputs = isKnown && grid === "" && !isText ? equivalent(model, names, parameters, inputs) : null;
  if (outputs === null) throw new Error("it has nothing like it");
  if (!isNative && threads > 1) throw new Error("one instance has one thread here");
  if (!isNative) env.wasm.numThreads = 1;
  const turns = turnsOf(program, parameters, inputs);
  const read = (await readInputs(place)).map((input, i) => (turns.wide.includes(i) ? widened(input) : input));
  const given = read.map((input, i) => ({ ...turned(input, turns.inputs[i]), name: names[i], element: input.element }));
  const bytes = model.bytes(given, results.map(({ element }, i) => ({ name: outputs[i], element })));
  const session = await InferenceSession.create(bytes, {
    graphOptimizationLevel: "all",
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionProviders: [isNative ? "cpu" : "wasm"],
    logSeverityLevel: 3,
  });
  const feeds = Object.fromEntries(given.map(({ name, element, shape, data }) => [name, new Tensor(types[element], data, shape)]));
  let last;
  return {
    run: async () => void (last = await session.run(feeds)),
    results: () => outputs.map((output, i) => turned({ data: last[output].data, shape: last[output].dims }, turns.results[i]).data),
    close: () => session.release(),
  };
}

export async function open({ isNode, peer, peerFile }, form) {
  const isNative = form === "node";
  const ort = await peer(isNative ? "onnxruntime-node" : isNode ? "onnxruntime-web" : "onnxruntime-web/dist/ort.wasm.min.mjs");
  if (!isNode) ort.env.wasm.wasmPaths = peerFile("onnxruntime-web/dist/");
  return { load: (place, words) => load(ort, isNative, place, words) };
}
