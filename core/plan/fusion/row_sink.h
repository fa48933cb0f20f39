// Reductions of rows in the machine code that computes their elements: one register, or two with
// AVX2, has all lanes of a row's total (docs/numerics.md, "Reductions").
#ifndef PADDOCK_CORE_PLAN_FUSION_ROW_SINK_H_
#define PADDOCK_CORE_PLAN_FUSION_ROW_SINK_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/native/assembler.h"
#include "simd/reduce/monoid.h"

namespace paddock::chain_code {

// An instruction that combines lanes of 4 bytes, and the bits of a lane that leave others as they
// are.
struct RowSink {
  VexOp op;
  uint32_t identity = 0;
  enum class Extreme : uint8_t { kNone, kMinimum, kMaximum };
  // An extreme of floats. AVX-512 has an instruction with the order of zeros, which prefers numbers
  // to NaN: the first NaN of each lane is kept beside the total.
  Extreme extreme = Extreme::kNone;
};

// The NaNs of one total are kept, with AVX-512.
inline constexpr size_t kMostExtremeSinks = 1;

// Returns nothing if there is no code with the kernels' bits.
std::optional<RowSink> FindRowSink(const simd::MonoidKernels& kernels);

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_ROW_SINK_H_
