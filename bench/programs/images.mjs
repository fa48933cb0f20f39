// Images of another size, as jax.image.resize writes them.
import { program } from "./builder.mjs";

/**
 * The weights of `size` pixels for each of `wanted`, a matrix [size, wanted]. If the image shrinks, each new pixel
 * takes part of more than two.
 */
function weights(f, size, wanted) {
  const ratio = size / wanted;
  const places = f.offset(f.scale(f.offset(f.iota([wanted], 0, "f32"), 0.5), ratio), -0.5);
  const shape = [size, wanted];
  const distances = f.unary("abs", f.binary("subtract", f.broadcast(places, shape, [1]), f.broadcast(f.iota([size], 0, "f32"), shape, [0])));
  const parts = f.relu(f.binary("subtract", f.splat(1, shape), f.binary("divide", distances, f.splat(Math.max(ratio, 1), shape))));
  return f.binary("divide", parts, f.reduceAndSpread(parts, 0, "add", 0));
}

/** Two products, with the weights of rows and of columns. */
const bilinear = ({ size, wanted, channels }) =>
  program((f) => {
    const x = f.argument([1, size, size, channels]);
    const rows = f.dot(weights(f, size, wanted), x, { contracting: [[0], [1]] });
    const columns = f.dot(rows, weights(f, size, wanted), { contracting: [[2], [0]] });
    return f.transpose(columns, [1, 0, 3, 2]);
  });

/** Rows, then columns, of the nearest indices. */
const nearest = ({ size, wanted, channels }) =>
  program((f) => {
    let x = f.argument([1, size, size, channels]);
    for (const dimension of [1, 2]) {
      const places = f.binary("divide", f.scale(f.offset(f.iota([wanted], 0, "f32"), 0.5), size), f.splat(wanted, [wanted]));
      const indices = f.reshape(f.convert(f.unary("floor", places), "i32"), [wanted, 1]);
      const [shape, slice] = [x.shape.with(dimension, wanted), x.shape.with(dimension, 1)];
      const others = [0, 1, 2, 3].filter((i) => i !== dimension);
      const attributes = `dimension_numbers = #stablehlo.gather<offset_dims = [${others.join(", ")}], collapsed_slice_dims = [${dimension}], start_index_map = [${dimension}], index_vector_dim = 1>, slice_sizes = array<i64: ${slice.join(", ")}>, indices_are_sorted = false`;
      [x] = f.generic("stablehlo.gather", [x, indices], [{ shape, element: x.element }], { attributes });
    }
    return x;
  });

export const programs = [
  { name: "resize-bilinear-up", write: bilinear, full: { size: 64, wanted: 128, channels: 32 }, smoke: { size: 5, wanted: 8, channels: 3 } },
  { name: "resize-bilinear-color", write: bilinear, full: { size: 224, wanted: 299, channels: 3 }, smoke: { size: 7, wanted: 10, channels: 3 } },
  { name: "resize-bilinear-down", write: bilinear, full: { size: 448, wanted: 224, channels: 3 }, smoke: { size: 12, wanted: 6, channels: 3 } },
  { name: "resize-nearest-up", write: nearest, full: { size: 64, wanted: 100, channels: 32 }, smoke: { size: 5, wanted: 8, channels: 3 } },
];
