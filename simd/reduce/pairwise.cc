#include "simd/reduce/pairwise.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "simd/movement/copy_kernels.h"
#include "simd/movement/row_major.h"

namespace paddock::simd {
namespace {

bool IsIn(std::span<const int64_t> dimensions, size_t d) {
  return std::find(dimensions.begin(), dimensions.end(), static_cast<int64_t>(d)) !=
         dimensions.end();
}

}  // namespace

PairwiseShape PairwiseShapeOf(std::span<const int64_t> operand_shape,
                              std::span<const int64_t> dimensions) {
  PairwiseShape shape{1, 1};
  for (size_t d = 0; d < operand_shape.size(); ++d) {
    int64_t& count = IsIn(dimensions, d) ? shape.count : shape.kept;
    // The other sizes of an empty shape may have any product.
    if (__builtin_mul_overflow(count, operand_shape[d], &count)) count = 0;
  }
  return shape;
}

StridedCopyPlan PlanArrange(size_t element_bytes, std::span<const int64_t> operand_shape,
                            std::span<const int64_t> dimensions) {
  const std::vector<int64_t> strides = RowMajorStrides(operand_shape);
  std::vector<CopyDimension> loops;
  int64_t result_stride = 1;
  for (bool is_reduced : {false, true}) {
    for (size_t d = operand_shape.size(); d-- > 0;) {
      if (IsIn(dimensions, d) != is_reduced) continue;
      loops.push_back({operand_shape[d], strides[d], result_stride});
      if (strides[d] != 0) result_stride *= operand_shape[d];
    }
  }
  return PlanStridedCopy(element_bytes, loops);
}

PairBatch PairBatchAt(const PairwiseShape& shape, int64_t position, int64_t max_pairs) {
  int64_t count = shape.count;
  int64_t first = position;
  while (first >= count / 2) {
    first -= count / 2;
    count = (count + 1) / 2;
  }
  const int64_t level_pairs = count / 2;
  const int64_t pairs = std::min(level_pairs - first, max_pairs);
  const bool carries = first + pairs == level_pairs && count % 2 != 0;
  return {first, pairs, carries ? count - 1 : -1, carries ? level_pairs : -1};
}

void SplitPairs(size_t element_bytes, int64_t kept, int64_t pairs, const void* rows, void* left,
                void* right) {
  if (pairs == 0 || kept == 0) return;
  const int64_t row_bytes = kept * static_cast<int64_t>(element_bytes);
  const auto* from = static_cast<const uint8_t*>(rows);
  const bool is_one_element = row_bytes <= 8 && (row_bytes & (row_bytes - 1)) == 0;
  if (is_one_element) {
    const auto right_offset = static_cast<uint8_t*>(right) - static_cast<uint8_t*>(left);
    const CopyBlock block{2, pairs, row_bytes, right_offset, 2 * row_bytes, row_bytes};
    const auto width = static_cast<size_t>(row_bytes);
    FindCopyKernel(CopyKernel::kDeinterleave, width)(from, static_cast<uint8_t*>(left), block);
    return;
  }
  const CopyBlock block{pairs, row_bytes, 2 * row_bytes, row_bytes, 1, 1};
  const CopyBlockKernel copy = FindCopyKernel(CopyKernel::kContiguous, 1);
  copy(from, static_cast<uint8_t*>(left), block);
  copy(from + row_bytes, static_cast<uint8_t*>(right), block);
}

}  // namespace paddock::simd
