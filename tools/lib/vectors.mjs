// The conformance vectors, where they lie beside the checkout, and what `paddock test` says of them.
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { jobs } from "./cmake.mjs";
import { Failure } from "./failure.mjs";
import { root } from "./paths.mjs";
import { capture } from "./run.mjs";

const place = join(root, "../shared/conformance");

/** Each file's cases that fail, with the reason: what is not implemented yet, or why it cannot pass. */
export const knownFailures = join(root, "tests/conformance/known-failures.txt");

export const hasVectors = () => existsSync(place);

/** What a case of each folder must do. vhlo/ holds artifacts in bytecode, which `paddock test` does not read. */
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

/** The release of upstream that the vectors are from, as their own README says. */
export function vectorVersion() {
  const [, version] = /\(v(\d+(?:\.\d+)+),/.exec(readFileSync(join(place, "README.md"), "utf8")) ?? [];
  if (version === undefined) throw new Failure(`${join(place, "README.md")} does not say which release the vectors are from.`);
  return version;
}

/** Runs all of them at both levels; `options` are more of `paddock test`'s. Its cases, as its JSON has them. */
export async function judgeVectors(options = []) {
  const args = ["test", "--format", "json", "--level", "both", "--jobs", String(jobs), ...options, ...vectorFolders];
  const { code, stdout, output } = await capture(join(root, "build/native/bin/paddock"), args);
  try {
    return JSON.parse(stdout).cases;
  } catch {
    throw new Failure(`paddock test ended with ${code} and without its report: ${output.slice(-400)}`);
  }
}

/** `folder/file:number`, by which the list of known failures names a case. */
export const caseName = ({ path, case: number }) => `${basename(dirname(path))}/${basename(path)}:${number}`;
