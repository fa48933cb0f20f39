// Sorting.
import { program } from "./builder.mjs";

/** Sorts by the first of `operands`, ascending and stable. */
function sort(f, operands) {
  const scalars = operands.flatMap(({ element }) => [{ shape: [], element }, { shape: [], element }]);
  const comparator = f.region(scalars, (inner, [a, b]) => [inner.compare("LT", a, b)]);
  return f.generic("stablehlo.sort", operands, operands.map(({ shape, element }) => ({ shape, element })), {
    attributes: "dimension = 0 : i64, is_stable = true",
    regions: [comparator],
  });
}

const sortAlone = ({ count }) => program((f) => sort(f, [f.argument([count])]));
const argsort = ({ count }) => program((f) => sort(f, [f.argument([count]), f.iota([count], 0)])[1]);

const topK = ({ count, k }) =>
  program((f) => {
    const types = ["f32", "i32"].map((element) => ({ shape: [k], element }));
    const x = f.argument([count]);
    return f.emitAll(types, `chlo.top_k(${x.name}, k = ${k}) : tensor<${count}xf32> -> (tensor<${k}xf32>, tensor<${k}xi32>)`);
  });

const sizes = { full: { count: 2 ** 20, k: 100 }, smoke: { count: 3000, k: 10 } };

export const programs = [
  { name: "sort-1m", write: sortAlone, ...sizes },
  { name: "argsort-1m", write: argsort, ...sizes },
  { name: "top-k-1m", write: topK, ...sizes },
];
