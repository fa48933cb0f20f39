#include "core/plan/products/transposed_result.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/ir/attribute_values.h"
#include "core/plan/fusion/strided_load.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/lowering/lowering.h"
#include "core/plan/products/likely_zeros.h"
#include "simd/gemm/cost.h"
#include "simd/gemm/sparse.h"
#include "simd/movement/row_major.h"

namespace paddock {

const Operation* FindTranspose(const Lowering& lowering, const Operation& operation) {
  if (lowering.level() != Level::kFast) return nullptr;
  const Operation* next = lowering.facts().NextUser(operation);
  return next != nullptr && next->is(OpKind::kStablehloTranspose) ? next : nullptr;
}

void BindTransposed(Lowering& lowering, const Operation& operation,
                    std::span<const int64_t> permutation, const Leaf& transposed) {
  std::vector<int64_t> inverse(permutation.size());
  for (size_t i = 0; i < permutation.size(); ++i) {
    inverse[static_cast<size_t>(permutation[i])] = static_cast<int64_t>(i);
  }
  const simd::MovedElements view =
      simd::TransposedElements(simd::RowMajorElements(transposed.shape), inverse);
  lowering.elementwise().Move(operation, *operation.results[0], StridedLoad(transposed.type, view),
                              {transposed}, simd::PlanElements(transposed.element_bytes(), view));
}

namespace {

// A dimension of the result, with its strides in the operands and in the transposed result.
struct ResultDimension {
  enum class Group : uint8_t { kBatch, kRows, kColumns };
  simd::GemmDimension dimension;
  int64_t result_stride = 0;
  Group group = Group::kBatch;
};

using Group = ResultDimension::Group;

// Returns the dimensions of the transposed result, without those of size 1, outermost first.
std::vector<ResultDimension> DimensionsOf(const simd::GemmProblem& problem,
                                          std::span<const int64_t> permutation) {
  std::vector<ResultDimension> ordered;
  for (const simd::GemmDimension& dimension : problem.batch) ordered.push_back({dimension});
  for (const simd::GemmDimension& dimension : problem.m) {
    ordered.push_back({dimension, 0, Group::kRows});
  }
  for (const simd::GemmDimension& dimension : problem.n) {
    ordered.push_back({dimension, 0, Group::kColumns});
  }
  if (ordered.size() != permutation.size()) return {};
  std::vector<ResultDimension> transposed;
  int64_t stride = 1;
  for (size_t i = permutation.size(); i-- > 0;) {
    ResultDimension dimension = ordered[static_cast<size_t>(permutation[i])];
    if (dimension.dimension.size == 1) continue;
    dimension.result_stride = stride;
    stride *= dimension.dimension.size;
    transposed.push_back(dimension);
  }
  std::ranges::reverse(transposed);
  return transposed;
}

void Exchange(simd::GemmDimension& dimension) {
  std::swap(dimension.lhs_stride, dimension.rhs_stride);
}

void ExchangeOperands(simd::GemmProblem& problem, std::vector<ResultDimension>& dimensions) {
  std::swap(problem.lhs_type, problem.rhs_type);
  for (simd::GemmDimension& dimension : problem.k) Exchange(dimension);
  for (ResultDimension& dimension : dimensions) {
    Exchange(dimension.dimension);
    if (dimension.group == Group::kBatch) continue;
    dimension.group = dimension.group == Group::kRows ? Group::kColumns : Group::kRows;
  }
}

// Turns dimensions of a group into batching ones, except for the innermost that are `stride`, or
// any constant distance if that is 0, apart in the result. Returns that distance.
int64_t SplitGroup(std::vector<ResultDimension>& dimensions, Group group, int64_t stride) {
  int64_t next = stride;
  bool is_split = false;
  for (size_t i = dimensions.size(); i-- > 0;) {
    ResultDimension& dimension = dimensions[i];
    if (dimension.group != group) continue;
    if (next == 0) stride = next = dimension.result_stride;
    is_split = is_split || dimension.result_stride != next;
    if (is_split) dimension.group = Group::kBatch;
    next *= dimension.dimension.size;
  }
  return stride;
}

// Sums of a matrix times a vector have another order.
bool IsOfVector(const simd::GemmProblem& problem) {
  return simd::CountOf(problem.m) == 1 || simd::CountOf(problem.n) == 1;
}

struct TransposedProduct {
  simd::GemmProblem problem;
  bool is_exchanged = false;
};

std::optional<TransposedProduct> Transposed(const simd::GemmProblem& problem,
                                            std::span<const int64_t> permutation) {
  std::vector<ResultDimension> dimensions = DimensionsOf(problem, permutation);
  if (dimensions.empty() || dimensions.back().group == Group::kBatch) return std::nullopt;
  TransposedProduct product{problem, dimensions.back().group == Group::kRows};
  // Their parts are added in another order.
  if (product.is_exchanged && IsComplex(problem.result_type)) return std::nullopt;
  if (product.is_exchanged) ExchangeOperands(product.problem, dimensions);
  SplitGroup(dimensions, Group::kColumns, 1);
  const int64_t row_stride = SplitGroup(dimensions, Group::kRows, 0);
  simd::GemmProblem& moved = product.problem;
  moved.batch.clear();
  moved.m.clear();
  moved.n.clear();
  for (const ResultDimension& dimension : dimensions) {
    if (dimension.group == Group::kRows) moved.m.push_back(dimension.dimension);
    if (dimension.group == Group::kColumns) moved.n.push_back(dimension.dimension);
    if (dimension.group != Group::kBatch) continue;
    moved.batch.push_back(dimension.dimension);
    moved.result_batch_strides.push_back(dimension.result_stride);
  }
  moved.result_row_stride = row_stride == 0 ? simd::CountOf(moved.n) : row_stride;
  if (IsOfVector(moved) != IsOfVector(problem)) return std::nullopt;
  return product;
}

// Removes the strides of a row-major result, which more kernels write.
void DropRowMajorStrides(simd::GemmProblem& problem) {
  int64_t stride = simd::CountOf(problem.n);
  if (problem.result_row_stride != stride) return;
  stride *= simd::CountOf(problem.m);
  for (size_t i = problem.batch.size(); i-- > 0;) {
    if (problem.result_batch_strides[i] != stride) return;
    stride *= problem.batch[i].size;
  }
  problem.result_batch_strides.clear();
  problem.result_row_stride = 0;
}

// Kernels of small products compute them whole.
bool IsWhole(const simd::GemmPlan& plan) { return simd::HasNoBlocks(plan.path); }

// Returns whether both multiply vectors by matrices whose rows or columns are in one order.
bool HaveSameMatrices(const simd::GemmPlan& a, const simd::GemmPlan& b) {
  const auto matrix_of = [](const simd::GemmPlan& plan) -> const simd::GemmOperand& {
    return plan.n == 1 ? plan.lhs : plan.rhs;
  };
  return a.path == b.path &&
         std::ranges::equal(
             matrix_of(a).outer.dimensions, matrix_of(b).outer.dimensions,
             [](const auto& x, const auto& y) { return x.size == y.size && x.stride == y.stride; });
}

// Returns whether lhs of the product is likely to have lists of few elements (simd/gemm/sparse.h),
// each of which gives a row of results.
bool HasLikelyLists(const Lowering& lowering, const Operation& operation,
                    const TransposedProduct& product) {
  const simd::GemmProblem& problem = product.problem;
  // Fewer columns do not fill wide vectors, so that sums of many elements take less time by columns
  // of rhs and a transpose. Enlarging has sums of few.
  constexpr int64_t kFewColumns = 8;
  const int64_t columns = simd::CountOf(problem.n);
  const bool enlarges = simd::CountOf(problem.m) >= simd::CountOf(problem.k);
  const bool has_columns =
      columns >= kFewColumns || kHasChainModules || enlarges || !product.is_exchanged;
  const auto plan = simd::PlanOfWhole(problem);
  return columns > 1 && has_columns && plan &&
         HasLikelyZeros(lowering.module(), *operation.operands[product.is_exchanged ? 1 : 0]) &&
         simd::SparseMemoryOf(*plan).lists != 0;
}

bool MayRun(const simd::GemmProblem& problem) {
  const auto plan = simd::PlanGemm(problem);
  return plan && (!simd::HasResultStrides(*plan) || simd::WritesResultStrides(*plan));
}

// Returns whether the product takes no longer than the one in order and the transpose.
bool IsFaster(const simd::GemmProblem& transposed, const simd::GemmProblem& in_order) {
  const auto plan = simd::PlanGemm(transposed), other = simd::PlanGemm(in_order);
  if (!plan || !other) return false;
  // Divided rows were many.
  const bool is_small = IsWhole(*other) && !simd::HasRepeats(*other);
  if (is_small && plan->step != other->step) return false;
  const int64_t results =
      simd::CountOf(in_order.batch) * simd::CountOf(in_order.m) * simd::CountOf(in_order.n);
  if (results == 0) return false;
  if (other->path == simd::GemmPath::kVector) return HaveSameMatrices(*plan, *other);
  return simd::EstimatedCost(*plan) <= simd::EstimatedCost(*other) + results;
}

}  // namespace

bool EmitTransposedGemm(Lowering& lowering, const Operation& operation,
                        const simd::GemmProblem& problem, const Leaf& lhs, const Leaf& rhs,
                        GemmOffsets offsets) {
  const Operation* const transpose = FindTranspose(lowering, operation);
  if (transpose == nullptr || lowering.FindPacked(operation) != nullptr) return false;
  const std::vector<int64_t> permutation = IntegersOf(*transpose, "permutation");
  auto product = Transposed(problem, permutation);
  if (!product) return false;
  DropRowMajorStrides(product->problem);
  if (!MayRun(product->problem)) return false;
  if (!HasLikelyLists(lowering, operation, *product) && !IsFaster(product->problem, problem)) {
    return false;
  }
  const Value& result = *operation.results[0];
  const std::span<const int64_t> shape = lowering.TypeOf(result).shape();
  std::vector<int64_t> sizes;
  for (const int64_t from : permutation) sizes.push_back(shape[static_cast<size_t>(from)]);
  const Leaf written = lowering.NewLeaf(
      problem.result_type, lowering.arena().CopyArray(std::span<const int64_t>(sizes)));
  if (product->is_exchanged) std::swap(offsets.lhs, offsets.rhs);
  const bool is_emitted =
      EmitGemmStep(lowering, operation, product->problem, product->is_exchanged ? rhs : lhs,
                   product->is_exchanged ? lhs : rhs, written, offsets);
  if (!is_emitted) return false;
  BindTransposed(lowering, operation, permutation, written);
  return true;
}

}  // namespace paddock
