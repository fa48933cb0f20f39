// `node tools/paddock.cjs conformance` runs the conformance vectors and records the results: failures in
// tests/conformance/known-failures.txt, the counts of each folder in docs/trust.md. Review the diff before committing
// it: an added line is a regression.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { build } from "./lib/cmake.mjs";
import { Failure } from "./lib/failure.mjs";
import { replaceTable, tableOf } from "./lib/markdown-table.mjs";
import { print } from "./lib/output.mjs";
import { root } from "./lib/paths.mjs";
import { caseName, folderMeanings, hasVectors, runVectors, knownFailures, vectorVersion } from "./lib/vectors.mjs";

const page = join(root, "docs/trust.md");

const header = `# Conformance cases known to fail, each with its reason; a case that is listed here and passes is a failure.
# Written by \`node tools/paddock.cjs conformance\`.
`;

/** Returns the reasons of the list, by case. */
export function reasonsOf(text) {
  const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]));
}

/** Returns the list of failed cases. Existing reasons are kept, because they may be written by hand. */
export function listOf(failed, reasons) {
  const lines = failed.map((one) => `${caseName(one)} ${reasons.get(caseName(one)) ?? one.reason.replace(/^line \d+: /, "")}\n`);
  return header + lines.sort().join("");
}

/** Returns, for each folder, the numbers of files, cases, and cases that failed. */
export function countByFolder(cases) {
  const folders = new Map(Object.keys(folderMeanings).map((name) => [name, { files: new Set(), cases: 0, failed: 0 }]));
  for (const { path, verdict } of cases) {
    const folder = folders.get(basename(dirname(path)));
    if (folder === undefined) throw new Failure(`${path} lies in no folder of the vectors.`);
    folder.files.add(path);
    ++folder.cases;
    if (verdict !== "passed") ++folder.failed;
  }
  return [...folders].map(([name, { files, cases, failed }]) => ({ name, files: files.size, cases, failed }));
}

/** Returns the table of docs/trust.md: which version ran which vectors, with what results. */
export function conformanceTable(counts, { paddock, vectors }) {
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  const row = ({ files, cases, failed }) => [files, cases, cases - failed, failed].map(String);
  const rows = counts.map((count) => [`\`${count.name}\``, folderMeanings[count.name], ...row(count)]);
  const total = ["**all**", `Paddock ${paddock}, vectors of StableHLO ${vectors}`, ...row({ files: sum("files"), cases: sum("cases"), failed: sum("failed") })];
  return tableOf(["folder", "a case passes if it", "files", "cases", "passed", "known to fail"], [...rows, total]);
}

const knownTable = (reasons) => tableOf(["case", "why it does not pass"], [...reasons].map(([name, reason]) => [`\`${name}\``, reason.replaceAll("|", "\\|")]));

/** Returns the page with tables of these counts and of the cases that are known to fail. */
export function pageOf(text, counts, reasons, versions) {
  return replaceTable(replaceTable(text, "conformance", conformanceTable(counts, versions)), "known", knownTable(reasons));
}

function currentPage(cases) {
  const { version } = JSON.parse(readFileSync(join(root, "wasm/package/package.json"), "utf8"));
  const versions = { paddock: version, vectors: vectorVersion() };
  return pageOf(readFileSync(page, "utf8"), countByFolder(cases), reasonsOf(readFileSync(knownFailures, "utf8")), versions);
}

/** For CI: checks that the vectors give the recorded results. */
export async function checkVectors() {
  await build("native", ["paddock"]);
  const cases = await runVectors(["--expect-fail", knownFailures]);
  const of = (verdict) => cases.filter((one) => one.verdict === verdict);
  const failures = of("failed").map((one) => `FAIL ${caseName(one)}: ${one.reason}`);
  if (currentPage(cases) !== readFileSync(page, "utf8")) failures.push("FAIL docs/trust.md: other counts than these cases give; run `node tools/paddock.cjs conformance`");
  for (const line of failures.slice(-60)) print(line);
  return { passed: of("passed").length, failed: failures.length, note: `${of("known").length} known to fail` };
}

export async function main() {
  if (!hasVectors()) throw new Failure("../shared/conformance is not beside this checkout.");
  await build("native", ["paddock"]);
  const cases = await runVectors();
  const failed = cases.filter(({ verdict }) => verdict !== "passed");
  writeFileSync(knownFailures, listOf(failed, reasonsOf(readFileSync(knownFailures, "utf8"))));
  writeFileSync(page, currentPage(cases));
  console.log(`${failed.length} of ${cases.length} cases are known to fail`);
}
