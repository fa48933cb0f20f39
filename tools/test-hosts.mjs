// `npm run test:hosts [-- pages | vscode]`: Paddock in the windows and pages of other programs. These are installed beside the
// checkout on the first run; nothing else needs them.
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { folderOf, hosts, isInstalled, modulesOf, packagesOf, terminalsFolder, vscodeFolder } from "../web/test/hosts/packages.mjs";
import { buildNative, buildPage, buildVscode } from "./build.mjs";
import { Failure } from "./lib/failure.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { nodeTests } from "./lib/node-tests.mjs";
import { run } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";
import { makeFolder } from "./setup/stamps.mjs";

const stories = { pages: "web/test/hosts/pages.mjs", vscode: "editors/vscode/test/hosts/stories.mjs" };
const quiet = ["--ignore-scripts", "--no-fund", "--no-audit"];

async function install(host) {
  if (isInstalled(host)) return;
  makeFolder(folderOf(host));
  await run("npm", ["install", "--prefix", folderOf(host), ...quiet, ...packagesOf(host)], `installing the packages of ${host}`);
  if (host !== "vscode") return;
  // code-server installs these by a script of its own, with addons that need more than a compiler.
  await run("npm", ["install", "--omit=dev", ...quiet], "installing VS Code's own packages", { cwd: vscodeFolder });
  const node = dirname(dirname(realpathSync(process.execPath)));
  await run(process.execPath, [join(modulesOf(host), "node-gyp/bin/node-gyp.js"), "rebuild", `--nodedir=${node}`], "compiling its terminals", { cwd: terminalsFolder });
}

export async function main(args) {
  const unknown = args.filter((name) => !hosts.includes(name));
  if (unknown.length > 0) throw new Failure(`npm run test:hosts takes ${hosts.join(" and ")}, not ${unknown[0]}.`);
  const wanted = args.length > 0 ? args : hosts;
  const ledger = new Ledger();
  await setUp(["wasm", "browser"], ledger);
  for (const host of wanted) await ledger.stage(`packages of ${host}`, () => install(host));
  await buildNative(ledger);
  await buildPage(ledger);
  if (wanted.includes("vscode")) await buildVscode(ledger);
  const files = wanted.map((host) => stories[host]);
  await ledger.tolerantStage("stories in other programs", () => nodeTests(files, { flags: ["--test-timeout=300000"] }));
  return ledger.print();
}
