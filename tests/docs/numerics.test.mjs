// The tables of docs/numerics.md follow from the kernel table and the measurements.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../tools/lib/paths.mjs";
import { currentPage, kernelsOf, measuredOf, page, pageOf } from "../../tools/numerics.mjs";

const read = (file) => readFileSync(join(root, file), "utf8");
const kernels = kernelsOf(read("simd/math/kernels.def"));
const measured = measuredOf(read("simd/math/sweep.txt"));

test("the page is up to date with its sources", () => {
  const written = readFileSync(page, "utf8").split("\n");
  const stale = currentPage().split("\n").filter((line, i) => line !== written[i]);
  assert.deepEqual(stale, [], "run `node tools/paddock.cjs numerics`");
});

// A row in a different form would be skipped.
test("every row of the kernel table is read", () => {
  assert.equal(kernels.length, read("simd/math/kernels.def").match(/^PADDOCK_MATH_KERNEL/gm).length);
  assert.deepEqual(kernels.find(({ name }) => name === "tan").bounds, { f32: "1", f64: "2", c64: "1", c128: "1" });
});

test("the functions of the specification are measured over all f32 operands, or the page names the sample", () => {
  const functions = ["cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic", "rsqrt", "sine", "sqrt", "tan", "tanh"];
  for (const name of functions) {
    for (const numerics of ["portable", "fast"]) assert.match(measured.get(`${name} f32 ${numerics}`).operands, /^1\/\d+$/, name);
  }
});

test("an unmeasured function, or one above its bound, is refused", () => {
  const text = read("docs/numerics.md");
  const without = new Map(measured);
  without.delete("tan f32 fast");
  assert.throws(() => pageOf(text, kernels, without), /does not say how accurate tan is in f32, fast/);
  const worse = new Map(measured).set("tan f32 fast", { operands: "1/1", against: "f64-kernel", worst: 1.5 });
  assert.throws(() => pageOf(text, kernels, worse), /tan in f32 is off by 1.5 ULP, and its bound is 1/);
  assert.throws(() => pageOf("", kernels, measured), /no place for the table/);
});
