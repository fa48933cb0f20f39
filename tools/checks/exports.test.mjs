import assert from "node:assert/strict";
import test from "node:test";
import { checkExports, findUnusedExports } from "./exports.mjs";

test("each export of the page and the package is imported", () => {
  assert.deepEqual(checkExports(), []);
});

test("an export that only its own file or a comment names is found", () => {
  const one = { path: "a.ts", text: "export const one = 1\nexport function two(): number {\n  return one\n}\nexport type Three = 3\n" };
  const unused = (...texts) => findUnusedExports([one, ...texts.map((text, i) => ({ path: `b${i}.ts`, text }))]);
  assert.deepEqual(unused("import { one, type Three } from './a.js'", "two()"), []);
  assert.deepEqual(unused("import { two } from './a.js'", "// one"), ["a.ts exports one, which nothing imports", "a.ts exports Three, which nothing imports"]);
  assert.deepEqual(findUnusedExports([one], [{ path: "c.mjs", text: "one, two, Three" }]), []);
});
