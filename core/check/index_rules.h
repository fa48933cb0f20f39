// Rules about dimensions and shapes that several families share.
#ifndef PADDOCK_CORE_CHECK_INDEX_RULES_H_
#define PADDOCK_CORE_CHECK_INDEX_RULES_H_

#include <cstdint>
#include <span>

#include "core/check/context.h"

namespace paddock {

// The named rule is broken unless 0 <= values < limit.
bool CheckInRange(CheckContext& context, Constraint rule, At at, std::span<const int64_t> values,
                  uint64_t limit);
bool CheckUnique(CheckContext& context, Constraint rule, At at, std::span<const int64_t> values);
bool CheckSorted(CheckContext& context, Constraint rule, At at, std::span<const int64_t> values);

// The size of one after the other; a static size counts as its bound.
Dimension Sum(Dimension a, Dimension b);

// Result `i` is static, or has exactly one unknown size and that one is bounded.
bool CheckStaticOrOneBounded(CheckContext& context, size_t i);

// Equal scales and zero points.
bool SameParameters(Type a, Type b);

struct BroadcastRules {
  const ConstraintInfo& element;    // C1
  const ConstraintInfo& count;      // C2
  const ConstraintInfo& range;      // C3
  const ConstraintInfo& unique;     // C4
  const ConstraintInfo& quantized;  // C6
};

// What broadcast_in_dim and dynamic_broadcast_in_dim ask, sizes apart.
bool CheckBroadcastDimensions(CheckContext& context, const TensorType& operand,
                              const TensorType& result, std::span<const int64_t> dimensions,
                              const BroadcastRules& rules);

struct ReshapeRules {
  const ConstraintInfo& element;    // C1
  const ConstraintInfo& count;      // C2
  const ConstraintInfo& quantized;  // C3
};

// What reshape and dynamic_reshape ask.
bool CheckReshaped(CheckContext& context, const TensorType& operand, const TensorType& result,
                   const ReshapeRules& rules);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_INDEX_RULES_H_
