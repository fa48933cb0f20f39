// `npm run bench -- FILE [options]`: `paddock bench` with a fresh build.
import { join } from "node:path";
import { buildNative } from "./build.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { root } from "./lib/paths.mjs";
import { foreground } from "./lib/run.mjs";

export async function main(args) {
  await buildNative(new Ledger());
  return foreground(join(root, "build/native/bin/paddock"), ["bench", ...args], { cwd: process.env.INIT_CWD ?? root });
}
