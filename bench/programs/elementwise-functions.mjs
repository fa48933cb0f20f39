// One function of each element, as libraries have it. NaN and infinities occur where an argument is out of the domain.
import { program, typeText } from "./builder.mjs";

const ofOne = (write, element = "f32") => ({ count }) => program((f) => write(f, f.argument([count], element)));
const ofTwo = (write, element = "f32") => ({ count }) => program((f) => write(f, f.argument([count], element), f.argument([count], element)));

const zeros = (f, x) => f.splat(0, x.shape, x.element);
const unary = (name) => ofOne((f, x) => f.unary(name, x));
const special = (name) => ofOne((f, x) => f.special(name, x));
const binary = (name, element) => ofTwo((f, x, y) => f.binary(name, x, y), element);
const convert = (from, to) => ofOne((f, x) => f.convert(x, to), from);
const isFinite = (f, x) => f.emit(x.shape, "i1", `stablehlo.is_finite ${x.name} : (${typeText(x)}) -> ${typeText({ ...x, element: "i1" })}`);
const step = (f, x) => f.convert(f.compare("GT", x, zeros(f, x)), x.element);
const clamped = (f, x, low, high) => f.binary("minimum", f.binary("maximum", x, f.splat(low, x.shape)), f.splat(high, x.shape));

/** As jax.numpy.remainder: the result has the sign of the divisor. */
function floorMod(f, x, y) {
  const rest = f.binary("remainder", x, y);
  const hasOtherSign = f.compare("NE", f.compare("LT", rest, zeros(f, rest)), f.compare("LT", y, zeros(f, y)));
  const isWrong = f.binary("and", hasOtherSign, f.compare("NE", rest, zeros(f, rest)));
  return f.select(isWrong, f.add(rest, y), rest);
}

/** As jax.numpy.floor_divide. */
function floorDivide(f, x, y) {
  const quotient = f.binary("divide", x, y);
  const hasOtherSign = f.compare("NE", f.unary("sign", x), f.unary("sign", y));
  const isWrong = f.binary("and", hasOtherSign, f.compare("NE", f.binary("remainder", x, y), zeros(f, x)));
  return f.select(isWrong, f.offset(quotient, -1), quotient);
}

/** As jax.nn.softplus: log(exp(x) + exp(0)). */
function softplus(f, x) {
  const difference = f.binary("subtract", x, zeros(f, x));
  const isNan = f.compare("NE", difference, difference);
  const amount = f.unary("log_plus_one", f.unary("exponential", f.unary("negate", f.unary("abs", difference))));
  return f.select(isNan, f.add(x, zeros(f, x)), f.add(f.relu(x), amount));
}

const leakyRelu = (f, x) => f.select(f.compare("GE", x, zeros(f, x)), x, f.scale(x, 0.01));

function selu(f, x) {
  const isPositive = f.compare("GT", x, zeros(f, x));
  const raised = f.unary("exponential_minus_one", f.select(isPositive, zeros(f, x), x));
  return f.scale(f.select(isPositive, x, f.scale(raised, 1.67326319)), 1.05070102);
}

const hardSigmoid = (f, x) => f.binary("divide", clamped(f, f.offset(x, 3), 0, 6), f.splat(6, x.shape));
const softsign = (f, x) => f.binary("divide", x, f.offset(f.unary("abs", x), 1));

/** The form with erf, as JAX writes it. */
const exactGelu = (f, x) => f.multiply(f.scale(x, 0.5), f.special("erfc", f.scale(f.unary("negate", x), 0.707106769)));

/** Numbers within `threshold` of 0 become 0; the others come nearer to it by as much. */
function shrink(f, x, threshold = 0.5) {
  const isLarge = f.compare("GT", f.unary("abs", x), f.splat(threshold, x.shape));
  return f.select(isLarge, f.binary("subtract", x, f.scale(f.unary("sign", x), threshold)), zeros(f, x));
}

/** A slope of its own for each channel. */
const prelu = ({ rows, columns }) =>
  program((f) => {
    const [x, slopes] = [f.argument([rows, columns]), f.argument([columns])];
    return f.select(f.compare("GE", x, zeros(f, x)), x, f.multiply(f.broadcast(slopes, x.shape, [1]), x));
  });

/** The gradient of elu, from its result. */
const eluGradient = (f, given, y) => f.select(f.compare("GE", y, zeros(f, y)), given, f.multiply(given, f.offset(y, 1)));

const addFour = ({ count }) =>
  program((f) => {
    const [a, b, c, d] = [0, 1, 2, 3].map(() => f.argument([count]));
    return f.add(f.add(f.add(a, b), c), d);
  });

const writers = {
  // Arithmetic.
  subtract: binary("subtract"), multiply: binary("multiply"), maximum: binary("maximum"), minimum: binary("minimum"),
  "add-four": addFour,
  square: ofOne((f, x) => f.multiply(x, x)),
  reciprocal: ofOne((f, x) => f.binary("divide", f.splat(1, x.shape), x)),
  "squared-difference": ofTwo((f, x, y) => {
    const difference = f.binary("subtract", x, y);
    return f.multiply(difference, difference);
  }),
  power: ofTwo((f, x, y) => f.binary("power", f.unary("abs", x), y)),
  cube: ofOne((f, x) => f.multiply(f.multiply(x, x), x)),
  remainder: binary("remainder"), "floor-mod": ofTwo(floorMod), "floor-divide-i32": ofTwo(floorDivide, "i32"),
  "multiply-i32": binary("multiply", "i32"),
  // Signs, roundings and tests.
  abs: unary("abs"), negate: unary("negate"), sign: unary("sign"), step: ofOne(step),
  floor: unary("floor"), ceil: unary("ceil"), round: unary("round_nearest_even"),
  greater: ofTwo((f, x, y) => f.compare("GT", x, y)), equal: ofTwo((f, x, y) => f.compare("EQ", x, y)), "equal-i32": ofTwo((f, x, y) => f.compare("EQ", x, y), "i32"),
  "is-nan": ofOne((f, x) => f.compare("NE", x, x)), "is-finite": ofOne(isFinite),
  "is-infinite": ofOne((f, x) => f.special("is_inf", x, "i1")),
  "logical-and": binary("and", "i1"), "logical-or": binary("or", "i1"), "logical-xor": binary("xor", "i1"),
  "logical-not": ofOne((f, x) => f.unary("not", x), "i1"),
  "bits-and-i32": binary("and", "i32"), "bits-xor-i32": binary("xor", "i32"), "bits-not-i32": ofOne((f, x) => f.unary("not", x), "i32"),
  "shift-left-ui32": binary("shift_left", "ui32"), "shift-right-ui32": binary("shift_right_logical", "ui32"),
  "f32-to-i32": convert("f32", "i32"), "i32-to-f32": convert("i32", "f32"), "ui8-to-f32": convert("ui8", "f32"), "i1-to-f32": convert("i1", "f32"),
  "f32-to-f16": convert("f32", "f16"), "f16-to-f32": convert("f16", "f32"), "f64-to-f32": convert("f64", "f32"), "i32-to-i64": convert("i32", "i64"),
  // Roots, exponentials and logarithms.
  sqrt: unary("sqrt"), rsqrt: unary("rsqrt"), expm1: unary("exponential_minus_one"), log1p: unary("log_plus_one"),
  // Trigonometric and hyperbolic functions.
  cosine: unary("cosine"), tan: unary("tan"), asin: special("asin"), acos: special("acos"), atan: special("atan"), atan2: binary("atan2"),
  sinh: special("sinh"), cosh: special("cosh"), asinh: special("asinh"), acosh: special("acosh"), atanh: special("atanh"),
  // Activations.
  relu6: ofOne((f, x) => clamped(f, x, 0, 6)), "leaky-relu": ofOne(leakyRelu), selu: ofOne(selu), softplus: ofOne(softplus), softsign: ofOne(softsign),
  "hard-sigmoid": ofOne(hardSigmoid), mish: ofOne((f, x) => f.multiply(x, f.unary("tanh", softplus(f, x)))),
  "gelu-erf": ofOne(exactGelu), "quick-gelu": ofOne((f, x) => f.multiply(x, f.unary("logistic", f.scale(x, 1.702)))),
  "thresholded-relu": ofOne((f, x) => f.select(f.compare("GT", x, f.splat(1, x.shape)), x, zeros(f, x))), shrink: ofOne((f, x) => shrink(f, x)),
  "elu-gradient": ofTwo(eluGradient),
};

export const programs = [
  ...Object.entries(writers).map(([name, write]) => ({ name: `${name}-1m`, write, full: { count: 2 ** 20 }, smoke: { count: 1000 } })),
  { name: "prelu", write: prelu, full: { rows: 4096, columns: 256 }, smoke: { rows: 12, columns: 50 } },
];
