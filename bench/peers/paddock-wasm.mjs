// Paddock over WebAssembly in one thread. Its argument is `baseline` or `relaxed`.
import { readInputs } from "./described.mjs";

const endlessWork = 2 ** 50;

function problemOf(session) {
  const [first] = JSON.parse(session.diagnostics());
  return new Error(first?.message ?? "it failed");
}

function startSession(module, program, give = () => {}, isProfiled = false) {
  const session = new module.SessionHandle(program, "");
  session.setMemoryBytes(3.5e9);
  if (isProfiled) session.setProfiling();
  give(session);
  if (!session.start()) throw problemOf(session);
  return session;
}

/** Copies an argument into the engine's memory: it is the result of a program that returns its argument. */
function residentInput(module, { shape, element, bytes }) {
  const type = `tensor<${[...shape, element].join("x")}>`;
  const program = module.ProgramHandle.load("input", `func.func @main(%0: ${type}) -> ${type} {\n  return %0 : ${type}\n}`, false);
  const session = startSession(module, program, (session) => {
    const address = session.allocateInput("0", shape.join(), bytes.length);
    if (address === 0) throw problemOf(session);
    new Uint8Array(module.wasmMemory.buffer, address >>> 0, bytes.length).set(bytes);
  });
  if (session.run(endlessWork) !== 0) throw problemOf(session);
  const tensor = session.result(0, 0);
  session.delete();
  program.delete();
  return tensor;
}

async function load(module, place, { threads, grid, isText }) {
  if (threads > 1) throw new Error("one instance has one thread");
  if (grid !== "") throw new Error("a grid of one thread says nothing");
  const text = new TextDecoder().decode(await place.read("program.mlir"));
  const inputs = (await readInputs(place)).map((input) => residentInput(module, input));
  const give = (session) => inputs.forEach((input, i) => session.setInputTensor(String(i), input));
  const read = () => module.ProgramHandle.load("program", text, false);
  const program = read();
  let session;
  const close = () => {
    session?.delete();
    session = undefined;
  };
  const prepare = () => {
    // Frees the memory of the last program before the next one allocates.
    close();
    if (!isText) session = startSession(module, program, give);
  };
  const run = () => {
    if (session.run(endlessWork) !== 0) throw problemOf(session);
  };
  const readText = () => {
    const again = read();
    startSession(module, again, give).delete();
    again.delete();
  };
  return {
    prepare,
    run: isText ? readText : run,
    results: () => Array.from({ length: isText ? 0 : session.resultCount() }, (_, i) => {
      const tensor = session.result(i, 0);
      const bytes = new Uint8Array(module.wasmMemory.buffer, tensor.address() >>> 0, tensor.byteSize()).slice();
      tensor.delete();
      return bytes;
    }),
    close: () => {
      close();
      for (const input of inputs) input.delete();
      program.delete();
    },
  };
}

/** Returns the machine's limits in this flavour, as a profile measures them. */
function limits(module) {
  const program = module.ProgramHandle.load("limits", "func.func @main() -> tensor<f32> {\n  %0 = stablehlo.constant dense<0.0> : tensor<f32>\n  return %0 : tensor<f32>\n}", false);
  const session = startSession(module, program, undefined, true);
  session.run(endlessWork);
  const profile = JSON.parse(session.profile());
  session.delete();
  program.delete();
  return profile.limits;
}

export async function open({ import: importModule, bytes }, flavour) {
  const dist = "wasm/package/dist/";
  const [{ instantiate }, { default: factory }] = await Promise.all([importModule(`${dist}engine/glue.js`), importModule(`${dist}paddock.mjs`)]);
  const file = flavour === "relaxed" ? "paddock-relaxed.wasm" : "paddock.wasm";
  const module = await instantiate(factory, await WebAssembly.compile(await bytes(`${dist}${file}`)), true);
  return { load: (place, words) => load(module, place, words), limits: () => limits(module) };
}
