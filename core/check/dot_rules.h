// Rules that dot_general and ragged_dot share.
#ifndef PADDOCK_CORE_CHECK_DOT_RULES_H_
#define PADDOCK_CORE_CHECK_DOT_RULES_H_

#include <array>
#include <cstdint>
#include <vector>

#include "core/check/context.h"

namespace paddock {

// Constraints of the operation for dot_general's C1 to C10, at [0] to [9].
using DotRules = std::array<Constraint, 10>;

struct DotDimensions {
  explicit DotDimensions(const Attribute& numbers);

  std::vector<int64_t> lhs_batching;
  std::vector<int64_t> rhs_batching;
  std::vector<int64_t> lhs_contracting;
  std::vector<int64_t> rhs_contracting;
};

bool CheckDotDimensions(CheckContext& context, std::string_view attribute,
                        const DotDimensions& dims, const TensorType& lhs, const TensorType& rhs,
                        const DotRules& rules);

// Returns the batching dimensions, then the rest of lhs, then of rhs.
std::vector<Dimension> DotShape(const DotDimensions& dims, const TensorType& lhs,
                                const TensorType& rhs);

// Requires at most two entries in precision_config if it is present. Fewer than two violate `two`,
// which is a warning.
bool CheckPrecision(CheckContext& context, Constraint at_most, Constraint two);

// Checks C21 to C24 and the list of algorithms if the attribute `algorithm` is present.
bool CheckAlgorithm(CheckContext& context);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_DOT_RULES_H_
