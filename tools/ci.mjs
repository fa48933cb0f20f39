// `.ci/run`: all checks that must pass before a change lands. Prints a ledger; the last line is `N passed, N failed`.
import { basename, join } from "node:path";
import { buildAhead } from "./lib/ahead.mjs";
import { build, test } from "./lib/cmake.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { nodeTests } from "./lib/node-tests.mjs";
import { beside, print } from "./lib/output.mjs";
import { forgetPassed } from "./lib/passed.mjs";
import { root } from "./lib/paths.mjs";
import { jobs, processors } from "./lib/processors.mjs";
import { ownPrograms, runPrograms } from "./lib/programs.mjs";
import { endChildren } from "./lib/run.mjs";
import { hasVectors, knownFailures, vectorFolders } from "./lib/vectors.mjs";
import { checkVectors } from "./conformance.mjs";
import { findUnformatted } from "./format.mjs";
import { buildFuzzTargets, fuzzBriefly } from "./fuzz.mjs";
import { testPython } from "./python.mjs";
import { setUp } from "./setup.mjs";
import { testAll } from "./test.mjs";
import { tidyChanged } from "./tidy.mjs";

// A run with caches takes about 50 minutes on two processors. The first one on a machine compiles everything, for every preset.
const kLimitMinutes = 85;
// After so many minutes, nothing begins that looks for more of what other stages test: the next run does.
const kSearchMinutes = 55;

// Stages that use threads.
const hasThreads = (name) => /_(tensor|simd_factor|grid|exec_\w+|execution|api\w*|build|generate)_test$/.test(name);
const isKernel = (name) => name.startsWith("paddock_simd");
const isPortable = (name) => isKernel(name) || name === "paddock_build_test";

// C++ tests of other builds than `npm test`'s, the longest first.
const elsewhere = {
  // Emulation takes ten times as long as the processor, a long double of 128 bits even longer.
  neon: { accepts: isKernel, environment: { PADDOCK_MATH_SAMPLE: "4000" } },
  asan: {},
  tsan: { accepts: hasThreads, filter: (name) => (isKernel(name) ? "[threads]" : "~[one-thread]") },
  targets: { accepts: isKernel },
  gcc: {},
};
const testElsewhere = (preset) => test(preset, elsewhere[preset]);

async function checkFormat() {
  const unformatted = await findUnformatted();
  for (const file of unformatted) print(`${file}: not in clang-format's form (npm run format)`);
  return { passed: unformatted.length === 0 ? 1 : 0, failed: unformatted.length };
}

/** Runs the programs with several processes. On threads they must give the same results as in turns. */
async function runGrids() {
  await build("native", ["paddock"]);
  const folders = ["ops/collective", "ops/manual_computation", "ops/messages", "run"].map((folder) => join(root, "tests", folder));
  const vectors = vectorFolders.filter((folder) => hasVectors() && basename(folder) === "interpret");
  return runPrograms(["--mode", "threads", ...folders, ...vectors]);
}

/** Runs all programs under the sanitizers. */
async function runSanitized() {
  await build("asan", ["paddock"]);
  const vectors = hasVectors() ? ["--expect-fail", knownFailures, ...vectorFolders] : [];
  return runPrograms(["--level", "both", ...vectors, ...ownPrograms("tests/*.mlir", "examples/*.mlir", "docs/*.md")], "asan");
}

/** Compares the package's verdicts and bits with the command's. */
const runVectorsInNode = () =>
  nodeTests(["wasm/package/test/conformance.test.mjs"], { environment: { PADDOCK_CONFORMANCE: vectorFolders.join(":") } });

/** Calls `search`, or returns a note that it is left out because the run is long already. */
async function unlessLate(ledger, search) {
  if (ledger.seconds < kSearchMinutes * 60) return search();
  return { passed: 0, failed: 0, note: `left to the next run, after ${kSearchMinutes} minutes` };
}

/** Builds the fuzz targets and runs each for 10 seconds. */
async function fuzz(ledger) {
  await ledger.tolerantStage("fuzz: build the targets", () => unlessLate(ledger, buildFuzzTargets));
  await ledger.tolerantStage("fuzz: each reader for 10 s", () => unlessLate(ledger, fuzzBriefly));
}

/** Runs the C++ tests under the sanitizers, then all programs and vectors. */
async function sanitize(ledger) {
  await ledger.tolerantStage("asan: C++ tests, address and undefined", () => testElsewhere("asan"));
  await ledger.tolerantStage("asan: programs and vectors", runSanitized);
}

async function conform(ledger) {
  if (!hasVectors()) return print("-- conformance vectors\n   not here: ../shared/conformance is not beside this checkout");
  await ledger.tolerantStage("conformance vectors", checkVectors);
  await ledger.tolerantStage("conformance vectors through the npm package", runVectorsInNode);
}

/** Returns what `npm test` does not test, the longest first. */
function worksOf(ledger) {
  const stage = (name, work) => () => ledger.tolerantStage(name, work);
  return [
    stage("neon: kernels under qemu", () => testElsewhere("neon")),
    () => sanitize(ledger),
    stage("tsan: C++ tests with threads", () => testElsewhere("tsan")),
    stage("targets: kernels on every SIMD target", () => testElsewhere("targets")),
    stage("gcc: C++ tests", () => testElsewhere("gcc")),
    stage("wasm: kernels in Node", () => test("wasm", { accepts: isPortable })),
    stage("python: the package", () => testPython(ledger)),
    () => conform(ledger),
    () => fuzz(ledger),
    stage("clang-tidy on what changed", () => unlessLate(ledger, tidyChanged)),
    stage("native: programs of grids, on threads", runGrids),
    stage("clang-format", checkFormat),
  ];
}

async function runStages(ledger) {
  forgetPassed();
  // Before the tests of the command, which then include those with mpirun.
  await setUp(["native", "ci"], ledger);
  const endAhead = buildAhead(Object.entries(elsewhere).map(([preset, { accepts }]) => ({ preset, accepts })), processors);
  await testAll(ledger);
  await endAhead();
  await beside(worksOf(ledger), jobs + 1);
}

export async function main() {
  const ledger = new Ledger();
  const watchdog = setTimeout(() => {
    ledger.print();
    console.log(`\nstopped: more than ${kLimitMinutes} minutes\n${ledger.totals.passed} passed, ${ledger.totals.failed + 1} failed`);
    endChildren();
    process.exit(1);
  }, kLimitMinutes * 60_000);
  await runStages(ledger);
  clearTimeout(watchdog);
  return ledger.print();
}
