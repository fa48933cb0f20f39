// TensorFlow.js over WebAssembly, in one thread.
import { describe, equivalentOf, readInputs } from "./described.mjs";
import { equivalentsOf } from "./tfjs-equivalents.mjs";

let tf;
let equivalents;

const elements = { f32: "float32", i32: "int32", i1: "bool" };

async function load(place, { threads, grid, isText }) {
  const { name, parameters } = await describe(place);
  const inputs = await readInputs(place);
  const equivalent = equivalentOf(equivalents, name);
  const { layout, groups = 1, inner } = parameters;
  // It convolves images as NHWC only, and no groups of several channels.
  const isConvolution = name.startsWith("conv-") && (layout === "NCHW" || ![1, inner].includes(groups));
  const isKnown = equivalent !== undefined && !isConvolution && inputs.every(({ element }) => elements[element]);
  if (!isKnown || grid !== "" || isText) throw new Error("it has nothing like it");
  if (threads > 1) throw new Error("one instance has one thread here");
  const tensors = inputs.map(({ element, shape, data }) => tf.tensor(data, shape, elements[element]));
  let last = [];
  const close = () => {
    for (const value of last) value.dispose();
    last = [];
  };
  const run = () => {
    close();
    last = tf.tidy(() => equivalent(...tensors, parameters));
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
  equivalents = equivalentsOf(tf);
  return { load };
}
