// Runs test files with Node's own runner and counts them.
import { root } from "./paths.mjs";
import { capture } from "./run.mjs";

export async function nodeTests(files, { cwd = root, environment = {}, flags = [] } = {}) {
  const { code, output } = await capture(process.execPath, [...flags, "--test", "--test-reporter=tap", ...files], {
    cwd,
    env: environment,
  });
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, "m").exec(output)?.[1] ?? 0);
  const failed = count("fail") + count("cancelled");
  if (code !== 0) console.log(output);
  return { passed: count("pass"), failed: code !== 0 && failed === 0 ? 1 : failed };
}
