// The committed list of tests that pass on cpu and not on Paddock (python/jax_tests/known_differences.txt).
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/paths.mjs";

const path = join(root, "python/jax_tests/known_differences.txt");

const patternOf = (text) => new RegExp(`^${text.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`);

/** Returns [{text, matches(name), cause}]. A line has a name, in which `*` is any text, and the cause behind two spaces. */
export function readKnownDifferences(text = readFileSync(path, "utf8")) {
  const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
  return lines.map((line) => {
    const [, name, cause] = /^(\S+) {2,}(\S.*)$/.exec(line) ?? [];
    if (!name) throw new Error(`known_differences.txt: no name and cause in "${line}"`);
    const pattern = patternOf(name);
    return { text: name, cause, matches: (test) => pattern.test(test) };
  });
}

/** Returns the names of the tests that neither passed nor were skipped: those to run on the other platform. */
export function failuresOf(outcomes) {
  return [...outcomes].filter(([, { outcome }]) => outcome !== "passed" && outcome !== "skipped").map(([name]) => name);
}

/**
 * Compares outcomes on Paddock with those of its failures on cpu, by name. Returns the numbers of tests that pass, are
 * skipped, or differ for a known cause, and the differences that no entry of `known` explains. A failure on both platforms
 * counts nowhere.
 */
export function compareOutcomes(outcomes, reference, known) {
  const count = (wanted) => [...outcomes.values()].filter(({ outcome }) => outcome === wanted).length;
  const counts = { passed: count("passed"), skipped: count("skipped"), known: 0, fresh: [], used: new Set() };
  for (const name of failuresOf(outcomes)) {
    if (reference.get(name)?.outcome !== "passed") continue;
    const { outcome, message } = outcomes.get(name);
    const entry = known.find(({ matches }) => matches(name));
    if (entry) {
      counts.known += 1;
      counts.used.add(entry);
    } else counts.fresh.push({ name, outcome: outcome === "started" ? "crashed or hung" : outcome, message });
  }
  return counts;
}
