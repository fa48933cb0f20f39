// A test that passed is not run again on the same inputs: it leaves a stamp with their hash. `npm test -- --all` runs it.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { hashInputs } from "./inputs.mjs";
import { root } from "./paths.mjs";

const folder = join(root, "build", "passed");

/** From now on everything runs. */
export const forgetPassed = () => rmSync(folder, { recursive: true, force: true });

/** What a test may depend on beside files. */
const surroundings = () => [
  process.version,
  cpus()[0]?.model ?? "",
  ...Object.entries(process.env).filter(([name]) => name.startsWith("PADDOCK_")).flat(),
];

/**
 * The counts {passed, failed} of `work`, or the ones it had when all passed on the same `inputs` (as for `hashInputs`);
 * `again` counts these.
 */
export async function unlessPassed(name, inputs, work) {
  const path = join(folder, `${name.replaceAll(/[^\w.-]+/g, "-")}.json`);
  const hash = hashInputs({ ...inputs, words: [...surroundings(), ...(inputs.words ?? [])] });
  if (existsSync(path)) {
    const stamp = JSON.parse(readFileSync(path, "utf8"));
    if (stamp.hash === hash) return { passed: stamp.passed, failed: 0, again: stamp.passed };
  }
  const counts = await work();
  if (counts.failed === 0 && counts.passed > 0) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, JSON.stringify({ hash, passed: counts.passed }));
  }
  return { ...counts, again: 0 };
}

/** What a ledger says of tests that were not run again. */
export const noteOfAgain = ({ passed, again }) => {
  if (again === 0) return "";
  return again === passed ? "passed before, nothing changed" : `${again} passed before and did not change`;
};
