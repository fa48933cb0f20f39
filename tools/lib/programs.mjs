// Runs `paddock test` and counts its cases.
import { join } from "node:path";
import { globSync } from "./glob.mjs";
import { print } from "./output.mjs";
import { root } from "./paths.mjs";
import { jobs, processors } from "./processors.mjs";
import { capture } from "./run.mjs";

/**
 * Returns the paths of the project's own programs: .mlir files and the blocks of documents, without the example that is
 * to deadlock. Patterns are those of `globSync`.
 */
export const ownPrograms = (...patterns) => globSync(...patterns, ":!examples/gallery/waiting-ring.mlir").map((file) => join(root, file));

/** `args` are arguments of `paddock test` besides --jobs; `preset` names the build. Prints failures. */
export const runPrograms = (args, preset = "native") => runProgramsBy([join(root, "build", preset, "bin/paddock")], args);

/** The same for any command, given as words. */
export async function runProgramsBy([command, ...words], args) {
  const given = [...words, "test", "--quiet", "--jobs", String(jobs), ...args];
  const { code, output } = await processors.one(() => capture(command, given, { progress: true }));
  const summary = /^(\d+) passed, (\d+) failed(?:, (\d+) known)?$/m.exec(output);
  const failed = Number(summary?.[2] ?? 1);
  if (code !== 0) print(output.split("\n").filter((line) => !line.startsWith("KNOWN")).slice(-60).join("\n"));
  const note = summary?.[3] ? `${summary[3]} known to fail` : "";
  return { passed: Number(summary?.[1] ?? 0), failed: code !== 0 && failed === 0 ? 1 : failed, note };
}
