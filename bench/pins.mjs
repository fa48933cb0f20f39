// Counts of each program of bench/programs at its small size, without timing. A change that computes, moves or
// allocates more shows here on any machine. `npm run bench -- pins` updates the counts.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../tools/lib/paths.mjs";
import { forEachOf } from "../tools/lib/pool.mjs";
import { capture } from "../tools/lib/run.mjs";
import { programs } from "./programs/index.mjs";
import { optionsOf, withSmallPrograms } from "./small-programs.mjs";

export const pinsFile = join(root, "bench/pins.json");

/**
 * Executed steps; arithmetic operations; bytes that steps read and write; allocations; bytes of the arena, and of live
 * values.
 */
const counted = ["steps", "operations", "bytes", "allocations", "arena_bytes", "least_arena_bytes"];

export const readPins = () => JSON.parse(readFileSync(pinsFile, "utf8"));

/** Returns the counts by name; `command` is a list of words. */
export async function countPrograms([command, ...words], pathOf) {
  const counts = await forEachOf(programs, 2, async (program) => {
    const args = ["bench", pathOf(program), "--runs", "1", "--format", "json", ...optionsOf(program)];
    const { code, output, stdout } = await capture(command, [...words, ...args]);
    if (code !== 0) throw new Error(`${program.name} does not run:\n${output}`);
    const figures = JSON.parse(stdout);
    return [program.name, Object.fromEntries(counted.map((key) => [key, figures[key]]))];
  });
  return Object.fromEntries(counts);
}

/** Adds `wasm_operations` where WebAssembly, which has fewer kernels, uses another number of operations. */
export const countBoth = (native, packed) =>
  withSmallPrograms(async (pathOf) => {
    const [here, there] = [await countPrograms(native, pathOf), await countPrograms(packed, pathOf)];
    for (const [name, counts] of Object.entries(here)) {
      const { operations } = there[name];
      if (operations !== counts.operations) counts.wasm_operations = operations;
    }
    return here;
  });

/** Writes each program on a line of its own, so that a diff shows what changed. */
export function writePins(counts) {
  const lines = Object.entries(counts).map(([name, values]) => `  ${JSON.stringify(name)}: ${JSON.stringify(values)}`);
  writeFileSync(pinsFile, `{\n${lines.join(",\n")}\n}\n`);
}
