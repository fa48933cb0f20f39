// docs/custom-calls.md and the table of targets have the same names.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { parseTable } from "../../core/dialect/parse.mjs";
import { root } from "../lib/paths.mjs";

const { calls } = parseTable([join(root, "core/dialect/custom_calls.def")]);
const text = readFileSync(join(root, "docs/custom-calls.md"), "utf8");
/** Maps `lapack_sgetrf_ffi` to `getrf`, its name in the document. */
const documented = (name) => name.replace(/^lapack_[sdcz](\w+)_ffi$/, "$1");

test("each target of custom_call that runs is documented", () => {
  const names = new Set(calls.flatMap((call) => call.targets.map((target) => documented(target.name))));
  assert.deepEqual([...names].filter((name) => !text.includes(`\`${name}\``)), []);
});

test("each attribute of a target is documented in its row", () => {
  for (const call of calls) {
    const row = text.split("\n").find((line) => line.startsWith("|") && line.includes(`\`${documented(call.targets[0].name)}\``));
    for (const { name } of call.attributes) assert.ok(row.includes(`\`${name}\``), `${call.name}: ${name}`);
  }
});
