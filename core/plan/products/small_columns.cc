#include "core/plan/products/small_columns.h"

#ifndef __wasm__

#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/dot_dimensions.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/products/contraction.h"

namespace paddock {
namespace {

// Multiply-adds of each element of rhs. With fewer, a transposition takes longer than it saves.
constexpr int64_t kFewestUses = 64;

}  // namespace

bool HasSmallColumns(Lowering& lowering, const Operation& operation) {
  if (lowering.level() != Level::kFast) return false;
  const Type lhs_type = lowering.TypeOf(*operation.operands[0]);
  const Type rhs_type = lowering.TypeOf(*operation.operands[1]);
  if (!lhs_type.element_type() || rhs_type.shape().size() != 2) return false;
  const DotDimensions dimensions = DotDimensionsOf(operation, lhs_type.shape().size());
  if (!dimensions.rhs_batching.empty() || dimensions.rhs_contracting.size() != 1 ||
      dimensions.rhs_contracting[0] != 1 || lowering.FindPacked(operation) != nullptr) {
    return false;
  }
  const Leaf lhs = lowering.Operand(operation, 0), rhs = lowering.Operand(operation, 1);
  if (lhs.count < kFewestUses * rhs.shape[1]) return false;
  const ElementType type = *operation.results[0]->type.element_type();
  if (!simd::AccumulationFor(lhs.type, rhs.type, type)) return false;
  simd::GemmProblem problem = DotProblemOf(operation, lhs, rhs, type, lowering.numerics());
  if (simd::HasNoBlocks(simd::PlanGemm(problem)->path)) return false;
  problem.n[0].rhs_stride = 1;
  problem.k[0].rhs_stride = rhs.shape[0];
  const auto plan = simd::PlanGemm(problem);
  return IsOfSmall(*plan);
}

Result<void> LowerWithRowsOfRhs(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  const DotDimensions dimensions = DotDimensionsOf(operation, made.operand(0)->type.shape().size());
  const int64_t exchanged[] = {1, 0}, first[] = {0};
  const NamedAttribute fields[] = {
      made.Integers("lhs_batching_dimensions", {}), made.Integers("rhs_batching_dimensions", {}),
      made.Integers("lhs_contracting_dimensions", dimensions.lhs_contracting),
      made.Integers("rhs_contracting_dimensions", first)};
  return made.Give({made.Add(
      OpKind::kStablehloDotGeneral, {made.operand(0), made.Transpose(made.operand(1), exchanged)},
      made.result_type(0), {made.Struct("dot_dimension_numbers", "dot", fields)})});
}

}  // namespace paddock

#endif  // __wasm__
