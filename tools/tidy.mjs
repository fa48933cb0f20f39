// Runs clang-tidy on changes: skips files found clean with the same text, headers and checks. The cache folder records
// them.
import { createHash } from "node:crypto";
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, buildFolder } from "./lib/cmake.mjs";
import { globSync } from "./lib/glob.mjs";
import { print } from "./lib/output.mjs";
import { cache, root } from "./lib/paths.mjs";
import { forEachOf } from "./lib/pool.mjs";
import { jobs, processors } from "./lib/processors.mjs";
import { capture, run } from "./lib/run.mjs";
import { makeFolder } from "./setup/stamps.mjs";

// After this many minutes of all processors no further file is begun: a new machine, or a change to a common header, must
// not delay CI. The remaining files are checked in the next run.
const kMinutes = 2;

// A test may copy freely, and Catch2's macros repeat their expression in a loop that runs once.
const notInTests = "-performance-*,-bugprone-use-after-move";

const read = (path) => readFileSync(join(root, path), "utf8");

/** Returns the text of the file and of all our headers that it includes, directly or not. */
function collectText(path, seen = new Map()) {
  if (seen.has(path) || !existsSync(join(root, path))) return seen;
  const text = read(path);
  seen.set(path, text);
  for (const [, target] of text.matchAll(/^\s*#\s*include\s*"([^"]+)"/gm)) collectText(target, seen);
  return seen;
}

function stampOf(path, configuration) {
  const hash = createHash("sha256").update(configuration);
  for (const [name, text] of [...collectText(path)].sort()) hash.update(`${name}\0${text}\0`);
  return join(cache, "tidy", hash.digest("hex").slice(0, 32));
}

// The native preset with one command for each file, unlike a unity build. Nothing is compiled there: the generators of
// headers are linked with most libraries, which the native build has.
const folder = buildFolder("tidy");

async function configure() {
  await run("cmake", ["--preset", "native", "-B", folder, "-DPADDOCK_UNITY=OFF", "-DPADDOCK_PRECOMPILED=OFF"], "configuring the build that clang-tidy reads");
  await build("native", ["generated/dialect/stamp", "generated/xla/stamp", "paddock_op_places", "paddock_headers"]);
  for (const headers of ["generated", "public"]) cpSync(join(buildFolder("native"), headers), join(folder, headers), { recursive: true });
}

/** Returns counts of files. */
export async function tidyChanged() {
  await configure();
  makeFolder(join(cache, "tidy"));
  const configuration = read(".clang-tidy");
  const commands = JSON.parse(readFileSync(join(folder, "compile_commands.json"), "utf8"));
  const compiled = new Set(commands.map(({ file }) => file));
  const files = globSync("*.cc").filter((path) => compiled.has(join(root, path)));
  const changed = files.filter((path) => !existsSync(stampOf(path, configuration)));
  const counts = { passed: 0, failed: 0, note: `${files.length - changed.length} files unchanged since they were clean` };
  let milliseconds = kMinutes * 60_000 * jobs;
  const check = async (path) => {
    if (milliseconds <= 0) return;
    const checks = path.endsWith("_test.cc") ? [`--checks=${notInTests}`] : [];
    const started = Date.now();
    const { code, output } = await capture("clang-tidy-19", ["--quiet", ...checks, "-p", folder, path]);
    milliseconds -= Date.now() - started;
    counts[code === 0 ? "passed" : "failed"] += 1;
    if (code === 0) writeFileSync(stampOf(path, configuration), "");
    else print(output.replaceAll(`${root}/`, ""));
  };
  await forEachOf(changed, jobs, (path) => processors.one(() => check(path)));
  const left = changed.length - counts.passed - counts.failed;
  if (left > 0) counts.note += `, ${left} left for the next run after ${kMinutes} minutes`;
  return counts;
}
