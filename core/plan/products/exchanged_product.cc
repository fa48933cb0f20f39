#include "core/plan/products/exchanged_product.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/ir/attribute_values.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/products/contraction.h"
#include "core/plan/products/gemm_step.h"
#include "core/plan/products/transposed_result.h"
#include "simd/gemm/sparse.h"

namespace paddock {
namespace {

// Returns whether the value is a selection, perhaps the result of a function that makes it: weights
// are, where they are 0 outside of a range.
bool IsSelection(const Module& module, const Value& value) {
  const Operation* operation = value.operation;
  if (operation == nullptr) return false;
  if (!operation->is(OpKind::kFuncCall)) return operation->is(OpKind::kStablehloSelect);
  const Operation* function = module.FindSymbol(TextOf(*operation, "callee"));
  const Block* body = function == nullptr ? nullptr : FunctionBody(*function);
  if (body == nullptr || body->last == nullptr || body->last->operands.size() != 1) return false;
  const Operation* last = body->last->operands[0]->operation;
  return last != nullptr && last->is(OpKind::kStablehloSelect);
}

// Returns the product with exchanged operands whose result is the transposed one, in row-major
// order. Batching dimensions and some of lhs are its batch, then come all of rhs, then the others
// of lhs. Nothing for another order.
std::optional<simd::GemmProblem> Exchanged(const simd::GemmProblem& problem,
                                           std::span<const int64_t> permutation) {
  const size_t batch = problem.batch.size(), rows = problem.m.size();
  simd::GemmProblem exchanged = problem;
  std::swap(exchanged.lhs_type, exchanged.rhs_type);
  for (simd::GemmDimension& one : exchanged.k) std::swap(one.lhs_stride, one.rhs_stride);
  exchanged.batch.clear();
  exchanged.m.clear();
  exchanged.n.clear();
  for (const int64_t from : permutation) {
    const auto i = static_cast<size_t>(from);
    const bool is_of_rhs = i >= batch + rows;
    simd::GemmDimension one = i < batch   ? problem.batch[i]
                              : is_of_rhs ? problem.n[i - batch - rows]
                                          : problem.m[i - batch];
    if (one.size == 1) continue;
    std::swap(one.lhs_stride, one.rhs_stride);
    if (is_of_rhs) {
      if (!exchanged.n.empty()) return std::nullopt;
      exchanged.m.push_back(one);
    } else if (exchanged.m.empty()) {
      exchanged.batch.push_back(one);
    } else {
      if (i < batch) return std::nullopt;
      exchanged.n.push_back(one);
    }
  }
  // Fewer columns do not fill vectors, so that a transpose takes less time.
  constexpr int64_t kFewestColumns = 8;
  int64_t columns = 1;
  for (const simd::GemmDimension& one : exchanged.n) columns *= one.size;
  if (columns < kFewestColumns) return std::nullopt;
  return exchanged;
}

}  // namespace

bool EmitExchangedProduct(Lowering& lowering, const Operation& operation) {
  const Operation* const transpose = FindTranspose(lowering, operation);
  if (transpose == nullptr || !IsSelection(lowering.module(), *operation.operands[1])) return false;
  const Leaf lhs = lowering.Dense(lowering.Operand(operation, 0));
  const Leaf rhs = lowering.Dense(lowering.Operand(operation, 1));
  const Value& result = *operation.results[0];
  const ElementType type = *result.type.element_type();
  if (!simd::AccumulationFor(lhs.type, rhs.type, type)) return false;
  const simd::GemmProblem problem = DotProblemOf(operation, lhs, rhs, type, lowering.numerics());
  const std::vector<int64_t> permutation = IntegersOf(*transpose, "permutation");
  const std::span<const int64_t> shape = lowering.TypeOf(result).shape();
  if (shape.size() != problem.batch.size() + problem.m.size() + problem.n.size()) return false;
  const auto exchanged = Exchanged(problem, permutation);
  const auto plan = exchanged ? simd::PlanGemm(*exchanged) : std::nullopt;
  if (!plan || simd::SparseMemoryOf(simd::Undivided(*plan)).lists == 0) return false;
  std::vector<int64_t> sizes;
  for (const int64_t from : permutation) sizes.push_back(shape[static_cast<size_t>(from)]);
  const Leaf transposed =
      lowering.NewLeaf(type, lowering.arena().CopyArray(std::span<const int64_t>(sizes)));
  if (!EmitGemmStep(lowering, operation, *exchanged, rhs, lhs, transposed)) return false;
  BindTransposed(lowering, operation, permutation, transposed);
  return true;
}

}  // namespace paddock
