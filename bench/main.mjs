// The arguments of `npm run bench`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Failure } from "../tools/lib/failure.mjs";
import { compare } from "./compare.mjs";
import { paddock, peers, wasmKinds } from "./peers.mjs";
import { programs, select, textOf } from "./programs/index.mjs";
import { byProcessorTime, problemsText, reportText } from "./report.mjs";

const options = {
  filter: { type: "string", default: "" },
  peers: { type: "string" },
  threads: { type: "string", default: "1,2" },
  rounds: { type: "string" },
  clock: { type: "string", default: "wall" },
  quick: { type: "boolean", default: false },
  wasm: { type: "boolean", default: true },
  chromium: { type: "boolean", default: true },
  json: { type: "string" },
  list: { type: "boolean", default: false },
};

function read(args) {
  try {
    return parseArgs({ args, options, allowNegative: true }).values;
  } catch (error) {
    throw new Failure(`${error.message}. The options are in docs/performance.md.`);
  }
}

/** Returns the runners that take part, and prints which peers could be installed. */
function choosePeers(words) {
  const wanted = words === undefined ? peers : words.split(",").filter(Boolean).map((word) => peers.find(({ name }) => name === word) ?? unknownPeer(word));
  return chooseInstalled(wanted);
}

export function chooseInstalled(wanted) {
  for (const { name, install, isInstalled } of wanted) {
    if (!isInstalled()) console.log(`${name} is not installed: ${install}`);
  }
  return wanted.filter(({ isInstalled }) => isInstalled());
}

function unknownPeer(word) {
  throw new Failure(`there is no peer ${word}: there is ${peers.map(({ name }) => name).join(", ")}.`);
}

export function counts(text) {
  const numbers = text.split(",").map(Number);
  if (numbers.some((one) => !Number.isInteger(one) || one < 1)) throw new Failure(`'${text}' is no list of counts.`);
  return numbers;
}

export const wantsWasm = (args) => read(args).wasm;

export async function main(args) {
  const values = read(args);
  const chosen = select(values.filter);
  if (chosen.length === 0) throw new Failure(`no program's name has '${values.filter}' in it; --list names all.`);
  if (values.list) {
    for (const { name, family } of programs) console.log(`${name.padEnd(26)}${family}`);
    return 0;
  }
  if (!["wall", "processor"].includes(values.clock)) throw new Failure(`--clock is wall or processor, not '${values.clock}'.`);
  const isWanted = ({ wasm }) => wasm !== "Chromium" || values.chromium;
  const kinds = [paddock, ...(values.wasm ? chooseInstalled(wasmKinds.filter(isWanted)) : []), ...choosePeers(values.peers).filter(isWanted)];
  const size = values.quick ? "smoke" : "full";
  const settings = {
    programs: chosen.map((program) => ({ ...program, put: (folder) => writeFileSync(join(folder, "program.mlir"), textOf(program, size)) })),
    size,
    rounds: counts(values.rounds ?? (values.quick ? "1" : "5"))[0],
    threadCounts: counts(values.threads),
  };
  const report = await compare(kinds, settings, ({ name, threads, runners }) => {
    const times = Object.entries(runners).map(([runner, { ms }]) => `${runner} ${ms === undefined ? "-" : `${ms.toPrecision(3)} ms`}`);
    console.log(`${name}, ${threads} thread${threads === 1 ? "" : "s"}: ${times.join(", ")}`);
  });
  console.log(`\n${reportText(values.clock === "processor" ? byProcessorTime(report) : report, kinds)}`);
  const problems = problemsText(report);
  if (problems !== "") console.log(`\nwithout a time:\n${problems}`);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 1)}\n`);
  return 0;
}
