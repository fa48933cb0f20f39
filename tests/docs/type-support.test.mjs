// docs/type-support.md matches the command's behaviour.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../tools/lib/paths.mjs";
import { page, pageOf, supportOf } from "../../tools/type-support.mjs";

const paddock = process.env.PADDOCK?.split(" ")[0] ?? join(root, "build/native/bin/paddock");
const support = await supportOf(paddock);

test("the page is up to date with the command", () => {
  const written = readFileSync(page, "utf8").split("\n");
  const now = pageOf(support).split("\n");
  assert.deepEqual(written, now, "run `node tools/paddock.cjs type-support`");
});

test("every operation runs on every type that it supports", () => {
  const missing = Object.entries(support).flatMap(([name, verdicts]) =>
    Object.entries(verdicts).flatMap(([type, verdict]) => (verdict === "not yet" ? [`${name} of ${type}`] : [])));
  assert.deepEqual(missing, [], "tools/lib/type-programs.mjs has the program of each operation");
});
