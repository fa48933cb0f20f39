// Products of one element of k. Rows of results are written one after the other; short rows of rhs
// stay in registers.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "simd/chunks.h"
#include "simd/gemm/ops-inl.h"

#if defined(PADDOCK_SIMD_GEMM_OUTER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_OUTER_INL_H_
#undef PADDOCK_SIMD_GEMM_OUTER_INL_H_
#else
#define PADDOCK_SIMD_GEMM_OUTER_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// Rows of results, of elements at `lhs` and of one row of rhs.
template <class T>
struct OuterRows {
  const T* lhs;
  int64_t lhs_stride;
  const T* rhs;
  T* result;
  int64_t result_stride;
  int64_t rows;
  // At least the lanes of a register.
  int64_t columns;
};

// A sum of one product, which starts from zero.
template <class Op, class V>
HWY_INLINE V OuterProduct(V a, V b) {
  V sum = hn::Zero(hn::DFromV<V>());
  Op::MulAdd(&a, &b, &sum);
  return sum;
}

// Rows of kVectors vectors, of which the last one may overlap the one before it.
template <class Op, int64_t kVectors>
HWY_INLINE void MultiplyShortOuter(const OuterRows<typename Op::T> at) {
  const hn::ScalableTag<typename Op::T> d;
  using V = hn::Vec<decltype(d)>;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const int64_t last = at.columns - lanes;
  V b[kVectors];
  HWY_UNROLL(4)
  for (int64_t j = 0; j < kVectors; ++j) {
    b[j] = hn::LoadU(d, at.rhs + std::min(j * lanes, last));
  }
  for (int64_t i = 0; i < at.rows; ++i) {
    const V a = hn::Set(d, at.lhs[i * at.lhs_stride]);
    typename Op::T* const row = at.result + i * at.result_stride;
    HWY_UNROLL(4)
    for (int64_t j = 0; j < kVectors - 1; ++j) {
      hn::StoreU(OuterProduct<Op>(a, b[j]), d, row + j * lanes);
    }
    hn::StoreU(OuterProduct<Op>(a, b[kVectors - 1]), d, row + last);
  }
}

template <class Op>
HWY_INLINE void MultiplyLongOuter(const OuterRows<typename Op::T> at) {
  const hn::ScalableTag<typename Op::T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  const int64_t last = at.columns - lanes;
  for (int64_t i = 0; i < at.rows; ++i) {
    const auto a = hn::Set(d, at.lhs[i * at.lhs_stride]);
    typename Op::T* const row = at.result + i * at.result_stride;
    for (int64_t j = 0; j < last; j += lanes) {
      hn::StoreU(OuterProduct<Op>(a, hn::LoadU(d, at.rhs + j)), d, row + j);
    }
    hn::StoreU(OuterProduct<Op>(a, hn::LoadU(d, at.rhs + last)), d, row + last);
  }
}

template <class Op>
HWY_INLINE void MultiplyOuter(const OuterRows<typename Op::T>& at) {
  constexpr auto kLanes = static_cast<int64_t>(kRegisterLanes<typename Op::T>);
  if (at.columns <= kLanes) return MultiplyShortOuter<Op, 1>(at);
  if (at.columns <= 2 * kLanes) return MultiplyShortOuter<Op, 2>(at);
  if (at.columns <= 3 * kLanes) return MultiplyShortOuter<Op, 3>(at);
  if (at.columns <= 4 * kLanes) return MultiplyShortOuter<Op, 4>(at);
  MultiplyLongOuter<Op>(at);
}

// A tile is `batch_group` rows of results, perhaps of several matrices.
template <class Op>
void RunOuterStep(const GemmPlan& plan, const GemmPointers& pointers, std::byte*, int64_t tile,
                  int64_t, bool) {
  using T = typename Op::T;
  constexpr int64_t kBlock = 64;
  const int64_t begin = tile * plan.batch_group;
  const int64_t end = std::min(plan.batch * plan.m, begin + plan.batch_group);
  const int64_t end_batch = CeilDivide(end, plan.m);
  OuterRows<T> at{};
  at.lhs_stride = StrideOf(plan.lhs.outer).value_or(0);
  at.result_stride = ResultRowStride(plan);
  at.columns = plan.n;
  for (int64_t block = begin / plan.m; block < end_batch; block += kBlock) {
    const int64_t count = std::min(kBlock, end_batch - block);
    int64_t lhs[kBlock], rhs[kBlock];
    FillOffsets(plan.lhs.batch, block, count, lhs);
    FillOffsets(plan.rhs.batch, block, count, rhs);
    for (int64_t i = 0; i < count; ++i) {
      const int64_t first = (block + i) * plan.m;
      const int64_t row = std::max(begin - first, int64_t{0});
      at.rows = std::min(plan.m, end - first) - row;
      at.lhs = static_cast<const T*>(pointers.lhs) + lhs[i] + row * at.lhs_stride;
      at.rhs = static_cast<const T*>(pointers.rhs) + rhs[i];
      at.result = static_cast<T*>(pointers.result) + ResultRow(plan, block + i, row);
      MultiplyOuter<Op>(at);
    }
  }
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_OUTER_INL_H_
