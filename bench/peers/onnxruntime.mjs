// ONNX Runtime in one thread. Its argument is `node`, the native runtime, or `web`.
import { describe, readInputs } from "./described.mjs";
import { equivalents, turned, turnsOf } from "./onnx-equivalents.mjs";
import { OnnxModel } from "./onnx.mjs";

/** ONNX Runtime's names of element types. */
const types = { f32: "float32", f64: "float64", i8: "int8", i32: "int32", i64: "int64", f16: "float16" };

async function load({ env, InferenceSession, Tensor }, isNative, place, { threads, grid, isText }) {
  const { name: program, parameters, arguments: inputs, results } = await describe(place);
  const key = Object.keys(equivalents).find((begin) => program.startsWith(begin));
  const model = new OnnxModel();
  const names = inputs.map((_, i) => `a${i}`);
  const isKnown = inputs.every(({ element }) => types[element] && element !== "f16");
  const outputs = key !== undefined && isKnown && grid === "" && !isText ? equivalents[key](model, names, parameters, program) : null;
  if (outputs === null) throw new Error("it has nothing like it");
  if (!isNative && threads > 1) throw new Error("one instance has one thread here");
  if (!isNative) env.wasm.numThreads = 1;
  const turns = turnsOf(program, parameters);
  const given = (await readInputs(place)).map((input, i) => ({ ...turned(input, turns.inputs[i]), name: names[i], element: input.element }));
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
