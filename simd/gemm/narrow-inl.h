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

template <class T>
using NarrowTag = hn::CappedTag<T, kMostNarrow>;

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

  NarrowProducts From(int64_t i) const {
    return {lhs, lhs_at + i, rhs, rhs_at + i, result, result_at + i, count - i};
  }
};

// `stride`: elements between rows of a result.
template <class Op, size_t kDepth, class Offsets>
HWY_INLINE void MultiplyNarrowOf(int64_t m, const Offsets& offsets,
                                 const NarrowProducts<typename Op::T>& products, int64_t count,
                                 int64_t stride) {
  using T = typename Op::T;
  const NarrowTag<T> d;
  using V = hn::Vec<decltype(d)>;
  int64_t lhs_k[kDepth], rhs_k[kDepth];
  HWY_UNROLL(4)
  for (size_t l = 0; l < kDepth; ++l) {
    lhs_k[l] = offsets.LhsAt(l);
    rhs_k[l] = offsets.RhsAt(l);
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

template <class Op, class Offsets>
HWY_NOINLINE void MultiplyNarrowProducts(const GemmPlan& plan, const Offsets& offsets,
                                         const NarrowProducts<typename Op::T>& products,
                                         int64_t count, int64_t stride) {
  switch (plan.k) {
#if !HWY_ARCH_WASM
    case 1:
      return MultiplyNarrowOf<Op, 1>(plan.m, offsets, products, count, stride);
#endif
    case 2:
      return MultiplyNarrowOf<Op, 2>(plan.m, offsets, products, count, stride);
    case 3:
      return MultiplyNarrowOf<Op, 3>(plan.m, offsets, products, count, stride);
    default:
      return MultiplyNarrowOf<Op, kMostNarrow>(plan.m, offsets, products, count, stride);
  }
}

// Multiplies the first product with copies of rhs and of the result that fill registers.
template <class Op, class Offsets>
void MultiplyNarrowCopied(const GemmPlan& plan, const Offsets& offsets,
                          const NarrowProducts<typename Op::T>& products) {
  using T = typename Op::T;
  constexpr int64_t kFirst = 0;
  const auto lanes = static_cast<int64_t>(hn::Lanes(NarrowTag<T>()));
  T rhs[kMostNarrow * kMostNarrow] = {}, result[kMostSmallRows * kMostNarrow];
  Offsets copied = offsets;
  copied.SetRhsStride(lanes, plan.k);
  for (int64_t l = 0; l < plan.k; ++l) {
    for (int64_t j = 0; j < plan.n; ++j) {
      rhs[l * lanes + j] = products.rhs[products.rhs_at[0] + offsets.RhsAt(l) + j];
    }
  }
  const NarrowProducts<T> product = {products.lhs, products.lhs_at, rhs, &kFirst,
                                     result,       &kFirst,         1};
  MultiplyNarrowProducts<Op>(plan, copied, product, 1, lanes);
  T* to = products.result + products.result_at[0];
  for (int64_t row = 0; row < plan.m; ++row, to += ResultRowStride(plan)) {
    for (int64_t j = 0; j < plan.n; ++j) to[j] = result[row * lanes + j];
  }
}

// Products that may be read and written in whole registers are computed in place: what lies beyond
// a row is not used, or written by the next one. `reach`: elements of rhs. `room`: those of
// results.
template <class Op, class Offsets>
void MultiplyNarrow(const GemmPlan& plan, const Offsets& offsets,
                    const NarrowProducts<typename Op::T>& products, int64_t reach, int64_t room) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(NarrowTag<typename Op::T>()));
  int64_t last = 0;
  for (int64_t l = 0; l < plan.k; ++l) last = HWY_MAX(last, offsets.RhsAt(l));
  const int64_t most = reach - last - lanes;
  const int64_t in_room = (room - (lanes - plan.n)) / (plan.m * plan.n);
  const int64_t most_in_place = HWY_MIN(products.count, in_room);
  for (int64_t i = 0; i < products.count; ++i) {
    int64_t end = i;
    while (end < most_in_place && products.rhs_at[end] <= most) ++end;
    MultiplyNarrowProducts<Op>(plan, offsets, products.From(i), end - i, ResultRowStride(plan));
    i = end;
    if (i < products.count) MultiplyNarrowCopied<Op>(plan, offsets, products.From(i));
  }
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_NARROW_INL_H_
