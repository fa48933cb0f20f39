// `npm run bench [-- options]`: Paddock and its peers (docs/performance.md).
// `npm run bench -- FILE [options]`: `paddock bench` with a fresh build.
// `npm run bench -- grid`: bench/grid_main.cc.
// `npm run bench -- asymptotics [RUNS]`: growth of the time of operations with their size.
// `npm run bench -- broad [WORDS] [options]`: programs lowered by JAX, ranked against XLA (docs/broad.md).
// `npm run bench -- pins`: updates bench/pins.json.
// `npm run bench -- web [KEYS]`: from a key to the painted result, in Chromium.
import { join } from "node:path";
import { measure, print } from "../bench/asymptotics.mjs";
import { main as rankBroad, wantsWasm as wantsBroadWasm } from "../bench/broad/main.mjs";
import { main as comparePeers, wantsWasm } from "../bench/main.mjs";
import { countBoth, writePins } from "../bench/pins.mjs";
import { buildNative, buildPage, buildWasm } from "./build.mjs";
import { build } from "./lib/cmake.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { root } from "./lib/paths.mjs";
import { foreground } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

/** Programs of the project that compare a measurement with the machine's limit in one run. */
const own = ["grid"];

async function benchOwn(name) {
  const ledger = new Ledger();
  await setUp(["native"], ledger);
  const target = `paddock_${name}_bench`;
  await ledger.stage(`native: build ${target}`, () => build("native", [target]));
  return foreground(join(root, "build/native/bin", target), []);
}

async function benchPage(keys) {
  const ledger = new Ledger();
  await setUp(["native", "wasm", "browser"], ledger);
  await buildPage(ledger);
  const { measureKeys } = await import("../bench/web/main.mjs");
  await measureKeys(keys);
  return 0;
}

async function buildRunners(isWasmWanted) {
  const ledger = new Ledger();
  await setUp(["native"], ledger);
  await ledger.stage("native: build the runner", () => build("native", ["paddock_bench_runner"]));
  if (isWasmWanted) await buildWasm(ledger, ["baseline", "relaxed"]);
}

async function benchAll(args) {
  await buildRunners(wantsWasm(args));
  return comparePeers(args);
}

async function benchBroad(args) {
  await buildRunners(wantsBroadWasm(args));
  return rankBroad(args);
}

async function renewPins() {
  const ledger = new Ledger();
  await buildNative(ledger);
  await buildWasm(ledger);
  writePins(await countBoth([join(root, "build/native/bin/paddock")], ["node", join(root, "wasm/package/dist/command/main.js")]));
  return 0;
}

const sizes = [2 ** 16, 2 ** 18, 2 ** 20];

export async function main(args) {
  if (args.length === 1 && own.includes(args[0])) return benchOwn(args[0]);
  if (args.length === 0 || args[0].startsWith("--")) return benchAll(args);
  if (args[0] === "broad") return benchBroad(args.slice(1));
  if (args[0] === "pins") return renewPins();
  if (args[0] === "web") return benchPage(Number(args[1] ?? 100));
  await buildNative(new Ledger());
  const paddock = join(root, "build/native/bin/paddock");
  if (args[0] !== "asymptotics") return foreground(paddock, ["bench", ...args], { cwd: process.env.INIT_CWD ?? root });
  print(await measure(paddock, sizes, Number(args[1] ?? 7)), sizes);
  return 0;
}
