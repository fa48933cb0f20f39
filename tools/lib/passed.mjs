// Skips tests that passed on the same inputs: each leaves a stamp with their hash. `npm test -- --all` runs them.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { hashInputs } from "./inputs.mjs";
import { root } from "./paths.mjs";

const folder = join(root, "build", "passed");

/** Forgets all stamps, so that everything runs. */
export const forgetPassed = () => rmSync(folder, { recursive: true, force: true });

/** Inputs of a test besides files. */
const surroundings = () => [
  process.version,
  cpus()[0]?.model ?? "",
  ...Object.entries(process.env).filter(([name]) => name.startsWith("PADDOCK_")).flat(),
];

/**
 * Returns the counts {passed, failed} of `work`, or the recorded ones if all passed on the same `inputs` (as for
 * `hashInputs`). `again` counts the recorded ones.
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

/** Returns the note in a ledger for tests that were not run again. */
export const noteOfAgain = ({ passed, again }) => {
  if (again === 0) return "";
  return again === passed ? "passed before, nothing changed" : `${again} passed before and did not change`;
};
