// A process that answers requests, one line each (bench/runner_main.cc).
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

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
  return {
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
    },
  };
}
