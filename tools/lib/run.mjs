// Runs other programs and captures their output. One line of it shows progress, and all of it is printed only on
// failure.
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { Failure, causeOf } from "./failure.mjs";
import { print } from "./output.mjs";
import { root } from "./paths.mjs";
import { showProgress, clearProgress } from "./progress.mjs";

const children = new Set();

/** Ends the programs that are still running, when this one must end first. */
export function endChildren() {
  for (const child of children) child.kill("SIGTERM");
}

/** Returns the path of a program on PATH, or undefined. */
export function findProgram(name, path = process.env.PATH ?? "") {
  for (const folder of path.split(delimiter).filter(Boolean)) {
    const candidate = join(folder, name);
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

/**
 * Runs a program to its end: {code, output, stdout}; `output` includes standard error. Never throws for a failing
 * program.
 */
export function capture(command, args, { cwd = root, env = {}, progress = false, timeout } = {}) {
  return new Promise((resolve) => {
    let output = "";
    let stdout = "";
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"], timeout });
    children.add(child);
    const take = (text) => {
      output += text;
      if (progress) showProgress(text);
    };
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
      take(text);
    });
    child.stderr.setEncoding("utf8").on("data", take);
    child.on("error", (error) => finish(127, `${output}${error.message}\n`));
    child.on("close", (code, signal) => finish(code ?? 128, signal ? `${output}ended by ${signal}\n` : output));
    function finish(code, text) {
      children.delete(child);
      if (progress) clearProgress();
      resolve({ code, output: text, stdout });
    }
  });
}

/** Runs a program that must succeed; `purpose` is a noun phrase for the sentence. Returns its output. */
export async function run(command, args, purpose, options = {}) {
  const { code, output } = await capture(command, args, { progress: true, ...options });
  if (code === 0) return output;
  throw failureOf(purpose, command, output);
}

/** Returns the sentence for a program that failed. Prints its last lines if they name no common reason. */
export function failureOf(purpose, command, output) {
  const cause = causeOf(output);
  if (!cause) print(output.split("\n").slice(-40).join("\n"), console.error);
  return new Failure(`${purpose} failed: ${cause ?? `${command} did not succeed, its last lines are above`}.`);
}

/** Runs a program in the foreground with our standard input and output. Returns its exit code. */
export function foreground(command, args, { cwd = root, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: "inherit" });
    child.on("error", (error) => {
      console.error(`paddock: ${error.message}`);
      resolve(127);
    });
    child.on("close", (code) => resolve(code ?? 128));
  });
}
