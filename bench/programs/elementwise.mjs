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
const exponential = ({ count }) => program((f) => f.unary("exponential", f.argument([count])));

export const programs = [
  { name: "chain-cheap-4m", write: cheapChain, full: { count: 2 ** 22 }, smoke: { count: 5000 } },
  { name: "chain-tanh-exp-4m", write: dearChain, full: { count: 2 ** 22 }, smoke: { count: 5000 } },
  { name: "add-16m", write: add, full: { count: 2 ** 24 }, smoke: { count: 5000 } },
  { name: "exp-16m", write: exponential, full: { count: 2 ** 24 }, smoke: { count: 5000 } },
];
