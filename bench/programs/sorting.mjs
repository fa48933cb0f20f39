// Sorting.
import { program, typeText } from "./builder.mjs";

/** Sorts by the first of `operands`, ascending and stable. */
function sort(f, operands, dimension = 0) {
  const scalars = operands.flatMap(({ element }) => [{ shape: [], element }, { shape: [], element }]);
  const comparator = f.region(scalars, (inner, [a, b]) => [inner.compare("LT", a, b)]);
  return f.generic("stablehlo.sort", operands, operands.map(({ shape, element }) => ({ shape, element })), {
    attributes: `dimension = ${dimension} : i64, is_stable = true`,
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

const sortRows = ({ shape }) => program((f) => sort(f, [f.argument(shape)], 1));
const argsortRows = ({ shape }) => program((f) => sort(f, [f.argument(shape), f.iota(shape, 1)], 1)[1]);

const topOfRows = ({ rows, columns, k }) =>
  program((f) => {
    const types = ["f32", "i32"].map((element) => ({ shape: [rows, k], element }));
    const x = f.argument([rows, columns]);
    return f.emitAll(types, `chlo.top_k(${x.name}, k = ${k}) : ${typeText(x)} -> (${types.map(typeText).join(", ")})`);
  });

const matrix = { full: { shape: [1024, 1024] }, smoke: { shape: [5, 300] } };
const sizes = { full: { count: 2 ** 20, k: 100 }, smoke: { count: 3000, k: 10 } };

export const programs = [
  { name: "sort-1m", write: sortAlone, ...sizes },
  { name: "argsort-1m", write: argsort, ...sizes },
  { name: "top-k-1m", write: topK, ...sizes },
  { name: "sort-rows", write: sortRows, ...matrix },
  { name: "argsort-rows", write: argsortRows, ...matrix },
  { name: "top-k-rows", write: topOfRows, full: { rows: 1024, columns: 1000, k: 5 }, smoke: { rows: 6, columns: 100, k: 5 } },
  { name: "top-k-vocabulary", write: topOfRows, full: { rows: 8, columns: 50257, k: 40 }, smoke: { rows: 2, columns: 500, k: 40 } },
];
