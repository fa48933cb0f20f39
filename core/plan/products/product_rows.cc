#include "core/plan/products/product_rows.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/base/overflow.h"
#include "core/plan/lowering/lowering.h"

namespace paddock {
namespace {

// Matrices of results that stay in the second-level cache with everything else gain little.
constexpr int64_t kLeastMatrixBytes = int64_t{1} << 20;
// Each block packs the other operand again, which stays in the second-level cache.
constexpr int64_t kMostOtherBytes = int64_t{1} << 20;
constexpr int64_t kFewestRows = 32;
// A block of the fewest rows is then about as large as that cache.
constexpr int64_t kMostRowBytes = int64_t{64} << 10;

// Parts of a product along its rows, or its columns.
struct ProductParts {
  // One part; m or n is replaced.
  simd::GemmProblem problem;
  bool are_columns = false;
  // Offsets of the matrices of a batch.
  simd::StridedWalk lhs_batch, rhs_batch, result_batch;
  // Rows or columns of a matrix.
  int64_t count = 0;
  // In bytes: of an element, from the start to the first element, and to the next row or column.
  int64_t lhs_bytes = 0, rhs_bytes = 0, result_bytes = 0;
  int64_t lhs_offset = 0, rhs_offset = 0;
  int64_t lhs_step = 0, rhs_step = 0, result_step = 0;
  // For blocks, and for what is left of a matrix.
  int64_t block = 0;
  simd::GemmPlan of_block, of_rest;

  simd::GemmPlan PlanOf(int64_t part) const {
    simd::GemmProblem one = problem;
    (are_columns ? one.n : one.m)[0].size = part;
    auto plan = simd::PlanGemm(one);
    PADDOCK_CHECK(plan.has_value());
    return *std::move(plan);
  }
};

void RunParts(const void* its_parts, std::byte* const* pointers, std::byte* scratch, int64_t begin,
              int64_t end) {
  const auto& parts = *static_cast<const ProductParts*>(its_parts);
  const int64_t matrix = begin / parts.count, first = begin % parts.count;
  const simd::GemmPointers at = {
      pointers[0] + parts.lhs_offset + simd::OffsetAt(parts.lhs_batch, matrix) * parts.lhs_bytes +
          first * parts.lhs_step,
      pointers[1] + parts.rhs_offset + simd::OffsetAt(parts.rhs_batch, matrix) * parts.rhs_bytes +
          first * parts.rhs_step,
      pointers[2] + simd::OffsetAt(parts.result_batch, matrix) * parts.result_bytes +
          first * parts.result_step};
  const simd::GemmPlan& plan = end - begin == parts.block ? parts.of_block : parts.of_rest;
  simd::GemmPosition position{};
  int64_t budget = std::numeric_limits<int64_t>::max();
  simd::RunGemm(plan, at, scratch, position, budget);
}

size_t Divide(void* its_parts, int64_t units) {
  auto& parts = *static_cast<ProductParts*>(its_parts);
  parts.block = units;
  parts.of_block = parts.PlanOf(units);
  const int64_t rest = parts.count % units;
  if (rest != 0) parts.of_rest = parts.PlanOf(rest);
  return std::max(simd::WorkspaceBytes(parts.of_block),
                  rest == 0 ? 0 : simd::WorkspaceBytes(parts.of_rest));
}

// Returns whether every block that a loop may choose can be written where it is.
bool WritesAll(const ProductParts& parts) {
  const auto writes = [&](int64_t part) {
    return part == 0 || simd::WritesResultStrides(parts.PlanOf(part));
  };
  return writes(parts.count) && std::ranges::all_of(kRowsOfDivided, [&](int64_t part) {
           return part >= parts.count || (writes(part) && writes(parts.count % part));
         });
}

// An operand: its matrices, their rows (of rhs: columns), and along them.
struct Operand {
  simd::StridedWalk batch, outer, k;
  int64_t bytes = 0;

  // Returns whether the rows of all matrices follow each other.
  bool IsInOrder() const {
    const auto matrix = simd::StrideOf(batch);
    return simd::IsContiguous(k) && simd::StrideOf(outer) == k.count &&
           (batch.count == 1 || matrix == outer.count * k.count);
  }
  int64_t matrix_bytes() const { return outer.count * k.count * bytes; }
  bool HasLargeMatrices() const {
    return IsInOrder() && k.count * bytes <= kMostRowBytes &&
           batch.count * matrix_bytes() >= kLeastMatrixBytes;
  }
};

struct Operands {
  Operand lhs, rhs;
  int64_t result_bytes = 0;  // of an element

  int64_t m() const { return lhs.outer.count; }
  int64_t n() const { return rhs.outer.count; }
  int64_t matrices() const { return lhs.batch.count; }
};

Operands OperandsOf(const simd::GemmProblem& problem, ElementType result) {
  using simd::GemmDimension;
  return {{simd::WalkOf(problem.batch, &GemmDimension::lhs_stride),
           simd::WalkOf(problem.m, &GemmDimension::lhs_stride),
           simd::WalkOf(problem.k, &GemmDimension::lhs_stride),
           static_cast<int64_t>(ByteSize(problem.lhs_type))},
          {simd::WalkOf(problem.batch, &GemmDimension::rhs_stride),
           simd::WalkOf(problem.n, &GemmDimension::rhs_stride),
           simd::WalkOf(problem.k, &GemmDimension::rhs_stride),
           static_cast<int64_t>(ByteSize(problem.rhs_type))},
          static_cast<int64_t>(ByteSize(result))};
}

// `step`: between rows of lhs, or columns of rhs, in elements.
ProductParts PartsOf(const simd::GemmProblem& problem, const Operands& operands,
                     GemmOffsets offsets, bool are_columns, int64_t step) {
  const auto& [lhs, rhs, result_bytes] = operands;
  ProductParts parts;
  parts.problem = problem;
  parts.problem.batch.clear();
  parts.problem.result_batch_strides.clear();
  parts.are_columns = are_columns;
  parts.lhs_batch = lhs.batch;
  parts.rhs_batch = rhs.batch;
  parts.result_batch =
      problem.result_row_stride != 0
          ? simd::ResultBatchOf(problem)
          : simd::MakeStridedWalk({{operands.matrices(), operands.m() * operands.n()}});
  parts.lhs_bytes = lhs.bytes;
  parts.rhs_bytes = rhs.bytes;
  parts.result_bytes = result_bytes;
  parts.lhs_offset = offsets.lhs * lhs.bytes;
  parts.rhs_offset = offsets.rhs * rhs.bytes;
  if (are_columns) {
    parts.count = operands.n();
    parts.problem.n = {{parts.count, 0, step}};
    parts.problem.result_row_stride = parts.count;
    parts.rhs_step = step * rhs.bytes;
    parts.result_step = result_bytes;
  } else {
    parts.count = operands.m();
    parts.problem.m = {{parts.count, step, 0}};
    parts.lhs_step = step * lhs.bytes;
    const int64_t row = problem.result_row_stride;
    parts.result_step = (row == 0 ? operands.n() : row) * result_bytes;
  }
  return parts;
}

// Operations that follow the product and are read.
constexpr int kFarthest = 128;

int64_t CountOf(const Value& value) {
  if (!value.type.is_tensor() || !value.type.has_static_shape()) return 0;
  return CheckedProduct(value.type.shape()).value_or(0);
}

// Returns whether nothing but products, reductions and operations on each element read the result,
// and what of its size is computed from it. Other values would be written all the same.
bool IsReadByRows(const Operation& product) {
  const int64_t count = CountOf(*product.results[0]);
  std::vector<const Value*> large = {product.results[0]};
  const Operation* operation = product.next;
  for (int i = 0; i < kFarthest && operation != nullptr; ++i, operation = operation->next) {
    const bool reads = std::ranges::any_of(operation->operands, [&](const Value* operand) {
      return std::ranges::find(large, operand) != large.end();
    });
    if (!reads || operation->is(OpKind::kStablehloDotGeneral)) continue;
    const bool is_by_rows =
        operation->is(OpKind::kFuncCall) || ModuleFacts::IsOfFusedFamily(*operation);
    if (!is_by_rows) return false;
    for (const Value* result : operation->results) {
      if (CountOf(*result) >= count) large.push_back(result);
    }
  }
  return true;
}

// Returns whether blocks of any rows but one give the bits of the whole product.
bool HasBlocks(int64_t count) {
  return count >= kFewestRows && RowsOfDivided(count, kRowsOfDivided[0]) != count;
}

}  // namespace

std::shared_ptr<const RowForm> RowFormOfProduct(Lowering& lowering, const Operation& operation,
                                                const simd::GemmProblem& problem,
                                                ElementType result, GemmOffsets offsets) {
  const Operands operands = OperandsOf(problem, result);
  const auto& [lhs, rhs, result_bytes] = operands;
  const int64_t m = operands.m(), n = operands.n();
  if (lowering.level() != Level::kFast || m < 2 || n < 2 || lhs.k.count == 0) return nullptr;
  const bool is_dense = problem.result_row_stride == 0;
  const auto row = simd::StrideOf(lhs.outer), column = simd::StrideOf(rhs.outer);
  // The product makes large matrices, or reads them.
  const bool has_rows = row && HasBlocks(m) && rhs.matrix_bytes() <= kMostOtherBytes;
  const bool makes = has_rows && is_dense && n * result_bytes <= kMostRowBytes &&
                     operands.matrices() * m * n * result_bytes >= kLeastMatrixBytes &&
                     IsReadByRows(operation);
  const bool reads_lhs = lhs.HasLargeMatrices();
  const bool are_rows = has_rows && (makes || reads_lhs);
  const bool are_columns = !are_rows && is_dense && column && HasBlocks(n) &&
                           rhs.HasLargeMatrices() && lhs.matrix_bytes() <= kMostOtherBytes;
  if (!are_rows && !are_columns) return nullptr;
  ProductParts parts =
      PartsOf(problem, operands, offsets, are_columns, are_columns ? *column : *row);
  if (parts.problem.result_row_stride != 0 && !WritesAll(parts)) return nullptr;
  auto form = std::make_shared<RowForm>();
  form->run = &RunParts;
  form->units = operands.matrices() * parts.count;
  form->units_per_part = parts.count;
  form->divide = &Divide;
  form->leads = makes;
  using Kind = RowAccess::Kind;
  form->accesses.resize(3);
  if (are_columns) {
    form->accesses[1] = {Kind::kUnits, rhs.k.count * rhs.bytes};
  } else {
    if (reads_lhs) form->accesses[0] = {Kind::kUnits, lhs.k.count * lhs.bytes};
    if (is_dense) form->accesses[2] = {Kind::kUnits, n * result_bytes};
  }
  form->parts = lowering.emitter().OwnMutable<ProductParts>(std::move(parts));
  return form;
}

}  // namespace paddock
