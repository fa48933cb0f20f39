// potrf and getrf of f32 in f32, for fast numerics: a vector has twice as many numbers as of f64.
#ifndef PADDOCK_SIMD_FACTOR_FACTORS_F32_H_
#define PADDOCK_SIMD_FACTOR_FACTORS_F32_H_

#include <algorithm>
#include <cstdint>

#include "simd/factor/factorization.h"
#include "simd/linalg/interleaved.h"

namespace paddock::simd {

// Returns whether the call computes in f32. Small matrices compute in f64, as those in groups.
inline bool ComputesInF32(const FactorCall& call) {
  const FactorValue& a = call.operands[0];
  return kHasInterleaved && call.is_fast && a.type == ElementType::kF32 &&
         std::max(a.rows, a.columns) > kMostInterleaved;
}

struct MatrixF32 {
  float* data = nullptr;
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t stride = 0;

  MatrixF32(int64_t row_count, int64_t column_count, Workspace& workspace)
      : rows(row_count), columns(column_count), stride((column_count + 15) / 16 * 16) {
    // Strides of 512 bytes or more would map to few cache sets.
    if (stride % 128 == 0) stride += 16;
    data = reinterpret_cast<float*>(
        workspace.Take(sizeof(float) * static_cast<size_t>(rows * stride)));
  }
  float* At(int64_t i, int64_t j) const { return data + i * stride + j; }
};

Factorization* MakeCholeskyF32(const FactorCall& call, const FactorBuffers& buffers,
                               Workspace& workspace);
Factorization* MakeLuF32(const FactorCall& call, const FactorBuffers& buffers,
                         Workspace& workspace);

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_FACTORS_F32_H_
