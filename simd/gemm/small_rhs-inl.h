// Where small products read rhs: in place, or copies whose rows are contiguous.

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "simd/gemm/ops-inl.h"
#include "simd/gemm/small.h"
#include "simd/gemm/transpose_rows-inl.h"

#if defined(PADDOCK_SIMD_GEMM_SMALL_RHS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_SMALL_RHS_INL_H_
#undef PADDOCK_SIMD_GEMM_SMALL_RHS_INL_H_
#else
#define PADDOCK_SIMD_GEMM_SMALL_RHS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// Finds the matrices of rhs. Those whose rows are not contiguous are copied.
template <class T>
class SmallRhs {
 public:
  static constexpr int64_t kMost = 64;

  SmallRhs(const GemmPlan& plan, const GemmPointers& pointers)
      : plan_(plan),
        first_(static_cast<const T*>(pointers.rhs)),
        size_(plan.k * plan.n),
        is_copied_(!IsContiguous(plan.rhs.outer)),
        is_shared_(StrideOf(plan.rhs.batch) == 0) {
    if (!is_copied_) return;
    int64_t depth[kMostSmallDepth];
    FillOffsets(plan.rhs.outer, 0, plan.n, columns_);
    FillOffsets(plan.rhs.k, 0, plan.k, depth);
    for (int64_t e = 0; e < size_; ++e) places_[e] = depth[e / plan.n] + columns_[e % plan.n];
  }

  bool is_copied() const { return is_copied_; }
  // Matrices that are found at once, at most kMost.
  int64_t most() const {
    return is_copied_ ? HWY_MIN(kMost, kRoom / HWY_MAX(size_, int64_t{1})) : kMost;
  }
  // Elements from the one that Find returns to the last.
  int64_t reach() const {
    if (is_copied_) return static_cast<int64_t>(std::size(copies_));
    return ReachOf(plan_.rhs.batch) + ReachOf(plan_.rhs.outer) + ReachOf(plan_.rhs.k) + 1;
  }

  // Finds matrices begin .. begin + count: sets their offsets from the element that it returns.
  HWY_NOINLINE const T* Find(int64_t begin, int64_t count, int64_t* offsets) {
    FillOffsets(plan_.rhs.batch, begin, count, offsets);
    if (!is_copied_) return first_;
    for (int64_t i = 0; i < count; ++i) {
      const T* const from = first_ + offsets[i];
      offsets[i] = is_shared_ ? 0 : i * size_;
      if (is_shared_ && has_copy_) continue;
      has_copy_ = true;
      Copy(from, copies_ + offsets[i]);
    }
    return copies_;
  }

 private:
  static constexpr int64_t kRoom = 2 * kMostCopiedRhs;
  // Shorter columns are copied one element after the other.
  static constexpr int64_t kFewest = 4;

  void Copy(const T* from, T* to) const {
    if (HWY_ARCH_WASM || plan_.n < kFewest || plan_.k < kFewest || !IsContiguous(plan_.rhs.k)) {
      for (int64_t e = 0; e < size_; ++e) to[e] = from[places_[e]];
      return;
    }
    const T* columns[kMostSmallRows];
    for (int64_t i = 0; i < plan_.n; ++i) columns[i] = from + columns_[i];
    TransposePart(columns, plan_.n, 0, plan_.k, to, plan_.n);
  }

  const GemmPlan& plan_;
  const T* first_;
  int64_t size_;
  bool is_copied_, is_shared_, has_copy_ = false;
  int64_t columns_[kMostSmallRows];
  int64_t places_[kMostCopiedRhs];
  // A register may be loaded from each element; what lies behind the copies is not used.
  T copies_[kRoom + kRegisterLanes<T>];
};

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_SMALL_RHS_INL_H_
