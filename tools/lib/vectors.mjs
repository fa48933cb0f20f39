// The conformance vectors, if they lie beside the checkout, and the verdicts of `paddock test` on them.
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Failure } from "./failure.mjs";
import { root } from "./paths.mjs";
import { jobs, processors } from "./processors.mjs";
import { capture } from "./run.mjs";

const place = join(root, "../shared/conformance");

/** Lists each file's failing cases with the reason: not implemented yet, or why it cannot pass. */
export const knownFailures = join(root, "tests/conformance/known-failures.txt");

export const hasVectors = () => existsSync(place);

/**
 * The requirement on the cases of each folder. vhlo/ holds artifacts in bytecode, which `paddock test` does not read.
 */
export const folderMeanings = {
  testdata: "runs and gives the expected values",
  "testdata-disabled": "the same; upstream's own interpreter fails these",
  interpret: "runs and gives the expected values, on several processes where it says so",
  "interpret-chlo": "the same, with operations of CHLO",
  dynamic: "is accepted, prints and reads as the same program",
  math: "gives special values and keeps bounds in ULP",
  quantized: "runs and gives the expected quantized values",
  syntax: "is accepted, prints and reads as the same program",
  verify: "is refused where an error is expected, and only there",
};

export const vectorFolders = Object.keys(folderMeanings).map((name) => join(place, name));

/** Returns the upstream release of the vectors, from their README. */
export function vectorVersion() {
  const [, version] = /\(v(\d+(?:\.\d+)+),/.exec(readFileSync(join(place, "README.md"), "utf8")) ?? [];
  if (version === undefined) throw new Failure(`${join(place, "README.md")} does not say which release the vectors are from.`);
  return version;
}

/** Runs all vectors at both levels, with additional `options` of `paddock test`. Returns the cases of its JSON. */
export async function runVectors(options = []) {
  const args = ["test", "--format", "json", "--level", "both", "--jobs", String(jobs), ...options, ...vectorFolders];
  const { code, stdout, output } = await processors.one(() => capture(join(root, "build/native/bin/paddock"), args));
  try {
    return JSON.parse(stdout).cases;
  } catch {
    throw new Failure(`paddock test ended with ${code} and without its report: ${output.slice(-400)}`);
  }
}

/** Returns `folder/file:number`, the name of a case in the list of known failures. */
export const caseName = ({ path, case: number }) => `${basename(dirname(path))}/${basename(path)}:${number}`;
