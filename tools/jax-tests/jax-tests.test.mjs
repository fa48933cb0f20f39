import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { compareOutcomes, failuresOf, readKnownDifferences } from "./known-differences.mjs";
import { readOutcomes } from "./pytest-runs.mjs";

test("the committed list has a name and a cause on each line", () => {
  for (const { text, cause } of readKnownDifferences()) assert.match(`${text} ${cause}`, /^\w+_test\.py::\S+ .{10}/);
});

test("a star in the list is any text, and other characters are themselves", () => {
  const [entry] = readKnownDifferences("# comment\n\na_test.py::T::test_x[*]  a cause\n");
  assert.equal(entry.cause, "a cause");
  assert.ok(entry.matches("a_test.py::T::test_x[1]"));
  assert.ok(!entry.matches("a_testxpy::T::test_x[1]"));
  assert.throws(() => readKnownDifferences("a_test.py::T::test_x\n"), /no name and cause/);
});

test("outcomes keep a failure, and a test without an end stays started", () => {
  const path = join(mkdtempSync(join(tmpdir(), "outcomes")), "a.txt");
  writeFileSync(path, "started\ta\npassed\ta\t\nstarted\tb\nfailed\tb\tE\npassed\tb\t\nstarted\tc\n");
  const found = readOutcomes(path);
  assert.deepEqual([...found].map(([name, { outcome }]) => [name, outcome]), [["a", "passed"], ["b", "failed"], ["c", "started"]]);
});

test("a failure counts if the test passes on the other platform", () => {
  const outcomesOf = (entries) => new Map(entries.map(([name, outcome]) => [name, { outcome, message: "" }]));
  const outcomes = outcomesOf([["a", "passed"], ["b", "failed"], ["c", "failed"], ["d", "skipped"], ["e", "started"], ["f", "failed"]]);
  assert.deepEqual(failuresOf(outcomes), ["b", "c", "e", "f"]);
  const reference = outcomesOf([["b", "passed"], ["c", "failed"], ["e", "passed"], ["f", "passed"]]);
  const counts = compareOutcomes(outcomes, reference, readKnownDifferences("f  a cause\n"));
  assert.deepEqual([counts.passed, counts.skipped, counts.known], [1, 1, 1]);
  assert.deepEqual(counts.fresh.map(({ name, outcome }) => `${name}: ${outcome}`), ["b: failed", "e: crashed or hung"]);
});
