// How arguments and results of programs are changed for ONNX, which supports only images as NCHW and kernels as OIHW.
// None of it is timed.

const spatial = (rank) => Array.from({ length: rank - 2 }, (_, i) => i);
const toChannelsFirst = (rank) => ({ order: [0, rank - 1, ...spatial(rank).map((i) => i + 1)] });
const toChannelsLast = (rank) => ({ order: [0, ...spatial(rank).map((i) => i + 2), 1] });

/** From HWIO. */
const toOuterFirst = (rank) => ({ order: [rank - 1, rank - 2, ...spatial(rank)] });

/** The kernel of a transposed convolution is that of the convolution it is the gradient of. */
const toGradient = (rank, isChannelsLast) => ({
  order: isChannelsLast ? [rank - 2, rank - 1, ...spatial(rank)] : [1, 0, ...spatial(rank).map((i) => i + 2)],
  reversed: spatial(rank).map((i) => i + 2),
});

const imagesOfFour = [
  "max-pool", "max-pool-2x2", "average-pool", "average-pool-3x3", "upsample-nearest", "local-response-norm", "space-to-depth", "depth-to-space",
  "resize-bilinear-up", "resize-bilinear-color", "resize-bilinear-down", "resize-nearest-up",
];
const imagesOfFive = ["max-pool-3d", "average-pool-3d"];
const wideIndices = { "take-vectors": [1], "splat-points": [1] };

/**
 * Returns { inputs, results, wide }: by index, what `turned` does with each, or none; and the indices of arguments that
 * need 64 bits.
 */
export function turnsOf(name, { layout = "NHWC", dilation = 1, rank = 2 }, inputs) {
  const wide = wideIndices[name] ?? [];
  const isChannelsLast = layout === "NHWC";
  const images = (size) => ({ inputs: [toChannelsFirst(size)], results: [toChannelsLast(size)], wide });
  if (name.startsWith("conv-") || name === "quantized-conv-3x3") {
    const image = rank + 2;
    const kernel = dilation !== 1 ? toGradient(image, isChannelsLast) : isChannelsLast ? toOuterFirst(image) : undefined;
    return isChannelsLast ? { inputs: [toChannelsFirst(image), kernel], results: [toChannelsLast(image)], wide } : { inputs: [undefined, kernel], results: [], wide };
  }
  if (name === "resnet-18") return { inputs: inputs.map(({ shape }, i) => (shape.length === 4 ? (i === 0 ? toChannelsFirst(4) : toOuterFirst(4)) : undefined)), results: [], wide };
  if (imagesOfFour.includes(name)) return images(4);
  if (imagesOfFive.includes(name)) return images(5);
  return { inputs: [], results: [], wide };
}

/** Returns an array of a shape with its dimensions in another order, then some reversed. */
export function turned({ data, shape }, turn) {
  if (turn === undefined) return { data, shape };
  const { order, reversed = [] } = turn;
  const strides = shape.map((_, i) => shape.slice(i + 1).reduce((product, size) => product * size, 1));
  const to = order.map((i) => shape[i]);
  const steps = order.map((i, at) => (reversed.includes(at) ? -strides[i] : strides[i]));
  const result = new data.constructor(data.length);
  let at = 0;
  const walk = (dimension, from) => {
    if (dimension === to.length) result[at++] = data[from];
    else for (let i = 0; i < to[dimension]; ++i) walk(dimension + 1, from + i * steps[dimension]);
  };
  walk(0, reversed.reduce((sum, i) => sum - (to[i] - 1) * steps[i], 0));
  return { data: result, shape: to };
}
