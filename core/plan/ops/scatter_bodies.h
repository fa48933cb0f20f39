// The attributes and the body of a scatter that is composed of other operations.
#ifndef PADDOCK_CORE_PLAN_OPS_SCATTER_BODIES_H_
#define PADDOCK_CORE_PLAN_OPS_SCATTER_BODIES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "core/ir/operation.h"
#include "core/plan/lowering/composition.h"
#include "core/types/element_type.h"

namespace paddock {

struct ScatterNumbers {
  explicit ScatterNumbers(const Operation& operation);

  // Returns the sizes of the only window by dimension of the operand, if all dimensions of
  // `updates` are of the window.
  std::vector<int64_t> WindowSizes(size_t rank, std::span<const int64_t> updates) const;

  std::vector<int64_t> window, inserted, batching, map;
  int64_t vector_dimension;
};

// Whether the body computes a scalar of `type` from two of that type, by element-wise operations.
bool IsScalarBody(const Block& body, ElementType type);

// Whether the body replaces elements, or has a kernel.
bool HasScatterKernel(const Block& body, ElementType type);

// Adds the operations of such a body on arguments of `shape`, and returns their result.
Value* ApplyBody(Composition& made, const Block& body, std::span<Value* const> arguments,
                 std::span<const int64_t> shape);

// Adds a scatter's region that applies such a body to two scalars of `type`; null: that replaces
// the first one.
Region* ScatterRegion(Composition& made, const Block* body, ElementType type);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_OPS_SCATTER_BODIES_H_
