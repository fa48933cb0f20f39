// `.ci/run`: all checks that must pass before a change lands. Prints a ledger; the last line is `N passed, N failed`.
import { basename, join } from "node:path";
import { build, configure, test } from "./lib/cmake.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { nodeTests } from "./lib/node-tests.mjs";
import { endChildren } from "./lib/run.mjs";
import { forgetPassed } from "./lib/passed.mjs";
import { root } from "./lib/paths.mjs";
import { ownPrograms, runPrograms } from "./lib/programs.mjs";
import { hasVectors, knownFailures, vectorFolders } from "./lib/vectors.mjs";
import { checkVectors } from "./conformance.mjs";
import { findUnformatted } from "./format.mjs";
import { buildFuzzTargets, fuzzBriefly } from "./fuzz.mjs";
import { testPython } from "./python.mjs";
import { setUp } from "./setup.mjs";
import { testAll } from "./test.mjs";
import { tidyChanged } from "./tidy.mjs";

// A run with caches takes about 45 minutes. The first one on a machine compiles everything, for every preset.
const kLimitMinutes = 85;

// Stages that use threads.
const hasThreads = (name) => /_(tensor|grid|exec_\w+|execution|api\w*|build|generate)_test$/.test(name);
const isKernel = (name) => name.startsWith("paddock_simd");
const isPortable = (name) => isKernel(name) || name === "paddock_build_test";

async function checkFormat() {
  const unformatted = await findUnformatted();
  for (const file of unformatted) console.log(`${file}: not in clang-format's form (npm run format)`);
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

/** Runs the tests of `mpirun`, if CMake finds MPI. */
async function runRanks() {
  await configure("native");
  await build("native", ["paddock"]);
  return nodeTests(["tests/cli/mpi.test.mjs"]);
}

/** Compares the package's verdicts and bits with the command's. */
const runVectorsInNode = () =>
  nodeTests(["wasm/package/test/conformance.test.mjs"], { environment: { PADDOCK_CONFORMANCE: vectorFolders.join(":") } });

async function runStages(ledger) {
  forgetPassed();
  await testAll(ledger);
  await setUp(["native", "ci"], ledger);
  await ledger.tolerantStage("wasm: kernels in Node", () => test("wasm", { accepts: isPortable }));
  await ledger.tolerantStage("clang-format", checkFormat);
  await ledger.tolerantStage("clang-tidy on what changed", tidyChanged);
  await ledger.tolerantStage("asan: C++ tests, address and undefined", () => test("asan"));
  await ledger.tolerantStage("asan: programs and vectors", runSanitized);
  await ledger.tolerantStage("fuzz: build the targets", buildFuzzTargets);
  await ledger.tolerantStage("fuzz: each reader for 10 s", fuzzBriefly);
  await ledger.tolerantStage("gcc: C++ tests", () => test("gcc"));
  await ledger.tolerantStage("tsan: C++ tests with threads", () => test("tsan", { accepts: hasThreads }));
  await ledger.tolerantStage("native: programs of grids, on threads", runGrids);
  await ledger.tolerantStage("targets: kernels on every SIMD target", () => test("targets", { accepts: isKernel }));
  await ledger.tolerantStage("neon: kernels under qemu", () => test("neon", { accepts: isKernel }));
  await ledger.tolerantStage("mpi: grids on ranks", runRanks);
  await ledger.tolerantStage("python: the package", () => testPython(ledger));
  if (hasVectors()) {
    await ledger.tolerantStage("conformance vectors", checkVectors);
    await ledger.tolerantStage("conformance vectors through the npm package", runVectorsInNode);
  } else console.log("-- conformance vectors\n   not here: ../shared/conformance is not beside this checkout");
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
