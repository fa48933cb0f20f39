// The compiled SIMD target that this machine runs.
#ifndef PADDOCK_SIMD_TARGET_H_
#define PADDOCK_SIMD_TARGET_H_

#include <string_view>

namespace paddock::simd {

// Returns Highway's name of the target: "AVX3", "AVX2", "SSE4", "NEON", "WASM".
std::string_view TargetName();

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_TARGET_H_
