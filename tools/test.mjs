// `npm test`: everything that can be tested without other compilers than the build's own.
import { globSync } from "./lib/glob.mjs";
import { test } from "./lib/cmake.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { nodeTests } from "./lib/node-tests.mjs";
import { setUp } from "./setup.mjs";

const isKernel = (name) => name.startsWith("paddock_simd") || name === "paddock_build_test";

/** Runs all suites, in the order in which they fail soonest. */
export async function testAll(ledger) {
  await setUp(["native", "wasm", "browser"], ledger);
  await ledger.tolerantStage("checks of the sources", () => nodeTests(globSync("tools/*.test.mjs")));
  await ledger.tolerantStage("native: C++ tests", () => test("native"));
  for (const flavour of ["wasm", "wasm-relaxed"]) {
    await ledger.tolerantStage(`${flavour}: kernels in Node`, () => test(flavour, { accepts: isKernel }));
  }
}

export async function main() {
  const ledger = new Ledger();
  await testAll(ledger);
  return ledger.print();
}
