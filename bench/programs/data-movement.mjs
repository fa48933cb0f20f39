// Moves that change the order of memory.
import { program, typeText } from "./builder.mjs";

const transpose = ({ shape, permutation }) => program((f) => f.transpose(f.argument(shape), permutation));
const of = (name, permutation, full, smoke) => ({ name, write: transpose, full: { shape: full, permutation }, smoke: { shape: smoke, permutation } });

/** Joins two images by their channels. */
const concatenate = ({ size, channels }) =>
  program((f) => {
    const [x, y] = [channels, channels].map((count) => f.argument([1, size, size, count]));
    const shape = [1, size, size, 2 * channels];
    return f.emit(shape, "f32", `stablehlo.concatenate ${x.name}, ${y.name}, dim = 3 : (${typeText(x)}, ${typeText(y)}) -> ${typeText({ shape, element: "f32" })}`);
  });

/** Surrounds an image with zeros. */
const pad = ({ size, channels }) =>
  program((f) => {
    const [x, zero] = [f.argument([1, size, size, channels]), f.splat(0, [])];
    const shape = [1, size + 2, size + 2, channels];
    return f.emit(shape, "f32", `stablehlo.pad ${x.name}, ${zero.name}, low = [0, 1, 1, 0], high = [0, 1, 1, 0], interior = [0, 0, 0, 0] : (${typeText(x)}, ${typeText(zero)}) -> ${typeText({ shape, element: "f32" })}`);
  });

/** The part without its border. */
const crop = ({ size, channels }) => program((f) => f.slice(f.argument([1, size, size, channels]), [[0, 1], [1, size - 1], [1, size - 1], [0, channels]]));

/** Repeats each pixel twice in both directions. */
const upsample = ({ size, channels }) =>
  program((f) => {
    const x = f.argument([1, size, size, channels]);
    return f.reshape(f.broadcast(x, [1, size, 2, size, 2, channels], [0, 1, 3, 5]), [1, 2 * size, 2 * size, channels]);
  });

const images = { full: { size: 112, channels: 64 }, smoke: { size: 8, channels: 6 } };

export const programs = [
  of("transpose-4096", [1, 0], [4096, 4096], [40, 56]),
  of("nchw-to-nhwc", [0, 2, 3, 1], [32, 64, 56, 56], [2, 8, 7, 7]),
  of("split-heads", [0, 2, 1, 3], [8, 256, 12, 64], [2, 8, 3, 8]),
  of("join-keys", [0, 2, 3, 1], [8, 256, 12, 64], [2, 8, 3, 8]),
  { name: "concatenate-channels", write: concatenate, ...images },
  { name: "pad-image", write: pad, ...images },
  { name: "crop-image", write: crop, ...images },
  { name: "upsample-nearest", write: upsample, ...images },
  of("nhwc-to-nchw", [0, 3, 1, 2], [32, 56, 56, 64], [2, 7, 7, 8]),
];
