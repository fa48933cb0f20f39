// What dot_general and ragged_dot share.
#ifndef PADDOCK_CORE_CHECK_DOT_RULES_H_
#define PADDOCK_CORE_CHECK_DOT_RULES_H_

#include <array>
#include <cstdint>
#include <vector>

#include "core/check/context.h"

namespace paddock {

// The operation's constraint for dot_general's C1 to C10, at [0] to [9].
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

// Batching dimensions, then what is left of lhs, then of rhs.
std::vector<Dimension> DotShape(const DotDimensions& dims, const TensorType& lhs,
                                const TensorType& rhs);

// At most two entries in precision_config, where it is there; fewer than two against `two` are
// a warning.
bool CheckPrecision(CheckContext& context, Constraint at_most, Constraint two);

// C21 to C24 and the list of algorithms, where the attribute `algorithm` is there.
bool CheckAlgorithm(CheckContext& context);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_DOT_RULES_H_
