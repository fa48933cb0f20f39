// `npm test`: all tests that need only the build's own compilers. Tests of kernels on other targets than this machine's
// are left to `.ci/run`. Tests that passed on the same inputs are not run again, except with `--all`.
import { basename, join } from "node:path";
import { buildPage, buildVscode } from "./build.mjs";
import { build, test } from "./lib/cmake.mjs";
import { Failure } from "./lib/failure.mjs";
import { globSync } from "./lib/glob.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { nodeTests } from "./lib/node-tests.mjs";
import { beside, print } from "./lib/output.mjs";
import { withPackedCommand } from "./lib/packed-command.mjs";
import { forgetPassed } from "./lib/passed.mjs";
import { ownPrograms, runPrograms } from "./lib/programs.mjs";
import { root } from "./lib/paths.mjs";
import { jobs } from "./lib/processors.mjs";
import { setUp, setUpBeside } from "./setup.mjs";

// The package is tested in both flavours also in Node 20, where the second one needs a flag.
const relaxedSimd = ["--require", join(root, "tools/lib/relaxed-simd.cjs")];

/** Files that each suite's tests read besides themselves: sources of every kind, but not other tests. */
const tracked = [".", ":!*.test.mjs"];
const inputs = {
  command: { name: "command", tracked, built: ["build/native/bin/paddock", "build/native/libpaddock.a"] },
  package: {
    name: "package",
    tracked,
    built: ["wasm/package/dist", "build/native/bin/paddock", "build/native/bin/paddock_generator"],
  },
  npx: { name: "npx", tracked, built: ["wasm/package/dist"] },
  editors: { name: "editors", tracked, built: ["editors/vscode/dist", "build/native/bin/paddock"] },
  page: { name: "page", tracked, built: ["web/dist", "wasm/package/dist", "build/native/bin/paddock"] },
};

// Tests with time limits run alone.
const timed = {
  command: ["asymptotics", "command", "mpi"],
  editors: ["language-server"],
  npx: ["command"],
  package: ["grid", "package"],
  page: ["first-paint", "first-ten-minutes", "graph", "page", "speed"],
};
const isTimed = (suite) => (path) => timed[suite].includes(basename(path, ".test.mjs"));

/** Runs several files of a suite at a time; `options` are passed to `nodeTests`. */
const testSuite = (files, suite, options = {}) =>
  nodeTests(files, { inputs: inputs[suite], together: jobs, isAlone: isTimed(suite), ...options });

/** Runs all suites, those that fail soonest first. */
export async function testAll(ledger) {
  await setUp(["native"], ledger);
  const otherParts = setUpBeside(["native", "wasm", "browser"], ledger);
  await ledger.tolerantStage("checks of the sources", () => nodeTests(globSync("tools/*.test.mjs")));
  let isPageBuilt = false;
  await beside([
    () => testNative(ledger),
    async () => {
      await otherParts;
      await ledger.tolerantStage("npm package and page", async () => {
        await buildPage(ledger);
        isPageBuilt = true;
      });
    },
  ]);
  // Each test of a page that is not there would wait until its time limit.
  if (!isPageBuilt) return print("-- npm package, npx, editors, page: not tested, because they were not built");
  await ledger.tolerantStage("npm package: tests in Node", testPackage);
  await ledger.tolerantStage("npx paddock-hlo: the command over WebAssembly", testPackedCommand);
  await ledger.tolerantStage("editors: the language server and the extension for VS Code", () => testEditors(ledger));
  await ledger.tolerantStage("page: tests in Chromium", testPage);
}

async function testNative(ledger) {
  await ledger.tolerantStage("native: C++ tests", () => test("native"));
  await ledger.tolerantStage("native: programs of the tests and docs", testPrograms);
  await ledger.tolerantStage("native: the command, examples of the specifications", testCommand);
}

/** Runs every .mlir file and Markdown block of the project, at both levels and in both numerics. */
async function testPrograms() {
  await build("native", ["paddock"]);
  return runPrograms(["--level", "both", "--numerics", "both", ...ownPrograms("tests/*.mlir", "examples/*.mlir", "*.md")]);
}

/** Tests the command, and the examples that link the library. */
async function testCommand() {
  await build("native", ["paddock", "paddock_static", "paddock_shared"]);
  return testSuite(globSync("tests/*.test.mjs"), "command");
}

/** Compares with the native command, also on programs of a native generator. */
async function testPackage() {
  await build("native", ["paddock", "paddock_generator"]);
  return testSuite(globSync("wasm/package/test/*.test.mjs"), "package", { flags: relaxedSimd });
}

// Omits tests that run the command hundreds of times, time it, or need several processors.
const isOfNative = (path) => /(asymptotics|dynamic-vectors|mpi|mutations)\.test\.mjs$/.test(path);

/** Runs the tests of the native command on the packed one. */
async function testPackedCommand() {
  const files = globSync("tests/cli/*.test.mjs").filter((path) => !isOfNative(path));
  return withPackedCommand((command) => testSuite(files, "npx", { environment: { PADDOCK: command } }));
}

async function testEditors(ledger) {
  await buildVscode(ledger);
  return testSuite(globSync("editors/vscode/test/*.test.mjs"), "editors");
}

/** A story that fails is tried again, because it depends on the scheduling of Chromium's processes. */
const testPage = () => testSuite(globSync("web/test/*.test.mjs"), "page", { isRepeated: true });

export async function main(args) {
  for (const word of args) if (word !== "--all") throw new Failure(`npm test takes --all (run also what passed before), not ${word}.`);
  if (args.includes("--all")) forgetPassed();
  const ledger = new Ledger();
  await testAll(ledger);
  return ledger.print();
}
