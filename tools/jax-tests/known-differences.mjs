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

/**
 * Compares outcomes of two platforms by name. Returns the numbers of tests that pass on the first and then pass, are
 * skipped, or differ on the second, and the differences that no entry of `known` explains.
 */
export function compareOutcomes(reference, outcomes, known) {
  const counts = { passed: 0, skipped: 0, known: 0, fresh: [], used: new Set() };
  for (const [name, { outcome }] of reference) {
    if (outcome !== "passed") continue;
    const theirs = outcomes.get(name) ?? { outcome: "missing", message: "" };
    if (theirs.outcome === "passed") counts.passed += 1;
    else if (theirs.outcome === "skipped") counts.skipped += 1;
    else {
      const entry = known.find(({ matches }) => matches(name));
      if (entry) {
        counts.known += 1;
        counts.used.add(entry);
      } else counts.fresh.push({ name, outcome: theirs.outcome === "started" ? "crashed or hung" : theirs.outcome, message: theirs.message });
    }
  }
  return counts;
}
