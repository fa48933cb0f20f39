// Sums along and across memory, and a reduction of two operands.
import { program } from "./builder.mjs";

const sum = ({ size, dimension }) => program((f) => f.reduce(f.argument([size, size]), [dimension], "add", 0));
const sumOver = ({ shape, dimensions }) => program((f) => f.reduce(f.argument(shape), dimensions, "add", 0));
const greatest = ({ shape, dimensions }) => program((f) => f.reduce(f.argument(shape), dimensions, "maximum", -3.0e38));

const least = ({ shape, dimensions }) => program((f) => f.reduce(f.argument(shape), dimensions, "minimum", 3.0e38));
const product = ({ shape, dimensions }) => program((f) => f.reduce(f.argument(shape), dimensions, "multiply", 1));
const integerSum = ({ shape, dimensions }) => program((f) => f.reduce(f.argument(shape, "i32"), dimensions, "add", 0));
const logical = (name, init) => ({ shape, dimensions }) => program((f) => f.reduce(f.argument(shape, "i1"), dimensions, name, init));

const mean = ({ shape, dimensions }) =>
  program((f) => f.scale(f.reduce(f.argument(shape), dimensions, "add", 0), 1 / dimensions.reduce((count, i) => count * shape[i], 1)));

const sumOfSquares = ({ shape, dimensions }) =>
  program((f) => {
    const x = f.argument(shape);
    return f.reduce(f.multiply(x, x), dimensions, "add", 0);
  });

const sumOfSizes = ({ shape, dimensions }) => program((f) => f.reduce(f.unary("abs", f.argument(shape)), dimensions, "add", 0));

/** As jax.nn.logsumexp. */
const logSumExp = ({ shape }) =>
  program((f) => {
    const x = f.argument(shape);
    const most = f.reduce(x, [1], "maximum", -3.0e38);
    const raised = f.unary("exponential", f.binary("subtract", x, f.broadcast(most, shape, [0])));
    return f.add(f.unary("log", f.unary("abs", f.reduce(raised, [1], "add", 0))), most);
  });

/** The first index of the greatest or least element along a dimension, as JAX writes it. */
const argBest = ({ direction, init }) => ({ shape, dimension }) =>
  program((f) => {
    const x = f.argument(shape);
    const places = f.iota(shape, dimension);
    const inits = [f.splat(init, []), f.splat(0, [], "i32")];
    const scalars = inits.map(({ shape: own, element }) => ({ shape: own, element }));
    const body = f.region([...scalars, ...scalars], (inner, [a, i, b, k]) => {
      const isBetter = inner.binary("or", inner.compare(direction, a, b), inner.compare("NE", a, a));
      const isFirst = inner.binary("and", inner.compare("EQ", a, b), inner.compare("LT", i, k));
      return [inner.select(isBetter, a, b), inner.select(inner.binary("or", isBetter, isFirst), i, k)];
    });
    const types = ["f32", "i32"].map((element) => ({ shape: shape.filter((_, i) => i !== dimension), element }));
    return f.generic("stablehlo.reduce", [x, places, ...inits], types, { attributes: `dimensions = array<i64: ${dimension}>`, regions: [body] })[1];
  });

const argGreatest = argBest({ direction: "GT", init: -3.0e38 });
const argLeast = argBest({ direction: "LT", init: 3.0e38 });

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
  { name: "argmax-columns", write: argGreatest, full: { shape: [1024, 1024], dimension: 0 }, smoke: { shape: [20, 30], dimension: 0 } },
  { name: "argmax-classes", write: argGreatest, full: { shape: [4, 21, 128, 128], dimension: 1 }, smoke: { shape: [2, 5, 6, 6], dimension: 1 } },
  { name: "argmin-rows", write: argLeast, full: { shape: [1024, 1024], dimension: 1 }, smoke: { shape: [20, 30], dimension: 1 } },
  { name: "min-rows", write: least, full: { shape: [4096, 1024], dimensions: [1] }, smoke: { shape: [40, 60], dimensions: [1] } },
  { name: "max-columns", write: greatest, full: { shape: [4096, 1024], dimensions: [0] }, smoke: { shape: [40, 60], dimensions: [0] } },
  { name: "max-all", write: greatest, full: { shape: [1024, 1024], dimensions: [0, 1] }, smoke: { shape: [40, 60], dimensions: [0, 1] } },
  { name: "max-image", write: greatest, full: { shape: [32, 512, 14, 14], dimensions: [2, 3] }, smoke: { shape: [2, 12, 5, 5], dimensions: [2, 3] } },
  { name: "mean-rows", write: mean, full: { shape: [1024, 1024], dimensions: [1] }, smoke: { shape: [20, 30], dimensions: [1] } },
  { name: "mean-columns", write: mean, full: { shape: [1024, 1024], dimensions: [0] }, smoke: { shape: [20, 30], dimensions: [0] } },
  { name: "mean-image-nchw", write: mean, full: { shape: [32, 512, 14, 14], dimensions: [2, 3] }, smoke: { shape: [2, 12, 5, 5], dimensions: [2, 3] } },
  { name: "product-100k-of-10", write: product, full: { shape: [100000, 10], dimensions: [1] }, smoke: { shape: [200, 10], dimensions: [1] } },
  { name: "sum-first-and-last", write: sumOver, full: { shape: [64, 128, 128], dimensions: [0, 2] }, smoke: { shape: [4, 6, 20], dimensions: [0, 2] } },
  { name: "sum-i32-rows", write: integerSum, full: { shape: [1024, 1024], dimensions: [1] }, smoke: { shape: [20, 30], dimensions: [1] } },
  { name: "squares-of-rows", write: sumOfSquares, full: { shape: [1024, 1024], dimensions: [1] }, smoke: { shape: [20, 30], dimensions: [1] } },
  { name: "sizes-of-rows", write: sumOfSizes, full: { shape: [1024, 1024], dimensions: [1] }, smoke: { shape: [20, 30], dimensions: [1] } },
  { name: "log-sum-exp", write: logSumExp, full: { shape: [1024, 1024] }, smoke: { shape: [20, 30] } },
  { name: "any-of-rows", write: logical("or", false), full: { shape: [1024, 1024], dimensions: [1] }, smoke: { shape: [20, 30], dimensions: [1] } },
  { name: "all-of-rows", write: logical("and", true), full: { shape: [1024, 1024], dimensions: [1] }, smoke: { shape: [20, 30], dimensions: [1] } },
];
