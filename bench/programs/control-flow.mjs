// Overhead of single operations: scalars in a loop, and many small tensors.
import { program } from "./builder.mjs";

/** A loop that updates two scalars in each iteration. */
const scalarLoop = ({ turns }) =>
  program((f) => {
    const start = [f.splat(0, [], "i32"), f.argument([])];
    return f.whileLoop(
      start,
      (inner, [i]) => inner.compare("LT", i, inner.splat(turns, [], "i32")),
      (inner, [i, x]) => [inner.offset(i, 1), inner.offset(inner.scale(x, 0.5), 1)],
    );
  });

/** Every fourth operation is one that cannot be fused with its neighbours. */
const tinyOperations = ({ count }) =>
  program((f) => {
    const [x, y] = [f.argument([8]), f.argument([8])];
    let value = x;
    for (let i = 0; i < count; i += 4) value = f.unary("tanh", f.multiply(f.add(f.reverse(value, [0]), y), x));
    return value;
  });

export const programs = [
  { name: "scalar-loop-1m", write: scalarLoop, full: { turns: 1_000_000 }, smoke: { turns: 500 } },
  { name: "tiny-operations-10k", write: tinyOperations, full: { count: 10_000 }, smoke: { count: 400 } },
];
