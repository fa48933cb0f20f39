import assert from "node:assert/strict";
import test from "node:test";
import { parseLayers } from "../lib/layers.mjs";
import { checkImports, findCycles, findWrongImports, graphOf, importsOf, sourceFolders } from "./cycles.mjs";

for (const folder of sourceFolders) {
  test(`no file or folder of ${folder} imports itself through others`, () => {
    assert.deepEqual(checkImports(folder), []);
  });
}

test("imports of every form are found, those in comments are not", () => {
  const text = [
    "import './side.js'",
    "import { a,\n  b } from '../b.js'",
    "import type { C } from './c.js'",
    "export * from './d.js'",
    "export { e } from 'elsewhere'",
    "// import { f } from './f.js'",
    "const late = () => import('./late.js')",
  ].join("\n");
  assert.deepEqual(importsOf({ path: "x/a.ts", text }), ["b.ts", "x/c.ts", "x/d.ts", "x/late.ts", "x/side.ts"]);
});

test("cycles are found, diamonds are none", () => {
  assert.deepEqual(findCycles(new Map([["a", ["b", "c"]], ["b", ["d"]], ["c", ["d"]], ["d", []]])), []);
  assert.deepEqual(findCycles(new Map([["a", ["b"]], ["b", ["c"]], ["c", ["b"]]])), [["b", "c"]]);
  const twice = new Map([["a", ["b", "c"]], ["b", ["a"]], ["c", ["d"]], ["d", ["c"]]]);
  assert.deepEqual(findCycles(twice), [["c", "d"], ["a", "b"]]);
});

test("an import that LAYERS does not name is found, and a word without an import", () => {
  const file = (path, to) => ({ path, text: to.map((one) => `import '${one}'\n`).join("") });
  const graph = graphOf([file("low/a.ts", []), file("high/b.ts", ["../low/a.js"]), file("main.ts", ["./high/b.js"])]);
  const wrong = (text) => findWrongImports(parseLayers(text), graph);
  assert.deepEqual(wrong("low:\nhigh: low\n.: high\n"), []);
  assert.deepEqual(wrong("low:\nhigh:\n.: high\n"), ["high/b.ts imports low/a.ts, which the line of high does not name"]);
  assert.deepEqual(wrong("low:\nhigh: low\n.: high low\n"), ["LAYERS: . names low, and imports nothing of it"]);
  assert.deepEqual(wrong("high: low\nlow:\n.: high\n"), ["LAYERS: high names low, which is not above it"]);
  assert.deepEqual(wrong("low:\nhigh: low\n"), ["LAYERS has no line of ."]);
  assert.deepEqual(wrong("low:\nhigh: low\n.: high\nold:\n"), ["LAYERS has a line of old, which has no files"]);
});
