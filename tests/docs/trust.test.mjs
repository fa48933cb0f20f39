// The counts of docs/trust.md follow from a run. A stage of CI checks that they match the vectors' results.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { conformanceTable, countByFolder, listOf, pageOf, reasonsOf } from "../../tools/conformance.mjs";
import { root } from "../../tools/lib/paths.mjs";
import { folderMeanings, knownFailures } from "../../tools/lib/vectors.mjs";

const page = readFileSync(join(root, "docs/trust.md"), "utf8");
const rowsOf = (table) => table.split("\n").filter((line) => /^\| /.test(line)).slice(1).map((line) => line.slice(2, -2).split(" | "));
const recorded = rowsOf(/<!-- table conformance -->([^]*?)<!-- end/.exec(page)[1]);

test("cases are counted by folder, those known to fail too", () => {
  const cases = [
    { path: "x/math/a.mlir", case: 1, verdict: "passed", reason: "" },
    { path: "x/math/a.mlir", case: 2, verdict: "known", reason: "" },
    { path: "x/math/b.mlir", case: 1, verdict: "failed", reason: "line 3: no" },
  ];
  const math = countByFolder(cases).find(({ name }) => name === "math");
  assert.deepEqual(math, { name: "math", files: 2, cases: 3, failed: 2 });
  assert.throws(() => countByFolder([{ path: "x/other/a.mlir", verdict: "passed" }]), /no folder of the vectors/);
  assert.equal(listOf(cases.slice(2), new Map()).split("\n").at(-2), "math/b.mlir:1 no");
  assert.equal(listOf(cases.slice(2), new Map([["math/b.mlir:1", "it cannot"]])).split("\n").at(-2), "math/b.mlir:1 it cannot");
});

test("the page has every folder, sums that add up, and a reason for each case that does not pass", () => {
  assert.deepEqual(recorded.slice(0, -1).map(([name]) => name), Object.keys(folderMeanings).map((name) => `\`${name}\``));
  for (const column of [2, 3, 4, 5]) {
    const sum = recorded.slice(0, -1).reduce((total, row) => total + Number(row[column]), 0);
    assert.equal(sum, Number(recorded.at(-1)[column]));
  }
  const counts = recorded.slice(0, -1).map(([name, , files, cases, , failed]) => ({ name: name.replaceAll("`", ""), files: Number(files), cases: Number(cases), failed: Number(failed) }));
  const [, paddock, vectors] = /Paddock (\S+), vectors of StableHLO (\S+)$/.exec(recorded.at(-1)[1]);
  const reasons = reasonsOf(readFileSync(knownFailures, "utf8"));
  assert.equal(pageOf(page, counts, reasons, { paddock, vectors }), page, "run `node tools/paddock.cjs conformance`");
  assert.equal(Number(recorded.at(-1)[5]), reasons.size);
  assert.equal(paddock, JSON.parse(readFileSync(join(root, "wasm/package/package.json"), "utf8")).version, "the counts are of another version");
  assert.ok(conformanceTable(counts, { paddock, vectors }).includes("| folder |"));
});
