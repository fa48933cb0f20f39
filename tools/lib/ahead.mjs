// Builds ahead of the stages that need it, with the time that other programs leave idle.
import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { buildFolder, testTargets } from "./cmake.mjs";
import { root } from "./paths.mjs";
import { jobs } from "./processors.mjs";
import { findProgram } from "./run.mjs";

/** The command that gives a program the lowest priority of this system, with the program's words. */
const lowestPriority = (words) => [...(findProgram("chrt") ? ["chrt", "--idle", "0"] : []), "nice", "-n", "19", ...words];

/** Returns the numbers of a session's processes. Ninja gives each compiler a process group of its own, but not a session. */
function processesOf(session) {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return all.filter((id) => sessionOf(id) === session).map(Number);
}

function sessionOf(id) {
  try {
    // The fields after the name, which is in parentheses: state, parent, group, session.
    return Number(/.*\) \S \d+ \d+ (\d+)/s.exec(readFileSync(`/proc/${id}/stat`, "utf8"))?.[1]);
  } catch {
    // The process has ended.
    return undefined;
  }
}

/** A series of programs at the lowest priority, for idlers of `Processors`. Their output is dropped. */
export class IdleWork {
  isStopped = false;
  /** During a pause: a promise of its end, and the function that fulfils it. */
  pauseEnd = undefined;
  endPause = () => {};

  /** Runs a program to its end, or to `stop`. During a pause it waits first. */
  async run(command, args) {
    while (this.pauseEnd !== undefined) await this.pauseEnd;
    if (this.isStopped) return;
    const [first, ...rest] = lowestPriority([command, ...args]);
    await new Promise((resolve) => {
      // In a session of its own.
      this.child = spawn(first, rest, { cwd: root, stdio: "ignore", detached: true });
      this.child.on("error", resolve);
      this.child.on("close", resolve);
    });
  }

  signal(name) {
    if (this.child?.pid === undefined) return;
    for (const id of processesOf(this.child.pid)) {
      try {
        process.kill(id, name);
      } catch {
        // The process has ended.
      }
    }
  }

  pause() {
    this.pauseEnd ??= new Promise((resolve) => (this.endPause = resolve));
    this.signal("SIGSTOP");
  }

  resume() {
    this.pauseEnd = undefined;
    this.endPause();
    this.signal("SIGCONT");
  }

  stop() {
    this.isStopped = true;
    this.signal("SIGTERM");
    this.resume();
  }

  /** Waits, after `stop`, for processes that end later than the one that began them. */
  async end() {
    for (let tries = 0; this.child?.pid !== undefined && processesOf(this.child.pid).length > 0; ++tries) {
      if (tries > 500) this.signal("SIGKILL");
      await sleep(20);
    }
  }
}

/**
 * Builds test programs ahead: those of each {preset, accepts}, in this order, as idle work that pauses while `processors`
 * run work alone. Returns a function that ends it; what was compiled stays. A build that fails is left to its stage,
 * which prints why.
 */
export function buildAhead(builds, processors) {
  const work = new IdleWork();
  processors.idlers.add(work);
  const stop = () => work.stop();
  process.once("exit", stop);
  const ended = (async () => {
    for (const { preset, accepts } of builds) {
      await work.run("cmake", ["--preset", preset]);
      if (work.isStopped) return;
      const targets = await testTargets(preset, accepts).catch(() => []);
      if (targets.length > 0) await work.run("cmake", ["--build", buildFolder(preset), "--parallel", String(jobs), "--target", ...targets]);
    }
  })();
  return async () => {
    process.off("exit", stop);
    processors.idlers.delete(work);
    work.stop();
    await ended;
    await work.end();
  };
}
