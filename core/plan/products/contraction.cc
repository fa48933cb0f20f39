// Lowering of dot_general and dot: a batched matrix multiplication that reads its operands through
// strides, without transposing them.
#include "core/plan/products/contraction.h"

#include "core/base/contains.h"
#include "core/plan/lowering/dot_dimensions.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/products/dot_algorithm.h"
#include "core/plan/products/gemm_step.h"

namespace paddock {
namespace {

std::vector<simd::GemmDimension> Paired(const Leaf& lhs, const Leaf& rhs,
                                        const std::vector<int64_t>& lhs_dimensions,
                                        const std::vector<int64_t>& rhs_dimensions) {
  const std::vector<int64_t> lhs_strides = OperandStrides(lhs);
  const std::vector<int64_t> rhs_strides = OperandStrides(rhs);
  std::vector<simd::GemmDimension> result;
  for (size_t i = 0; i < lhs_dimensions.size(); ++i) {
    const auto l = static_cast<size_t>(lhs_dimensions[i]);
    const auto r = static_cast<size_t>(rhs_dimensions[i]);
    result.push_back({lhs.shape[l], lhs_strides[l], rhs_strides[r]});
  }
  return result;
}

simd::GemmProblem ProblemOf(const Leaf& lhs, const Leaf& rhs, ElementType result,
                            const DotDimensions& dimensions, simd::Numerics numerics) {
  simd::GemmProblem problem;
  problem.lhs_type = lhs.type;
  problem.rhs_type = rhs.type;
  problem.result_type = result;
  problem.numerics = numerics;
  problem.batch = Paired(lhs, rhs, dimensions.lhs_batching, dimensions.rhs_batching);
  problem.k = Paired(lhs, rhs, dimensions.lhs_contracting, dimensions.rhs_contracting);
  const std::vector<int64_t> lhs_strides = OperandStrides(lhs);
  const std::vector<int64_t> rhs_strides = OperandStrides(rhs);
  for (size_t i = 0; i < lhs.shape.size(); ++i) {
    if (Contains(dimensions.lhs_batching, i) || Contains(dimensions.lhs_contracting, i)) continue;
    problem.m.push_back({lhs.shape[i], lhs_strides[i], 0});
  }
  for (size_t i = 0; i < rhs.shape.size(); ++i) {
    if (Contains(dimensions.rhs_batching, i) || Contains(dimensions.rhs_contracting, i)) continue;
    problem.n.push_back({rhs.shape[i], 0, rhs_strides[i]});
  }
  return problem;
}

Result<void> EmitGemm(Lowering& lowering, const Operation& operation) {
  return EmitInKernelTypes(
      lowering, operation, [&](const Leaf& lhs, const Leaf& rhs, const Leaf& result) {
        const simd::GemmProblem problem =
            DotProblemOf(operation, lhs, rhs, result.type, lowering.numerics());
        return EmitGemmStep(lowering, operation, problem, lhs, rhs, result);
      });
}

}  // namespace

bool IsPlainDot(const Operation& operation) {
  if (operation.is(OpKind::kStablehloDot)) return true;
  return operation.is(OpKind::kStablehloDotGeneral) && operation.Find("algorithm") == nullptr;
}

simd::GemmProblem DotProblemOf(const Operation& operation, const Leaf& lhs, const Leaf& rhs,
                               ElementType result, simd::Numerics numerics) {
  return ProblemOf(lhs, rhs, result, DotDimensionsOf(operation, lhs.shape.size()), numerics);
}

Result<void> LowerDotGeneral(Lowering& lowering, const Operation& operation) {
  if (operation.Find("algorithm") != nullptr) return LowerDotAlgorithm(lowering, operation);
  return EmitGemm(lowering, operation);
}

Result<void> LowerDot(Lowering& lowering, const Operation& operation) {
  return EmitGemm(lowering, operation);
}

}  // namespace paddock
