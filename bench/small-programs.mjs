// The programs at their small sizes, as files, for checks that read all of them and time none.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programs, textOf } from "./programs/index.mjs";

/** Writes every program into a folder that exists while `work(pathOf)` runs. */
export async function withSmallPrograms(work) {
  const folder = mkdtempSync(join(tmpdir(), "paddock-bench-"));
  const pathOf = ({ name }) => join(folder, `${name}.mlir`);
  try {
    for (const program of programs) writeFileSync(pathOf(program), textOf(program, "smoke"));
    return await work(pathOf);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the command's options for a program. */
export const optionsOf = ({ grid }) => (grid === undefined ? [] : ["--grid", grid]);
