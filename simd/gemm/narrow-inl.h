// Small products of which rhs has few columns and rows: it is in registers of 16 or 32 bytes, and
// each row of lhs is multiplied by it at once.

#include <cstddef>
#include <cstdint>

#include "simd/gemm/ops-inl.h"
#include "simd/gemm/small.h"
#include "simd/gemm/small_blocks-inl.h"

#if defined(PADDOCK_SIMD_GEMM_NARROW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_NARROW_INL_H_
#undef PADDOCK_SIMD_GEMM_NARROW_INL_H_
#else
#define PADDOCK_SIMD_GEMM_NARROW_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// Greatest k of these products.
inline constexpr int64_t kMostNarrowDepth = 4;

template <class T>
using NarrowTag = hn::CappedTag<T, 4>;

// `count` products, by the offsets of their matrices.
template <class T>
struct NarrowProducts {
  const T* lhs;
  const int64_t* lhs_at;
  const T* rhs;
  const int64_t* rhs_at;
  T* result;
  const int64_t* result_at;
  int64_t count;
};

// Returns how many of the products may be read and written in whole registers: what lies beyond a
// row is not used, or written by the next one. `reach`: elements of rhs. `room`: those of results.
template <class T>
int64_t CountOfNarrow(const GemmPlan& plan, const SmallOffsets& offsets,
                      const NarrowProducts<T>& products, int64_t reach, int64_t room) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(NarrowTag<T>()));
  if (plan.m == 1 || plan.n > lanes || plan.k == 0 || plan.k > kMostNarrowDepth) return 0;
  if (plan.n != lanes && HasResultStrides(plan)) return 0;
  int64_t last = lanes;
  for (int64_t l = 0; l < plan.k; ++l) last = HWY_MAX(last, offsets.rhs_k[l] + lanes);
  const int64_t past = lanes - plan.n, size = plan.m * plan.n;
  int64_t count = products.count;
  while (count > 0 && (products.rhs_at[count - 1] + last > reach || count * size + past > room)) {
    --count;
  }
  return count;
}

template <class Op, size_t kDepth>
void MultiplyNarrowOf(const GemmPlan& plan, const SmallOffsets& offsets,
                      const NarrowProducts<typename Op::T>& products, int64_t count) {
  using T = typename Op::T;
  const NarrowTag<T> d;
  using V = hn::Vec<decltype(d)>;
  const int64_t m = plan.m, stride = ResultRowStride(plan);
  int64_t lhs_k[kDepth], rhs_k[kDepth];
  HWY_UNROLL(4)
  for (size_t l = 0; l < kDepth; ++l) {
    lhs_k[l] = offsets.lhs_k[l];
    rhs_k[l] = offsets.rhs_k[l];
  }
  for (int64_t i = 0; i < count; ++i) {
    const T* const lhs = products.lhs + products.lhs_at[i];
    const T* const rhs = products.rhs + products.rhs_at[i];
    T* result = products.result + products.result_at[i];
    V b[kDepth];
    HWY_UNROLL(4)
    for (size_t l = 0; l < kDepth; ++l) b[l] = hn::LoadU(d, rhs + rhs_k[l]);
    for (int64_t row = 0; row < m; ++row, result += stride) {
      const T* const from = lhs + offsets.lhs_rows[row];
      V sum = hn::Zero(d);
      HWY_UNROLL(4)
      for (size_t l = 0; l < kDepth; ++l) {
        const V a = hn::Set(d, from[lhs_k[l]]);
        Op::MulAdd(&a, &b[l], &sum);
      }
      hn::StoreU(sum, d, result);
    }
  }
}

// Computes the first of these products. Returns how many.
template <class Op>
int64_t MultiplyNarrow(const GemmPlan& plan, const SmallOffsets& offsets,
                       const NarrowProducts<typename Op::T>& products, int64_t reach,
                       int64_t room) {
  const int64_t count = CountOfNarrow(plan, offsets, products, reach, room);
  if (count == 0) return 0;
  switch (plan.k) {
    case 1:
      MultiplyNarrowOf<Op, 1>(plan, offsets, products, count);
      break;
    case 2:
      MultiplyNarrowOf<Op, 2>(plan, offsets, products, count);
      break;
    case 3:
      MultiplyNarrowOf<Op, 3>(plan, offsets, products, count);
      break;
    default:
      MultiplyNarrowOf<Op, 4>(plan, offsets, products, count);
  }
  return count;
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_NARROW_INL_H_
