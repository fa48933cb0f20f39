import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import test from "node:test";
import { countCases, withFreshHeaders } from "./cmake.mjs";
import { causeOf } from "./failure.mjs";
import { Ledger } from "./ledger.mjs";
import { nodeTests } from "./node-tests.mjs";
import { noteOfAgain, unlessPassed } from "./passed.mjs";
import { root } from "./paths.mjs";
import { forEachOf, sumOf } from "./pool.mjs";
import { capture, findProgram } from "./run.mjs";

test("the usual reasons are distinguished", () => {
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

test("a precompiled header of replaced system headers is made again, once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "paddock-headers-"));
  mkdirSync(join(folder, "core"));
  const header = join(folder, "core/all.hxx.pch");
  const stale = { code: 1, output: "fatal error: file 'errno.h' has been modified since the precompiled header 'all.hxx.pch' was built" };
  const attempt = (results) => withFreshHeaders(folder, async () => results.shift());
  try {
    writeFileSync(header, "");
    assert.equal((await attempt([{ code: 1, output: "error: expected ';'" }])).code, 1);
    assert.ok(existsSync(header));
    assert.equal((await attempt([stale, { code: 0, output: "" }])).code, 0);
    assert.ok(!existsSync(header));
    assert.equal(await attempt([stale, stale]), stale);
  } finally {
    rmSync(folder, { recursive: true });
  }
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

test("several run at a time, and the results keep the order", async () => {
  let running = 0;
  let most = 0;
  const results = await forEachOf([30, 10, 20, 0], 2, async (delay) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, delay));
    --running;
    return delay;
  });
  assert.deepEqual([results, most], [[30, 10, 20, 0], 2]);
  assert.deepEqual(sumOf([{ passed: 1, file: "a" }, { passed: 2, failed: 1 }]), { passed: 3, failed: 1 });
});

/** Calls use(path relative to the root) with a temporary file. Removes it and the files derived from it afterwards. */
async function withFile(use) {
  mkdirSync(join(root, "build"), { recursive: true });
  const folder = mkdtempSync(join(root, "build", "lib-test-"));
  const name = relative(root, folder);
  try {
    await use(join(name, "input.txt"), name);
  } finally {
    rmSync(folder, { recursive: true });
    rmSync(join(root, "build/passed", `${name}.json`.replaceAll("/", "-")), { force: true });
  }
}

test("a passed stage runs again only if its files changed, and a failed one never counts as passed", () =>
  withFile(async (path, name) => {
    let runs = 0;
    const run = (counts) => unlessPassed(name, { built: [path] }, async () => (++runs, counts));
    writeFileSync(join(root, path), "one");
    assert.deepEqual(await run({ passed: 1, failed: 1 }), { passed: 1, failed: 1, again: 0 });
    assert.deepEqual(await run({ passed: 0, failed: 0 }), { passed: 0, failed: 0, again: 0 });
    assert.deepEqual(await run({ passed: 2, failed: 0 }), { passed: 2, failed: 0, again: 0 });
    assert.deepEqual(await run({ passed: 9, failed: 9 }), { passed: 2, failed: 0, again: 2 });
    assert.equal(runs, 3);
    writeFileSync(join(root, path), "two");
    assert.deepEqual(await run({ passed: 3, failed: 0 }), { passed: 3, failed: 0, again: 0 });
    assert.equal(noteOfAgain({ passed: 3, again: 3 }), "passed before, nothing changed");
  }));

test("a failed file is retried only on request, and the note names it", () =>
  withFile(async (path) => {
    const file = path.replace("input.txt", "late.test.mjs");
    const mark = JSON.stringify(join(root, path));
    const code = `import { existsSync, writeFileSync } from "node:fs"; import test from "node:test";
test("late", () => { if (existsSync(${mark})) return; writeFileSync(${mark}, ""); throw new Error("too soon"); });`;
    writeFileSync(join(root, file), code);
    const log = console.log;
    console.log = () => {};
    try {
      const repeated = await nodeTests([file], { isRepeated: true });
      rmSync(join(root, path));
      const once = await nodeTests([file]);
      assert.deepEqual(repeated, { passed: 1, failed: 0, note: `only at the second try: ${file}` });
      assert.deepEqual(once, { passed: 0, failed: 1, note: "" });
    } finally {
      console.log = log;
    }
  }));
