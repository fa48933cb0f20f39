// Runs test files with Node's own runner and counts them.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { longestFirst, timed } from "./durations.mjs";
import { hashInputs } from "./inputs.mjs";
import { print } from "./output.mjs";
import { root } from "./paths.mjs";
import { noteOfAgain, unlessPassed } from "./passed.mjs";
import { forEachOf, sumOf } from "./pool.mjs";
import { processors } from "./processors.mjs";
import { clearProgress, showProgress } from "./progress.mjs";
import { capture } from "./run.mjs";

/** Runs one file and counts its tests; prints the failures. */
async function runFile(file, { environment, flags }) {
  // Our own tests call this too, and a nested runner would report in another format.
  const env = { ...environment, NODE_TEST_CONTEXT: undefined };
  const { code, output } = await capture(process.execPath, [...flags, "--test", "--test-reporter=tap", file], { env });
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(output)?.[1] ?? 0);
  const failed = count("fail") + count("cancelled");
  if (code !== 0) print(output);
  return { file, passed: count("pass"), failed: code !== 0 && failed === 0 ? 1 : failed };
}

const sizeOf = (file) => statSync(resolve(root, file)).size;

/**
 * Runs `files`, `together` at a time, then those that `isAlone` one by one, while nothing else runs. Returns
 * {passed, failed, note}.
 *
 * `inputs` ({name of the suite, tracked, built}) is all that the files read, besides themselves and `environment`. With
 * it, a file that passed on the same inputs is not run again, and the file that took longest starts first.
 * With `isRepeated`, a file that failed is tried again after all others, for tests that depend on the scheduling of
 * several programs. The note names the files that only passed then.
 */
export async function nodeTests(files, options = {}) {
  const { environment = {}, flags = [], inputs, together = 1, isAlone = () => false, isRepeated = false } = options;
  const shared = inputs && hashInputs({ words: flags, ...inputs });
  const nameOf = (file) => `${inputs?.name}-${file}`;
  let done = 0;
  const runOne = async (file) => {
    const work = () => runFile(file, { environment, flags });
    const counts = inputs ? await timed(nameOf(file), work) : await work();
    showProgress(`[${++done}/${files.length}] ${file}`);
    return counts;
  };
  const unlessSame = (file, work) => (shared ? unlessPassed(nameOf(file), { tracked: [file], words: [shared] }, work) : work());
  const runBeside = (file) => unlessSame(file, () => processors.one(() => runOne(file)));
  const runAlone = (file) => unlessSame(file, () => processors.all(() => runOne(file)));
  const results = await forEachOf(longestFirst(files.filter((file) => !isAlone(file)), nameOf, sizeOf), together, runBeside);
  results.push(...(await forEachOf(files.filter(isAlone), 1, runAlone)));
  const late = [];
  for (const [index, { file, failed }] of isRepeated ? results.entries() : []) {
    if (failed === 0) continue;
    print(`${file}: once more, alone`);
    results[index] = await runAlone(file);
    if (results[index].failed === 0) late.push(file);
  }
  clearProgress();
  const { passed = 0, failed = 0, again = 0 } = sumOf(results);
  const lateNote = late.length > 0 ? `only at the second try: ${late.join(", ")}` : "";
  return { passed, failed, note: [noteOfAgain({ passed, again }), lateNote].filter(Boolean).join("; ") };
}
