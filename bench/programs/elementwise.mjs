// Element-wise chains, whose intermediate values need no memory, and single operations, which are bound by memory.
import { program } from "./builder.mjs";

/** Eight operations of one processor instruction each. */
const cheapChain = ({ count }) =>
  program((f) => {
    const [x, y] = [f.argument([count]), f.argument([count])];
    let value = f.multiply(x, y);
    for (const [factor, amount] of [[0.5, 1], [1.5, -2], [0.25, 3]]) value = f.offset(f.scale(value, factor), amount);
    return f.add(value, x);
  });

/** Eight operations, with expensive functions among them. */
const dearChain = ({ count }) =>
  program((f) => {
    const [x, y] = [f.argument([count]), f.argument([count])];
    const bounded = f.unary("tanh", f.multiply(x, y));
    const raised = f.unary("exponential", f.offset(f.scale(bounded, 0.5), -1));
    return f.add(f.multiply(f.unary("tanh", raised), x), y);
  });

const add = ({ count }) => program((f) => f.add(f.argument([count]), f.argument([count])));
const unary = (name) => ({ count }) => program((f) => f.unary(name, f.argument([count])));
const binary = (name) => ({ count }) => program((f) => f.binary(name, f.argument([count]), f.argument([count])));
const relu = ({ count }) => program((f) => f.relu(f.argument([count])));

/** The greater of two, by a comparison. */
const choice = ({ count }) =>
  program((f) => {
    const [x, y] = [f.argument([count]), f.argument([count])];
    return f.select(f.compare("GT", x, y), x, y);
  });

const erf = ({ count }) => program((f) => f.special("erf", f.argument([count])));

const clip = ({ count }) =>
  program((f) => {
    const x = f.argument([count]);
    return f.binary("minimum", f.binary("maximum", x, f.splat(-0.5, x.shape)), f.splat(0.5, x.shape));
  });

const hardSwish = ({ count }) =>
  program((f) => {
    const x = f.argument([count]);
    return f.multiply(x, f.scale(f.binary("minimum", f.relu(f.offset(x, 3)), f.splat(6, x.shape)), 1 / 6));
  });

const silu = ({ count }) =>
  program((f) => {
    const x = f.argument([count]);
    return f.multiply(x, f.unary("logistic", x));
  });

const elu = ({ count }) =>
  program((f) => {
    const x = f.argument([count]);
    return f.select(f.compare("GT", x, f.splat(0, x.shape)), x, f.unary("exponential_minus_one", x));
  });

/** An argument of integers that take all bits of the type: those of the runners are small. */
const integers = (f, count, element) => f.scale(f.argument([count], element), { ui8: 37, i32: 40503 * 2803, ui64: "11400714819323198485" }[element]);

/** The two lowest digits of a number system, and the rest. */
const digits = (element, base) => ({ count }) =>
  program((f) => {
    const x = integers(f, count, element);
    const by = f.splat(base, [count], element);
    const rest = f.binary("divide", x, by);
    return [f.binary("remainder", x, by), f.binary("remainder", rest, by), f.binary("divide", rest, by)];
  });

/** Every divisor is odd, so none is 0. */
const ratios = (element) => ({ count }) =>
  program((f) => {
    const [x, y] = [integers(f, count, element), f.argument([count], element)];
    return f.binary("divide", x, f.binary("or", y, f.splat(1, [count], element)));
  });

export const programs = [
  { name: "chain-cheap-4m", write: cheapChain, full: { count: 2 ** 22 }, smoke: { count: 5000 } },
  { name: "chain-tanh-exp-4m", write: dearChain, full: { count: 2 ** 22 }, smoke: { count: 5000 } },
  { name: "add-16m", write: add, full: { count: 2 ** 24 }, smoke: { count: 5000 } },
  { name: "exp-16m", write: unary("exponential"), full: { count: 2 ** 24 }, smoke: { count: 5000 } },
  { name: "relu-4m", write: relu, full: { count: 2 ** 22 }, smoke: { count: 5000 } },
  { name: "divide-4m", write: binary("divide"), full: { count: 2 ** 22 }, smoke: { count: 5000 } },
  { name: "where-4m", write: choice, full: { count: 2 ** 22 }, smoke: { count: 5000 } },
  { name: "sigmoid-4m", write: unary("logistic"), full: { count: 2 ** 22 }, smoke: { count: 5000 } },
  { name: "tanh-4m", write: unary("tanh"), full: { count: 2 ** 22 }, smoke: { count: 5000 } },
  { name: "log-4m", write: unary("log"), full: { count: 2 ** 22 }, smoke: { count: 5000 } },
  { name: "sine-4m", write: unary("sine"), full: { count: 2 ** 22 }, smoke: { count: 5000 } },
  { name: "erf-4m", write: erf, full: { count: 2 ** 22 }, smoke: { count: 5000 } },
  { name: "clip-1m", write: clip, full: { count: 2 ** 20 }, smoke: { count: 5000 } },
  { name: "hard-swish-1m", write: hardSwish, full: { count: 2 ** 20 }, smoke: { count: 5000 } },
  { name: "silu-1m", write: silu, full: { count: 2 ** 20 }, smoke: { count: 5000 } },
  { name: "elu-1m", write: elu, full: { count: 2 ** 20 }, smoke: { count: 5000 } },
  { name: "digits-i32-2m", write: digits("i32", 1000), full: { count: 2 ** 21 }, smoke: { count: 5000 } },
  { name: "digits-ui64-100k", write: digits("ui64", 10), full: { count: 100000 }, smoke: { count: 5000 } },
  { name: "digits-ui8-16m", write: digits("ui8", 6), full: { count: 2 ** 24 }, smoke: { count: 5000 } },
  { name: "ratios-i32-1m", write: ratios("i32"), full: { count: 2 ** 20 }, smoke: { count: 5000 } },
];
