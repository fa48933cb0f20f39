// Products of two short vectors: a row of sums by lane for each, as kVector has them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "simd/fold_rows-inl.h"
#include "simd/gemm/column_dots-inl.h"
#include "simd/gemm/dots.h"
#include "simd/gemm/gemm.h"
#include "simd/gemm/ops-inl.h"
#include "simd/gemm/pack-inl.h"
#include "simd/gemm/short_dots-inl.h"

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

  // Products of this matrix from the next one on. A matrix of one row has no end: the next matrix
  // is as far as a row.
  int64_t rows_left() const {
    return outer_ == 1 ? std::numeric_limits<int64_t>::max() : outer_ - row_;
  }
  int64_t lhs_stride() const { return StrideOf(lhs_); }
  int64_t rhs_stride() const { return StrideOf(rhs_); }

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

  int64_t StrideOf(const Operand& operand) const {
    return outer_ == 1 ? operand.to_next_matrix : operand.to_next_row;
  }

  // PlanDots takes no walks of several dimensions.
  Operand WalkOf(const GemmOperand& operand, const void* first, int64_t matrix) const {
    const int64_t row = simd::StrideOf(operand.outer).value_or(0);
    const int64_t batch = simd::StrideOf(operand.batch).value_or(0);
    return {static_cast<const T*>(first) + matrix * batch + row_ * row, row,
            batch - (outer_ - 1) * row};
  }

  int64_t outer_, row_;
  Operand lhs_, rhs_;
};

// The elements of one operand along k, product by product. Elements that are not neighbours are
// staged: those of one product, or of two cache lines of products if those are neighbours. Lines a
// power of two apart would not stay in a cache until each of their products has been read.
template <class T>
class AlongK {
 public:
  // Neighbouring products are `stride` apart.
  AlongK(const StridedWalk& k, int64_t count, int64_t stride)
      : is_staged_(!IsContiguous(k)),
        count_(count),
        together_(stride == 1 && count <= kMostTransposed ? kTogether : 1),
        is_shared_(stride == 0),
        to_next_(is_shared_ ? 0 : count) {
    if (is_staged_) FillOffsets(k, 0, count_, offsets_);
  }
  // `left`: products from this one on that are neighbours.
  HWY_INLINE const T* At(const T* base, int64_t left) {
    if (!is_staged_) return base;
    if (at_ == staged_) Stage(base, left);
    return stage_ + at_++ * to_next_;
  }

 private:
  static constexpr int64_t kTogether = 128 / sizeof(T);
  static constexpr int64_t kMostTransposed = kMostStagedDepth / 4;

  void Stage(const T* base, int64_t left) {
    staged_ = is_shared_ ? left : std::min(together_, left);
    at_ = 0;
    if (is_shared_ || staged_ == 1) {
      for (int64_t l = 0; l < count_; ++l) stage_[l] = base[offsets_[l]];
      return;
    }
    const T* rows[kMostTransposed];
    for (int64_t l = 0; l < count_; ++l) rows[l] = base + offsets_[l];
    TransposeRows(rows, count_, count_, staged_, stage_, count_);
  }

  bool is_staged_;
  int64_t count_;
  int64_t together_;
  // All products of a matrix have the same elements.
  bool is_shared_;
  int64_t to_next_;
  // The next one of the products in the stage.
  int64_t at_ = 0;
  int64_t staged_ = 0;
  int64_t offsets_[kMostStagedDepth];
  T stage_[HWY_MAX(kMostStagedDepth, kTogether* kMostTransposed)];
};

// lane[l mod L] = a[l] * b[l] + lane[l mod L], from +0 on. Lanes without elements add +0 * +0.
template <class Op>
HWY_INLINE void SumByLane(const DotOperands<typename Op::T>& at, size_t k, typename Op::T* lanes) {
  using T = typename Op::T;
  const hn::CappedTag<T, kLanes<T>> d;
  using V = hn::Vec<decltype(d)>;
  V sums[kRegisters<T>];
  HWY_UNROLL(16)
  for (size_t v = 0; v < kRegisters<T>; ++v) sums[v] = hn::Zero(d);
  size_t l = 0;
  for (; l + kLanes<T> <= k; l += kLanes<T>) {
    HWY_UNROLL(16)
    for (size_t v = 0; v < kRegisters<T>; ++v) {
      const V a = hn::LoadU(d, at.a + l + v * kRegisterLanes<T>);
      const V b = hn::LoadU(d, at.b + l + v * kRegisterLanes<T>);
      Op::MulAdd(&a, &b, &sums[v]);
    }
  }
  HWY_UNROLL(16)
  for (size_t v = 0; v < kRegisters<T>; ++v) {
    const size_t from = l + v * kRegisterLanes<T>;
    if (from >= k) break;
    const V a = hn::LoadN(d, at.a + from, k - from), b = hn::LoadN(d, at.b + from, k - from);
    Op::MulAdd(&a, &b, &sums[v]);
  }
  HWY_UNROLL(16)
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
  if (AreColumnDots(plan)) return ColumnDots<Op>(plan, pointers).Run(begin, end);
  if (HWY_TARGET == HWY_AVX2 && RunShortDots<Op>(plan, pointers, begin, end)) return;
  T* const result = static_cast<T*>(pointers.result);
  DotWalk<T> walk(plan, pointers, begin);
  AlongK<T> lhs(plan.lhs.k, plan.k, walk.lhs_stride());
  AlongK<T> rhs(plan.rhs.k, plan.k, walk.rhs_stride());
  const Sums sums;
  for (int64_t at = begin; at < end; at += kTogether) {
    const auto count = static_cast<size_t>(std::min(kTogether, end - at));
    for (size_t i = 0; i < count; ++i) {
      const int64_t left = std::min(end - at - static_cast<int64_t>(i), walk.rows_left());
      const DotOperands<T> at_k = walk.Next();
      SumByLane<Op>({lhs.At(at_k.a, left), rhs.At(at_k.b, left)}, static_cast<size_t>(plan.k),
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
