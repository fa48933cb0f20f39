// Prints the text of stages. Work that runs beside other work keeps its text until the end of a stage, so that the texts
// of stages are not mixed.
import { AsyncLocalStorage } from "node:async_hooks";
import { forEachOf } from "./pool.mjs";

const outputs = new AsyncLocalStorage();

/** Prints a text with `write`, or keeps it inside `beside`. */
export function print(text, write = console.log) {
  const kept = outputs.getStore();
  if (kept) kept.push({ text, write });
  else write(text);
}

/** Prints the text that the calling work keeps. */
export function printKept() {
  for (const { text, write } of outputs.getStore()?.splice(0) ?? []) write(text);
}

/** Whether the caller runs beside other work. */
export const isBeside = () => outputs.getStore() !== undefined;

/** Calls each of `works`, `together` at a time, in order. Returns their results. */
export const beside = (works, together = works.length) =>
  forEachOf(works, together, (work) => outputs.run([], () => Promise.resolve(work()).finally(printKept)));
