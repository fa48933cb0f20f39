// Prefix sums, Fourier transforms, random bits.
import { program, typeText } from "./builder.mjs";

/** The sum of all elements up to each, as JAX writes it. */
const cumulativeSum = ({ count }) =>
  program((f) => f.reduceWindow(f.argument([count]), "add", 0, { window: [count], padding: [[count - 1, 0]] }));

/** The sum or product of all elements up to each along a dimension. */
const cumulative = (name, init) => ({ shape, dimension }) =>
  program((f) => {
    const along = (value, other) => shape.map((_, i) => (i === dimension ? value : other));
    const size = shape[dimension];
    return f.reduceWindow(f.argument(shape), name, init, { window: along(size, 1), padding: along([size - 1, 0], [0, 0]) });
  });

const sums = cumulative("add", 0);

/** Transforms real rows. */
const realFft = ({ shape: [rows, columns] }) =>
  program((f) => {
    const x = f.argument([rows, columns]);
    const result = { shape: [rows, columns / 2 + 1], element: "complex<f32>" };
    return f.emit(result.shape, result.element, `stablehlo.fft ${x.name}, type = RFFT, length = [${columns}] : (${typeText(x)}) -> ${typeText(result)}`);
  });

/** Transforms the last dimension. Two arguments make the complex operand. */
const fft = ({ shape }) =>
  program((f) => {
    const type = (element) => typeText({ shape, element });
    const [real, imaginary] = [f.argument(shape), f.argument(shape)];
    const x = f.emit(shape, "complex<f32>", `stablehlo.complex ${real.name}, ${imaginary.name} : ${type("complex<f32>")}`);
    const y = f.emit(shape, "complex<f32>", `stablehlo.fft ${x.name}, type = FFT, length = [${shape.at(-1)}] : (${type("complex<f32>")}) -> ${type("complex<f32>")}`);
    return ["real", "imag"].map((part) => f.emit(shape, "f32", `stablehlo.${part} ${y.name} : (${type("complex<f32>")}) -> ${type("f32")}`));
  });

const threefry = ({ count }) =>
  program((f) => {
    const state = f.argument([2], "ui64");
    const types = [{ shape: [2], element: "ui64" }, { shape: [count], element: "ui32" }];
    return f.emitAll(types, `stablehlo.rng_bit_generator ${state.name}, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<${count}xui32>)`);
  });

export const programs = [
  { name: "cumsum-1m", write: cumulativeSum, full: { count: 2 ** 20 }, smoke: { count: 3000 } },
  { name: "cumsum-rows", write: sums, full: { shape: [1024, 1024], dimension: 1 }, smoke: { shape: [5, 60], dimension: 1 } },
  { name: "cumsum-columns", write: sums, full: { shape: [1024, 1024], dimension: 0 }, smoke: { shape: [60, 5], dimension: 0 } },
  { name: "cumsum-middle", write: sums, full: { shape: [16, 256, 256], dimension: 1 }, smoke: { shape: [3, 20, 5], dimension: 1 } },
  { name: "cumprod-100k-of-10", write: cumulative("multiply", 1), full: { shape: [100000, 10], dimension: 1 }, smoke: { shape: [200, 10], dimension: 1 } },
  { name: "fft-1m", write: fft, full: { shape: [2 ** 20] }, smoke: { shape: [1024] } },
  { name: "fft-1000x1000", tolerance: 1e-3, write: fft, full: { shape: [1000, 1000] }, smoke: { shape: [10, 50] } },
  { name: "rfft-rows", write: realFft, full: { shape: [1024, 1024] }, smoke: { shape: [3, 64] } },
  { name: "threefry-16m", write: threefry, full: { count: 2 ** 24 }, smoke: { count: 4096 } },
];
