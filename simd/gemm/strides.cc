#include "simd/gemm/strides.h"

#include <algorithm>

namespace paddock::simd {

StridedWalk MakeStridedWalk(const std::vector<StridedDimension>& dimensions) {
  StridedWalk walk;
  for (const StridedDimension& dimension : dimensions) {
    walk.count *= dimension.size;
    if (dimension.size == 1) continue;
    if (!walk.dimensions.empty() &&
        walk.dimensions.back().stride == dimension.size * dimension.stride) {
      walk.dimensions.back() = {walk.dimensions.back().size * dimension.size, dimension.stride};
    } else {
      walk.dimensions.push_back(dimension);
    }
  }
  return walk;
}

int64_t ReachOf(const StridedWalk& walk) {
  int64_t reach = 0;
  for (const StridedDimension& dimension : walk.dimensions) {
    reach += std::max<int64_t>(dimension.stride, 0) * (dimension.size - 1);
  }
  return reach;
}

int64_t OffsetAt(const StridedWalk& walk, int64_t index) {
  int64_t offset = 0;
  for (auto dimension = walk.dimensions.rbegin(); dimension != walk.dimensions.rend();
       ++dimension) {
    offset += index % dimension->size * dimension->stride;
    index /= dimension->size;
  }
  return offset;
}

void FillOffsets(const StridedWalk& walk, int64_t begin, int64_t count, int64_t* offsets) {
  // Runs along the innermost dimension, one for each index of the next one. Where that ends, the
  // whole index anew: divisions take longer than a short run.
  const size_t rank = walk.dimensions.size();
  const StridedDimension inner = rank < 1 ? StridedDimension{1, 0} : walk.dimensions[rank - 1];
  const StridedDimension middle = rank < 2 ? StridedDimension{1, 0} : walk.dimensions[rank - 2];
  for (int64_t done = 0; done < count;) {
    const int64_t index = begin + done;
    int64_t in_run = index % inner.size;
    int64_t first = OffsetAt(walk, index) - in_run * inner.stride;
    for (int64_t run = index / inner.size % middle.size; run < middle.size && done < count; ++run) {
      const int64_t run_end = std::min(count, done + inner.size - in_run);
      int64_t offset = first + in_run * inner.stride;
      for (; done < run_end; ++done, offset += inner.stride) offsets[done] = offset;
      first += middle.stride;
      in_run = 0;
    }
  }
}

}  // namespace paddock::simd
