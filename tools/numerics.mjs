// `node tools/paddock.cjs numerics` writes the tables of docs/numerics.md, from the kernel table and from the
// measurements of `paddock_math_sweep` (simd/math/sweep.txt). The page itself has the text between them.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "./lib/failure.mjs";
import { tableOf } from "./lib/markdown-table.mjs";
import { root } from "./lib/paths.mjs";

export const page = join(root, "docs/numerics.md");

/** Returns the rows of simd/math/kernels.def. */
export function kernelsOf(text) {
  const rows = [...text.matchAll(/^PADDOCK_MATH_KERNEL\(([^"]*),\s*"([^"]*)",\s*"([^"]*)"\)$/gm)];
  return rows.map(([, fields, method, complexMethod]) => {
    const [name, operands, f32, f64, c64, c128, of, least] = fields.split(",").map((field) => field.trim());
    const each = of === "kEach" ? "each part" : "the greater part";
    return { name, operands: Number(operands), bounds: { f32, f64, c64, c128 }, each, least, method, complexMethod };
  });
}

/** Returns the lines of simd/math/sweep.txt, by "function type numerics". */
export function measuredOf(text) {
  const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
  return new Map(lines.map((line) => {
    const [name, type, numerics, operands, against, worst] = line.split(" ");
    return [`${name} ${type} ${numerics}`, { operands, against, worst: Number(worst) }];
  }));
}

const thousands = (text) => text.replace(/\B(?=(\d{3})+$)/g, ",");

// "1/7" means every seventh of all operands; otherwise the number of operands.
function operandsText({ operands }, kernel) {
  if (operands === "1/1") return "all";
  if (operands.startsWith("1/")) return `one in ${operands.slice(2)}`;
  return kernel.operands === 2 ? `${thousands(operands)} pairs` : thousands(operands);
}

function measuredRow(kernel, type, measured, digits) {
  const [portable, fast] = ["portable", "fast"].map((numerics) => {
    const found = measured.get(`${kernel.name} ${type} ${numerics}`);
    if (!found) throw new Failure(`simd/math/sweep.txt does not say how accurate ${kernel.name} is in ${type}, ${numerics}.`);
    if (!(found.worst <= Number(kernel.bounds[type]))) {
      throw new Failure(`simd/math/sweep.txt: ${kernel.name} in ${type} is off by ${found.worst} ULP, and its bound is ${kernel.bounds[type]}.`);
    }
    return found;
  });
  // Rounded up, because a worst error is a bound.
  const text = ({ worst }) => (Math.ceil(worst * 10 ** digits - 1e-6) / 10 ** digits).toFixed(digits);
  return [kernel.name, text(portable), text(fast), operandsText(portable, kernel)];
}

const cell = (bound) => (Number(bound) === 0 ? "-" : bound);

const tables = {
  f32: (kernels, measured) =>
    tableOf(["function", "portable", "fast", "operands"],
      kernels.filter(({ bounds }) => Number(bounds.f32)).map((kernel) => measuredRow(kernel, "f32", measured, 4))),
  f64: (kernels, measured) =>
    tableOf(["function", "portable", "fast", "operands", "computed as"],
      kernels.filter(({ bounds }) => Number(bounds.f64)).map((kernel) => [...measuredRow(kernel, "f64", measured, 2), kernel.method])),
  complex: (kernels) =>
    tableOf(["function", "bound in ULP", "of", "computed as"],
      kernels.filter(({ bounds }) => Number(bounds.c128)).map(({ name, bounds, each, complexMethod }) => [name, bounds.c128, each, complexMethod])),
  bounds: (kernels) =>
    tableOf(["function", "f32", "f64", "complex<f32>", "complex<f64>", "complex error is of", "least"],
      kernels.map(({ name, bounds: { f32, f64, c64, c128 }, each, least }) =>
        [name, cell(f32), cell(f64), cell(c64), cell(c128), Number(c128) ? each : "-", cell(least)])),
};

/** Returns the page with new tables, each between `<!-- table NAME -->` and `<!-- end of table -->`. */
export function pageOf(text, kernels, measured) {
  const written = new Set();
  const result = text.replace(/(<!-- table (\w+) -->\n)[^]*?(<!-- end of table -->)/g, (_, begin, name, end) => {
    if (!Object.hasOwn(tables, name)) throw new Failure(`docs/numerics.md: there is no table "${name}".`);
    written.add(name);
    return `${begin}\n${tables[name](kernels, measured)}\n${end}`;
  });
  for (const name of Object.keys(tables)) {
    if (!written.has(name)) throw new Failure(`docs/numerics.md has no place for the table "${name}".`);
  }
  return result;
}

/** Returns the up-to-date page. */
export function currentPage() {
  const read = (file) => readFileSync(join(root, file), "utf8");
  return pageOf(readFileSync(page, "utf8"), kernelsOf(read("simd/math/kernels.def")), measuredOf(read("simd/math/sweep.txt")));
}

export async function main() {
  writeFileSync(page, currentPage());
}
