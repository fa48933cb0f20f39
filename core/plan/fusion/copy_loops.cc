#include "core/plan/fusion/copy_loops.h"

#include <algorithm>

namespace paddock {

int64_t ElementCount(std::span<const simd::CopyDimension> loops) {
  int64_t count = 1;
  for (const simd::CopyDimension& loop : loops) count *= loop.size;
  return count;
}

int64_t SourceCount(std::span<const simd::CopyDimension> loops) {
  int64_t count = 1;
  for (const simd::CopyDimension& loop : loops) {
    if (loop.source_stride != 0) count *= loop.size;
  }
  return count;
}

CopyLoops MergedLoops(std::span<const simd::CopyDimension> loops) {
  CopyLoops merged;
  for (const simd::CopyDimension& loop : loops) {
    if (loop.size == 1) continue;
    if (!merged.empty() && merged.back().source_stride == loop.source_stride * loop.size) {
      merged.back() = {merged.back().size * loop.size, loop.source_stride, 0};
    } else {
      merged.push_back({loop.size, loop.source_stride, 0});
    }
  }
  return merged;
}

CopyLoops MergedLoops(std::span<const int64_t> sizes, std::span<const int64_t> strides) {
  CopyLoops loops;
  for (size_t i = 0; i < sizes.size(); ++i) loops.push_back({sizes[i], strides[i], 0});
  return MergedLoops(loops);
}

std::optional<std::vector<int64_t>> StridesIn(std::span<const simd::CopyDimension> loops,
                                              std::span<const int64_t> shape) {
  std::vector<int64_t> strides(shape.size(), 0);
  // Elements of the innermost loop left that are in the dimensions so far.
  int64_t within = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    if (shape[i] == 1) continue;
    if (loops.empty()) return std::nullopt;
    const simd::CopyDimension& loop = loops.back();
    if (loop.size % (within * shape[i]) != 0) return std::nullopt;
    strides[i] = within * loop.source_stride;
    within *= shape[i];
    if (within != loop.size) continue;
    loops = loops.first(loops.size() - 1);
    within = 1;
  }
  return loops.empty() ? std::optional(strides) : std::nullopt;
}

int64_t RepetitionsOf(std::span<const simd::CopyDimension> loops) {
  if (loops.empty() || loops.back().source_stride != 0) return 1;
  const CopyLoops read = MergedLoops(loops.first(loops.size() - 1));
  return read.size() == 1 && read[0].source_stride == 1 ? loops.back().size : 1;
}

std::optional<CopyLoops> ComposedLoops(std::span<const simd::CopyDimension> outer,
                                       std::span<const simd::CopyDimension> inner) {
  CopyLoops composed;
  // Elements of `inner` that the loops so far read, and of its innermost loop left.
  int64_t elements = 1, within = 1;
  for (size_t i = outer.size(); i-- > 0;) {
    int64_t left = outer[i].size;
    if (outer[i].source_stride == 0 || left == 1) {
      composed.push_back({left, 0, 0});
      continue;
    }
    if (outer[i].source_stride != elements) return std::nullopt;
    elements *= left;
    while (left > 1) {
      if (inner.empty()) return std::nullopt;
      const simd::CopyDimension& loop = inner.back();
      const int64_t rest = loop.size / within, size = std::min(rest, left);
      if (rest % size != 0 || left % size != 0) return std::nullopt;
      composed.push_back({size, within * loop.source_stride, 0});
      left /= size;
      within *= size;
      if (within != loop.size) continue;
      inner = inner.first(inner.size() - 1);
      within = 1;
    }
  }
  const bool reads_all = within == 1 && ElementCount(inner) == 1;
  std::ranges::reverse(composed);
  return reads_all ? std::optional(MergedLoops(composed)) : std::nullopt;
}

}  // namespace paddock
