// `npm run bench`: the programs of bench/programs in Paddock and in the installed peers. They take turns in one run, so
// that load on the machine affects all of them. Each runner is a process that answers requests (bench/runner_main.cc).
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { disagreement } from "./agreement.mjs";
import { isDouble } from "./programs/index.mjs";
import { startRunner } from "./runner.mjs";

/** A measurement is repeated within a turn until it takes about this many milliseconds. */
const turnMilliseconds = 40;
const mostRepeats = 50;

/** Programs with at least this many operations a byte are bound by multiply-adds. */
const manyOperations = 20;

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/** Loads a program into a runner and compares its results with the reference's. Returns the state for timing. */
async function prepare(runner, folder, program, threads, reference) {
  const reply = await runner.ask("load", folder, threads, program.grid?.split("x")[0] ?? "", program.isText ? 1 : 0);
  if (reply.problem) return { problem: reply.problem, types: null };
  // Runs twice. A runner that writes into its arguments has different results the second time. The first run also pays
  // for the pages of new memory (add-16m in Chromium: 250 ms, the second 12).
  let timed = await runner.ask("run", 1);
  if (!timed.problem && !program.isText) timed = await runner.ask("run", 1);
  if (timed.problem) return { problem: timed.problem, types: null };
  const prefix = join(folder, runner.name);
  const written = program.isText ? {} : await runner.ask("results", prefix);
  if (written.problem) return { problem: written.problem, types: null };
  const types = reference?.types ?? reply;
  const difference = reference && !program.isText ? disagreement(types.results, reference.prefix, prefix, program.tolerance) : null;
  if (difference) return { problem: difference, types: null };
  const repeats = Math.max(1, Math.min(mostRepeats, Math.floor(turnMilliseconds / timed.ms)));
  return { types, prefix, repeats, times: [], processor: [], counts: timed };
}

/**
 * Times one program.
 * Returns { name, threads, runners: { NAME: { ms } or { problem } }, operations, bytes, held }.
 * `held`: the multiply-adds on registers that the machine sustained, in 1e9 operations a second. They are measured in
 * turns with the program and for as long. null if the program has few operations, or without `hasLimits`.
 */
export async function measureProgram(runners, program, { size, rounds, threads, hasLimits = true }, folder) {
  mkdirSync(folder);
  await program.put(folder);
  const states = new Map();
  let reference = null;
  for (const runner of runners) {
    const state = await prepare(runner, folder, program, threads, reference);
    states.set(runner, state);
    if (reference !== null) continue;
    // The first runner is Paddock's own, which writes the arguments for all.
    if (state.problem) break;
    reference = state;
    writeFileSync(join(folder, "program.json"), JSON.stringify({ name: program.name, parameters: program[size], ...state.types }));
  }
  const timed = runners.filter((runner) => states.get(runner)?.times);
  const { operations = 0, bytes = 0 } = reference?.counts ?? {};
  const held = [];
  for (let round = 0; round < rounds; ++round) {
    for (const runner of timed) {
      const state = states.get(runner);
      const { ms, cpu_ms, problem } = await runner.ask("run", state.repeats);
      if (problem) throw new Error(`${runner.name} failed in ${program.name} when it ran again: ${problem}`);
      state.times.push(ms);
      state.processor.push(cpu_ms);
      if (!hasLimits || state !== reference || operations < manyOperations * bytes) continue;
      const { gflops } = await runner.ask("held", threads, isDouble(program.name) ? "f64" : "f32", (ms * state.repeats) / 1e3);
      held.push(gflops);
    }
  }
  rmSync(folder, { recursive: true });
  const told = [...states].map(([runner, { problem, times, processor }]) => [runner.name, problem ? { problem } : { ms: median(times), cpu_ms: median(processor) }]);
  return { name: program.name, family: program.family, threads, operations, bytes, held: held.length > 0 ? median(held) : null, runners: Object.fromEntries(told) };
}

async function measureLimits(runners, threads) {
  const limits = {};
  for (const runner of runners.filter(({ isOwn }) => isOwn)) {
    const reply = await runner.ask("limits", threads);
    if (!reply.problem) limits[runner.name] = reply;
  }
  return limits;
}

/**
 * Runs programs with the runners `kinds` (see bench/peers.mjs). A program is { name, family, grid, isText } and
 * `put(folder)`, which writes its text, and its arguments if they are not random numbers. Limits of the machine are
 * measured before, among and after the programs, and the best values count. Prints each program as it completes.
 */
export async function compare(kinds, { programs, size = "full", rounds = 5, threadCounts = [1, 2] }, tell) {
  const work = mkdtempSync(join(tmpdir(), "paddock-bench-"));
  const report = { size, rounds, programs: [], limits: {} };
  try {
    for (const threads of threadCounts) {
      const runners = [];
      for (const kind of kinds) {
        if (threads > 1 && !kind.hasThreads) continue;
        runners.push(await startRunner(kind, threads));
      }
      try {
        const seen = [await measureLimits(runners, threads)];
        for (const program of programs) {
          const row = await measureProgram(runners, program, { size, rounds, threads }, join(work, program.name));
          report.programs.push(row);
          tell(row);
          seen.push(await measureLimits(runners, threads));
        }
        report.limits[threads] = bestOf(seen);
      } finally {
        for (const runner of runners) runner.close();
      }
    }
    return report;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function bestOf(all) {
  const best = {};
  for (const limits of all) {
    for (const [runner, values] of Object.entries(limits)) {
      best[runner] ??= { ...values };
      for (const [key, value] of Object.entries(values)) best[runner][key] = Math.max(best[runner][key], value);
    }
  }
  return best;
}
