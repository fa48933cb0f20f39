import assert from "node:assert/strict";
import test from "node:test";
import { readFileSync } from "node:fs";
import { drawArchitecture, picture } from "../architecture.mjs";
import { reduceGraph } from "../lib/layered-graph.mjs";
import { folderOf, parseLayers } from "../lib/layers.mjs";
import { checkLayers, findHighway, findInsideHeaders, findWrongIncludes, findWrongLines } from "./layers.mjs";

const layers = parseLayers("core/base:\nsimd:\ncore/text: core/base\ncore/plan: # the planner\n  core/base\n  simd | core/text\n");

test("the includes of sources equal core/LAYERS", () => {
  assert.deepEqual(checkLayers(), []);
});

test("a line has a folder, what it includes, and what its tests include", () => {
  assert.deepEqual(layers[3], { folder: "core/plan", dependencies: ["core/base", "simd"], ofTables: [], ofTests: ["core/text"] });
  assert.deepEqual(parseLayers("a: b + c | d\n"), [{ folder: "a", dependencies: ["b"], ofTables: ["c"], ofTests: ["d"] }]);
  assert.throws(() => parseLayers("core/base\n"), /without a colon/);
});

test("a file belongs to the innermost folder", () => {
  assert.equal(folderOf(["simd", "simd/math"], "simd/math/a.h"), "simd/math");
  assert.equal(folderOf(["simd", "simd/math"], "simd/target.h"), "simd");
  assert.equal(folderOf(["simd"], "web/a.h"), undefined);
});

test("lines that name a folder below them are found", () => {
  assert.deepEqual(findWrongLines(layers), []);
  assert.equal(findWrongLines(parseLayers("core/base: core/plan\ncore/plan:\n")).length, 1);
  assert.equal(findWrongLines(parseLayers("core/base:\ncore/plan: core/base core/base\n")).length, 1);
  assert.equal(findWrongLines(parseLayers("core/plan: | core/text\n")).length, 1);
});

const base = { path: "core/text/a.h", text: '#include "core/base/a.h"\n' };
const plan = { path: "core/plan/b.cc", text: '#include "core/base/a.h"\n#include "simd/k.h"\n#include <vector>\n' };
const planTest = { path: "core/plan/b_test.cc", text: '#include "core/text/a.h"\n#include "core/base/a.h"\n' };

test("includes are exactly what the lines name", () => {
  assert.deepEqual(findWrongIncludes(layers, [base, plan, planTest]), []);
  const notNamed = { path: "core/plan/c.cc", text: '#include "core/text/a.h"\n' };
  assert.match(findWrongIncludes(layers, [base, plan, planTest, notNamed])[0], /c\.cc includes core\/text/);
  assert.match(findWrongIncludes(layers, [plan, planTest])[0], /core\/text names core\/base, and includes nothing/);
  assert.match(findWrongIncludes(layers, [base, plan])[0], /tests of core\/plan need no word about core\/text/);
  const odd = { path: "core/text/testing.h", text: '#include "simd/k.h"\n' };
  assert.match(findWrongIncludes(layers, [base, plan, planTest, odd])[0], /not among what tests of core\/text include/);
});

test("a public header that reaches the planner through another one is found", () => {
  const between = { path: "core/run/a.h", text: '#include "core/plan/plan.h"\n' };
  const header = { path: "core/api/run/b.h", text: '#include "core/run/a.h"\n' };
  const source = { path: "core/api/run/b.cc", text: '#include "core/plan/plan.h"\n' };
  assert.deepEqual(findInsideHeaders([between, header, source]), ["core/api/run/b.h includes core/plan/plan.h, which is inside"]);
});

test("a test needs what the headers of other tests include", () => {
  const more = parseLayers("core/base:\ncore/text:\ncore/exec: | core/text\ncore/cost: core/exec | core/text\n");
  const files = [
    { path: "core/exec/testing.h", text: '#include "core/text/a.h"\n' },
    { path: "core/cost/a.cc", text: '#include "core/exec/a.h"\n' },
    { path: "core/cost/a_test.cc", text: '#include "core/exec/testing.h"\n' },
  ];
  assert.deepEqual(findWrongIncludes(more, files), []);
  assert.equal(findWrongIncludes(more, files.slice(0, 2)).length, 1);
});

test("Highway outside simd/ is found", () => {
  assert.equal(findHighway([{ path: "core/plan/b.cc", text: '#include "hwy/highway.h"\n' }]).length, 1);
  assert.equal(findHighway([{ path: "core/plan/b.cc", text: "#include <hwy/base.h>\n" }]).length, 1);
  assert.equal(findHighway([{ path: "simd/b.cc", text: '#include "hwy/highway.h"\n' }]).length, 0);
});

test("arrows that others imply are not drawn", () => {
  const graph = new Map([["c", ["b", "a"]], ["b", ["a"]], ["a", []]]);
  assert.deepEqual([...reduceGraph(graph)], [["c", ["b"]], ["b", ["a"]], ["a", []]]);
});

test("the picture of the folders is up to date with core/LAYERS", () => {
  const hint = "run node tools/paddock.cjs architecture";
  assert.equal(readFileSync(picture, "utf8"), drawArchitecture(), hint);
});
