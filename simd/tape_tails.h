// Whether a tape's instruction ends in a jump to the next one. Requires a compiler that guarantees
// tail calls. Elsewhere nothing stays in registers between instructions.
#ifndef PADDOCK_SIMD_TAPE_TAILS_H_
#define PADDOCK_SIMD_TAPE_TAILS_H_

#if defined(__clang__) && (defined(__x86_64__) || defined(__aarch64__))
#define PADDOCK_TAPE_TAILS 1
#else
#define PADDOCK_TAPE_TAILS 0
#endif

namespace paddock::simd {

inline constexpr bool kHasTapeTails = PADDOCK_TAPE_TAILS != 0;

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_TAPE_TAILS_H_
