import assert from "node:assert/strict";
import test from "node:test";
import { findLongFiles, findMachineNames, findOperationSwitches, findSleeps, readSources } from "./sources.mjs";

const sources = readSources();

test("no source file has more than 400 lines", () => {
  assert.deepEqual(findLongFiles(sources), []);
});

test("no committed file names a machine's path or a registry's host", () => {
  assert.deepEqual(findMachineNames(sources), []);
});

test("only the op table switches over operations", () => {
  assert.deepEqual(findOperationSwitches(sources), []);
});

test("a switch over operations is found", () => {
  const files = (path) => findOperationSwitches([{ path, text: "switch (kind) {\n  case OpKind::kStablehloAdd:\n" }]).length;
  assert.equal(files("core/plan/a.cc"), 1);
  assert.equal(files("core/dialect/a.cc"), 0);
});

test("no story of the page sleeps", () => {
  assert.deepEqual(findSleeps(sources), []);
});

test("a sleep is found, only in stories", () => {
  const text = `a\nawait page.${["waitFor", "Timeout"].join("")}(100)`;
  assert.deepEqual(findSleeps([{ path: "web/test/robot.mjs", text }]), ["web/test/robot.mjs:2 sleeps: wait for a state"]);
  assert.deepEqual(findSleeps([{ path: "tools/a.mjs", text }]), []);
});

test("a long file is found", () => {
  assert.equal(findLongFiles([{ path: "core/a.cc", text: "\n".repeat(401) }]).length, 1);
  assert.equal(findLongFiles([{ path: "core/a.cc", text: "\n".repeat(400) }]).length, 0);
});

test("a machine's path is found", () => {
  const line = (text) => findMachineNames([{ path: "a.md", text }]).length;
  assert.equal(line(["see ", "home/jane/x"].join("/")), 1);
  assert.equal(line("core/types/element_type.h"), 0);
  assert.equal(line(`https://${["registry", "npmjs", "org"].join(".")}/x`), 1);
});
