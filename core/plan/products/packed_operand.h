// Right operands of products in loops: those that no iteration changes are packed once, before
// the loop.
#ifndef PADDOCK_CORE_PLAN_PRODUCTS_PACKED_OPERAND_H_
#define PADDOCK_CORE_PLAN_PRODUCTS_PACKED_OPERAND_H_

#include <functional>
#include <optional>

#include "core/ir/operation.h"
#include "core/plan/lowering/draft.h"
#include "simd/gemm/gemm.h"

namespace paddock {

class Lowering;

// Result of Lowering::FindPacked for a product.
struct PackedOperand {
  Leaf source;
  Leaf packed;
  // Plan of the product as expected before the loop.
  simd::GemmPlan plan;
};

// Returns the leaf outside the loop of a loop-invariant value, else nothing.
using InvariantLeaf = std::function<std::optional<Leaf>(const Value& value)>;

// Emits the packing for the products of `body`, which the caller then lowers as a loop's.
void PackInvariantOperands(Lowering& lowering, const Block& body,
                           const InvariantLeaf& invariant_leaf);

// Whether `packed`, which may be null, serves this product, whose rhs is `rhs`.
bool IsServed(const PackedOperand* packed, const simd::GemmPlan& plan, const Leaf& rhs);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PRODUCTS_PACKED_OPERAND_H_
