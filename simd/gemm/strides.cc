#include "simd/gemm/strides.h"

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
  // Runs along the innermost dimension; between two runs, the whole index anew.
  const StridedDimension inner =
      walk.dimensions.empty() ? StridedDimension{1, 0} : walk.dimensions.back();
  for (int64_t done = 0; done < count;) {
    int64_t offset = OffsetAt(walk, begin + done);
    const int64_t run_left = inner.size - (begin + done) % inner.size;
    const int64_t run_end = count - done < run_left ? count : done + run_left;
    for (; done < run_end; ++done, offset += inner.stride) offsets[done] = offset;
  }
}

}  // namespace paddock::simd
