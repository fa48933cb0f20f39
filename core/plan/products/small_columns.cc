#include "core/plan/products/small_columns.h"

#ifndef __wasm__

#include <numeric>
#include <utility>
#include <vector>

#include "core/plan/lowering/composition.h"
#include "core/plan/lowering/dot_dimensions.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/products/contraction.h"
#include "core/plan/products/transposed_result.h"

namespace paddock {
namespace {

// Multiply-adds of each element of rhs. With fewer, a transposition takes longer than it saves.
constexpr int64_t kFewestUses = 64;

// Returns whether rhs has batching dimensions, then rows, then the contracting dimension.
bool HasColumns(const DotDimensions& dimensions, size_t rank) {
  const std::vector<int64_t>& batching = dimensions.rhs_batching;
  if (rank != batching.size() + 2 || dimensions.rhs_contracting.size() != 1) return false;
  for (size_t i = 0; i < batching.size(); ++i) {
    if (batching[i] != static_cast<int64_t>(i)) return false;
  }
  return dimensions.rhs_contracting[0] == static_cast<int64_t>(rank) - 1;
}

}  // namespace

bool HasSmallColumns(Lowering& lowering, const Operation& operation) {
  if (lowering.level() != Level::kFast) return false;
  const Type lhs_type = lowering.TypeOf(*operation.operands[0]);
  const Type rhs_type = lowering.TypeOf(*operation.operands[1]);
  if (!lhs_type.element_type()) return false;
  const DotDimensions dimensions = DotDimensionsOf(operation, lhs_type.shape().size());
  const size_t rank = rhs_type.shape().size();
  if (!HasColumns(dimensions, rank) || lowering.FindPacked(operation) != nullptr) return false;
  // Its operands may be exchanged, and its result written transposed.
  if (rank > 2 && FindTranspose(lowering, operation) != nullptr) return false;
  const Leaf lhs = lowering.Operand(operation, 0), rhs = lowering.Operand(operation, 1);
  const int64_t columns = rhs.shape[rank - 2];
  if (columns == 0 || lhs.count < kFewestUses * (rhs.count / columns)) return false;
  const ElementType type = *operation.results[0]->type.element_type();
  if (!simd::AccumulationFor(lhs.type, rhs.type, type)) return false;
  simd::GemmProblem problem = DotProblemOf(operation, lhs, rhs, type, lowering.numerics());
  const simd::GemmPath path = simd::PlanGemm(problem)->path;
  const bool is_tiny = path == simd::GemmPath::kTiny;
  if (simd::HasNoBlocks(path) && !is_tiny) return false;
  problem.n[0].rhs_stride = 1;
  problem.k[0].rhs_stride = columns;
  const auto plan = simd::PlanGemm(problem);
  return is_tiny ? plan->path == simd::GemmPath::kSmall : IsOfSmall(*plan);
}

Result<void> LowerWithRowsOfRhs(Lowering& lowering, const Operation& operation) {
  Composition made(lowering, operation);
  const DotDimensions dimensions = DotDimensionsOf(operation, made.operand(0)->type.shape().size());
  std::vector<int64_t> exchanged(made.operand(1)->type.shape().size());
  std::iota(exchanged.begin(), exchanged.end(), int64_t{0});
  std::swap(exchanged.back(), exchanged[exchanged.size() - 2]);
  const int64_t first[] = {exchanged.back()};
  const NamedAttribute fields[] = {
      made.Integers("lhs_batching_dimensions", dimensions.lhs_batching),
      made.Integers("rhs_batching_dimensions", dimensions.rhs_batching),
      made.Integers("lhs_contracting_dimensions", dimensions.lhs_contracting),
      made.Integers("rhs_contracting_dimensions", first)};
  return made.Give({made.Add(
      OpKind::kStablehloDotGeneral, {made.operand(0), made.Transpose(made.operand(1), exchanged)},
      made.result_type(0), {made.Struct("dot_dimension_numbers", "dot", fields)})});
}

}  // namespace paddock

#endif  // __wasm__
