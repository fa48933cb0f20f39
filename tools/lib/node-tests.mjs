// Runs test files with Node's own runner and counts them.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { hashInputs } from "./inputs.mjs";
import { root } from "./paths.mjs";
import { noteOfAgain, unlessPassed } from "./passed.mjs";
import { forEachOf, sumOf } from "./pool.mjs";
import { clearProgress, showProgress } from "./progress.mjs";
import { capture } from "./run.mjs";

/** Runs one file and counts its tests; what failed is printed. */
async function runFile(file, { environment, flags }) {
  // Our own tests call this, too, and a runner inside a runner would report in another form.
  const env = { ...environment, NODE_TEST_CONTEXT: undefined };
  const { code, output } = await capture(process.execPath, [...flags, "--test", "--test-reporter=tap", file], { env });
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(output)?.[1] ?? 0);
  const failed = count("fail") + count("cancelled");
  if (code !== 0) console.log(output);
  return { file, passed: count("pass"), failed: code !== 0 && failed === 0 ? 1 : failed };
}

/** What has more text takes longer, mostly: begun last it would run on while the other processors have nothing left. */
const longestFirst = (files) => files.map((file) => ({ file, size: statSync(resolve(root, file)).size })).sort((a, b) => b.size - a.size).map(({ file }) => file);

/**
 * Runs `files`, `together` at a time, those that `isAlone` after the others and one by one: {passed, failed, note}.
 *
 * With `inputs` ({name of the suite, tracked, built}: all that the files read beside themselves and `environment`) a file that passed on the
 * same ones is not run again. Where `isRepeated`, a file that failed has a second try when all others have ended: for
 * tests that depend on when the machine gets to which of several programs. The note says which passed only then.
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
