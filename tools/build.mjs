// `npm run build:native`, `build:wasm`, `build:vscode` and `build`: the command, the npm package, the extension, the page.
import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { build, buildFolder } from "./lib/cmake.mjs";
import { Failure } from "./lib/failure.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { buildOnce } from "./lib/npm-build.mjs";
import { root } from "./lib/paths.mjs";
import { setUp } from "./setup.mjs";

/** Builds the command, at build/native/bin/paddock. */
export async function buildNative(ledger) {
  await setUp(["native"], ledger);
  await ledger.stage("native: build the command", () => build("native", ["paddock"]));
}

/** Modules of the package: the engine's three flavours and the command. `baseline` and `relaxed` share most of their objects, and so do the two with threads. */
const modules = {
  baseline: { target: "paddock_wasm", file: "paddock.wasm" },
  relaxed: { target: "paddock_wasm_relaxed", file: "paddock-relaxed.wasm" },
  threads: { target: "paddock_wasm_threads", file: "paddock-threads.wasm" },
  command: { target: "paddock_command_wasm", file: "paddock-command.wasm" },
};
/** Modules that every flavour loads on demand. */
const parts = ["paddock_artifacts_wasm", "paddock_builder_wasm", "paddock_factor_wasm", "paddock_why_wasm"];
const isBuilt = (name) => existsSync(join(buildFolder("wasm"), "bin", modules[name].file));

/** Builds the npm package with the named wasm modules. Modules that were built earlier are updated too. */
export async function buildWasm(ledger, names = Object.keys(modules)) {
  await setUp(["native", "wasm"], ledger);
  const wanted = Object.keys(modules).filter((name) => names.includes(name) || isBuilt(name));
  await ledger.stage("wasm: build the modules", () => build("wasm", [...wanted.map((name) => modules[name].target), ...parts]));
  const inputs = { tracked: ["wasm/package", "web/src", "web/tsconfig.json", "web/tsconfig.views.json", "package-lock.json"], built: ["build/wasm/bin", "build/wasm/THIRD-PARTY-LICENSES.txt", "build/wasm/generated/dialect/operations.ts", "build/wasm/generated/xla/xla-operations.ts"] };
  await ledger.stage("npm package: build", () => buildOnce("wasm/package", inputs));
}

export async function buildPage(ledger, names) {
  await buildWasm(ledger, names);
  // Sources of the documentation site.
  const documented = ["*.md", "docs/*.svg", "docs/*.png", "core/api/*.h", "core/api/*/*.h", "core/run/*.h", "core/c/*.h", "tests/ops/*.mlir", "tests/check/*.mlir"];
  const inputs = { tracked: ["web", "examples", ...documented, "package-lock.json"], built: ["wasm/package/dist"] };
  await ledger.stage("page: build", () => buildOnce("web", inputs));
  sharePage();
}

/** Builds the extension for VS Code, at build/paddock-vscode.vsix. */
export async function buildVscode(ledger, names = ["baseline", "relaxed", "command"]) {
  await buildWasm(ledger, names);
  const inputs = { tracked: ["editors/vscode", "wasm/package/licences.mjs", "package-lock.json"], built: ["wasm/package/dist"] };
  await ledger.stage("VS Code: build the extension", () => buildOnce("editors/vscode", inputs));
}

/** The native command of this build serves the page from here. */
function sharePage() {
  const page = join(root, "build/share/paddock/page");
  mkdirSync(dirname(page), { recursive: true });
  rmSync(page, { recursive: true, force: true });
  symlinkSync("../../../web/dist", page);
}

const products = { native: buildNative, wasm: buildWasm, page: buildPage, vscode: buildVscode };

export async function main([product]) {
  if (!Object.hasOwn(products, product)) throw new Failure(`build what? There is ${Object.keys(products).join(", ")}.`);
  await products[product](new Ledger());
}
