// Runs test files with Node's own runner and counts them.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { hashInputs } from "./inputs.mjs";
import { root } from "./paths.mjs";
import { noteOfAgain, unlessPassed } from "./passed.mjs";
import { forEachOf, sumOf } from "./pool.mjs";
import { clearProgress, showProgress } from "./progress.mjs";
import { capture } from "./run.mjs";

/** Runs one file and counts its tests; prints the failures. */
async function runFile(file, { environment, flags }) {
  // Our own tests call this too, and a nested runner would report in another format.
  const env = { ...environment, NODE_TEST_CONTEXT: undefined };
  const { code, output } = await capture(process.execPath, [...flags, "--test", "--test-reporter=tap", file], { env });
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(output)?.[1] ?? 0);
  const failed = count("fail") + count("cancelled");
  if (code !== 0) console.log(output);
  return { file, passed: count("pass"), failed: code !== 0 && failed === 0 ? 1 : failed };
}

/**
 * Sorts by size, because longer files usually take longer: started last, one would run while other processors are idle.
 */
const longestFirst = (files) => files.map((file) => ({ file, size: statSync(resolve(root, file)).size })).sort((a, b) => b.size - a.size).map(({ file }) => file);

/**
 * Runs `files`, `together` at a time, then those that `isAlone` one by one. Returns {passed, failed, note}.
 *
 * `inputs` ({name of the suite, tracked, built}) is all that the files read, besides themselves and `environment`. With
 * it, a file that passed on the same inputs is not run again.
 * With `isRepeated`, a file that failed is tried again after all others, for tests that depend on the scheduling of
 * several programs. The note names the files that only passed then.
 */
export async function nodeTests(files, options = {}) {
  const { environment = {}, flags = [], inputs, together = 1, isAlone = () => false, isRepeated = false } = options;
  const shared = inputs && hashInputs({ words: flags, ...inputs });
  let done = 0;
  const runOne = async (file) => {
    const counts = await runFile(file, { environment, flags });
    showProgress(`[${++done}/${files.length}] ${file}`);
    return counts;
  };
  const run = (file) => {
    if (!shared) return runOne(file);
    return unlessPassed(`${inputs.name}-${file}`, { tracked: [file], words: [shared] }, () => runOne(file));
  };
  const results = await forEachOf(longestFirst(files.filter((file) => !isAlone(file))), together, run);
  results.push(...(await forEachOf(files.filter(isAlone), 1, run)));
  const late = [];
  for (const [index, { file, failed }] of isRepeated ? results.entries() : []) {
    if (failed === 0) continue;
    console.log(`${file}: once more, alone`);
    results[index] = await run(file);
    if (results[index].failed === 0) late.push(file);
  }
  clearProgress();
  const { passed = 0, failed = 0, again = 0 } = sumOf(results);
  const lateNote = late.length > 0 ? `only at the second try: ${late.join(", ")}` : "";
  return { passed, failed, note: [noteOfAgain({ passed, again }), lateNote].filter(Boolean).join("; ") };
}
