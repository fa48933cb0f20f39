// Blocks of rows of real numbers from which multiples of other rows are subtracted.
#ifndef PADDOCK_SIMD_LINALG_ROW_BLOCKS_H_
#define PADDOCK_SIMD_LINALG_ROW_BLOCKS_H_

#include <cstdint>

namespace paddock::simd {

// For each target t and column c, with f(k) = factors[t * factor_stride + k * factor_step]:
// target[c] = ((target[c] - f(0) * rows[0][c]) - f(1) * rows[1][c]) - .. for the `count` rows.
// Row k begins at rows + k * row_stride. Targets are none of the rows.
template <class T>
struct RowBlockOf {
  T* targets;
  int64_t target_stride;
  int64_t target_count;
  const T* rows;
  int64_t row_stride;
  int64_t count;
  const T* factors;
  int64_t factor_stride;
  int64_t factor_step;
  int64_t columns;
  // Each difference is rounded once, where the machine fuses multiply-adds.
  bool is_fused = false;
};
using RowBlock = RowBlockOf<double>;
void SubtractBlock(const RowBlock& block);
// Not in WebAssembly.
void SubtractBlock(const RowBlockOf<float>& block);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_LINALG_ROW_BLOCKS_H_
