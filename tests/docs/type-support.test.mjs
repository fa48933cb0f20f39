// docs/type-support.md says what the command does.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../tools/lib/paths.mjs";
import { page, pageOf, supportOf } from "../../tools/type-support.mjs";

const paddock = process.env.PADDOCK?.split(" ")[0] ?? join(root, "build/native/bin/paddock");
const support = await supportOf(paddock);

// A row may only be behind: where it says that something does not run yet, it may run by now.
test("the page is what the command gives", () => {
  const written = readFileSync(page, "utf8").split("\n");
  const now = pageOf(support).split("\n");
  const stale = now.filter((line, i) => line !== written[i] && !written[i]?.includes("**not yet**"));
  assert.deepEqual(stale, [], "run `node tools/paddock.cjs type-support`");
  assert.equal(written.length, now.length);
});

// What the table allows per-tensor quantized tensors for runs on them wherever it runs on f32.
test("no operation that runs on f32 leaves quantized tensors out", () => {
  for (const [name, verdicts] of Object.entries(support)) {
    const quantized = Object.keys(verdicts).find((type) => type.startsWith("!quant") && !type.includes(":f32:"));
    if (verdicts.f32 === "yes") assert.notEqual(verdicts[quantized], "not yet", name);
  }
});
