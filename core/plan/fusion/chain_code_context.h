// Facts about the steps around one, for its machine code.
#ifndef PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_CONTEXT_H_
#define PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_CONTEXT_H_

#include <cstddef>
#include <span>

#include "simd/elementwise/chain.h"

namespace paddock::chain_code {

struct StepContext {
  // Only a store of as many low bits reads the result of a conversion.
  bool is_truncated = false;
  // The accumulator was an integer.
  bool is_of_integer = false;
  // The integer has 8 bits.
  bool is_of_byte = false;
};

StepContext ContextOf(std::span<const simd::ChainStep> steps, size_t i);

// Returns whether the step behind does what step `i` does, too, and nothing else reads its result.
bool IsUnneeded(std::span<const simd::ChainStep> steps, size_t i, bool keeps_signals);

}  // namespace paddock::chain_code

#endif  // PADDOCK_CORE_PLAN_FUSION_CHAIN_CODE_CONTEXT_H_
