// `npm run bench -- broad`: programs lowered by JAX (bench/broad/*.py) in Paddock and in XLA, ranked by the ratio of
// their times. It needs the peer `jax`.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure } from "../../tools/lib/failure.mjs";
import { measureProgram } from "../compare.mjs";
import { chooseInstalled, counts } from "../main.mjs";
import { generator, paddock, peers, wasmKinds } from "../peers.mjs";
import { byProcessorTime, problemsText } from "../report.mjs";
import { startRunner } from "../runner.mjs";
import { rankText } from "./rank.mjs";

const options = {
  sizes: { type: "string", default: "1k,1m,64m" },
  threads: { type: "string", default: "1" },
  rounds: { type: "string", default: "3" },
  clock: { type: "string", default: "processor" },
  worst: { type: "string", default: "10" },
  wasm: { type: "boolean", default: false },
  json: { type: "string" },
  list: { type: "boolean", default: false },
};

/** No request, compiling included, may take longer. */
const mostMilliseconds = 120e3;

function read(args) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Failure(`${error.message}. The options are in docs/broad.md.`);
  }
}

export const wantsWasm = (args) => read(args).values.wasm;

function select(all, words, sizes) {
  const isWanted = ({ name, size }) => (size === "" || sizes.includes(size)) && (words.length === 0 || words.some((word) => name.includes(word)));
  return all.filter(isWanted);
}

/** Keeps runners; one that has ended is started again. */
class Runners {
  constructor(kinds, threads) {
    this.kinds = kinds;
    this.threads = threads;
    this.started = [];
  }

  async ready() {
    for (const [i, kind] of this.kinds.entries()) {
      if (this.started[i] === undefined || this.started[i].hasEnded) this.started[i] = await startRunner(kind, this.threads, mostMilliseconds);
    }
    return this.started;
  }

  /** Asks the only runner. */
  async ask(...words) {
    const [runner] = await this.ready();
    const reply = await runner.ask(...words);
    if (reply.problem) throw new Error(`JAX does not lower it: ${reply.problem}`);
    return reply;
  }

  close() {
    for (const runner of this.started) runner.close();
  }
}

async function measure(runners, program, settings) {
  const folder = mkdtempSync(join(tmpdir(), "paddock-broad-"));
  try {
    return { ...(await measureProgram(await runners.ready(), program, settings, join(folder, "program"))), size: program.size };
  } catch (error) {
    return { ...program, threads: settings.threads, runners: { paddock: { problem: error.message } } };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureAll(kinds, programs, settings) {
  const runners = new Runners(kinds.filter(({ hasThreads }) => settings.threads === 1 || hasThreads), settings.threads);
  const rows = [];
  for (const program of programs) {
    const row = await measure(runners, program, settings);
    rows.push(row);
    tell(row);
  }
  runners.close();
  return rows;
}

const inThreads = (count) => `${count} thread${count === 1 ? "" : "s"}`;

function tell({ name, threads, runners }) {
  const cell = ([runner, { cpu_ms: ms, problem }]) => `${runner} ${problem ?? `${ms.toPrecision(3)} ms`}`;
  console.log(`${name}, ${inThreads(threads)}: ${Object.entries(runners).map(cell).join(", ")}`);
}

function print({ programs, ...report }, threadCounts, forms, worst) {
  for (const threads of threadCounts) {
    const rows = programs.filter((row) => row.threads === threads);
    for (const own of forms) console.log(`\n## ${own}, ${inThreads(threads)}\n\n${rankText(rows, own, "jax", worst)}`);
  }
  const problems = problemsText({ ...report, programs });
  if (problems !== "") console.log(`\nwithout a ratio:\n${problems}`);
}

async function run(kinds, made, values, words) {
  const { programs } = await made.ask("list");
  const chosen = select(programs, words, values.sizes.split(","));
  if (chosen.length === 0) throw new Failure("no program has such a name and size; --list names all.");
  if (values.list) return console.log(chosen.map(({ name, family }) => `${name.padEnd(40)}${family}`).join("\n"));
  const report = { rounds: counts(values.rounds)[0], programs: [] };
  const threadCounts = counts(values.threads);
  for (const threads of threadCounts) {
    const lowered = chosen.map((program) => ({ ...program, put: (folder) => made.ask("make", program.name, folder) }));
    report.programs.push(...(await measureAll(kinds, lowered, { size: "full", rounds: report.rounds, threads, hasLimits: false })));
  }
  const forms = kinds.filter(({ isOwn }) => isOwn).map(({ name }) => name);
  print(values.clock === "processor" ? byProcessorTime(report) : report, threadCounts, forms, counts(values.worst)[0]);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 1)}\n`);
}

export async function main(args) {
  const { values, positionals } = read(args);
  const jax = peers.find(({ name }) => name === "jax");
  if (chooseInstalled([jax]).length === 0) return 1;
  const made = new Runners([generator], 1);
  try {
    await run([paddock, jax, ...(values.wasm ? chooseInstalled(wasmKinds) : [])], made, values, positionals);
    return 0;
  } finally {
    made.close();
  }
}
