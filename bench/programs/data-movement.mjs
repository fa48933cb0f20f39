// Moves that change the order of memory.
import { program } from "./builder.mjs";

const transpose = ({ shape, permutation }) => program((f) => f.transpose(f.argument(shape), permutation));
const of = (name, permutation, full, smoke) => ({ name, write: transpose, full: { shape: full, permutation }, smoke: { shape: smoke, permutation } });

/** Joins two images by their channels. */
const concatenate = ({ size, channels }) => program((f) => f.concatenate([0, 1].map(() => f.argument([1, size, size, channels])), 3));

/** Surrounds an image with zeros. */
const pad = ({ size, channels }) => program((f) => f.pad(f.argument([1, size, size, channels]), [0, 1, 1, 0], [0, 1, 1, 0]));

/** The part without its border. */
const crop = ({ size, channels }) => program((f) => f.slice(f.argument([1, size, size, channels]), [[0, 1], [1, size - 1], [1, size - 1], [0, channels]]));

/** Repeats each pixel twice in both directions. */
const upsample = ({ size, channels }) =>
  program((f) => {
    const x = f.argument([1, size, size, channels]);
    return f.reshape(f.broadcast(x, [1, size, 2, size, 2, channels], [0, 1, 3, 5]), [1, 2 * size, 2 * size, channels]);
  });

/** Repeats a matrix in both directions. */
const tile = ({ size, times }) =>
  program((f) => {
    const x = f.reshape(f.argument([size, size]), [1, size, 1, size]);
    return f.reshape(f.broadcast(x, [times, size, times, size], [0, 1, 2, 3]), [times * size, times * size]);
  });

/** Mirrors an image at its border, which is not repeated: one row and column on each side. */
const padReflect = ({ size, channels }) =>
  program((f) => {
    let x = f.argument([1, size, size, channels]);
    for (const dimension of [1, 2]) {
      const row = (at) => f.reverse(f.slice(x, x.shape.map((count, i) => (i === dimension ? [at, at + 1] : [0, count]))), [dimension]);
      const [first, last] = [row(1), row(size - 2)];
      x = f.concatenate([first, x, last], dimension);
    }
    return x;
  });

const reverse = ({ shape, dimensions }) => program((f) => f.reverse(f.argument(shape), dimensions));

/** Every second element in both directions. */
const everySecond = ({ size }) => program((f) => f.slice(f.argument([size, size]), [[0, size, 2], [0, size, 2]]));

/** Queries, keys and values of one product. */
const splitThree = ({ rows, columns }) =>
  program((f) => {
    const x = f.argument([rows, 3 * columns]);
    return [0, 1, 2].map((part) => f.slice(x, [[0, rows], [part * columns, (part + 1) * columns]]));
  });

/** Two vectors whose elements alternate. */
const interleave = ({ count }) => program((f) => f.concatenate([0, 1].map(() => f.broadcast(f.argument([count]), [count, 1], [0])), 1));

/** The planes of an image whose pixels have three channels. */
const unstack = ({ size }) =>
  program((f) => {
    const x = f.argument([size, size, 3]);
    return [0, 1, 2].map((channel) => f.reshape(f.slice(x, [[0, size], [0, size], [channel, channel + 1]]), [size, size]));
  });

const concatenateRows = ({ rows, columns }) => program((f) => f.concatenate([0, 1, 2, 3].map(() => f.argument([rows, columns])), 0));
const broadcastVector = ({ shape, dimension }) => program((f) => f.broadcast(f.argument(shape.map((size, i) => (i === dimension ? size : 1))), shape, [0, 1]));

/** As jax.nn.one_hot. */
const oneHot = ({ rows, classes }) =>
  program((f) => {
    const shape = [rows, classes];
    return f.convert(f.compare("EQ", f.broadcast(f.argument([rows], "i32"), shape, [0]), f.iota(shape, 1)), "f32");
  });

const isLower = (f, shape) => f.compare("GE", f.iota(shape, 0), f.iota(shape, 1));
const triangle = ({ size }) =>
  program((f) => {
    const x = f.argument([size, size]);
    return f.select(isLower(f, x.shape), x, f.splat(0, x.shape));
  });

/** A matrix whose diagonal is a vector. */
const diagonal = ({ size }) =>
  program((f) => {
    const shape = [size, size];
    const isOn = f.compare("EQ", f.iota(shape, 0), f.iota(shape, 1));
    return f.select(isOn, f.broadcast(f.argument([size]), shape, [1]), f.splat(0, shape));
  });

/** The pixels of blocks of 2 x 2 become channels. */
const spaceToDepth = ({ batch, size, channels }) =>
  program((f) => {
    const x = f.reshape(f.argument([batch, size, size, channels]), [batch, size / 2, 2, size / 2, 2, channels]);
    return f.reshape(f.transpose(x, [0, 1, 3, 2, 4, 5]), [batch, size / 2, size / 2, 4 * channels]);
  });

const depthToSpace = ({ batch, size, channels }) =>
  program((f) => {
    const x = f.reshape(f.argument([batch, size, size, 4 * channels]), [batch, size, size, 2, 2, channels]);
    return f.reshape(f.transpose(x, [0, 1, 3, 2, 4, 5]), [batch, 2 * size, 2 * size, channels]);
  });

/** The halves of each group of channels alternate, as in ShuffleNet. */
const shuffleChannels = ({ batch, size, channels }) =>
  program((f) => {
    const x = f.reshape(f.argument([batch, channels, size, size]), [batch, 2, channels / 2, size, size]);
    return f.reshape(f.transpose(x, [0, 2, 1, 3, 4]), [batch, channels, size, size]);
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
  of("transpose-first-two", [1, 0, 2], [256, 128, 64], [6, 5, 8]),
  of("transpose-reversed", [2, 1, 0], [64, 128, 256], [6, 5, 8]),
  { name: "pad-reflect", write: padReflect, ...images },
  { name: "space-to-depth", write: spaceToDepth, full: { batch: 4, size: 112, channels: 32 }, smoke: { batch: 2, size: 4, channels: 3 } },
  { name: "depth-to-space", write: depthToSpace, full: { batch: 4, size: 56, channels: 32 }, smoke: { batch: 2, size: 4, channels: 3 } },
  { name: "shuffle-channels", write: shuffleChannels, full: { batch: 8, size: 28, channels: 240 }, smoke: { batch: 2, size: 4, channels: 6 } },
  { name: "tile-4x4", write: tile, full: { size: 256, times: 4 }, smoke: { size: 6, times: 4 } },
  { name: "flip-rows", write: reverse, full: { shape: [1024, 1024], dimensions: [1] }, smoke: { shape: [5, 30], dimensions: [1] } },
  { name: "flip-images", write: reverse, full: { shape: [8, 224, 224, 3], dimensions: [2] }, smoke: { shape: [2, 6, 6, 3], dimensions: [2] } },
  { name: "slice-every-second", write: everySecond, full: { size: 2048 }, smoke: { size: 31 } },
  { name: "split-three", write: splitThree, full: { rows: 512, columns: 768 }, smoke: { rows: 6, columns: 24 } },
  { name: "interleave", write: interleave, full: { count: 2 ** 19 }, smoke: { count: 400 } },
  { name: "unstack-channels", write: unstack, full: { size: 512 }, smoke: { size: 12 } },
  { name: "concatenate-rows", write: concatenateRows, full: { rows: 256, columns: 1024 }, smoke: { rows: 5, columns: 30 } },
  { name: "broadcast-row", write: broadcastVector, full: { shape: [1024, 1024], dimension: 1 }, smoke: { shape: [7, 30], dimension: 1 } },
  { name: "broadcast-column", write: broadcastVector, full: { shape: [1024, 1024], dimension: 0 }, smoke: { shape: [7, 30], dimension: 0 } },
  { name: "one-hot", write: oneHot, full: { rows: 1024, classes: 1000 }, smoke: { rows: 8, classes: 20 } },
  { name: "triangle-mask", write: triangle, full: { size: 1024 }, smoke: { size: 30 } },
  { name: "diagonal-1024", write: diagonal, full: { size: 1024 }, smoke: { size: 30 } },
];
