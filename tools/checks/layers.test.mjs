import assert from "node:assert/strict";
import test from "node:test";
import { checkLayers, findForwardIncludes } from "./layers.mjs";

const layers = ["core/base", "simd", "core/plan"];

test("no source includes a later stage, and only simd/ includes Highway", () => {
  assert.deepEqual(checkLayers(), []);
});

test("an include that points forward is found", () => {
  assert.equal(findForwardIncludes(layers, "core/base/a.cc", '#include "core/plan/b.h"\n').length, 1);
  assert.equal(findForwardIncludes(layers, "core/plan/b.cc", '#include "core/base/a.h"\n#include <vector>\n').length, 0);
});

test("Highway outside simd/ is found", () => {
  assert.equal(findForwardIncludes(layers, "core/plan/b.cc", '#include "hwy/highway.h"\n').length, 1);
  assert.equal(findForwardIncludes(layers, "core/plan/b.cc", "#include <hwy/base.h>\n").length, 1);
  assert.equal(findForwardIncludes(layers, "simd/b.cc", '#include "hwy/highway.h"\n').length, 0);
});
