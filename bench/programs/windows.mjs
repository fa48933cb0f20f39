// Pooling of images, and its gradients.
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

const maximum = ({ shape, ...windows }) => program((f) => f.reduceWindow(f.argument(shape), "maximum", -3.0e38, windows));

/** Without padding, so each window has as many elements. */
const mean = ({ shape, ...windows }) =>
  program((f) => f.scale(f.reduceWindow(f.argument(shape), "add", 0, windows), 1 / windows.window.reduce((count, size) => count * size, 1)));

/** The gradient of averages of 2 x 2 pixels, as JAX writes it: windows over a dilated operand. */
const averageGradient = ({ size, channels }) =>
  program((f) => {
    const given = f.scale(f.argument([1, size / 2, size / 2, channels]), 0.25);
    return f.reduceWindow(given, "add", 0, { window: [1, 2, 2, 1], dilations: [1, 2, 2, 1], padding: [[0, 0], [1, 1], [1, 1], [0, 0]] });
  });

const sizes = { full: { size: 112, channels: 64 }, smoke: { size: 8, channels: 6 } };

const halves = { window: [1, 2, 2, 1], strides: [1, 2, 2, 1] };
const planes = { window: [1, 1, 3, 3], strides: [1, 1, 2, 2] };
const cubes = { window: [1, 2, 2, 2, 1], strides: [1, 2, 2, 2, 1] };
const overlapping = { window: [1, 3, 3, 1], strides: [1, 1, 1, 1] };

export const programs = [
  { name: "max-pool", write: forward, ...sizes },
  { name: "average-pool", write: average, ...sizes },
  { name: "max-pool-gradient", write: gradient, ...sizes },
  { name: "average-pool-gradient", write: averageGradient, ...sizes },
  { name: "max-pool-2x2", write: maximum, full: { shape: [1, 112, 112, 64], ...halves }, smoke: { shape: [1, 8, 8, 6], ...halves } },
  { name: "max-pool-nchw", write: maximum, full: { shape: [8, 64, 56, 56], ...planes }, smoke: { shape: [2, 3, 9, 9], ...planes } },
  { name: "max-pool-3d", write: maximum, full: { shape: [1, 28, 28, 28, 32], ...cubes }, smoke: { shape: [1, 4, 4, 6, 3], ...cubes } },
  { name: "average-pool-3x3", write: mean, full: { shape: [1, 56, 56, 128], ...overlapping }, smoke: { shape: [1, 8, 8, 6], ...overlapping } },
  { name: "average-pool-nchw", write: mean, full: { shape: [8, 64, 56, 56], ...planes }, smoke: { shape: [2, 3, 9, 9], ...planes } },
  { name: "average-pool-3d", write: mean, full: { shape: [1, 28, 28, 28, 32], ...cubes }, smoke: { shape: [1, 4, 4, 6, 3], ...cubes } },
];
