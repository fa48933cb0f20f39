// Convolutions as image networks have them.
import { program } from "./builder.mjs";

const convolution = ({ batch = 1, size, inner, outer, window, layout = "NHWC", stride = 1, dilation = 1, padding = (window - 1) / 2, groups = 1 }) =>
  program((f) => {
    const isChannelsLast = layout === "NHWC";
    const x = f.argument(isChannelsLast ? [batch, size, size, inner] : [batch, inner, size, size]);
    const perGroup = inner / groups;
    const kernel = f.argument(isChannelsLast ? [window, window, perGroup, outer] : [outer, perGroup, window, window]);
    return f.convolution(x, kernel, { layout, stride, dilation, padding, groups });
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
  of("conv-1x1", { size: 56, inner: 64, outer: 256, window: 1 }, { size: 7, inner: 8, outer: 16 }),
];
