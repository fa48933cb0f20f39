// int8 arithmetic with scales. Only the ends are not quantized.
import { program, typeText } from "./builder.mjs";

const quantized = (scale, zeroPoint, storage = "i8") => `!quant.uniform<${storage}:f32, ${scale}:${zeroPoint}>`;
const activation = quantized("0.05", 3);
const weight = quantized("0.02", 0);

const quantize = (f, x, element) =>
  f.emit(x.shape, element, `stablehlo.uniform_quantize ${x.name} : (${typeText(x)}) -> ${typeText({ ...x, element })}`);

const dequantize = (f, x) =>
  f.emit(x.shape, "f32", `stablehlo.uniform_dequantize ${x.name} : (${typeText(x)}) -> ${typeText({ ...x, element: "f32" })}`);

const dot = ({ size, scale }) =>
  program((f) => {
    const [a, b] = [activation, weight].map((element) => quantize(f, f.argument([size, size]), element));
    return dequantize(f, f.dot(a, b, { element: quantized(scale, -5) }));
  });

const convolution = ({ size, channels, scale }) =>
  program((f) => {
    const x = quantize(f, f.argument([1, size, size, channels]), activation);
    const kernel = quantize(f, f.argument([3, 3, channels, channels]), weight);
    return dequantize(f, f.convolution(x, kernel, { padding: 1, element: quantized(scale, -5) }));
  });

/** To i8 and back, as frameworks write it without quantized types. */
const toInteger = ({ count }) =>
  program((f) => {
    const x = f.argument([count]);
    const scaled = f.offset(f.unary("round_nearest_even", f.binary("divide", x, f.splat(0.05, x.shape))), 3);
    return f.convert(f.binary("minimum", f.binary("maximum", scaled, f.splat(-128, x.shape)), f.splat(127, x.shape)), "i8");
  });

const fromInteger = ({ count }) =>
  program((f) => {
    const x = f.convert(f.argument([count], "i8"), "f32");
    return f.scale(f.offset(x, -3), 0.05);
  });

// Engines may round a number between two integers to either, so a result may differ by one.
const tolerance = 2e-2;
const numbers = { full: { count: 2 ** 20 }, smoke: { count: 1000 } };

export const programs = [
  { name: "quantized-dot", tolerance, write: dot, full: { size: 1024, scale: "1.0" }, smoke: { size: 32, scale: "0.2" } },
  { name: "quantized-conv-3x3", tolerance, write: convolution, full: { size: 56, channels: 64, scale: "0.8" }, smoke: { size: 7, channels: 8, scale: "0.3" } },
  { name: "quantize-1m", write: toInteger, ...numbers },
  { name: "dequantize-1m", write: fromInteger, ...numbers },
];
