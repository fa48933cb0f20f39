// Convolutions as image networks have them.
import { program } from "./builder.mjs";

function operands(f, { batch = 1, size, inner, outer, window, layout = "NHWC", groups = 1, rank = 2 }) {
  const [sizes, windows, perGroup] = [Array(rank).fill(size), Array(rank).fill(window), inner / groups];
  if (layout === "NHWC") return [f.argument([batch, ...sizes, inner]), f.argument([...windows, perGroup, outer])];
  return [f.argument([batch, inner, ...sizes]), f.argument([outer, perGroup, ...windows])];
}

/** `dilation` is that of the image; `spread` that of the window. */
const convolved = (f, parameters) => {
  const { window, spread = 1, padding = ((window - 1) * spread) / 2 } = parameters;
  return f.convolution(...operands(f, parameters), { ...parameters, padding });
};

const convolution = (parameters) => program((f) => convolved(f, parameters));

/** With what networks have behind it. */
const biasAndRelu = (parameters) =>
  program((f) => {
    const x = convolved(f, parameters);
    return f.relu(f.add(x, f.broadcast(f.argument([parameters.outer]), x.shape, [3])));
  });

const of = (name, full, smoke) => ({ name, write: convolution, full, smoke: { ...full, ...smoke } });

export const programs = [
  of("conv-3x3-nhwc", { size: 56, inner: 64, outer: 64, window: 3 }, { size: 7, inner: 8, outer: 8 }),
  of("conv-3x3-nchw", { size: 56, inner: 64, outer: 64, window: 3, layout: "NCHW" }, { size: 7, inner: 8, outer: 8 }),
  of("conv-7x7-stride-2", { size: 224, inner: 3, outer: 64, window: 7, stride: 2 }, { size: 14, outer: 8 }),
  of("conv-depthwise-3x3", { size: 56, inner: 128, outer: 128, window: 3, groups: 128 }, { size: 7, inner: 8, outer: 8, groups: 8 }),
  of("conv-depthwise-stride-2", { size: 112, inner: 96, outer: 96, window: 3, stride: 2, groups: 96 }, { size: 8, inner: 8, outer: 8, groups: 8 }),
  of("conv-depthwise-5x5", { size: 28, inner: 240, outer: 240, window: 5, groups: 240 }, { size: 7, inner: 8, outer: 8, groups: 8 }),
  of("conv-3x3-stride-2", { size: 224, inner: 3, outer: 32, window: 3, stride: 2 }, { size: 14, outer: 8 }),
  of("conv-1x1-narrow", { size: 112, inner: 32, outer: 16, window: 1 }, { size: 7, inner: 8, outer: 4 }),
  of("conv-transposed-4x4", { batch: 8, size: 32, inner: 64, outer: 32, window: 4, dilation: 2, padding: 2 }, { batch: 2, size: 5, inner: 8, outer: 4 }),
  of("conv-transposed-nchw", { batch: 8, size: 32, inner: 64, outer: 32, window: 3, dilation: 2, padding: 1, layout: "NCHW" }, { batch: 2, size: 5, inner: 8, outer: 4 }),
  of("conv-3x3-spread-2", { size: 56, inner: 64, outer: 64, window: 3, spread: 2 }, { size: 7, inner: 8, outer: 8 }),
  of("conv-grouped-32", { size: 56, inner: 128, outer: 128, window: 3, groups: 32 }, { size: 7, inner: 8, outer: 8, groups: 4 }),
  of("conv-grouped-nchw", { size: 56, inner: 128, outer: 128, window: 3, groups: 32, layout: "NCHW" }, { size: 7, inner: 8, outer: 8, groups: 4 }),
  of("conv-depthwise-nchw", { size: 56, inner: 128, outer: 128, window: 3, groups: 128, layout: "NCHW" }, { size: 7, inner: 8, outer: 8, groups: 8 }),
  of("conv-1d-5", { batch: 4, size: 1024, inner: 64, outer: 64, window: 5, rank: 1 }, { batch: 2, size: 9, inner: 8, outer: 8 }),
  of("conv-3d-3x3x3", { size: 28, inner: 16, outer: 32, window: 3, rank: 3 }, { size: 5, inner: 3, outer: 4 }),
  { ...of("conv-bias-relu", { size: 56, inner: 64, outer: 64, window: 3 }, { size: 7, inner: 8, outer: 8 }), write: biasAndRelu },
  of("conv-1x1", { size: 56, inner: 64, outer: 256, window: 1 }, { size: 7, inner: 8, outer: 16 }),
];
