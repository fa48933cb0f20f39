// A process that answers requests, one line each (bench/runner_main.cc).
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const running = new Set();

// What is stopped does not hear that there is nobody left to ask it.
process.once("exit", () => {
  for (const runner of running) runner.close();
});

/** Starts one; `kind` is of bench/peers.mjs. */
export async function startRunner({ name, isOwn = false, command }, threads) {
  const { words, environment = {} } = command(threads);
  const child = spawn(words[0], words.slice(1), { env: { ...process.env, ...environment }, stdio: ["pipe", "pipe", "pipe"] });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (errors = (errors + text).slice(-2000)));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.on("error", (error) => (errors = error.message));
  // What it is asked after its end is answered by that.
  child.stdin.on("error", () => {});
  const runner = {
    name,
    isOwn,
    async ask(...request) {
      child.kill("SIGCONT");
      child.stdin.write(`${request.join("\t")}\n`);
      const { value, done } = await lines.next();
      // Some engines' threads spin after a run, on the processors of whoever is next.
      child.kill("SIGSTOP");
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
