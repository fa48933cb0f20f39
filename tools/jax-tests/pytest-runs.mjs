// Runs a file of tests with pytest, and goes on with the next test after a crash or a hang.
import { spawn } from "node:child_process";
import { appendFileSync, createWriteStream, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { root } from "../lib/paths.mjs";

// A test that takes longer hangs. Compiling for XLA takes minutes on a busy machine.
const kMostSeconds = 300;

/** Returns the outcome of each test, by name: {outcome, message}. "started" means that the test did not end. */
export function readOutcomes(path) {
  const outcomes = new Map();
  if (!existsSync(path)) return outcomes;
  for (const line of readFileSync(path, "utf8").split("\n").filter(Boolean)) {
    const [outcome, name, message = ""] = line.split("\t");
    // A failure of the tear-down counts, and a success after a failure does not.
    if (outcomes.get(name)?.outcome !== "failed") outcomes.set(name, { outcome, message });
  }
  return outcomes;
}

/** Runs pytest once. Resolves to true if it ended by itself after the last test. */
function runOnce(python, args, env, outcomes, log) {
  return new Promise((resolve) => {
    const child = spawn(python, args, { cwd: root, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
    const started = Date.now();
    const lastSign = () => Math.max(started, existsSync(outcomes) ? statSync(outcomes).mtimeMs : 0);
    const watch = setInterval(() => Date.now() - lastSign() > kMostSeconds * 1000 && child.kill("SIGKILL"), 1000);
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    child.on("close", (code) => {
      clearInterval(watch);
      // 0: all passed, 1: some failed, 5: no test.
      resolve([0, 1, 5].includes(code));
    });
  });
}

/** Returns the number of devices that the file asks for. */
function devicesOf(file) {
  return /request_cpu_devices\((\d+)/.exec(readFileSync(file, "utf8"))?.[1] ?? "1";
}

/**
 * Runs the tests of a file, all or those in the array `names`, on a platform of JAX. Returns the outcomes, or undefined if
 * the file cannot be imported.
 */
export async function runFile({ python, site, file, platform, folder, filter, names, environment = {} }) {
  const outcomes = join(folder, platform, `${basename(file)}.txt`);
  mkdirSync(dirname(outcomes), { recursive: true });
  rmSync(outcomes, { force: true });
  const log = createWriteStream(`${outcomes}.log`);
  const env = {
    JAX_PLATFORMS: platform,
    JAX_NUM_CPU_DEVICES: devicesOf(file),
    PADDOCK_DEVICES: devicesOf(file),
    PADDOCK_OUTCOMES: outcomes,
    PYTHONPATH: [site, join(root, "tools/jax-tests")].join(":"),
    PYTHONDONTWRITEBYTECODE: "1",
    ...environment,
  };
  if (names) {
    env.PADDOCK_CHOSEN = `${outcomes}.chosen`;
    writeFileSync(env.PADDOCK_CHOSEN, names.map((name) => `${name}\n`).join(""));
  }
  const args = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "record_outcomes", "-p", "newer_names", "--tb=short", ...(filter ? ["-k", filter] : []), file];
  let before = -1;
  for (;;) {
    const ended = await runOnce(python, args, env, outcomes, log);
    const size = readOutcomes(outcomes).size;
    // Without a further test, it fails before the first one.
    if (ended || size === before) break;
    // Each run marks its unfinished test as started, so that the next one goes on behind it.
    before = size;
    appendFileSync(outcomes, "");
  }
  log.end();
  const found = readOutcomes(outcomes);
  return found.size === 0 ? undefined : found;
}
