// Sums along and across memory, and a reduction of two operands.
import { program } from "./builder.mjs";

const sum = ({ size, dimension }) => program((f) => f.reduce(f.argument([size, size]), [dimension], "add", 0));
const sumOver = ({ shape, dimensions }) => program((f) => f.reduce(f.argument(shape), dimensions, "add", 0));
const greatest = ({ shape, dimensions }) => program((f) => f.reduce(f.argument(shape), dimensions, "maximum", -3.0e38));

/** The first index of the greatest element of each row, as JAX writes it. */
const argmax = ({ size }) =>
  program((f) => {
    const x = f.argument([size, size]);
    const places = f.iota([size, size], 1);
    const inits = [f.splat(-3.0e38, []), f.splat(0, [], "i32")];
    const scalars = inits.map(({ shape, element }) => ({ shape, element }));
    const body = f.region([...scalars, ...scalars], (inner, [a, i, b, k]) => {
      const isGreater = inner.compare("GT", a, b);
      const isFirst = inner.binary("and", inner.compare("EQ", a, b), inner.compare("LT", i, k));
      const isLeft = inner.binary("or", isGreater, isFirst);
      return [inner.select(isGreater, a, b), inner.select(isLeft, i, k)];
    });
    const types = ["f32", "i32"].map((element) => ({ shape: [size], element }));
    return f.generic("stablehlo.reduce", [x, places, ...inits], types, { attributes: "dimensions = array<i64: 1>", regions: [body] })[1];
  });

export const programs = [
  { name: "sum-rows", write: sum, full: { size: 4096, dimension: 1 }, smoke: { size: 60, dimension: 1 } },
  { name: "sum-columns", write: sum, full: { size: 4096, dimension: 0 }, smoke: { size: 60, dimension: 0 } },
  { name: "sum-all", write: sumOver, full: { shape: [4096, 1024], dimensions: [0, 1] }, smoke: { shape: [40, 60], dimensions: [0, 1] } },
  { name: "sum-middle", write: sumOver, full: { shape: [32, 512, 256], dimensions: [1] }, smoke: { shape: [4, 24, 16], dimensions: [1] } },
  { name: "sum-100k-of-10", write: sumOver, full: { shape: [100000, 10], dimensions: [1] }, smoke: { shape: [200, 10], dimensions: [1] } },
  { name: "sum-image", write: sumOver, full: { shape: [32, 28, 28, 128], dimensions: [1, 2] }, smoke: { shape: [2, 5, 5, 12], dimensions: [1, 2] } },
  { name: "max-rows", write: greatest, full: { shape: [4096, 1024], dimensions: [1] }, smoke: { shape: [40, 60], dimensions: [1] } },
  { name: "argmax", write: argmax, full: { size: 4096 }, smoke: { size: 60 } },
];
