// `npm run bench -- FILE [options]`: `paddock bench` with a fresh build. `npm run bench -- grid`: bench/grid_main.cc.
import { join } from "node:path";
import { buildNative } from "./build.mjs";
import { build } from "./lib/cmake.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { root } from "./lib/paths.mjs";
import { foreground } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

/** The project's own: what is measured stands beside the machine's limit in one run. */
const own = ["grid"];

async function benchOwn(name) {
  const ledger = new Ledger();
  await setUp(["native"], ledger);
  const target = `paddock_${name}_bench`;
  await ledger.stage(`native: build ${target}`, () => build("native", [target]));
  return foreground(join(root, "build/native/bin", target), []);
}

export async function main(args) {
  if (args.length === 1 && own.includes(args[0])) return benchOwn(args[0]);
  await buildNative(new Ledger());
  return foreground(join(root, "build/native/bin/paddock"), ["bench", ...args], { cwd: process.env.INIT_CWD ?? root });
}
