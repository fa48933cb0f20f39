// Which of the compiled SIMD targets this machine runs.
#ifndef PADDOCK_SIMD_TARGET_H_
#define PADDOCK_SIMD_TARGET_H_

#include <string_view>

namespace paddock::simd {

// Highway's name of it: "AVX3", "AVX2", "SSE4", "NEON", "WASM".
std::string_view TargetName();

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_TARGET_H_
