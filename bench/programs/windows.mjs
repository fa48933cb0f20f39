// Max-pooling of an image, and its gradient.
import { program } from "./builder.mjs";

const pool = { window: [1, 3, 3, 1], strides: [1, 2, 2, 1], padding: [[0, 0], [1, 1], [1, 1], [0, 0]] };

/** Max-pooling in NHWC, with 3x3 windows and stride 2. models.mjs uses it too. */
export const maxPool = (f, x) => f.reduceWindow(x, "maximum", -3.0e38, pool);

const forward = ({ size, channels }) => program((f) => maxPool(f, f.argument([1, size, size, channels])));

/** Average-pooling in NHWC, with 2x2 windows and stride 2. */
const average = ({ size, channels }) =>
  program((f) => {
    const x = f.argument([1, size, size, channels]);
    return f.scale(f.reduceWindow(x, "add", 0, { window: [1, 2, 2, 1], strides: [1, 2, 2, 1] }), 0.25);
  });

const gradient = ({ size, channels }) =>
  program((f) => {
    const scalar = { shape: [], element: "f32" };
    const shape = [1, size, size, channels];
    const [x, given] = [f.argument(shape), f.argument([1, size / 2, size / 2, channels])];
    const select = f.region([scalar, scalar], (inner, [a, b]) => [inner.compare("GE", a, b)]);
    const numbers = (values) => `array<i64: ${values.join(", ")}>`;
    const attributes = `window_dimensions = ${numbers(pool.window)}, window_strides = ${numbers(pool.strides)}, padding = dense<${JSON.stringify(pool.padding)}> : tensor<4x2xi64>`;
    return f.generic("stablehlo.select_and_scatter", [x, given, f.splat(0, [])], [{ shape, element: "f32" }], { attributes, regions: [select, f.combiner("add", "f32")] });
  });

const sizes = { full: { size: 112, channels: 64 }, smoke: { size: 8, channels: 6 } };

export const programs = [
  { name: "max-pool", write: forward, ...sizes },
  { name: "average-pool", write: average, ...sizes },
  { name: "max-pool-gradient", write: gradient, ...sizes },
];
