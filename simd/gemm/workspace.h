// Sizes of blocks, and the places of a workspace's parts.
#ifndef PADDOCK_SIMD_GEMM_WORKSPACE_H_
#define PADDOCK_SIMD_GEMM_WORKSPACE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "simd/chunks.h"
#include "simd/gemm/gemm.h"

namespace paddock::simd {

inline int64_t RoundUp(int64_t a, int64_t b) { return CeilDivide(a, b) * b; }

// The smallest multiple of `unit` that cuts `size` into as few parts of at most `most` as
// can be, so that the last part is not a sliver.
inline int64_t EvenPart(int64_t size, int64_t most, int64_t unit) {
  const int64_t parts = std::max<int64_t>(CeilDivide(size, most), 1);
  return std::max(RoundUp(CeilDivide(size, parts), unit), unit);
}

// A workspace's parts, each from an aligned offset.
class WorkspaceLayout {
 public:
  size_t Take(int64_t count, size_t bytes) {
    const size_t offset = bytes_;
    bytes_ += static_cast<size_t>(
        RoundUp(count * static_cast<int64_t>(bytes), int64_t{kGemmWorkspaceAlignment}));
    return offset;
  }
  size_t bytes() const { return bytes_; }

 private:
  size_t bytes_ = 0;
};

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_GEMM_WORKSPACE_H_
