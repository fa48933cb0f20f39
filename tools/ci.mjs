// `.ci/run`: all that must hold before a change lands. Prints a ledger; the last line is `N passed, N failed`.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { build, jobs, test } from "./lib/cmake.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { root } from "./lib/paths.mjs";
import { capture, endChildren } from "./lib/run.mjs";
import { findUnformatted } from "./format.mjs";
import { setUp } from "./setup.mjs";
import { testAll } from "./test.mjs";
import { tidyChanged } from "./tidy.mjs";

const kLimitMinutes = 60;
const vectors = join(root, "../shared/conformance");
const vectorFolders = ["testdata", "interpret", "syntax"];

// Threads meet in these stages.
const hasThreads = (name) => /_(tensor|grid|exec|api|build)_test$/.test(name);
const isKernel = (name) => name.startsWith("paddock_simd");

async function checkFormat() {
  const unformatted = await findUnformatted();
  for (const file of unformatted) console.log(`${file}: not in clang-format's form (npm run format)`);
  return { passed: unformatted.length === 0 ? 1 : 0, failed: unformatted.length };
}

async function runVectors() {
  await build("native", ["paddock"]);
  const known = join(root, "tests/conformance/known-failures.txt");
  const args = ["test", "--jobs", String(jobs), "--expect-fail", known];
  const folders = vectorFolders.map((folder) => join(vectors, folder));
  const { code, output } = await capture(join(root, "build/native/bin/paddock"), [...args, ...folders], { progress: true });
  const summary = /^(\d+) passed, (\d+) failed(?:, (\d+) known)?$/m.exec(output);
  const failed = summary ? Number(summary[2]) : 1;
  if (failed > 0) console.log(output.split("\n").filter((line) => !line.startsWith("PASS")).slice(-60).join("\n"));
  const note = summary?.[3] ? `${summary[3]} known to fail` : "";
  return { passed: Number(summary?.[1] ?? 0), failed: code !== 0 && failed === 0 ? 1 : failed, note };
}

async function runStages(ledger) {
  await testAll(ledger);
  await setUp(["native", "ci"], ledger);
  await ledger.tolerantStage("clang-format", checkFormat);
  await ledger.tolerantStage("clang-tidy on what changed", tidyChanged);
  await ledger.tolerantStage("asan: C++ tests, address and undefined", () => test("asan"));
  await ledger.tolerantStage("gcc: C++ tests", () => test("gcc"));
  await ledger.tolerantStage("tsan: C++ tests with threads", () => test("tsan", { accepts: hasThreads }));
  await ledger.tolerantStage("targets: kernels on every SIMD target", () => test("targets", { accepts: isKernel }));
  await ledger.tolerantStage("neon: kernels under qemu", () => test("neon", { accepts: isKernel }));
  if (existsSync(vectors)) await ledger.tolerantStage("conformance vectors", runVectors);
  else console.log("-- conformance vectors\n   not here: ../shared/conformance is not beside this checkout");
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
