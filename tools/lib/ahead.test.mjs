// Work that builds ahead: it pauses, goes on and ends with all its processes.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { IdleWork } from "./ahead.mjs";
import { Processors } from "./processors.mjs";

/** Starts a shell whose child, in a process group of its own, writes a line to a file again and again. */
function startWriting(t) {
  const folder = mkdtempSync(join(tmpdir(), "paddock-ahead-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "lines");
  const work = new IdleWork();
  t.after(() => work.stop());
  const ended = work.run("sh", ["-c", `set -m; (echo begin > ${path}; while :; do echo line >> ${path}; sleep 0.02; done) & wait`]);
  const size = () => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  /** Waits until the file has grown. */
  const grown = async () => {
    const before = size();
    while (size() <= before) await sleep(5);
  };
  return { work, ended, path, size, grown };
}

/** Returns whether the file stays as it is, after the time that a signal takes. */
async function rests(size) {
  await sleep(100);
  const before = size();
  await sleep(200);
  return size() === before;
}

test("idle work pauses with its children, goes on and ends", { timeout: 60_000 }, async (t) => {
  const { work, ended, path, size, grown } = startWriting(t);
  await grown();
  work.pause();
  assert.ok(await rests(size));
  work.resume();
  await grown();
  work.stop();
  await ended;
  await work.end();
  const last = size();
  await sleep(200);
  assert.equal(size(), last);
  assert.match(readFileSync(path, "utf8"), /^begin\nline\n/);
  assert.equal(await work.run("sh", ["-c", `echo more >> ${path}`]), undefined);
  assert.ok(await rests(size));
});

test("idle work pauses while another program measures time", { timeout: 60_000 }, async (t) => {
  const { work, size, grown } = startWriting(t);
  const processors = new Processors(1);
  processors.idlers.add(work);
  await grown();
  assert.ok(await processors.all(() => rests(size)));
  await grown();
  await assert.rejects(processors.all(() => Promise.reject(new Error("no"))), /no/);
  await grown();
});

test("what begins during a pause waits for its end", { timeout: 60_000 }, async () => {
  const work = new IdleWork();
  work.pause();
  let hasEnded = false;
  const run = work.run("true", []).then(() => (hasEnded = true));
  await sleep(200);
  assert.equal(hasEnded, false);
  work.resume();
  await run;
});
