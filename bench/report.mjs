// The tables of `npm run bench`.
import { isDouble } from "./programs/index.mjs";

const cell = (runner) => (runner === undefined ? "" : runner.problem ? "-" : milliseconds(runner.ms));
const milliseconds = (ms) => (ms >= 100 ? ms.toFixed(0) : ms.toPrecision(3));

/** Returns the fastest of some runners: [name, ms], or null. */
function bestOf(runners, names) {
  const timed = names.filter((name) => runners[name]?.ms !== undefined);
  if (timed.length === 0) return null;
  const name = timed.reduce((a, b) => (runners[a].ms <= runners[b].ms ? a : b));
  return [name, runners[name].ms];
}

/** Returns how many times as fast as the fastest peer one of Paddock's forms is: { ratio, peer }, or null. */
export function againstPeers({ runners }, own, peers) {
  const best = bestOf(runners, peers);
  return runners[own]?.ms === undefined || best === null ? null : { ratio: best[1] / runners[own].ms, peer: best[0] };
}

/** Returns the share of the machine's sustained multiply-adds; null if the program is not bound by them. */
export function shareOfHeld({ operations, held, runners }, own) {
  const ms = runners[own]?.ms;
  return ms === undefined || !held ? null : operations / held / 1e6 / ms;
}

/**
 * Returns the share of the machine's limit, for multiply-adds or copies, whichever is nearer; null if neither is
 * meaningful.
 */
export function shareOfLimit({ name, operations, bytes, runners }, own, limits) {
  const ms = runners[own]?.ms;
  if (ms === undefined || !limits || !bytes) return null;
  const arithmetic = operations / (isDouble(name) ? limits.f64_gflops : limits.f32_gflops) / 1e6 / ms;
  const memory = bytes / limits.gbytes / 1e6 / ms;
  return arithmetic > memory ? { share: arithmetic, of: "multiply-adds" } : { share: memory, of: "copy" };
}

const line = (cells) => `| ${cells.join(" | ")} |`;

const percent = (share) => `${(100 * share).toFixed(0)} %`;

/** `held` is only measured natively. */
function limitCell(row, own, limits) {
  const share = shareOfLimit(row, own, limits);
  if (share === null) return "";
  const kept = own === "paddock" ? shareOfHeld(row, own) : null;
  return `${percent(share.share)} ${share.of}${kept === null ? "" : `, ${percent(kept)} of what it keeps`}`;
}

function table(rows, own, names, peers, limits) {
  const lines = [line(["", ...names.map((name) => `${name}, ms`), "best peer / Paddock", "of the limit"]), line(["---", ...names.map(() => "---:"), "---:", "---:"])];
  for (const row of rows) {
    const against = againstPeers(row, own, peers);
    const ratio = against === null ? "" : `${against.ratio.toFixed(2)} (${against.peer})`;
    lines.push(line([`\`${row.name}\``, ...names.map((name) => cell(row.runners[name])), ratio, limitCell(row, own, limits)]));
  }
  return lines.join("\n");
}

function limitsText(limits) {
  const fixed = (value) => value.toFixed(1);
  return Object.entries(limits)
    .map(([name, one]) => `${name}: ${fixed(one.f32_gflops)} GFLOP/s of f32 multiply-adds (${fixed(one.portable_f32_gflops)} portable, ${fixed(one.f64_gflops)} of f64), copies ${fixed(one.gbytes)} GB/s`)
    .join("\n");
}

/**
 * Returns the report with processor time instead of elapsed time. Used for one thread, for which processor time is
 * meaningful on a busy machine.
 */
export function byProcessorTime({ programs, ...report }) {
  const told = (runners) => Object.fromEntries(Object.entries(runners).map(([name, { cpu_ms: ms, ...rest }]) => [name, ms === undefined ? rest : { ...rest, ms }]));
  return { ...report, programs: programs.map(({ runners, ...row }) => ({ ...row, runners: told(runners) })) };
}

/** Returns the report as Markdown: native and native peers by threads, then WebAssembly and its peers. */
export function reportText({ programs, limits }, kinds) {
  const present = (rows, isWanted) => kinds.filter(isWanted).map(({ name }) => name).filter((name) => rows.some(({ runners }) => runners[name]?.ms !== undefined));
  const parts = [];
  for (const threads of Object.keys(limits).map(Number)) {
    const rows = programs.filter((row) => row.threads === threads);
    const native = present(rows, ({ wasm }) => wasm === undefined);
    const count = `${threads} thread${threads === 1 ? "" : "s"}`;
    parts.push(`## Native, ${count}`, limitsText(limits[threads]), table(rows, "paddock", native, native.filter((name) => name !== "paddock"), limits[threads].paddock));
    for (const where of ["Node", "Chromium"]) {
      const names = present(rows, ({ wasm }) => wasm === where);
      const ours = names.filter((name) => name.startsWith("wasm-"));
      // The faster of our flavours is the last.
      const own = ours.at(-1);
      const others = names.filter((name) => !ours.includes(name));
      if (own !== undefined) parts.push(`## WebAssembly in ${where}, ${count}`, table(rows, own, names, others, limits[threads][own]));
    }
  }
  return parts.join("\n\n");
}

/** Lists why runners have no time for a program, each reason once. A wrong result must not look like a missing one. */
export function problemsText({ programs }) {
  const reasons = new Map();
  for (const { name, runners } of programs) {
    for (const [runner, { problem }] of Object.entries(runners)) {
      if (!problem || /nothing like it|one thread|one device|says nothing/.test(problem)) continue;
      const key = `${runner}: ${problem}`;
      if (!reasons.has(key)) reasons.set(key, new Set());
      reasons.get(key).add(name);
    }
  }
  return [...reasons].map(([reason, names]) => `${reason} (${[...names].join(", ")})`).join("\n");
}
