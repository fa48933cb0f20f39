// ONNX equivalents of the element-wise programs (onnx-equivalents.mjs).
import { elementNumbers } from "./onnx.mjs";

const chain = (m, [x, y]) => {
  let value = m.node("Mul", [x, y]);
  for (const [factor, amount] of [[0.5, 1], [1.5, -2], [0.25, 3]]) value = m.node("Add", [m.node("Mul", [value, m.float(factor)]), m.float(amount)]);
  return [m.node("Add", [value, x])];
};

const dearChain = (m, [x, y]) => {
  const bounded = m.node("Tanh", [m.node("Mul", [x, y])]);
  const raised = m.node("Exp", [m.node("Add", [m.node("Mul", [bounded, m.float(0.5)]), m.float(-1)])]);
  return [m.node("Add", [m.node("Mul", [m.node("Tanh", [raised]), x]), y])];
};

const is = (name, attributes) => (m, a) => [m.node(name, a, attributes)];
const cast = (to) => is("Cast", { to: elementNumbers[to] });
const float = (value) => ({ float: value });

const arrays = { i32: Int32Array, ui8: Uint8Array };
const integer = (m, value, element) => m.constant(arrays[element].of(value), [], element);
/** Those of bench/programs/elementwise.mjs, which take all bits of the type. */
const spread = (m, x, element) => m.node("Mul", [x, integer(m, { ui8: 37, i32: 40503 * 2803 }[element], element)]);

const digits = (element, base) => (m, [given]) => {
  const [x, by] = [spread(m, given, element), integer(m, base, element)];
  const remainder = (value) => m.node("Mod", [value, by], { fmod: 1 });
  const rest = m.node("Div", [x, by]);
  return [remainder(x), remainder(rest), m.node("Div", [rest, by])];
};

export const functions = {
  "chain-cheap": chain,
  "chain-tanh-exp": dearChain,
  add: is("Add"), subtract: is("Sub"), multiply: is("Mul"), "multiply-i32": is("Mul"), divide: is("Div"), maximum: is("Max"), minimum: is("Min"),
  "add-four": is("Sum"),
  square: (m, [x]) => [m.node("Mul", [x, x])],
  cube: (m, [x]) => [m.node("Pow", [x, m.float(3)])],
  reciprocal: is("Reciprocal"),
  "squared-difference": (m, a) => {
    const difference = m.node("Sub", a);
    return [m.node("Mul", [difference, difference])];
  },
  power: (m, [x, y]) => [m.node("Pow", [m.node("Abs", [x]), y])],
  remainder: is("Mod", { fmod: 1 }),
  abs: is("Abs"), negate: is("Neg"), sign: is("Sign"), floor: is("Floor"), ceil: is("Ceil"), round: is("Round"),
  step: (m, [x]) => [m.node("Cast", [m.node("Greater", [x, m.float(0)])], { to: elementNumbers.f32 })],
  where: (m, a) => [m.node("Where", [m.node("Greater", a), ...a])],
  greater: is("Greater"), equal: is("Equal"), "equal-i32": is("Equal"), "is-nan": is("IsNaN"), "is-infinite": is("IsInf"),
  "logical-and": is("And"), "logical-or": is("Or"), "logical-xor": is("Xor"), "logical-not": is("Not"),
  "bits-and-i32": is("BitwiseAnd"), "bits-xor-i32": is("BitwiseXor"), "bits-not-i32": is("BitwiseNot"),
  "shift-left-ui32": is("BitShift", { direction: "LEFT" }), "shift-right-ui32": is("BitShift", { direction: "RIGHT" }),
  "f32-to-i32": cast("i32"), "i32-to-f32": cast("f32"), "ui8-to-f32": cast("f32"), "i1-to-f32": cast("f32"),
  "f32-to-f16": cast("f16"), "f16-to-f32": cast("f32"), "f64-to-f32": cast("f32"), "i32-to-i64": cast("i64"),
  exp: is("Exp"), log: is("Log"), sqrt: is("Sqrt"), erf: is("Erf"), tanh: is("Tanh"),
  rsqrt: (m, a) => [m.node("Reciprocal", [m.node("Sqrt", a)])],
  expm1: (m, a) => [m.node("Sub", [m.node("Exp", a), m.float(1)])],
  log1p: (m, [x]) => [m.node("Log", [m.node("Add", [x, m.float(1)])])],
  sine: is("Sin"), cosine: is("Cos"), tan: is("Tan"), asin: is("Asin"), acos: is("Acos"), atan: is("Atan"),
  sinh: is("Sinh"), cosh: is("Cosh"), asinh: is("Asinh"), acosh: is("Acosh"), atanh: is("Atanh"),
  relu: is("Relu"), sigmoid: is("Sigmoid"), elu: is("Elu"), selu: is("Selu"), softplus: is("Softplus"), softsign: is("Softsign"), mish: is("Mish"),
  clip: (m, [x]) => [m.node("Clip", [x, m.float(-0.5), m.float(0.5)])],
  relu6: (m, [x]) => [m.node("Clip", [x, m.float(0), m.float(6)])],
  "leaky-relu": is("LeakyRelu", { alpha: float(0.01) }),
  "hard-sigmoid": is("HardSigmoid", { alpha: float(1 / 6), beta: float(0.5) }),
  "hard-swish": is("HardSwish"),
  silu: (m, [x]) => [m.node("Mul", [x, m.node("Sigmoid", [x])])],
  "gelu-erf": is("Gelu"),
  "quick-gelu": is("com.microsoft.QuickGelu", { alpha: float(1.702) }),
  "thresholded-relu": is("ThresholdedRelu", { alpha: float(1) }),
  shrink: is("Shrink", { lambd: float(0.5), bias: float(0.5) }),
  prelu: is("PRelu"),
  "digits-i32": digits("i32", 1000),
  "digits-ui8": digits("ui8", 6),
  "ratios-i32": (m, [x, y]) => [m.node("Div", [spread(m, x, "i32"), m.node("BitwiseOr", [y, integer(m, 1, "i32")])])],
};
