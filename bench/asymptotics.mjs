// Measures how time grows with size, and compares moving data with copying it: `npm run bench -- asymptotics`. `paddock
// bench` times each program at three sizes. The copy is made here, into new memory as the programs' is. All times are
// processor time, which a busy machine lengthens little.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../tools/lib/failure.mjs";
import { capture } from "../tools/lib/run.mjs";

const main = (argument, result, body) =>
  `func.func @main(%x: ${argument}) -> ${result} {\n${body}\n  return %r : ${result}\n}\n`;

const vector = (n, element = "f32") => `tensor<${n}x${element}>`;

const sum = `^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return`;

// The sum of all elements up to each, as JAX writes it.
const cumulativeSum = (n) =>
  main(vector(n), vector(n), `  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: ${n}>, padding = dense<[[${n - 1}, 0]]> : tensor<1x2xi64>}> ({
  ${sum} %s : tensor<f32>
  }) : (${vector(n)}, tensor<f32>) -> ${vector(n)}`);

const scan = (n) =>
  main(vector(n), vector(n), `  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r, %last = chlo.scan(%x) inits(%zero) dimension=0 {
  ${sum} %s, %s : tensor<f32>, tensor<f32>
  } : (${vector(n)}, tensor<f32>) -> (${vector(n)}, tensor<f32>)`);

const sort = (less) => (n) =>
  main(vector(n), vector(n), `  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
${less}    stablehlo.return %less : tensor<i1>
  }) : (${vector(n)}) -> ${vector(n)}`);

const compare = (a, b) => `    %less = stablehlo.compare LT, ${a}, ${b} : (tensor<f32>, tensor<f32>) -> tensor<i1>\n`;

const fft = (n) =>
  main(vector(n, "complex<f32>"), vector(n, "complex<f32>"),
    `  %r = stablehlo.fft %x, type = FFT, length = [${n}] : (${vector(n, "complex<f32>")}) -> ${vector(n, "complex<f32>")}`);

// --- Moving n elements in rows of 64, so that no index costs more than its data.

const rows = (n) => `tensor<${n / 64}x64xf32>`;
const indexType = (n) => `tensor<${n / 64}x1xi32>`;

// %indices: every row once, far from its original position.
const scattered = (n) => `  %i = stablehlo.iota dim = 0 : ${indexType(n)}
  %factor = stablehlo.constant dense<40503> : ${indexType(n)}
  %mask = stablehlo.constant dense<${n / 64 - 1}> : ${indexType(n)}
  %product = stablehlo.multiply %i, %factor : ${indexType(n)}
  %indices = stablehlo.and %product, %mask : ${indexType(n)}
`;

const gather = (n) =>
  main(rows(n), rows(n), `${scattered(n)}  %r = "stablehlo.gather"(%x, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 64>, indices_are_sorted = false}> : (${rows(n)}, ${indexType(n)}) -> ${rows(n)}`);

// Updates every row of %x. %x is copied first, because it is an argument.
const scatter = (n) =>
  main(rows(n), rows(n), `${scattered(n)}  %r = "stablehlo.scatter"(%x, %indices, %x) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (${rows(n)}, ${indexType(n)}, ${rows(n)}) -> ${rows(n)}`);

const pad = (n) =>
  main(rows(n), `tensor<${n / 64}x66xf32>`, `  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.pad %x, %zero, low = [0, 1], high = [0, 1], interior = [0, 0] : (${rows(n)}, tensor<f32>) -> tensor<${n / 64}x66xf32>`);

const concatenate = (n) =>
  main(rows(n), `tensor<${n / 64}x128xf32>`, `  %r = stablehlo.concatenate %x, %x, dim = 1 : (${rows(n)}, ${rows(n)}) -> tensor<${n / 64}x128xf32>`);

const nLogN = (n) => n * Math.log2(n);

/**
 * The cases shown.
 * `steps(n)`: the quantity that the time should be proportional to.
 * `bytes(n)`: the bytes read and written once; such a case is also compared with a copy.
 */
export const cases = [
  { name: "cumulative sum, a full-width reduce_window", write: cumulativeSum, steps: (n) => n, unit: "n" },
  { name: "cumulative sum, chlo.scan", write: scan, steps: (n) => n, unit: "n" },
  { name: "sort by a number", write: sort(compare("%a", "%b")), steps: nLogN, unit: "n log n" },
  { name: "sort by any comparator", write: sort(`    %p = stablehlo.multiply %a, %b : tensor<f32>
    %c = stablehlo.add %a, %p : tensor<f32>
    %d = stablehlo.add %b, %p : tensor<f32>\n${compare("%c", "%d")}`), steps: nLogN, unit: "n log n" },
  { name: "fft of 2^k points", write: fft, steps: nLogN, unit: "n log n" },
  { name: "fft of a prime number of points", write: fft, steps: nLogN, unit: "n log n", size: primeBelow },
  { name: "gather of rows", write: gather, steps: (n) => n, unit: "n", bytes: (n) => 8 * n },
  { name: "scatter of rows", write: scatter, steps: (n) => n, unit: "n", bytes: (n) => 16 * n },
  { name: "pad", write: pad, steps: (n) => n, unit: "n", bytes: (n) => 8 * n },
  { name: "concatenate", write: concatenate, steps: (n) => n, unit: "n", bytes: (n) => 16 * n },
];

export function primeBelow(n) {
  const isPrime = (p) => {
    for (let d = 2; d * d <= p; ++d) if (p % d === 0) return false;
    return p > 1;
  };
  let p = n;
  while (!isPrime(p)) --p;
  return p;
}

// Returns the best of some runs of memcpy into new memory, in bytes read and written per second.
function copyRate(bytes, runs) {
  const source = Buffer.alloc(bytes / 2, 1);
  let best = Infinity;
  for (let i = 0; i < runs; ++i) {
    const start = process.cpuUsage();
    source.copy(Buffer.allocUnsafeSlow(bytes / 2));
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return bytes / best;
}

async function time(paddock, folder, text, runs) {
  const file = join(folder, "program.mlir");
  writeFileSync(file, text);
  const { code, output } = await capture(paddock, ["bench", file, "--format", "json", "--runs", String(runs)]);
  if (code !== 0) throw new Failure(`a program of bench/asymptotics.mjs does not run:\n${output}`);
  return JSON.parse(output.trim().split("\n").at(-1)).cpu_ms;
}

/**
 * Returns one row for each case: times by size, growth of the time per step from the least size to the greatest, and
 * share of a copy's rate.
 */
export async function measure(paddock, sizes, runs, wanted = cases) {
  const folder = mkdtempSync(join(tmpdir(), "paddock-bench-"));
  try {
    const table = [];
    for (const { name, write, steps, unit, bytes, size = (n) => n } of wanted) {
      const times = [];
      for (const n of sizes) times.push(await time(paddock, folder, write(size(n)), runs));
      const each = times.map((milliseconds, i) => (milliseconds * 1e6) / steps(size(sizes[i])));
      const last = sizes.at(-1);
      const share = bytes && bytes(last) / times.at(-1) / copyRate(bytes(last), runs);
      table.push({ name, unit, times, each, growth: each.at(-1) / each[0], share });
    }
    return table;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function print(table, sizes) {
  const line = (cells) => console.log(`| ${cells.join(" | ")} |`);
  line(["", ...sizes.map((n) => `${n} elements, ms`), "ns a step", "growth", "of a copy's rate"]);
  line(["---", ...sizes.map(() => "---"), "---", "---", "---"]);
  for (const { name, unit, times, each, growth, share } of table) {
    const ms = times.map((milliseconds) => milliseconds.toPrecision(3));
    line([name, ...ms, `${each.at(-1).toPrecision(3)} (${unit})`, growth.toFixed(2), share ? share.toFixed(2) : ""]);
  }
}
