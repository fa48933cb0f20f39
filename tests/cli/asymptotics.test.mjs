// The programs of bench/asymptotics.mjs run, and those that must be linear are not quadratic. (The
// benchmark measures their speed.)
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { cases, measure, primeBelow } from "../../bench/asymptotics.mjs";
import { root } from "../../tools/lib/paths.mjs";

const paddock = process.env.PADDOCK?.split(" ")[0] ?? join(root, "build/native/bin/paddock");

test("every case is timed, and grows as expected", async () => {
  const table = await measure(paddock, [2 ** 12, 2 ** 17], 3);
  assert.equal(table.length, cases.length);
  for (const { name, times, growth, share } of table) {
    assert.ok(times.every((milliseconds) => milliseconds > 0), name);
    // Quadratic growth gives 32, or 20 without a logarithm; caches explain 2 or 3.
    assert.ok(growth < 12, `${name}: a step takes ${growth} times as long with 32 times the elements`);
    if (share !== undefined) assert.ok(share > 0, name);
  }
});

test("the prime below", () => {
  assert.deepEqual([10, 7, 2 ** 20].map(primeBelow), [7, 7, 1048573]);
});
