// Prepares a bare Debian 12 or 13 for building everything, or another system that has the compilers and a browser. Each part
// first checks whether it is installed.
import { statfsSync } from "node:fs";
import { Failure } from "./lib/failure.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { cache } from "./lib/paths.mjs";
import { hasEmscripten, setUpEmscripten } from "./setup/emscripten.mjs";
import { hasNpmPackages, installNpmPackages } from "./setup/npm.mjs";
import { installPackages, missingPackages } from "./setup/packages.mjs";
import { fetchPjrtHeader, missesPjrtHeader } from "./setup/pjrt.mjs";
import { fetchSources, missingSources } from "./setup/sources.mjs";
import { makeFolder } from "./setup/stamps.mjs";

// Emscripten takes 2 GB unpacked; the system's packages and the build take about as much.
const kNeededBytes = { native: 2e9, wasm: 5e9, browser: 6e9, browsers: 6e9, python: 3e9, package: 3e9, ci: 8e9 };

/** Parts: "native", "wasm", "browser", "browsers", "python", "package", "ci". Prints nothing if nothing is missing. */
export async function setUp(parts, ledger) {
  const withWasm = parts.includes("wasm");
  const isReady =
    (await missingPackages(parts)).length === 0 &&
    missingSources().length === 0 &&
    !missesPjrtHeader() &&
    (!withWasm || ((await hasEmscripten()) && hasNpmPackages()));
  if (isReady) return;
  makeFolder(cache);
  checkDisk(parts);
  await ledger.stage("set-up: packages", () => installPackages(parts));
  await ledger.stage("set-up: C++ libraries", () => fetchSources());
  await ledger.stage("set-up: PJRT header", () => fetchPjrtHeader());
  if (!withWasm) return;
  await ledger.stage("set-up: Emscripten", () => setUpEmscripten());
  await ledger.stage("set-up: npm packages", () => installNpmPackages());
}

/** Like `setUp`, concurrently with the caller's next work. The result is awaited where its parts are needed. */
export function setUpBeside(parts, ledger) {
  const work = setUp(parts, ledger);
  // The caller may fail first. This failure is reported where it is awaited.
  work.catch(() => {});
  return work;
}

function checkDisk(parts) {
  const { bavail, bsize } = statfsSync(cache);
  const needed = Math.max(...parts.map((part) => kNeededBytes[part]));
  if (bavail * bsize < needed) {
    const gigabytes = (bytes) => (bytes / 1e9).toFixed(1);
    throw new Failure(`${cache} needs about ${gigabytes(needed)} GB of free disk, and has ${gigabytes(bavail * bsize)} GB.`);
  }
}

export async function main(args) {
  const ledger = new Ledger();
  await setUp(args.length > 0 ? args : ["native", "wasm", "browser", "ci"], ledger);
  console.log(`Everything is there (${ledger.seconds.toFixed(1)} s).`);
}
