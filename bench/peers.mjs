// Runners of `npm run bench`: Paddock in its forms, and its peers, which are installed beside the checkout on request.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findBrowser } from "../tools/lib/browsers.mjs";
import { cache, root } from "../tools/lib/paths.mjs";

/** Outside the checkout: no test and no build needs it. */
export const peersFolder = join(cache, "peers");

const python = join(peersFolder, "python/bin/python");
const packages = join(peersFolder, "node");
const script = (name) => join(root, "bench/peers", name);

const hasPackage = (name) => existsSync(join(packages, "node_modules", name));
/** A submodule is named by its path. */
const hasModule = (name) => ["python3.11", "python3.12", "python3.13", "python3.14"].some((version) => existsSync(join(peersFolder, "python/lib", version, "site-packages", name)));

const installNode = (names) => `npm install --prefix ${packages} --ignore-scripts ${names}`;
const installPython = (names) => `python3 -m venv ${join(peersFolder, "python")} && ${join(peersFolder, "python/bin/pip")} install ${names}`;

const fromPython = (name, module, names, file, hasThreads = true) => ({
  name,
  hasThreads,
  isInstalled: () => hasModule(module),
  install: installPython(names),
  command: (threads) => ({
    words: [python, script(file)],
    environment: {
      NPROC: String(threads),
      OMP_NUM_THREADS: String(threads),
      OPENBLAS_NUM_THREADS: String(threads),
      JAX_PLATFORMS: "cpu",
      JAX_ENABLE_X64: "1",
      // A machine may set these for an older numpy; they would slow down a new one.
      OPENBLAS_CORETYPE: "",
      OPENBLAS_L2_SIZE: "",
    },
  }),
});

const inJavaScript = (host, words) => () => ({ words: [process.execPath, script(host), ...words], environment: { PADDOCK_PEERS: packages } });

const fromNode = (name, names, words, hasThreads = false) => ({
  name,
  hasThreads,
  isInstalled: () => names.split(" ").every(hasPackage),
  install: installNode(names),
  words,
  command: inJavaScript("in-node.mjs", words),
});

const ownWasm = (flavour) => {
  const words = ["paddock-wasm", flavour];
  return { name: `wasm-${flavour}`, isOwn: true, wasm: "Node", isInstalled: () => true, words, command: inJavaScript("in-node.mjs", words) };
};

/** Runs a kind of runner in a page. It is unavailable without a browser. */
const inChromium = (kind) => ({
  ...kind,
  name: `${kind.name}-chromium`,
  wasm: "Chromium",
  isInstalled: () => kind.isInstalled() && findBrowser() !== undefined,
  install: kind.isInstalled() ? "npm run setup -- browser" : kind.install,
  command: inJavaScript("in-chromium.mjs", kind.words),
});

/** The first runner is the reference and writes the arguments for all. */
export const paddock = {
  name: "paddock",
  isOwn: true,
  hasThreads: true,
  isInstalled: () => true,
  command: () => ({ words: [join(root, "build/native/bin/paddock_bench_runner")] }),
};

const ownForms = [ownWasm("baseline"), ownWasm("relaxed")];
export const wasmKinds = [...ownForms, ...ownForms.map(inChromium)];

const tfjs = "@tensorflow/tfjs-core @tensorflow/tfjs-backend-cpu @tensorflow/tfjs-backend-wasm";

const wasmPeers = [
  { ...fromNode("onnxruntime-web", "onnxruntime-web", ["onnxruntime", "web"]), wasm: "Node" },
  { ...fromNode("tfjs-wasm", tfjs, ["tfjs"]), wasm: "Node" },
];

/** Writes the programs of `npm run bench -- broad`. */
export const generator = fromPython("generator", "jax", "jax", "../broad/generate.py");

export const peers = [
  fromPython("jax", "jax", "jax", "jax_runner.py"),
  fromPython("numpy", "numpy", "numpy", "numpy_runner.py"),
  fromPython("iree", "iree/compiler", "iree-base-compiler iree-base-runtime", "iree_runner.py"),
  fromPython("interpreter", "jaxlib/mlir/_mlir_libs/_stablehlo.so", "jax", "interpreter_runner.py", false),
  fromNode("onnxruntime-node", "onnxruntime-node", ["onnxruntime", "node"], true),
  ...wasmPeers,
  ...wasmPeers.map(inChromium),
];
