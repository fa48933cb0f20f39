// Paddock over WebAssembly in this thread: `node paddock-wasm.mjs baseline|relaxed`.
import "../../tools/lib/relaxed-simd.cjs";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, readInputs, serve } from "./serve.mjs";

const dist = new URL("../../wasm/package/dist/", import.meta.url);
const [{ instantiate }, { default: factory }] = await Promise.all([import(new URL("glue.js", dist)), import(new URL("paddock.mjs", dist))]);
const file = process.argv[2] === "relaxed" ? "paddock-relaxed.wasm" : "paddock.wasm";
const module = await instantiate(factory, await WebAssembly.compile(readFileSync(new URL(file, dist))));

const endlessWork = 2 ** 50;

function problemOf(session) {
  const [first] = JSON.parse(session.diagnostics());
  return new Error(first?.message ?? "it failed");
}

function startSession(program, inputs) {
  const session = new module.SessionHandle(program, "");
  session.setMemoryBytes(3.5e9);
  for (const [i, { shape, bytes }] of inputs.entries()) {
    const address = session.allocateInput(i, shape.join(), bytes.length);
    if (address === 0) throw problemOf(session);
    new Uint8Array(module.wasmMemory.buffer, address >>> 0, bytes.length).set(bytes);
  }
  if (!session.start()) throw problemOf(session);
  return session;
}

function load(folder, { threads, grid, isText }) {
  if (threads > 1) throw new Error("one instance has one thread");
  const text = readFileSync(join(folder, "program.mlir"), "utf8");
  const inputs = readInputs(folder);
  const read = () => module.ProgramHandle.load("program", text, false);
  const program = read();
  let session;
  const close = () => {
    session?.delete();
    session = undefined;
  };
  const prepare = () => {
    // Before the memory of the next one is asked for.
    close();
    if (!isText) session = startSession(program, inputs);
  };
  const run = () => {
    if (session.run(endlessWork) !== 0) throw problemOf(session);
  };
  const readText = () => {
    const again = read();
    startSession(again, inputs).delete();
    again.delete();
  };
  if (grid !== "") throw new Error("a grid of one thread says nothing");
  return {
    prepare,
    run: isText ? readText : run,
    results: () => Array.from({ length: isText ? 0 : session.resultCount() }, (_, i) => {
      const tensor = session.result(i, 0);
      const bytes = new Uint8Array(module.wasmMemory.buffer, tensor.address() >>> 0, tensor.byteSize()).slice();
      tensor.delete();
      return bytes;
    }),
    close: () => (close(), program.delete()),
  };
}

await serve({ load });
