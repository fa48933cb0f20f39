// Reductions of a transpose's result that reduce its operand instead, without writing the result:
// x.T.sum(1) is x.sum(0).
#ifndef PADDOCK_CORE_PLAN_LOWERING_TRANSPOSED_REDUCTION_H_
#define PADDOCK_CORE_PLAN_LOWERING_TRANSPOSED_REDUCTION_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/ir/operation.h"

namespace paddock {

// Returns whether the operation reduces one tensor, the result of a transpose, by a body of one
// operation on its element type, and meets the elements of each total in the order in which the
// transpose's operand has them.
bool ReducesTransposed(const Operation& operation);

// A reduction of a tensor in memory.
struct SourceReduction {
  std::vector<int64_t> shape;
  // Reduced dimensions, in ascending order.
  std::vector<int64_t> dimensions;
  // The kept dimensions of the source, in the order of the result.
  std::vector<int64_t> kept;
};
// Returns the reduction of the whole source of a view with these strides; nothing if the source has
// other elements, too, or another order within a total.
std::optional<SourceReduction> FindSourceReduction(std::span<const int64_t> shape,
                                                   std::span<const int64_t> strides,
                                                   std::span<const int64_t> dimensions);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_LOWERING_TRANSPOSED_REDUCTION_H_
