// Products of two short vectors: a row of sums by lane for each, as kVector has them.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "simd/fold_rows-inl.h"
#include "simd/gemm/dots.h"
#include "simd/gemm/gemm.h"
#include "simd/gemm/ops-inl.h"

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
      : lhs_(static_cast<const T*>(pointers.lhs)),
        rhs_(static_cast<const T*>(pointers.rhs)),
        outer_(plan.m * plan.n),
        batch_(product / outer_),
        row_(product % outer_),
        lhs_batch_(StepOf(plan.lhs.batch)),
        rhs_batch_(StepOf(plan.rhs.batch)),
        lhs_row_(StepOf(plan.lhs.outer)),
        rhs_row_(StepOf(plan.rhs.outer)) {}

  DotOperands<T> Next() {
    const DotOperands<T> at{lhs_ + batch_ * lhs_batch_ + row_ * lhs_row_,
                            rhs_ + batch_ * rhs_batch_ + row_ * rhs_row_};
    if (++row_ == outer_) {
      row_ = 0;
      ++batch_;
    }
    return at;
  }

 private:
  // PlanDots takes no walks of several dimensions.
  static int64_t StepOf(const StridedWalk& walk) { return StrideOf(walk).value_or(0); }

  const T *lhs_, *rhs_;
  int64_t outer_, batch_, row_;
  int64_t lhs_batch_, rhs_batch_, lhs_row_, rhs_row_;
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
