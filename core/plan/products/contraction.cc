// Lowering of dot_general and dot: a batched matrix multiplication that reads its operands through
// strides, without transposing them.
#include "core/plan/products/contraction.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/contains.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/dot_dimensions.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/products/dot_algorithm.h"
#include "core/plan/products/gemm_step.h"
#include "core/plan/products/outer_product.h"
#include "core/plan/products/small_columns.h"
#include "core/plan/products/transposed_result.h"

namespace paddock {
namespace {

// An operand as a product reads it.
struct ProductOperand {
  ElementType type = ElementType::kF32;
  std::span<const int64_t> shape;
  // In elements, by dimension.
  std::vector<int64_t> strides;
};

std::vector<simd::GemmDimension> Paired(const ProductOperand& lhs, const ProductOperand& rhs,
                                        const std::vector<int64_t>& lhs_dimensions,
                                        const std::vector<int64_t>& rhs_dimensions) {
  std::vector<simd::GemmDimension> result;
  for (size_t i = 0; i < lhs_dimensions.size(); ++i) {
    const auto l = static_cast<size_t>(lhs_dimensions[i]);
    const auto r = static_cast<size_t>(rhs_dimensions[i]);
    result.push_back({lhs.shape[l], lhs.strides[l], rhs.strides[r]});
  }
  return result;
}

simd::GemmProblem ProblemOf(const ProductOperand& lhs, const ProductOperand& rhs,
                            ElementType result, const DotDimensions& dimensions,
                            simd::Numerics numerics) {
  simd::GemmProblem problem;
  problem.lhs_type = lhs.type;
  problem.rhs_type = rhs.type;
  problem.result_type = result;
  problem.numerics = numerics;
  problem.batch = Paired(lhs, rhs, dimensions.lhs_batching, dimensions.rhs_batching);
  problem.k = Paired(lhs, rhs, dimensions.lhs_contracting, dimensions.rhs_contracting);
  for (size_t i = 0; i < lhs.shape.size(); ++i) {
    if (Contains(dimensions.lhs_batching, i) || Contains(dimensions.lhs_contracting, i)) continue;
    problem.m.push_back({lhs.shape[i], lhs.strides[i], 0});
  }
  for (size_t i = 0; i < rhs.shape.size(); ++i) {
    if (Contains(dimensions.rhs_batching, i) || Contains(dimensions.rhs_contracting, i)) continue;
    problem.n.push_back({rhs.shape[i], 0, rhs.strides[i]});
  }
  return problem;
}

ProductOperand InOrder(const Leaf& leaf) { return {leaf.type, leaf.shape, OperandStrides(leaf)}; }

// Returns whether consecutive elements in memory follow each other along the last dimension of
// the contracting ones, or of the result's.
bool HasRuns(const ProductOperand& operand, const std::vector<int64_t>& batching,
             const std::vector<int64_t>& contracting) {
  int64_t last_contracting = 0, last_other = 0;
  for (int64_t dimension : contracting) {
    const auto i = static_cast<size_t>(dimension);
    if (operand.shape[i] != 1) last_contracting = operand.strides[i];
  }
  for (size_t i = 0; i < operand.shape.size(); ++i) {
    const bool is_other = !Contains(batching, i) && !Contains(contracting, i);
    if (is_other && operand.shape[i] != 1) last_other = operand.strides[i];
  }
  return std::ranges::none_of(operand.strides, [](int64_t stride) { return stride < 0; }) &&
         (last_contracting == 1 || last_other == 1);
}

// A product that reads operands where the source of a deferred movement has them.
struct ProductInPlace {
  std::optional<StridedView> lhs, rhs;
  simd::GemmProblem problem;
};

// Returns nothing if no operand is deferred, or if a product of small matrices gains more from
// operands in order.
std::optional<ProductInPlace> FindInPlace(Lowering& lowering, const Operation& operation,
                                          ElementType result) {
  const Leaf lhs_leaf = lowering.Operand(operation, 0), rhs_leaf = lowering.Operand(operation, 1);
  const DotDimensions dimensions = DotDimensionsOf(operation, lhs_leaf.shape.size());
  const ProductOperand lhs_in_order = InOrder(lhs_leaf), rhs_in_order = InOrder(rhs_leaf);
  ProductOperand lhs = lhs_in_order, rhs = rhs_in_order;
  ProductInPlace found;
  const auto find = [&](const Leaf& leaf, ProductOperand& operand,
                        const std::vector<int64_t>& batching,
                        const std::vector<int64_t>& contracting) -> std::optional<StridedView> {
    auto view = lowering.elementwise().FindView(leaf);
    if (!view) return std::nullopt;
    ProductOperand moved{operand.type, operand.shape, view->strides};
    if (!HasRuns(moved, batching, contracting)) return std::nullopt;
    operand = std::move(moved);
    return view;
  };
  found.lhs = find(lhs_leaf, lhs, dimensions.lhs_batching, dimensions.lhs_contracting);
  found.rhs = find(rhs_leaf, rhs, dimensions.rhs_batching, dimensions.rhs_contracting);
  if (!found.lhs && !found.rhs) return std::nullopt;
  const auto in_order = simd::PlanGemm(
      ProblemOf(lhs_in_order, rhs_in_order, result, dimensions, lowering.numerics()));
  if (!in_order || lowering.FindPacked(operation) != nullptr) return std::nullopt;
  found.problem = ProblemOf(lhs, rhs, result, dimensions, lowering.numerics());
  const auto in_place = simd::PlanGemm(found.problem);
  if (in_place->path != in_order->path && (IsOfSmall(*in_place) || IsOfSmall(*in_order))) {
    return std::nullopt;
  }
  return found;
}

bool EmitInPlace(Lowering& lowering, const Operation& operation) {
  const Value& result = *operation.results[0];
  if (lowering.level() != Level::kFast) return false;
  const auto found = FindInPlace(lowering, operation, *result.type.element_type());
  if (!found) return false;
  // Both first: to compute one operand may write out the movement that the other one views.
  const auto take = [&](size_t index, const std::optional<StridedView>& view) {
    const Leaf leaf = lowering.Operand(operation, index);
    return view ? lowering.elementwise().TakeSource(leaf) : leaf;
  };
  Leaf lhs = take(0, found->lhs), rhs = take(1, found->rhs);
  lhs = lowering.InMemory(lhs);
  rhs = lowering.InMemory(rhs);
  const GemmOffsets offsets{found->lhs ? found->lhs->offset : 0,
                            found->rhs ? found->rhs->offset : 0};
  if (EmitTransposedGemm(lowering, operation, found->problem, lhs, rhs, offsets)) return true;
  return EmitGemmStep(lowering, operation, found->problem, lhs, rhs, lowering.Define(result),
                      offsets);
}

// Emits a product whose result is only transposed.
bool EmitTransposed(Lowering& lowering, const Operation& operation) {
  if (FindTranspose(lowering, operation) == nullptr) return false;
  const Leaf lhs = lowering.InMemory(lowering.Operand(operation, 0));
  const Leaf rhs = lowering.InMemory(lowering.Operand(operation, 1));
  const ElementType type = *operation.results[0]->type.element_type();
  if (!simd::AccumulationFor(lhs.type, rhs.type, type)) return false;
  const simd::GemmProblem problem = DotProblemOf(operation, lhs, rhs, type, lowering.numerics());
  return EmitTransposedGemm(lowering, operation, problem, lhs, rhs, {});
}

// Returns the type to which operands are converted before a product of small matrices that kernels
// read in place; nothing if they need no conversion, or would be packed all the same.
std::optional<ElementType> WiderForSmall(Lowering& lowering, const Operation& operation) {
  // WebAssembly leaves it out, for size.
  if (kHasChainModules || lowering.level() != Level::kFast) return std::nullopt;
  const Leaf lhs = lowering.Operand(operation, 0), rhs = lowering.Operand(operation, 1);
  const ElementType type = *operation.results[0]->type.element_type();
  const auto accumulation = simd::AccumulationFor(lhs.type, rhs.type, type);
  const auto wider = accumulation == simd::GemmAccumulation::kF32   ? ElementType::kF32
                     : accumulation == simd::GemmAccumulation::kU32 ? ElementType::kI32
                                                                    : type;
  const auto is_narrow = [&](ElementType one) { return BitWidth(one) == 8 || BitWidth(one) == 16; };
  if (wider == type || !is_narrow(lhs.type) || !is_narrow(rhs.type) || !is_narrow(type)) {
    return std::nullopt;
  }
  simd::GemmProblem problem = DotProblemOf(operation, lhs, rhs, type, lowering.numerics());
  const auto plan = simd::PlanGemm(problem);
  problem.lhs_type = problem.rhs_type = problem.result_type = wider;
  const auto wide = simd::PlanGemm(problem);
  return !simd::HasNoBlocks(plan->path) && simd::HasNoBlocks(wide->path) ? std::optional(wider)
                                                                         : std::nullopt;
}

Result<void> EmitGemm(Lowering& lowering, const Operation& operation) {
  const auto emit = [&](const Leaf& lhs, const Leaf& rhs, const Leaf& result) {
    const simd::GemmProblem problem =
        DotProblemOf(operation, lhs, rhs, result.type, lowering.numerics());
    return EmitGemmStep(lowering, operation, problem, lhs, rhs, result);
  };
  if (const auto wider = WiderForSmall(lowering, operation)) {
    return EmitConvertedProduct(lowering, operation, *wider, emit);
  }
  if (EmitInPlace(lowering, operation) || EmitTransposed(lowering, operation)) return {};
  return EmitInKernelTypes(lowering, operation, emit);
}

}  // namespace

simd::GemmProblem DotProblemOf(const Operation& operation, const Leaf& lhs, const Leaf& rhs,
                               ElementType result, simd::Numerics numerics) {
  return ProblemOf(InOrder(lhs), InOrder(rhs), result, DotDimensionsOf(operation, lhs.shape.size()),
                   numerics);
}

Result<void> LowerDotGeneral(Lowering& lowering, const Operation& operation) {
  if (operation.Find("algorithm") != nullptr) return LowerDotAlgorithm(lowering, operation);
  // WebAssembly leaves this out, for size.
  if constexpr (!kHasChainModules) {
    if (HasSmallColumns(lowering, operation)) return LowerWithRowsOfRhs(lowering, operation);
  }
  if (IsOuterProduct(lowering, operation)) return LowerOuterProduct(lowering, operation);
  return EmitGemm(lowering, operation);
}

Result<void> LowerDot(Lowering& lowering, const Operation& operation) {
  return EmitGemm(lowering, operation);
}

}  // namespace paddock
