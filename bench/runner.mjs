// A process that answers requests, one line each (bench/runner_main.cc).
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const running = new Set();

// A stopped process does not notice that its input has closed, so it must be ended.
process.once("exit", () => {
  for (const runner of running) runner.close();
});

/** Starts a runner of a kind from bench/peers.mjs. It is ended if a request takes more than `limit` milliseconds. */
export async function startRunner({ name, isOwn = false, command }, threads, limit) {
  const { words, environment = {} } = command(threads);
  const child = spawn(words[0], words.slice(1), { env: { ...process.env, ...environment }, stdio: ["pipe", "pipe", "pipe"] });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (errors = (errors + text).slice(-2000)));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.on("error", (error) => (errors = error.message));
  // Writing to a runner that has ended fails. ask() reports its end.
  child.stdin.on("error", () => {});
  const runner = {
    name,
    isOwn,
    hasEnded: false,
    async ask(...request) {
      child.kill("SIGCONT");
      child.stdin.write(`${request.join("\t")}\n`);
      const timer = limit && setTimeout(() => child.kill("SIGKILL"), limit);
      const { value, done } = await lines.next();
      clearTimeout(timer);
      // Some engines' threads keep spinning after a run, and would take processors from the next runner.
      child.kill("SIGSTOP");
      runner.hasEnded = done;
      if (done) return { problem: `the runner has ended: ${errors.trim().split("\n").at(-1) || `code ${child.exitCode}`}` };
      return JSON.parse(value);
    },
    close() {
      child.kill();
      child.kill("SIGCONT");
      running.delete(runner);
    },
  };
  running.add(runner);
  return runner;
}
