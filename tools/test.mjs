// `npm test`: everything that can be tested without other compilers than the build's own; the tests of kernels alone on
// other targets than this machine's are `.ci/run`'s. What passed on the same inputs is not run again; with `--all` it is.
import { basename, join } from "node:path";
import { buildPage } from "./build.mjs";
import { build, jobs, test } from "./lib/cmake.mjs";
import { Failure } from "./lib/failure.mjs";
import { globSync } from "./lib/glob.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { nodeTests } from "./lib/node-tests.mjs";
import { withPackedCommand } from "./lib/packed-command.mjs";
import { forgetPassed } from "./lib/passed.mjs";
import { runPrograms } from "./lib/programs.mjs";
import { root } from "./lib/paths.mjs";
import { setUp, setUpBeside } from "./setup.mjs";

// The package is tested in both flavours also in Node 20, which has the second one behind a flag.
const relaxedSimd = ["--require", join(root, "tools/lib/relaxed-simd.cjs")];

/** What the test files of each suite read beside themselves: they look into sources of every kind, but not into each other. */
const tracked = [".", ":!*.test.mjs"];
const inputs = {
  command: { name: "command", tracked, built: ["build/native/bin/paddock"] },
  package: {
    name: "package",
    tracked,
    built: ["wasm/package/dist", "build/native/bin/paddock", "build/native/bin/paddock_generator"],
  },
  npx: { name: "npx", tracked, built: ["wasm/package/dist"] },
  page: { name: "page", tracked, built: ["web/dist", "wasm/package/dist", "build/native/bin/paddock"] },
};

// These hold something to a time: nothing else runs beside them.
const timed = {
  command: ["asymptotics", "command", "mpi"],
  npx: ["command"],
  package: ["grid", "package"],
  page: ["first-paint", "first-ten-minutes", "page", "speed"],
};
const isTimed = (suite) => (path) => timed[suite].includes(basename(path, ".test.mjs"));

/** Several files of a suite at a time; `options` are more of `nodeTests`'. */
const testSuite = (files, suite, options = {}) =>
  nodeTests(files, { inputs: inputs[suite], together: jobs, isAlone: isTimed(suite), ...options });

/** Runs all suites, in the order in which they fail soonest. */
export async function testAll(ledger) {
  await setUp(["native"], ledger);
  const otherParts = setUpBeside(["native", "wasm", "browser"], ledger);
  await ledger.tolerantStage("checks of the sources", () => nodeTests(globSync("tools/*.test.mjs")));
  await ledger.tolerantStage("native: C++ tests", () => test("native"));
  await ledger.tolerantStage("native: programs of the tests and docs", testPrograms);
  await ledger.tolerantStage("native: the command, examples of the specifications", testCommand);
  await otherParts;
  await ledger.tolerantStage("npm package and page", () => buildPage(ledger));
  await ledger.tolerantStage("npm package: tests in Node", testPackage);
  await ledger.tolerantStage("npx paddock-hlo: the command over WebAssembly", testPackedCommand);
  await ledger.tolerantStage("page: tests in Chromium", testPage);
}

/** Every .mlir file and Markdown block that the project itself has, at both levels. */
async function testPrograms() {
  await build("native", ["paddock"]);
  const files = globSync("tests/*.mlir", "examples/*.mlir", "*.md");
  return runPrograms(["--level", "both", ...files.map((file) => join(root, file))]);
}

const testCommand = () => testSuite(globSync("tests/*.test.mjs"), "command");

/** Compares with the native command, on programs that a native generator writes, too. */
async function testPackage() {
  await build("native", ["paddock", "paddock_generator"]);
  return testSuite(globSync("wasm/package/test/*.test.mjs"), "package", { flags: relaxedSimd });
}

// Not those that run it hundreds of times, or time it, or need several processors.
const isOfNative = (path) => /(asymptotics|dynamic-vectors|mpi|mutations)\.test\.mjs$/.test(path);

/** The tests of the native command, on the packed one. */
async function testPackedCommand() {
  const files = globSync("tests/cli/*.test.mjs").filter((path) => !isOfNative(path));
  return withPackedCommand((command) => testSuite(files, "npx", { environment: { PADDOCK: command } }));
}

/** A story that fails has a second try: it depends on when the machine gets to which of Chromium's processes. */
const testPage = () => testSuite(globSync("web/test/*.test.mjs"), "page", { isRepeated: true });

export async function main(args) {
  for (const word of args) if (word !== "--all") throw new Failure(`npm test takes --all (run also what passed before), not ${word}.`);
  if (args.includes("--all")) forgetPassed();
  const ledger = new Ledger();
  await testAll(ledger);
  return ledger.print();
}
