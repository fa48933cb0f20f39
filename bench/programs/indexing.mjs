// A table of rows that is read and updated at scattered places.
import { program } from "./builder.mjs";

/** Places in a table, far from each other. Some occur twice. */
function places(f, { count, rows }) {
  const spread = f.multiply(f.iota([count, 1], 0), f.splat(40503, [count, 1], "i32"));
  return f.binary("remainder", spread, f.splat(rows, [count, 1], "i32"));
}

const gather = ({ count, rows, width }) =>
  program((f) => {
    const table = f.argument([rows, width]);
    const attributes = `dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, ${width}>, indices_are_sorted = false`;
    return f.generic("stablehlo.gather", [table, places(f, { count, rows })], [{ shape: [count, width], element: "f32" }], { attributes });
  });

const scatterAdd = ({ count, rows, width }) =>
  program((f) => {
    const [table, updates] = [f.argument([rows, width]), f.argument([count, width])];
    const attributes = "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false";
    const regions = [f.combiner("add", "f32")];
    return f.generic("stablehlo.scatter", [table, places(f, { count, rows }), updates], [{ shape: [rows, width], element: "f32" }], { attributes, regions });
  });

// The greatest product in computing a place must fit i32.
const sizes = { full: { count: 4096, rows: 50000, width: 768 }, smoke: { count: 40, rows: 100, width: 24 } };

export const programs = [
  { name: "gather-rows", write: gather, ...sizes },
  { name: "scatter-add-rows", write: scatterAdd, ...sizes },
];
