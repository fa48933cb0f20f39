#include "simd/gemm/grouped.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "simd/movement/offset_cursor.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/gemm/grouped.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "simd/gemm/ops-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Computes kRows rows of kVectors vectors: independent sums, which hide the latency of
// multiply-adds.
template <bool kFused, int64_t kRows, int64_t kVectors, class D>
HWY_INLINE void SumTile(D d, const GroupedBlock& block, int64_t row, int64_t column) {
  using T = hn::TFromD<D>;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const T* const splats = static_cast<const T*>(block.splats) + row * block.splat_step;
  const T* const vectors = static_cast<const T*>(block.vectors) + column;
  hn::Vec<D> sums[kRows * kVectors];
  HWY_UNROLL(8)
  for (auto& sum : sums) sum = hn::Zero(d);
  for (int64_t t = 0; t < block.terms; ++t) {
    const T* const splat = splats + block.splat_terms[t];
    const T* const vector = vectors + block.vector_terms[t];
    hn::Vec<D> b[kVectors];
    HWY_UNROLL(8)
    for (int64_t v = 0; v < kVectors; ++v) b[v] = hn::LoadU(d, vector + v * lanes);
    HWY_UNROLL(8)
    for (int64_t r = 0; r < kRows; ++r) {
      T element;
      std::memcpy(&element, splat + r * block.splat_step, sizeof(T));
      const auto a = hn::Set(d, element);
      HWY_UNROLL(8)
      for (int64_t v = 0; v < kVectors; ++v) {
        auto& sum = sums[r * kVectors + v];
        sum = gemm::MultiplyAdd<kFused>(a, b[v], sum);
      }
    }
  }
  T* result = static_cast<T*>(block.result) + row * block.result_step + column;
  for (int64_t r = 0; r < kRows; ++r, result += block.result_step) {
    HWY_UNROLL(8)
    for (int64_t v = 0; v < kVectors; ++v) {
      hn::StoreU(sums[r * kVectors + v], d, result + v * lanes);
    }
  }
}

// The last rows and columns overlap the preceding ones.
template <bool kFused, int64_t kRows, int64_t kVectors, class D>
HWY_NOINLINE void SumTiles(D d, const GroupedBlock& block) {
  const auto width = kVectors * static_cast<int64_t>(hn::Lanes(d));
  for (int64_t row = 0; row < block.rows; row += kRows) {
    row = std::min(row, block.rows - kRows);
    for (int64_t column = 0; column < block.columns; column += width) {
      column = std::min(column, block.columns - width);
      SumTile<kFused, kRows, kVectors>(d, block, row, column);
    }
  }
}

template <bool kFused, class D>
void SumVectors(D d, const GroupedBlock& block) {
  const auto vectors = block.columns / static_cast<int64_t>(hn::Lanes(d));
  if (block.rows >= 4 && vectors >= 2) return SumTiles<kFused, 4, 2>(d, block);
  if (block.rows >= 8) return SumTiles<kFused, 8, 1>(d, block);
  if (block.rows >= 4) return SumTiles<kFused, 4, 1>(d, block);
  if (vectors >= 4) return SumTiles<kFused, 1, 4>(d, block);
  SumTiles<kFused, 1, 1>(d, block);
}

// Returns whether vectors of half the size are at least of 16 bytes.
template <class D>
constexpr bool kHasHalf = hn::MaxLanes(D()) * sizeof(hn::TFromD<D>) > 16;

// With the largest vectors that the columns fill.
template <bool kFused, class D>
void SumMatrix(D d, const GroupedBlock& block) {
  if constexpr (kHasHalf<D>) {
    if (block.columns < static_cast<int64_t>(hn::Lanes(d))) {
      return SumMatrix<kFused>(hn::Half<D>(), block);
    }
  }
  SumVectors<kFused>(d, block);
}

template <class T, bool kFused>
void SumGroup(const GroupedBlock& block) {
  SumMatrix<kFused>(hn::ScalableTag<T>(), block);
}

GroupedKernel FindGrouped(bool is_f64, bool is_fast) {
  constexpr bool kFuses = gemm::kTargetFuses;
  if (is_f64) return is_fast ? &SumGroup<double, kFuses> : &SumGroup<double, false>;
  return is_fast ? &SumGroup<float, kFuses> : &SumGroup<float, false>;
}

int64_t VectorBytes() { return static_cast<int64_t>(hn::Lanes(hn::ScalableTag<uint8_t>())); }

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace paddock::simd {
namespace {

HWY_EXPORT(FindGrouped);
HWY_EXPORT(VectorBytes);

constexpr int64_t kLeastVectorBytes = 16;
constexpr int64_t kChunkProducts = 1 << 18;

using Cursor = LoopCursor<GroupedDimension, &GroupedDimension::splat_stride,
                          &GroupedDimension::vector_stride, &GroupedDimension::result_stride>;

template <class T>
void RunMatrices(const GroupedPlan& plan, const T* splats, const T* vectors, T* result,
                 int64_t chunk) {
  const GroupedProblem& problem = plan.problem;
  const int64_t begin = chunk * plan.matrices_per_chunk;
  const int64_t end = std::min(begin + plan.matrices_per_chunk, plan.matrix_count);
  Cursor cursor(problem.loops, begin);
  for (int64_t matrix = begin; matrix < end; ++matrix, cursor.Advance()) {
    plan.kernel({splats + cursor.offset(0), problem.splat_terms.data(), problem.rows.splat_stride,
                 vectors + cursor.offset(1), problem.vector_terms.data(),
                 static_cast<int64_t>(problem.splat_terms.size()), problem.rows.size,
                 problem.columns.size, result + cursor.offset(2), problem.rows.result_stride});
  }
}

}  // namespace

int64_t FewestColumns(ElementType type) {
  return kLeastVectorBytes / static_cast<int64_t>(ByteSize(type));
}

int64_t LanesOfColumns(ElementType type) {
  return HWY_DYNAMIC_DISPATCH(VectorBytes)() / static_cast<int64_t>(ByteSize(type));
}

GroupedPlan PlanGrouped(GroupedProblem problem) {
  GroupedPlan plan;
  plan.kernel = HWY_DYNAMIC_DISPATCH(FindGrouped)(problem.type == ElementType::kF64,
                                                  problem.numerics == Numerics::kFast);
  plan.matrix_count = 1;
  for (const GroupedDimension& loop : problem.loops) plan.matrix_count *= loop.size;
  const auto terms = static_cast<int64_t>(problem.splat_terms.size());
  const int64_t products = std::max<int64_t>(1, terms) * problem.rows.size * problem.columns.size;
  plan.matrices_per_chunk = std::max<int64_t>(1, kChunkProducts / products);
  plan.problem = std::move(problem);
  return plan;
}

int64_t ChunkCount(const GroupedPlan& plan) {
  return (plan.matrix_count + plan.matrices_per_chunk - 1) / plan.matrices_per_chunk;
}

void RunGroupedChunk(const GroupedPlan& plan, const void* splats, const void* vectors, void* result,
                     int64_t chunk) {
  if (plan.problem.type == ElementType::kF64) {
    return RunMatrices(plan, static_cast<const double*>(splats),
                       static_cast<const double*>(vectors), static_cast<double*>(result), chunk);
  }
  RunMatrices(plan, static_cast<const float*>(splats), static_cast<const float*>(vectors),
              static_cast<float*>(result), chunk);
}

}  // namespace paddock::simd
#endif  // HWY_ONCE
