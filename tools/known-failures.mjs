// `node tools/paddock.cjs known-failures` writes tests/conformance/known-failures.txt anew from what fails now. Look at the
// difference before committing it: a line that appears is a program that ran before.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build, jobs } from "./lib/cmake.mjs";
import { Failure } from "./lib/failure.mjs";
import { root } from "./lib/paths.mjs";
import { capture } from "./lib/run.mjs";
import { hasVectors, knownFailures, vectorFolders } from "./lib/vectors.mjs";

const header = `# Conformance cases known to fail, each with its reason; a case that is listed here and passes is a failure.
# Written by \`node tools/paddock.cjs known-failures\`.
`;

/** The line for one FAIL line of `paddock test`: the case by the last two parts of its path, and the reason. */
export function describeFailure(line) {
  const match = /^FAIL (\S*?)([^/\s]+\/[^/\s]+:\d+): (?:line \d+: )?(.*)$/.exec(line);
  return match ? `${match[2]} ${match[3]}` : undefined;
}

export async function main() {
  if (!hasVectors()) throw new Failure("../shared/conformance is not beside this checkout.");
  await build("native", ["paddock"]);
  const { output } = await capture(join(root, "build/native/bin/paddock"), ["test", "--quiet", "--jobs", String(jobs), ...vectorFolders]);
  const lines = output.split("\n").map(describeFailure).filter(Boolean).sort();
  mkdirSync(dirname(knownFailures), { recursive: true });
  writeFileSync(knownFailures, header + lines.map((line) => `${line}\n`).join(""));
  console.log(`${lines.length} cases are known to fail`);
}
