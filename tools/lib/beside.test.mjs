// Stages beside each other: their processors, their output, and the order of their tests.
import assert from "node:assert/strict";
import test from "node:test";
import { longestFirst, orderOf } from "./durations.mjs";
import { Ledger } from "./ledger.mjs";
import { beside, print } from "./output.mjs";
import { building, Processors } from "./processors.mjs";

/** Waits for `count` rounds of the event loop. */
const rounds = (count) => new Promise((resolve) => (count === 0 ? resolve() : setImmediate(() => resolve(rounds(count - 1)))));

/** Returns a log, and a function that makes work with a name: it logs its start and its end some rounds later. */
function loggedWork() {
  const log = [];
  const work = (name, length) => async () => {
    log.push(name);
    await rounds(length);
    log.push(`/${name}`);
    return name;
  };
  return { log, work };
}

test("no more programs run than there are processors, in the order of their calls", async () => {
  const { log, work } = loggedWork();
  const processors = new Processors(2);
  const results = await Promise.all([processors.one(work("a", 5)), processors.one(work("b", 2)), processors.one(work("c", 1))]);
  assert.deepEqual(results, ["a", "b", "c"]);
  assert.deepEqual(log, ["a", "b", "/b", "c", "/c", "/a"]);
});

test("work that measures time runs alone, when nothing else runs or waits", async () => {
  const { log, work } = loggedWork();
  const processors = new Processors(2);
  await Promise.all([
    processors.one(work("a", 5)),
    processors.all(work("measured", 3)),
    processors.all(work("measured too", 1)),
    processors.one(work("b", 1)),
    processors.one(work("c", 1)),
  ]);
  assert.deepEqual(log, ["a", "b", "/b", "c", "/c", "/a", "measured", "/measured", "measured too", "/measured too"]);
});

test("work that fails leaves its processors to others", async () => {
  const processors = new Processors(2);
  const fail = () => Promise.reject(new Error("no"));
  await assert.rejects(processors.one(fail), /no/);
  await assert.rejects(processors.all(fail), /no/);
  assert.equal(await processors.all(() => 1), 1);
});

test("two builds run at once, but never in the same folder", async () => {
  const { log, work } = loggedWork();
  await Promise.all([building("one", work("a", 9)), building("one", work("b", 1)), building("two", work("c", 1))]);
  assert.deepEqual(log.filter((name) => name !== "/c" && name !== "c"), ["a", "/a", "b", "/b"]);
  assert.equal(log.length, 6);
});

test("stages beside each other are counted, and print their texts one after the other", async () => {
  const lines = [];
  const ledger = new Ledger((text) => lines.push(text.trim().replace(/\d+\.\d s/, "N s")));
  const stage = (name, length) => () =>
    ledger.tolerantStage(name, async () => {
      print(`${name} begins`, (text) => lines.push(text));
      await rounds(length);
      print(`${name} ends`, (text) => lines.push(text));
      return { passed: length, failed: 0 };
    });
  await beside([stage("slow", 9), stage("quick", 2)]);
  assert.deepEqual(lines, ["-- slow", "-- quick", "quick begins", "quick ends", "quick: N s, 2 passed, 0 failed", "slow begins", "slow ends", "slow: N s, 9 passed, 0 failed"]);
  assert.deepEqual(ledger.totals, { passed: 11, failed: 0 });
});

test("text outside of stages beside each other is printed at once", () => {
  const lines = [];
  print("text", (text) => lines.push(text));
  assert.deepEqual(lines, ["text"]);
});

test("the longest test starts first, and those that never ran before it, the largest first", () => {
  const sizes = { small: 1, large: 2 };
  const order = orderOf({ short: 1, long: 30, medium: 5 }, (name) => name, (name) => sizes[name] ?? 0);
  assert.deepEqual(["short", "small", "long", "large", "medium"].sort(order), ["large", "small", "long", "medium", "short"]);
  assert.deepEqual(longestFirst([], (name) => name), []);
});
