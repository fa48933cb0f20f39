// `node tools/paddock.cjs type-support` writes docs/type-support.md: the element types that each operation supports,
// found by running the smallest program of each.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./lib/cmake.mjs";
import { Failure } from "./lib/failure.mjs";
import { root } from "./lib/paths.mjs";
import { capture } from "./lib/run.mjs";
import { columns, typePrograms } from "./lib/type-programs.mjs";

export const page = join(root, "docs/type-support.md");

const header = `# Operations by element type

The reference of supported element types, found by running the smallest program of each operation on each type.
\`node tools/paddock.cjs type-support\` writes this page.

| entry | meaning |
|---|---|
| **yes** | all types of the column |
| a list | these types |
| empty | the operation does not take the types, or has no definition for them (\`remainder\` and \`chlo.bessel_i1e\` of complex numbers) |
| **not yet** | the operation takes the types, but Paddock does not run it |

Operations without elements of their own (tokens, tuples, channels, calls) are omitted. [quantization](quantization.md) describes
arithmetic on quantized tensors. In the column of per-axis types, the lhs of a product is per-tensor quantized.

`;

// A refusal cites the operation's entry or, for quantized types, the rules of the types.
const isRefusal = (reason) =>
  /, not (0-dimensional |1-dimensional )?(tensor|per-tensor|quantized)|quantization_dimension = |is not a (float type|value of type)|which is not a number|, of which the specification gives no |, for which the function is not defined/.test(reason);

// Returns the verdict of one run: "yes", "no" (refused by the operation's own rules) or "not yet".
function verdictOf({ verdict, reason }, name) {
  if (verdict === "passed") return "yes";
  if (reason.includes("not yet implemented")) return "not yet";
  if (isRefusal(reason)) return "no";
  throw new Failure(`the program of ${name} for docs/type-support.md is wrong: ${reason}`);
}

/** Returns { name: { type: verdict } } for the command at `paddock`. */
export async function supportOf(paddock) {
  const table = JSON.parse((await capture(paddock, ["ops", "--json"])).output);
  const programs = typePrograms(table).flatMap(({ name, program }) =>
    columns.flatMap(([, types]) => types.map((type) => ({ name, type, text: program(type) }))));
  const folder = mkdtempSync(join(tmpdir(), "paddock-types-"));
  try {
    const file = join(folder, "types.mlir");
    writeFileSync(file, programs.map(({ text }) => text).join("\n// -----\n\n"));
    const { cases } = JSON.parse((await capture(paddock, ["test", "--format", "json", file])).output);
    const support = {};
    programs.forEach(({ name, type }, i) => ((support[name] ??= {})[type] = verdictOf(cases[i], `${name} of ${type}`)));
    return support;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function cell(verdicts, types) {
  const of = (wanted) => types.filter((type) => verdicts[type] === wanted);
  const [runs, missing] = [of("yes"), of("not yet")];
  const names = (list) => list.map((type) => (type.startsWith("!quant") ? "yes" : type)).join(" ");
  const yes = runs.length === types.length ? "yes" : names(runs);
  const not = missing.length === 0 ? "" : `**not yet**${missing.length === types.length ? "" : `: ${names(missing)}`}`;
  return [yes, not].filter(Boolean).join("; ");
}

/** Returns the whole page. */
export function pageOf(support) {
  const rows = Object.entries(support).map(([name, verdicts]) => `| ${name} | ${columns.map(([, types]) => cell(verdicts, types)).join(" | ")} |\n`);
  return `${header}| operation | ${columns.map(([title]) => title).join(" | ")} |\n|---|${"---|".repeat(columns.length)}\n${rows.join("")}`;
}

export async function main() {
  await build("native", ["paddock"]);
  const support = await supportOf(join(root, "build/native/bin/paddock"));
  writeFileSync(page, pageOf(support));
  const missing = Object.values(support).flatMap((verdicts) => Object.values(verdicts)).filter((verdict) => verdict === "not yet");
  console.log(`docs/type-support.md: ${Object.keys(support).length} operations, ${missing.length} types of them not yet`);
}
