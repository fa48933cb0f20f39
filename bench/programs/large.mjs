// Large program texts: reading, checking and planning are timed.
import { program } from "./builder.mjs";

/** Small matrices whose numbers only change in order and sign. */
const manyOperations = ({ count }) =>
  program((f) => {
    const x = f.argument([4, 4]);
    let [a, b] = [x, f.argument([4, 4])];
    for (let i = 0; i < count; i += 5) [a, b] = [f.binary("minimum", f.transpose(b, [1, 0]), f.binary("maximum", a, b)), f.binary("maximum", f.unary("negate", a), x)];
    return f.add(a, b);
  });

const hex = "0123456789ABCDEF";

/** Hexadecimal constants as in exported models, each with `floats` elements. */
const manyBytes = ({ constants, floats }) =>
  program((f) => {
    let sum = f.argument([floats]);
    for (let i = 0; i < constants; ++i) {
      // Each float ends in 0x3F80, so it is between 1 and 2.
      const digits = `${hex[i % 16]}${hex[(i * 7) % 16]}803F`;
      sum = f.add(sum, f.emit([floats], "f32", `stablehlo.constant dense<"0x${`00${digits}`.repeat(floats)}"> : tensor<${floats}xf32>`));
    }
    return sum;
  });

export const programs = [
  { name: "text-100k-operations", isText: true, write: manyOperations, full: { count: 100_000 }, smoke: { count: 300 } },
  { name: "text-100-mb", isText: true, write: manyBytes, full: { constants: 100, floats: 125_000 }, smoke: { constants: 3, floats: 64 } },
];
