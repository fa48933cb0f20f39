// The programs of bench/asymptotics.mjs run, and those that must be linear are not quadratic. (The
// benchmark measures their speed.)
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
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

/// Returns the milliseconds in which a program with `count` different constants is planned, the least of three.
function planOfConstants(count) {
  const folder = mkdtempSync(join(tmpdir(), "paddock-"));
  const path = join(folder, "constants.mlir");
  const scalar = "tensor<f32>";
  const lines = Array.from({ length: count }, (_, i) =>
    `  %c${i} = stablehlo.constant dense<${i}.5> : ${scalar}\n  %v${i + 1} = stablehlo.add %v${i}, %c${i} : ${scalar}\n`);
  writeFileSync(path, `func.func @main(%v0: ${scalar}) -> ${scalar} {\n${lines.join("")}  return %v${count} : ${scalar}\n}\n`);
  const times = [];
  for (let i = 0; i < 3; ++i) {
    const { stderr } = spawnSync(paddock, ["run", path, "--input", "0=ones", "--time"], { encoding: "utf8" });
    times.push(Number(/planned in ([0-9.]+) ms/.exec(stderr)[1]));
  }
  rmSync(folder, { recursive: true });
  return Math.min(...times);
}

test("the time of planning grows with the number of constants", () => {
  const few = planOfConstants(1000), many = planOfConstants(16_000);
  // Quadratic growth gave 269.
  assert.ok(many < 64 * few, `1,000 constants: ${few} ms, 16,000: ${many} ms`);
});

test("the prime below", () => {
  assert.deepEqual([10, 7, 2 ** 20].map(primeBelow), [7, 7, 1048573]);
});
