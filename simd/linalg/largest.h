// The largest of some numbers of f32.
#ifndef PADDOCK_SIMD_LINALG_LARGEST_H_
#define PADDOCK_SIMD_LINALG_LARGEST_H_

#include <cstdint>

namespace paddock::simd {

// Returns the first position of the largest magnitude among `count` numbers, at least one. NaN is
// ignored, except in the first place, where it is the largest. Not in WebAssembly.
int64_t FindLargest(const float* numbers, int64_t count);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_LINALG_LARGEST_H_
