// Matrix products: square, flat, batched, and of every kind of element.
import { program } from "./builder.mjs";
import { softmax } from "./normalization.mjs";

const matmul = ({ m, n, k, element = "f32", result = element }) =>
  program((f) => f.dot(f.argument([m, k], element), f.argument([k, n], element), { element: result }));

const batched = ({ batch, m, n, k }) =>
  program((f) => f.dot(f.argument([batch, m, k]), f.argument([batch, k, n]), { batching: [[0], [0]], contracting: [[2], [1]] }));

/** Queries times keys: both have their features last. */
const transposed = ({ batch, m, n, k }) =>
  program((f) => f.dot(f.argument([batch, m, k]), f.argument([batch, n, k]), { batching: [[0], [0]], contracting: [[2], [2]] }));

const vectors = ({ count }) => program((f) => f.dot(f.argument([count]), f.argument([count]), { contracting: [[0], [0]] }));
const outer = ({ size }) => program((f) => f.dot(f.argument([size]), f.argument([size]), { contracting: [[], []] }));

/** einsum("bqhd,bkhd->bhqk"). */
const heads = ({ batch, length, count, width }) =>
  program((f) => {
    const [query, key] = [0, 1].map(() => f.argument([batch, length, count, width]));
    return f.dot(query, key, { batching: [[0, 2], [0, 2]], contracting: [[3], [3]] });
  });

/** A layer with a bias and relu. */
const denseRelu = ({ rows, inner, outer }) =>
  program((f) => {
    const product = f.dot(f.argument([rows, inner]), f.argument([inner, outer]));
    return f.relu(f.add(product, f.broadcast(f.argument([outer]), product.shape, [1])));
  });

/** Scaled dot-product attention of several heads. */
const attention = ({ heads: count, length, width }) =>
  program((f) => {
    const [query, key, value] = [0, 1, 2].map(() => f.argument([count, length, width]));
    const scores = f.scale(f.dot(query, key, { batching: [[0], [0]], contracting: [[2], [2]] }), Number((1 / Math.sqrt(width)).toPrecision(4)));
    return f.dot(softmax(f, scores), value, { batching: [[0], [0]], contracting: [[2], [1]] });
  });

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
  { name: "matmul-i32-256", write: matmul, full: square(256, { element: "i32" }), smoke: square(32, { element: "i32" }) },
  { name: "matmul-4096x4096x1", write: matmul, full: { m: 4096, n: 1, k: 4096 }, smoke: { m: 96, n: 1, k: 96 } },
  { name: "matmul-transposed", write: transposed, full: { batch: 12, m: 256, n: 256, k: 64 }, smoke: { batch: 3, m: 16, n: 16, k: 8 } },
  { name: "dot-1m", tolerance: 1e-3, write: vectors, full: { count: 2 ** 20 }, smoke: { count: 500 } },
  { name: "outer-1024", write: outer, full: { size: 1024 }, smoke: { size: 30 } },
  { name: "einsum-heads", write: heads, full: { batch: 2, length: 256, count: 12, width: 64 }, smoke: { batch: 2, length: 9, count: 3, width: 8 } },
  { name: "dense-relu", write: denseRelu, full: { rows: 256, inner: 784, outer: 512 }, smoke: { rows: 8, inner: 30, outer: 24 } },
  { name: "attention", write: attention, full: { heads: 12, length: 256, width: 64 }, smoke: { heads: 3, length: 8, width: 8 } },
];
