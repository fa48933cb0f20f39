// Factorisations of f32 in f32, for fast numerics: a vector has twice as many numbers as of f64.
#ifndef PADDOCK_SIMD_FACTOR_FACTORS_F32_H_
#define PADDOCK_SIMD_FACTOR_FACTORS_F32_H_

#include <algorithm>
#include <cstdint>

#include "simd/factor/factorization.h"
#include "simd/linalg/interleaved.h"
#include "simd/movement/copy_kernels.h"

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

// Whole matrices; the views have at least as many rows and columns.
inline void LoadF32(const MatrixView& from, const MatrixF32& to) {
  for (int64_t i = 0; i < to.rows; ++i) from.LoadRow(i, 0, to.columns, to.At(i, 0), nullptr);
}
inline void StoreF32(const MatrixF32& from, const MatrixView& to) {
  for (int64_t i = 0; i < from.rows; ++i) {
    to.StoreRow(from.At(i, 0), nullptr, i, 0, from.columns);
  }
}

// to[i * to_stride + j] = from[j * from_stride + i] for rows i and columns j of the result.
inline void TransposeF32(const float* from, int64_t from_stride, float* to, int64_t to_stride,
                         int64_t rows, int64_t columns) {
  constexpr int64_t kBytes = sizeof(float);
  const CopyBlock block{.rows = rows,
                        .columns = columns,
                        .row_source_stride = kBytes,
                        .row_result_stride = to_stride * kBytes,
                        .column_source_stride = from_stride * kBytes,
                        .column_result_stride = kBytes};
  FindCopyKernel(CopyKernel::kTranspose, sizeof(float))(reinterpret_cast<const uint8_t*>(from),
                                                        reinterpret_cast<uint8_t*>(to), block);
}

// Row j of `columns` is column first + j of `a` from row `first` on, for the first `count` rows.
inline void LoadColumns(const MatrixF32& a, int64_t first, int64_t count,
                        const MatrixF32& columns) {
  TransposeF32(a.At(first, first), a.stride, columns.data, columns.stride, count, a.rows - first);
}
inline void StoreColumns(const MatrixF32& columns, int64_t first, int64_t count,
                         const MatrixF32& a) {
  TransposeF32(columns.data, columns.stride, a.At(first, first), a.stride, a.rows - first, count);
}

Factorization* MakeCholeskyF32(const FactorCall& call, const FactorBuffers& buffers,
                               Workspace& workspace);
Factorization* MakeLuF32(const FactorCall& call, const FactorBuffers& buffers,
                         Workspace& workspace);
Factorization* MakeGeqrfF32(const FactorCall& call, const FactorBuffers& buffers,
                            Workspace& workspace);
Factorization* MakeOrgqrF32(const FactorCall& call, const FactorBuffers& buffers,
                            Workspace& workspace);
Factorization* MakeOrmqrF32(const FactorCall& call, const FactorBuffers& buffers,
                            Workspace& workspace);

// Defines Make<name> as PADDOCK_MAKE_ROUTINE does; calls for which ComputesInF32 holds are
// Make<single>F32's.
#define PADDOCK_MAKE_ROUTINE_OR_F32(name, single)                                  \
  Factorization* Make##name(const FactorCall& call, const FactorBuffers& buffers,  \
                            Workspace& workspace) {                                \
    if constexpr (kHasInterleaved) {                                               \
      if (ComputesInF32(call)) return Make##single##F32(call, buffers, workspace); \
    }                                                                              \
    return MakeIn<name>(call, buffers, workspace);                                 \
  }

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_FACTOR_FACTORS_F32_H_
