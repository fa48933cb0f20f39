// Products of two short vectors: a row of sums by lane for each, as kVector has them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "simd/fold_rows-inl.h"
#include "simd/gemm/dots.h"
#include "simd/gemm/gemm.h"
#include "simd/gemm/ops-inl.h"
#include "simd/gemm/tiny-inl.h"

#if defined(PADDOCK_SIMD_GEMM_DOTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_DOTS_INL_H_
#undef PADDOCK_SIMD_GEMM_DOTS_INL_H_
#else
#define PADDOCK_SIMD_GEMM_DOTS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

template <class Op>
struct SumsOfLanes {
  template <class D, class V>
  HWY_INLINE V Combine(D, V lhs, V rhs) const {
    return Op::Add(lhs, rhs);
  }
};

template <class T>
struct DotOperands {
  const T* a;
  const T* b;
};

// The operands of product after product: rows of a matrix with one vector, then those of the next
// matrix of the batch.
template <class T>
class DotWalk {
 public:
  DotWalk(const GemmPlan& plan, const GemmPointers& pointers, int64_t product)
      : outer_(plan.m * plan.n),
        row_(product % outer_),
        lhs_(WalkOf(plan.lhs, pointers.lhs, product / outer_)),
        rhs_(WalkOf(plan.rhs, pointers.rhs, product / outer_)) {}

  HWY_INLINE DotOperands<T> Next() {
    const DotOperands<T> at{lhs_.at, rhs_.at};
    const bool is_last = ++row_ == outer_;
    if (is_last) row_ = 0;
    lhs_.at += is_last ? lhs_.to_next_matrix : lhs_.to_next_row;
    rhs_.at += is_last ? rhs_.to_next_matrix : rhs_.to_next_row;
    return at;
  }

 private:
  struct Operand {
    const T* at;
    int64_t to_next_row;
    // From the last row.
    int64_t to_next_matrix;
  };

  // PlanDots takes no walks of several dimensions.
  Operand WalkOf(const GemmOperand& operand, const void* first, int64_t matrix) const {
    const int64_t row = StrideOf(operand.outer).value_or(0);
    const int64_t batch = StrideOf(operand.batch).value_or(0);
    return {static_cast<const T*>(first) + matrix * batch + row_ * row, row,
            batch - (outer_ - 1) * row};
  }

  int64_t outer_, row_;
  Operand lhs_, rhs_;
};

// The elements of one operand along k, gathered if they are not neighbours.
template <class T>
class AlongK {
 public:
  AlongK(const StridedWalk& k, int64_t count) : is_staged_(!IsContiguous(k)), count_(count) {
    if (is_staged_) FillOffsets(k, 0, count_, offsets_);
  }
  HWY_INLINE const T* At(const T* base) {
    if (!is_staged_) return base;
    for (int64_t l = 0; l < count_; ++l) stage_[l] = base[offsets_[l]];
    return stage_;
  }

 private:
  bool is_staged_;
  int64_t count_;
  int64_t offsets_[kMostStagedDepth];
  T stage_[kMostStagedDepth];
};

// lane[l mod L] = a[l] * b[l] + lane[l mod L], from +0 on. Lanes without elements add +0 * +0.
template <class Op>
HWY_INLINE void SumByLane(const DotOperands<typename Op::T>& at, size_t k, typename Op::T* lanes) {
  using T = typename Op::T;
  const hn::CappedTag<T, kLanes<T>> d;
  using V = hn::Vec<decltype(d)>;
  V sums[kRegisters<T>];
  for (size_t v = 0; v < kRegisters<T>; ++v) sums[v] = hn::Zero(d);
  size_t l = 0;
  for (; l + kLanes<T> <= k; l += kLanes<T>) {
    for (size_t v = 0; v < kRegisters<T>; ++v) {
      const V a = hn::LoadU(d, at.a + l + v * kRegisterLanes<T>);
      const V b = hn::LoadU(d, at.b + l + v * kRegisterLanes<T>);
      Op::MulAdd(&a, &b, &sums[v]);
    }
  }
  for (size_t v = 0; l < k; ++v, l += kRegisterLanes<T>) {
    const V a = hn::LoadN(d, at.a + l, k - l), b = hn::LoadN(d, at.b + l, k - l);
    Op::MulAdd(&a, &b, &sums[v]);
  }
  for (size_t v = 0; v < kRegisters<T>; ++v) {
    hn::Store(sums[v], d, lanes + v * kRegisterLanes<T>);
  }
}

// Element l of the products' operands, a product in each lane.
template <class T, size_t kDepth>
struct DotLanes {
  HWY_ALIGN T at[kDepth][kRegisterLanes<T>] = {};

  HWY_INLINE void Put(size_t lane, const T* from, const int64_t (&offsets)[kDepth]) {
    HWY_UNROLL(8)
    for (size_t l = 0; l < kDepth; ++l) at[l][lane] = from[offsets[l]];
  }
};

template <class Op, size_t kDepth>
void RunDotsInLanes(const GemmPlan& plan, const GemmPointers& pointers, int64_t begin,
                    int64_t end) {
  using T = typename Op::T;
  const hn::ScalableTag<T> d;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t lhs_k[kDepth], rhs_k[kDepth];
  FillOffsets(plan.lhs.k, 0, plan.k, lhs_k);
  FillOffsets(plan.rhs.k, 0, plan.k, rhs_k);
  DotWalk<T> walk(plan, pointers, begin);
  DotLanes<T, kDepth> lhs, rhs;
  T* const result = static_cast<T*>(pointers.result);
  for (int64_t at = begin; at < end; at += lanes) {
    const auto count = static_cast<size_t>(std::min(lanes, end - at));
    for (size_t i = 0; i < count; ++i) {
      const DotOperands<T> product = walk.Next();
      lhs.Put(i, product.a, lhs_k);
      rhs.Put(i, product.b, rhs_k);
    }
    const auto sums = SumTiny<Op, true>(kDepth, [&](size_t l) HWY_ATTR {
      return std::pair(hn::Load(d, lhs.at[l]), hn::Load(d, rhs.at[l]));
    });
    if (at + lanes <= end) {
      hn::StoreU(sums, d, result + at);
    } else {
      hn::StoreN(sums, d, result + at, count);
    }
  }
}

// Runs products of 2 to 6 elements; returns whether it did.
template <class Op>
bool RunShortDots(const GemmPlan& plan, const GemmPointers& pointers, int64_t begin, int64_t end) {
  switch (plan.k) {
    case 2:
      RunDotsInLanes<Op, 2>(plan, pointers, begin, end);
      return true;
    case 3:
      RunDotsInLanes<Op, 3>(plan, pointers, begin, end);
      return true;
    case 4:
      RunDotsInLanes<Op, 4>(plan, pointers, begin, end);
      return true;
    case 5:
      RunDotsInLanes<Op, 5>(plan, pointers, begin, end);
      return true;
    case 6:
      RunDotsInLanes<Op, 6>(plan, pointers, begin, end);
      return true;
    default:
      return false;
  }
}

template <class Op>
void RunDotsStep(const GemmPlan& plan, const GemmPointers& pointers, std::byte*, int64_t tile,
                 int64_t, bool) {
  using T = typename Op::T;
  using Sums = SumsOfLanes<Op>;
  using Fold = RowFold<T, kLanes<T>, true, Sums>;
  const typename Fold::D d;
  constexpr auto kTogether = static_cast<int64_t>(Fold::kRows);
  HWY_ALIGN T lanes[Fold::kRows * kLanes<T>] = {};
  const int64_t begin = tile * plan.batch_group;
  const int64_t end = std::min(plan.batch * plan.m * plan.n, begin + plan.batch_group);
  if (HWY_TARGET == HWY_AVX2 && RunShortDots<Op>(plan, pointers, begin, end)) return;
  T* const result = static_cast<T*>(pointers.result);
  DotWalk<T> walk(plan, pointers, begin);
  AlongK<T> lhs(plan.lhs.k, plan.k), rhs(plan.rhs.k, plan.k);
  const Sums sums;
  for (int64_t at = begin; at < end; at += kTogether) {
    const auto count = static_cast<size_t>(std::min(kTogether, end - at));
    for (size_t i = 0; i < count; ++i) {
      const DotOperands<T> at_k = walk.Next();
      SumByLane<Op>({lhs.At(at_k.a), rhs.At(at_k.b)}, static_cast<size_t>(plan.k),
                    lanes + i * kLanes<T>);
    }
    hn::StoreN(Fold(sums, lanes, kLanes<T>, kLanes<T>).Totals(), d, result + at, count);
  }
}

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_DOTS_INL_H_
