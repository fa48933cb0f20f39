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

/** Elements of each row, at indices of its own, as numpy's `take_along_axis`. */
const takeElements = ({ rows, width, count }) =>
  program((f) => {
    const [table, indices] = [f.argument([rows, width]), f.argument([rows, count, 1], "i32")];
    const attributes = `dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false`;
    return f.generic("stablehlo.gather", [table, indices], [{ shape: [rows, count], element: "f32" }], { attributes });
  });

/** Columns of a matrix, as jax.numpy.take along its last dimension. */
const takeColumns = ({ rows, width, count }) =>
  program((f) => {
    const [table, indices] = [f.argument([rows, width]), f.argument([count, 1], "i32")];
    const attributes = `dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: ${rows}, 1>, indices_are_sorted = false`;
    return f.generic("stablehlo.gather", [table, indices], [{ shape: [rows, count], element: "f32" }], { attributes });
  });

/** Vectors of a grid at pairs of indices. */
const takeVectors = ({ size, width, count }) =>
  program((f) => {
    const [grid, indices] = [f.argument([size, size, width]), f.argument([count, 2], "i32")];
    const attributes = `dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, ${width}>, indices_are_sorted = false`;
    return f.generic("stablehlo.gather", [grid, indices], [{ shape: [count, width], element: "f32" }], { attributes });
  });

/** Replaces rows, each at most once. */
const setRows = ({ count, rows, width }) =>
  program((f) => {
    const [table, updates] = [f.argument([rows, width]), f.argument([count, width])];
    const attributes = "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = true";
    const scalar = { shape: [], element: "f32" };
    const regions = [f.region([scalar, scalar], (inner, [, update]) => [update])];
    return f.generic("stablehlo.scatter", [table, places(f, { count, rows }), updates], [{ shape: [rows, width], element: "f32" }], { attributes, regions });
  });

/** Adds to elements of each row, at indices of its own. */
const addElements = ({ rows, width, count }) =>
  program((f) => {
    const [table, indices, updates] = [f.argument([rows, width]), f.argument([rows, count, 1], "i32"), f.argument([rows, count])];
    const attributes = "scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false";
    return f.generic("stablehlo.scatter", [table, indices, updates], [{ shape: [rows, width], element: "f32" }], { attributes, regions: [f.combiner("add", "f32")] });
  });

/** Pixels of an image at pairs of coordinates. */
const takePixels = ({ size, count }) =>
  program((f) => {
    const [image, places] = [f.argument([size, size], "f64"), f.argument([2, count], "i64")];
    const attributes = `dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>, indices_are_sorted = false`;
    return f.generic("stablehlo.gather", [image, places], [{ shape: [count], element: "f64" }], { attributes });
  });

/** Counts of equal numbers. */
const histogram = ({ count, bins }) =>
  program((f) => {
    const [numbers, start] = [f.argument([count, 1], "i32"), f.splat(0, [bins], "i32")];
    const attributes = "scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false";
    const regions = [f.combiner("add", "i32")];
    return f.generic("stablehlo.scatter", [start, numbers, f.splat(1, [count], "i32")], [{ shape: [bins], element: "i32" }], { attributes, regions });
  });

/** Weights of points, added to the pixels where they fall. */
const splatPoints = ({ size, count }) =>
  program((f) => {
    const [image, places, weights] = [f.argument([size, size]), f.argument([count, 2], "i32"), f.argument([count])];
    const attributes = "scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false";
    const regions = [f.combiner("add", "f32")];
    return f.generic("stablehlo.scatter", [image, places, weights], [{ shape: [size, size], element: "f32" }], { attributes, regions });
  });

// The greatest product in computing a place must fit i32.
const sizes = { full: { count: 4096, rows: 50000, width: 768 }, smoke: { count: 40, rows: 100, width: 24 } };

export const programs = [
  { name: "gather-rows", write: gather, ...sizes },
  { name: "scatter-add-rows", write: scatterAdd, ...sizes },
  { name: "take-elements", write: takeElements, full: { rows: 1000, width: 300, count: 500 }, smoke: { rows: 7, width: 30, count: 50 } },
  { name: "take-columns", write: takeColumns, full: { rows: 1024, width: 1024, count: 512 }, smoke: { rows: 7, width: 30, count: 11 } },
  { name: "take-vectors", write: takeVectors, full: { size: 256, width: 16, count: 20000 }, smoke: { size: 9, width: 4, count: 50 } },
  { name: "set-rows", write: setRows, full: { count: 4096, rows: 20011, width: 128 }, smoke: { count: 40, rows: 101, width: 24 } },
  { name: "add-elements", write: addElements, full: { rows: 1000, width: 300, count: 500 }, smoke: { rows: 7, width: 30, count: 50 } },
  { name: "take-pixels-f64", write: takePixels, full: { size: 200, count: 300000 }, smoke: { size: 20, count: 700 } },
  { name: "histogram-1m", write: histogram, full: { count: 2 ** 20, bins: 1000 }, smoke: { count: 3000, bins: 60 } },
  { name: "splat-points", write: splatPoints, full: { size: 256, count: 200000 }, smoke: { size: 16, count: 900 } },
];
