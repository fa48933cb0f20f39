// `npm run build:native`, `build:wasm` and `build`: the command, the npm package, the page.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build, buildFolder } from "./lib/cmake.mjs";
import { Failure } from "./lib/failure.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { buildOnce } from "./lib/npm-build.mjs";
import { setUp } from "./setup.mjs";

/** The command at build/native/bin/paddock. */
export async function buildNative(ledger) {
  await setUp(["native"], ledger);
  await ledger.stage("native: build the command", () => build("native", ["paddock"]));
}

/** The targets of the two flavours: most of their objects are the same. */
const flavourTargets = { baseline: "paddock_wasm", relaxed: "paddock_wasm_relaxed" };
const relaxedModule = join(buildFolder("wasm"), "bin/paddock-relaxed.wasm");

/** The npm package, with the named wasm flavours; one that was built before is brought up to date, too. */
export async function buildWasm(ledger, flavours = ["baseline", "relaxed"]) {
  await setUp(["native", "wasm"], ledger);
  const wanted = new Set(flavours);
  if (existsSync(relaxedModule)) wanted.add("relaxed");
  await ledger.stage("wasm: build the module", () => build("wasm", [...wanted].map((flavour) => flavourTargets[flavour])));
  const inputs = { tracked: ["wasm/package", "web/src", "package-lock.json"], built: ["build/wasm/bin"] };
  await ledger.stage("npm package: build", () => buildOnce("wasm/package", inputs));
}

export async function buildPage(ledger, flavours) {
  await buildWasm(ledger, flavours);
  const inputs = { tracked: ["web", "examples", "docs", "package-lock.json"], built: ["wasm/package/dist"] };
  await ledger.stage("page: build", () => buildOnce("web", inputs));
}

const products = { native: buildNative, wasm: buildWasm, page: buildPage };

export async function main([product]) {
  if (!Object.hasOwn(products, product)) throw new Failure(`build what? There is ${Object.keys(products).join(", ")}.`);
  await products[product](new Ledger());
}
