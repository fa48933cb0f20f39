// Each function that a row of the op table names is in the file of its family.
import assert from "node:assert/strict";
import { test } from "node:test";
import { misplaced, placesOf } from "../../core/dialect/places.mjs";
import { root } from "../lib/paths.mjs";

const places = placesOf(root);

test("a function that only one family names is in that family's file", () => {
  assert.deepEqual(misplaced(places), []);
});

test("a function in another file is found", () => {
  const at = (file) => [{ family: "sort", functions: { check: { name: "CheckSort", files: [file] } } }];
  assert.deepEqual(misplaced(at("core/check/sort.cc")), []);
  assert.deepEqual(misplaced(at("core/check/sort_rules.cc")), []);
  assert.equal(misplaced(at("core/check/sorting.cc")).length, 1);
  const shared = [...at("core/check/reduction.cc"), { family: "scan", functions: { check: { name: "CheckSort", files: ["core/check/reduction.cc"] } } }];
  assert.deepEqual(misplaced(shared), []);
});

test("every function of the table is found, and every kernel", () => {
  const functions = places.flatMap(({ name, functions }) => Object.values(functions).map((one) => ({ ...one, op: name })));
  assert.ok(functions.length > 900);
  assert.deepEqual(functions.filter(({ files }) => files.length !== 1), []);
  const without = places.filter(({ functions, kernels }) => functions.lower?.name === "LowerElementwise" && kernels.length === 0);
  assert.deepEqual(without.map(({ name }) => name), []);
});

// Operations without values: modules, functions, prints, and terminators.
const withoutProgram = ["builtin.module", "builtin.unrealized_conversion_cast", "check.expect_serialized_eq", "func.constant", "interpreter.print", "shape.value_of", "tensor.yield"];

test("a program of tests/ops or tests/check has each operation", () => {
  assert.deepEqual(places.filter(({ tests }) => tests.length === 0).map(({ name }) => name).sort(), withoutProgram);
});
