// `npm run test:browsers [-- firefox | webkit]`: the stories that matter most, in Firefox and WebKit. Debian's browsers and the
// two packages that drive them are installed on the first run; nothing else needs them.
import { folder, isInstalled, packages } from "../web/test/browsers/packages.mjs";
import { buildNative, buildPage } from "./build.mjs";
import { findBrowser } from "./lib/browsers.mjs";
import { Failure } from "./lib/failure.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { nodeTests } from "./lib/node-tests.mjs";
import { run } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";
import { makeFolder } from "./setup/stamps.mjs";

const engines = ["firefox", "webkit"];
const stories = "web/test/browsers/stories.mjs";

async function installDrivers() {
  if (isInstalled()) return;
  makeFolder(folder);
  await run("npm", ["install", "--prefix", folder, "--ignore-scripts", "--no-fund", "--no-audit", ...packages], "installing what drives the browsers");
}

const environmentOf = (names) => Object.fromEntries(names.map((name) => [`PADDOCK_${name.toUpperCase()}`, findBrowser(name)]));

export async function main(args) {
  const unknown = args.filter((name) => !engines.includes(name));
  if (unknown.length > 0) throw new Failure(`npm run test:browsers takes ${engines.join(" and ")}, not ${unknown[0]}.`);
  const ledger = new Ledger();
  await setUp(["wasm", "browser", "browsers"], ledger);
  await ledger.stage("drivers of browsers", installDrivers);
  await buildNative(ledger);
  await buildPage(ledger);
  const environment = environmentOf(args.length > 0 ? args : engines);
  await ledger.tolerantStage("stories in other browsers", () => nodeTests([stories], { environment, flags: ["--test-timeout=300000"] }));
  return ledger.print();
}
