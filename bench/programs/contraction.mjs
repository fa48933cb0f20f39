// Matrix products: square, flat, batched, and of every kind of element.
import { program } from "./builder.mjs";

const matmul = ({ m, n, k, element = "f32", result = element }) =>
  program((f) => f.dot(f.argument([m, k], element), f.argument([k, n], element), { element: result }));

const batched = ({ batch, m, n, k }) =>
  program((f) => f.dot(f.argument([batch, m, k]), f.argument([batch, k, n]), { batching: [[0], [0]], contracting: [[2], [1]] }));

const square = (size, rest = {}) => ({ m: size, n: size, k: size, ...rest });
const typed = (element, result) => ({
  write: matmul,
  full: square(1024, { element, result }),
  smoke: square(48, { element, result }),
});

export const programs = [
  { name: "matmul-256", write: matmul, full: square(256), smoke: square(32) },
  { name: "matmul-1024", write: matmul, full: square(1024), smoke: square(48) },
  { name: "matmul-128x4096x4096", write: matmul, full: { m: 128, n: 4096, k: 4096 }, smoke: { m: 8, n: 96, k: 96 } },
  { name: "matmul-1x4096x4096", write: matmul, full: { m: 1, n: 4096, k: 4096 }, smoke: { m: 1, n: 96, k: 96 } },
  { name: "matmul-2x4096x4096", write: matmul, full: { m: 2, n: 4096, k: 4096 }, smoke: { m: 2, n: 96, k: 96 } },
  { name: "matmul-1x768x50257", write: matmul, full: { m: 1, n: 50257, k: 768 }, smoke: { m: 1, n: 157, k: 96 } },
  { name: "matmul-100k-of-4x4", write: batched, full: { batch: 100000, m: 4, n: 4, k: 4 }, smoke: { batch: 90, m: 4, n: 4, k: 4 } },
  { name: "matmul-2k-of-12x16", write: batched, full: { batch: 2000, m: 12, n: 16, k: 13 }, smoke: { batch: 40, m: 12, n: 16, k: 13 } },
  { name: "matmul-batched", write: batched, full: { batch: 12, m: 128, n: 128, k: 64 }, smoke: { batch: 3, m: 16, n: 16, k: 8 } },
  { name: "matmul-f64", ...typed("f64") },
  { name: "matmul-bf16", ...typed("bf16") },
  { name: "matmul-f16", ...typed("f16") },
  { name: "matmul-i8", ...typed("i8", "i32") },
];
