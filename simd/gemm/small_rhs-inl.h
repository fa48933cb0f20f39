// Where small products read rhs: in place, or in copies whose rows are contiguous.

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

// Matrices of rhs that are read in place.
template <class T>
class SmallRhs {
 public:
  static constexpr int64_t kMost = 64;

  SmallRhs(const GemmPlan& plan, const GemmPointers& pointers)
      : plan_(plan), first_(static_cast<const T*>(pointers.rhs)) {}

  // Matrices that are found at once.
  int64_t most() const { return kMost; }
  // Finds matrices begin .. begin + count: sets their offsets from the element that it returns.
  const T* Find(int64_t begin, int64_t count, int64_t* offsets) {
    FillOffsets(plan_.rhs.batch, begin, count, offsets);
    return first_;
  }
  // Elements from the returned one to the last.
  int64_t reach() const {
    return ReachOf(plan_.rhs.batch) + ReachOf(plan_.rhs.outer) + ReachOf(plan_.rhs.k) + 1;
  }

 private:
  const GemmPlan& plan_;
  const T* first_;
};

#if !HWY_ARCH_WASM
// Copies of matrices whose rows are not contiguous.
template <class T>
class CopiedRhs {
 public:
  CopiedRhs(const GemmPlan& plan, const GemmPointers& pointers)
      : plan_(plan),
        in_place_(plan, pointers),
        size_(plan.k * plan.n),
        is_shared_(StrideOf(plan.rhs.batch) == 0) {
    int64_t depth[kMostSmallDepth];
    FillOffsets(plan.rhs.outer, 0, plan.n, columns_);
    FillOffsets(plan.rhs.k, 0, plan.k, depth);
    for (int64_t e = 0; e < size_; ++e) places_[e] = depth[e / plan.n] + columns_[e % plan.n];
  }

  int64_t most() const { return HWY_MIN(in_place_.most(), kRoom / HWY_MAX(size_, int64_t{1})); }
  const T* Find(int64_t begin, int64_t count, int64_t* offsets) {
    const T* const first = in_place_.Find(begin, count, offsets);
    for (int64_t i = 0; i < count; ++i) {
      const T* const from = first + offsets[i];
      offsets[i] = is_shared_ ? 0 : i * size_;
      if (is_shared_ && has_copy_) continue;
      has_copy_ = true;
      Copy(from, copies_ + offsets[i]);
    }
    return copies_;
  }
  int64_t reach() const { return static_cast<int64_t>(std::size(copies_)); }

 private:
  static constexpr int64_t kRoom = 2 * kMostCopiedRhs;
  // Shorter columns are copied one element after the other.
  static constexpr int64_t kFewest = 4;

  void Copy(const T* from, T* to) const {
    if (plan_.n < kFewest || plan_.k < kFewest || !IsContiguous(plan_.rhs.k)) {
      for (int64_t e = 0; e < size_; ++e) to[e] = from[places_[e]];
      return;
    }
    const T* columns[kMostSmallRows];
    for (int64_t i = 0; i < plan_.n; ++i) columns[i] = from + columns_[i];
    TransposePart(columns, plan_.n, 0, plan_.k, to, plan_.n);
  }

  const GemmPlan& plan_;
  SmallRhs<T> in_place_;
  int64_t size_;
  bool is_shared_, has_copy_ = false;
  int64_t columns_[kMostSmallRows];
  int64_t places_[kMostCopiedRhs];
  // A register may be loaded from each element; what lies behind the copies is not used.
  T copies_[kRoom + kRegisterLanes<T>];
};
#endif  // !HWY_ARCH_WASM

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_SMALL_RHS_INL_H_
