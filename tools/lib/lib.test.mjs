import assert from "node:assert/strict";
import test from "node:test";
import { countCases } from "./cmake.mjs";
import { causeOf } from "./failure.mjs";
import { Ledger } from "./ledger.mjs";
import { capture, findProgram } from "./run.mjs";

test("the usual reasons are told apart", () => {
  assert.equal(causeOf("E: Temporary failure resolving 'mirror.example'"), "the network cannot be reached");
  assert.equal(causeOf("npm error code ENOTFOUND"), "the network cannot be reached");
  assert.equal(causeOf("write /x: No space left on device"), "the disk is full");
  assert.equal(causeOf("E: Could not open lock file - open (13: Permission denied)"), "a permission is missing");
  assert.equal(causeOf("error: expected ';'"), undefined);
  assert.equal(causeOf("In file included from core/superman.h: zerofs_eperm is not declared"), undefined);
});

test("Catch2's summaries are counted", () => {
  assert.deepEqual(countCases("All tests passed (12 assertions in 1 test case)\n"), { passed: 1, failed: 0 });
  const mixed = "test cases: 25 | 22 passed | 3 failed\nassertions: 148 | 145 passed | 3 failed\n";
  assert.deepEqual(countCases(mixed), { passed: 22, failed: 3 });
  assert.deepEqual(countCases("Segmentation fault\n"), { passed: 0, failed: 0 });
});

test("a program's code and output are captured", async () => {
  const { code, output } = await capture(process.execPath, ["-e", "console.log('out'); process.exit(3)"]);
  assert.equal(code, 3);
  assert.equal(output, "out\n");
});

test("a program that is not there is a failure, not an exception", async () => {
  assert.equal((await capture("no-such-program-anywhere", [])).code, 127);
  assert.equal(findProgram("no-such-program-anywhere"), undefined);
});

test("a stage that throws counts as a failure and the next one still runs", async () => {
  const ledger = new Ledger();
  const write = process.stdout.write;
  const error = console.error;
  process.stdout.write = () => true;
  console.error = () => {};
  try {
    await ledger.tolerantStage("bad", () => Promise.reject(new Error("no")));
    await ledger.tolerantStage("good", () => ({ passed: 2, failed: 0 }));
  } finally {
    process.stdout.write = write;
    console.error = error;
  }
  assert.deepEqual(ledger.totals, { passed: 2, failed: 1 });
});
