// `npm run test:jax -- FOLDER [FILE...] [--only TEXT] [--sanitize]`: runs JAX's own tests on Paddock, those that fail also on
// cpu, and compares. Tests that pass on cpu must pass on Paddock, except those of python/jax_tests/known_differences.txt.
import { existsSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { compareOutcomes, failuresOf, readKnownDifferences } from "./jax-tests/known-differences.mjs";
import { runFile } from "./jax-tests/pytest-runs.mjs";
import { prepareSanitizedSite } from "./jax-tests/sanitized-plugin.mjs";
import { Failure } from "./lib/failure.mjs";
import { Ledger } from "./lib/ledger.mjs";
import { root } from "./lib/paths.mjs";
import { prepareSite } from "./python.mjs";

const kLongestMessage = 300;

/** Returns {files, filter, sanitize} of the arguments. */
function readArguments(args) {
  const sanitize = args.includes("--sanitize");
  const words = args.filter((word) => word !== "--sanitize");
  const only = words.indexOf("--only");
  const filter = only < 0 ? undefined : words[only + 1];
  const [given, ...names] = only < 0 ? words : words.toSpliced(only, 2);
  if (!given || !existsSync(given)) {
    throw new Failure("which folder has the tests? `npm run test:jax -- FOLDER [FILE...] [--only TEXT] [--sanitize]`.");
  }
  const files = readdirSync(given).filter((name) => name.endsWith("_test.py") && (names.length === 0 || names.includes(name)));
  if (files.length === 0) throw new Failure(`${given} has no such file of tests.`);
  return { files: files.map((name) => resolve(given, name)), filter, sanitize };
}

function printDifferences(fresh) {
  for (const { name, outcome, message } of fresh) {
    const error = message.split(" | ").findLast((line) => line.startsWith("E  ")) ?? "";
    console.log(`  ${outcome}: ${name}\n    ${error.slice(0, kLongestMessage)}`);
  }
}

/** Runs a file on Paddock, and its failures on cpu. Returns the counts for the ledger. */
async function compareFile({ environment, ...setting }, file, known, totals) {
  const outcomes = await runFile({ ...setting, file, platform: "paddock", environment });
  if (!outcomes) return { passed: 0, failed: 0, note: "cannot be imported with this version of JAX" };
  const names = failuresOf(outcomes);
  const reference = names.length > 0 ? await runFile({ ...setting, file, platform: "cpu", names }) : undefined;
  const counts = compareOutcomes(outcomes, reference ?? new Map(), known);
  printDifferences(counts.fresh);
  totals.passed += counts.passed;
  totals.differing += counts.known + counts.fresh.length;
  for (const entry of counts.used) totals.used.add(entry);
  return { passed: counts.passed, failed: counts.fresh.length, note: `${counts.skipped} skipped, ${counts.known} known` };
}

/** Returns where the tests find the package, and the environment that the plugin needs. */
async function preparePackage(ledger, sanitize) {
  const { jax: python, site } = await prepareSite(ledger);
  if (!python) throw new Failure("there is no Python with JAX: `npm run bench` installs it.");
  if (!sanitize) return { python, site, environment: {} };
  return { python, ...(await ledger.stage("asan: build the plugin", () => prepareSanitizedSite(site))) };
}

export async function main(args) {
  const { files, filter, sanitize } = readArguments(args);
  const ledger = new Ledger();
  const setting = { ...(await preparePackage(ledger, sanitize)), folder: join(root, "build", "jax-tests"), filter };
  const known = readKnownDifferences();
  const totals = { passed: 0, differing: 0, used: new Set() };
  for (const file of files) await ledger.tolerantStage(basename(file), () => compareFile(setting, file, known, totals));
  const share = (100 * totals.passed) / Math.max(1, totals.passed + totals.differing);
  console.log(`${share.toFixed(2)} % of the tests that pass on cpu, and are not skipped on Paddock, pass there.`);
  if (!filter) {
    const covered = known.filter(({ text }) => files.some((file) => text.startsWith(`${basename(file)}::`)));
    for (const entry of covered) if (!totals.used.has(entry)) console.log(`No test differs as ${entry.text} of known_differences.txt says: remove the line.`);
  }
  return ledger.print();
}
