// `npm start` runs the first example and serves the page; `npm start -- FILE` runs FILE and ends.
import { join, resolve } from "node:path";
import { buildNative, buildPage } from "./build.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { root } from "./lib/paths.mjs";
import { foreground } from "./lib/run.mjs";
import { servePage } from "./serve.mjs";
import { setUp, setUpBeside } from "./setup.mjs";

const paddock = join(root, "build/native/bin/paddock");

export async function main([file]) {
  const ledger = new Ledger();
  if (file) {
    await buildNative(ledger);
    // npm starts scripts in the root. FILE is relative to the user's folder.
    return foreground(paddock, ["run", resolve(process.env.INIT_CWD ?? ".", file)]);
  }
  await setUp(["native"], ledger);
  const wasmParts = setUpBeside(["native", "wasm"], ledger);
  await buildNative(ledger);
  console.log("\n$ paddock run examples/hello.mlir");
  const code = await foreground(paddock, ["run", "examples/hello.mlir"]);
  if (code !== 0) return code;
  console.log("");
  await wasmParts;
  await buildPage(ledger, ["baseline"]);
  const address = await servePage(join(root, "web/dist"));
  console.log(`\nReady after ${ledger.seconds.toFixed(0)} s. The page: ${address} (Ctrl-C ends it)`);
}
