// Remembers how long tests took, for all checkouts, so that the longest start first: started last, one would run while
// other processors are idle.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cache } from "./paths.mjs";

const path = join(cache, "durations.json");

function read() {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // Nothing is recorded, or another process is writing.
    return {};
  }
}

/** Returns the result of `work`, which is the test `name`, and records its seconds. */
export async function timed(name, work) {
  const started = Date.now();
  const result = await work();
  const seconds = (Date.now() - started) / 1000;
  mkdirSync(cache, { recursive: true });
  writeFileSync(path, JSON.stringify({ ...read(), [name]: seconds }));
  return result;
}

/**
 * Returns a comparison for sorting by the seconds recorded for nameOf(item), the longest first. Items without a record
 * come before, the largest sizeOf(item) first.
 */
export function orderOf(recorded, nameOf, sizeOf) {
  const secondsOf = (item) => recorded[nameOf(item)] ?? Infinity;
  return (a, b) => (secondsOf(a) === secondsOf(b) ? sizeOf(b) - sizeOf(a) : secondsOf(b) - secondsOf(a));
}

/** Returns `items` in the order of `orderOf`. */
export const longestFirst = (items, nameOf, sizeOf = () => 0) => [...items].sort(orderOf(read(), nameOf, sizeOf));
