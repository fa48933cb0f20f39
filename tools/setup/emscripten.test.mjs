import assert from "node:assert/strict";
import test from "node:test";
import { isNewEnough } from "./emscripten.mjs";

test("an Emscripten is compared by its whole version", () => {
  assert.equal(isNewEnough([3, 1, 6]), false);
  assert.equal(isNewEnough([3, 1, 69]), true);
  assert.equal(isNewEnough([4, 0, 0]), true);
  assert.equal(isNewEnough([2, 99, 99]), false);
});
