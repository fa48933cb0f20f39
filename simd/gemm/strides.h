// A list of dimensions that is walked as one index: a group of an operand's dimensions as a matrix
// multiplication uses it.
#ifndef PADDOCK_SIMD_GEMM_STRIDES_H_
#define PADDOCK_SIMD_GEMM_STRIDES_H_

#include <cstdint>
#include <optional>
#include <vector>

namespace paddock::simd {

struct StridedDimension {
  int64_t size = 0;
  int64_t stride = 0;
};

// Dimensions, outermost first. None has size 1, and no two neighbours could be merged.
struct StridedWalk {
  int64_t count = 1;
  std::vector<StridedDimension> dimensions;
};

// Merges and drops dimensions where the offsets stay the same.
StridedWalk MakeStridedWalk(const std::vector<StridedDimension>& dimensions);

// Offsets are 0, 1, 2, ...
inline bool IsContiguous(const StridedWalk& walk) {
  return walk.dimensions.empty() || (walk.dimensions.size() == 1 && walk.dimensions[0].stride == 1);
}

// Returns the distance of neighbours; nothing if there are several.
inline std::optional<int64_t> StrideOf(const StridedWalk& walk) {
  if (walk.dimensions.empty()) return 0;
  if (walk.dimensions.size() > 1) return std::nullopt;
  return walk.dimensions[0].stride;
}

// Returns the greatest offset.
int64_t ReachOf(const StridedWalk& walk);

// The offset of element `index` of the walk, in elements.
int64_t OffsetAt(const StridedWalk& walk, int64_t index);

// Offsets of elements begin .. begin + count.
void FillOffsets(const StridedWalk& walk, int64_t begin, int64_t count, int64_t* offsets);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_STRIDES_H_
