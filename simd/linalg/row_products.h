// Inner products of rows of f32 with one row.
#ifndef PADDOCK_SIMD_LINALG_ROW_PRODUCTS_H_
#define PADDOCK_SIMD_LINALG_ROW_PRODUCTS_H_

#include <cstdint>

namespace paddock::simd {

// products[i] = the sum of rows[i][c] * row[c]. Row i begins at rows + i * row_stride. 16 sums,
// each of every 16th column, are combined by halves; multiply-adds are fused where the machine can.
struct RowProducts {
  const float* rows;
  int64_t row_stride;
  int64_t count;
  const float* row;
  int64_t columns;
  float* products;
};
// Not in WebAssembly.
void MultiplyRows(const RowProducts& all);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_LINALG_ROW_PRODUCTS_H_
