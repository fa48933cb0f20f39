// Packs loop-invariant right operands of products once, before the loop.
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
  // Expected plan of the product.
  simd::GemmPlan plan;
};

// Returns the leaf of a loop-invariant value outside the loop; nothing for any other value.
using InvariantLeaf = std::function<std::optional<Leaf>(const Value& value)>;

// Emits the packing for the products of `body`, which the caller then lowers as the body of a loop.
void PackInvariantOperands(Lowering& lowering, const Block& body,
                           const InvariantLeaf& invariant_leaf);

// Returns whether `packed`, which may be null, matches this product with this `rhs`.
bool IsServed(const PackedOperand* packed, const simd::GemmPlan& plan, const Leaf& rhs);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_PRODUCTS_PACKED_OPERAND_H_
