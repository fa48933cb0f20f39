// Moves that change the order of memory.
import { program } from "./builder.mjs";

const transpose = ({ shape, permutation }) => program((f) => f.transpose(f.argument(shape), permutation));
const of = (name, permutation, full, smoke) => ({ name, write: transpose, full: { shape: full, permutation }, smoke: { shape: smoke, permutation } });

export const programs = [
  of("transpose-4096", [1, 0], [4096, 4096], [40, 56]),
  of("nchw-to-nhwc", [0, 2, 3, 1], [32, 64, 56, 56], [2, 8, 7, 7]),
  of("nhwc-to-nchw", [0, 3, 1, 2], [32, 56, 56, 64], [2, 7, 7, 8]),
];
