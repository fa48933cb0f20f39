// Rules about dimensions and shapes that several families share.
#ifndef PADDOCK_CORE_CHECK_INDEX_RULES_H_
#define PADDOCK_CORE_CHECK_INDEX_RULES_H_

#include <cstdint>
#include <span>

#include "core/check/context.h"

namespace paddock {

// Reports `rule` unless 0 <= values < limit.
bool CheckInRange(CheckContext& context, Constraint rule, At at, std::span<const int64_t> values,
                  uint64_t limit);
bool CheckUnique(CheckContext& context, Constraint rule, At at, std::span<const int64_t> values);
bool CheckSorted(CheckContext& context, Constraint rule, At at, std::span<const int64_t> values);

// Returns the size of a concatenation. A static size counts as its bound.
Dimension Sum(Dimension a, Dimension b);

// Requires that result `i` is static, or has exactly one unknown size, which is bounded.
bool CheckStaticOrOneBounded(CheckContext& context, size_t i);

// Returns whether scales and zero points are equal.
bool SameParameters(Type a, Type b);

struct BroadcastRules {
  const ConstraintInfo& element;    // C1
  const ConstraintInfo& count;      // C2
  const ConstraintInfo& range;      // C3
  const ConstraintInfo& unique;     // C4
  const ConstraintInfo& quantized;  // C6
};

// Checks the rules that broadcast_in_dim and dynamic_broadcast_in_dim share, without sizes.
bool CheckBroadcastDimensions(CheckContext& context, const TensorType& operand,
                              const TensorType& result, std::span<const int64_t> dimensions,
                              const BroadcastRules& rules);

struct ReshapeRules {
  const ConstraintInfo& element;    // C1
  const ConstraintInfo& count;      // C2
  const ConstraintInfo& quantized;  // C3
};

// Checks the rules that reshape and dynamic_reshape share.
bool CheckReshaped(CheckContext& context, const TensorType& operand, const TensorType& result,
                   const ReshapeRules& rules);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_INDEX_RULES_H_
