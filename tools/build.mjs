// `npm run build:native`, `build:wasm` and `build`: the command, the npm package, the page.
import { build } from "./lib/cmake.mjs";
import { Failure } from "./lib/failure.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { run } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

const npmBuild = (workspace, purpose) => run("npm", ["run", "build", "--workspace", workspace], purpose);

/** The command at build/native/bin/paddock. */
export async function buildNative(ledger) {
  await setUp(["native"], ledger);
  await ledger.stage("native: build the command", () => build("native", ["paddock"]));
}

/** The npm package, with the wasm flavours named: "wasm", "wasm-relaxed". */
export async function buildWasm(ledger, flavours = ["wasm", "wasm-relaxed"]) {
  await setUp(["native", "wasm"], ledger);
  for (const flavour of flavours) {
    await ledger.stage(`${flavour}: build the module`, () => build(flavour, ["paddock_wasm"]));
  }
  await ledger.stage("wasm: build the npm package", async () => {
    process.stdout.write(await npmBuild("wasm/package", "building the npm package"));
  });
}

export async function buildPage(ledger, flavours) {
  await buildWasm(ledger, flavours);
  await ledger.stage("page: build", () => npmBuild("web", "building the page"));
}

const products = { native: buildNative, wasm: buildWasm, page: buildPage };

export async function main([product]) {
  if (!Object.hasOwn(products, product)) throw new Failure(`build what? There is ${Object.keys(products).join(", ")}.`);
  await products[product](new Ledger());
}
