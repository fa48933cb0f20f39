// Products of two vectors of 2 to 6 elements, each in one lane: elements of one place in their
// vectors are brought together.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "simd/gemm/ops-inl.h"
#include "simd/gemm/tiny-inl.h"

#if defined(PADDOCK_SIMD_GEMM_SHORT_DOTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_GEMM_SHORT_DOTS_INL_H_
#undef PADDOCK_SIMD_GEMM_SHORT_DOTS_INL_H_
#else
#define PADDOCK_SIMD_GEMM_SHORT_DOTS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace gemm {

// Products whose elements are brought together before any is multiplied: a vector that is loaded
// right after its elements were stored one by one waits for all of them.
inline constexpr int64_t kDotsTogether = 64;

// The elements of one operand along k, kDepth of each product, kDotsTogether products at a time.
template <class T, size_t kDepth>
class DotLanes {
 public:
  DotLanes(const GemmOperand& operand, const void* first, int64_t rows, int64_t matrices)
      : first_(static_cast<const T*>(first)),
        rows_(rows),
        products_(rows * matrices),
        row_stride_(StrideOf(operand.outer).value_or(0)),
        matrix_stride_(StrideOf(operand.batch).value_or(0)),
        is_along_k_(IsContiguous(operand.k)) {
    FillOffsets(operand.k, 0, static_cast<int64_t>(kDepth), offsets_);
    // Equally distant products are those of one matrix.
    if (rows_ == 1) row_stride_ = matrix_stride_;
    if (rows_ == 1 || matrix_stride_ == rows_ * row_stride_) rows_ = products_;
    if (rows_ == products_ && row_stride_ == 0) Repeat(first_, 0, kDotsTogether);
    repeats_few_ = row_stride_ == 0 && rows_ < kVector;
    for (int64_t i = 0; repeats_few_ && i < rows_ + kVector; ++i) {
      numbers_[i] = static_cast<Number>(i / rows_);
    }
  }

  // Products begin .. begin + count, at most kDotsTogether.
  HWY_INLINE void Fill(int64_t begin, int64_t count) {
    if (rows_ == products_ && row_stride_ == 0) return;
    if (repeats_few_) return RepeatFew(begin, count);
    int64_t row = begin % rows_;
    const T* matrix = first_ + begin / rows_ * matrix_stride_;
    for (int64_t done = 0; done < count; row = 0, matrix += matrix_stride_) {
      const int64_t some = std::min(count - done, rows_ - row);
      const T* const from = matrix + row * row_stride_;
      if (row_stride_ == 0) {
        Repeat(from, done, some);
      } else {
        FillRows(from, row_stride_, {done, some}, row + some == rows_, at_);
      }
      done += some;
    }
  }

  HWY_INLINE const T* At(size_t l) const { return at_[l]; }

 private:
  using D = hn::ScalableTag<T>;
  static constexpr auto kVector = static_cast<int64_t>(kRegisterLanes<T>);

  // Writes whole vectors: those that follow overwrite what is too much.
  HWY_INLINE void Repeat(const T* from, int64_t to, int64_t count) {
    const D d;
    HWY_UNROLL(8)
    for (size_t l = 0; l < kDepth; ++l) {
      const auto element = hn::Set(d, from[offsets_[l]]);
      for (int64_t i = 0; i < count; i += kVector) hn::StoreU(element, d, at_[l] + to + i);
    }
  }

  // Each of the neighbouring matrices' elements for all products of its matrix, fewer than a
  // vector.
  HWY_INLINE void RepeatFew(int64_t begin, int64_t count) {
    const D d;
    const int64_t first = begin / rows_, end = (begin + count - 1) / rows_ + 1;
    FillRows(first_ + first * matrix_stride_, matrix_stride_, {0, end - first},
             end * rows_ == products_, few_);
    int64_t matrix = 0, row = begin - first * rows_;
    for (int64_t i = 0; i < count; i += kVector) {
      const auto numbers = hn::SetTableIndices(d, numbers_ + row);
      HWY_UNROLL(8)
      for (size_t l = 0; l < kDepth; ++l) {
        hn::StoreU(hn::TableLookupLanes(hn::LoadU(d, few_[l] + matrix), numbers), d, at_[l] + i);
      }
      for (row += kVector; row >= rows_; row -= rows_) ++matrix;
    }
  }

  // Elements of the products in a row of the arrays.
  struct Filled {
    int64_t to;
    int64_t count;
  };
  using Arrays = T[kDepth][kDotsTogether + kRegisterLanes<T>];

  HWY_INLINE void FillRows(const T* from, int64_t stride, const Filled& filled, bool is_end,
                           Arrays& arrays) {
    if (stride == 1) {
      for (size_t l = 0; l < kDepth; ++l) {
        std::memcpy(arrays[l] + filled.to, from + offsets_[l],
                    static_cast<size_t>(filled.count) * sizeof(T));
      }
      return;
    }
    int64_t i = 0;
    if (is_along_k_ && stride >= static_cast<int64_t>(kDepth)) {
      // Elements after the last row may not be the operand's.
      const bool is_short = is_end && stride != static_cast<int64_t>(kDepth);
      if constexpr (kDepth <= 4) {
        i = TakeApart(from, stride, {filled.to, filled.count - (is_short ? 1 : 0)}, arrays);
      }
    }
    for (; i < filled.count; ++i) {
      HWY_UNROLL(8)
      for (size_t l = 0; l < kDepth; ++l) {
        arrays[l][filled.to + i] = from[i * stride + offsets_[l]];
      }
    }
  }

  // Returns the number of products whose elements were written: whole vectors of them.
  HWY_INLINE int64_t TakeApart(const T* from, int64_t stride, const Filled& filled,
                               Arrays& arrays) {
    int64_t i = 0;
    const auto take = [&](auto constant) HWY_ATTR {
      constexpr size_t kStride = decltype(constant)::value;
      for (; i + kVector <= filled.count; i += kVector) {
        TakeVectors<kStride>(from + i * static_cast<int64_t>(kStride), filled.to + i, arrays);
      }
    };
    if (stride == 2) take(std::integral_constant<size_t, 2>());
    if (stride == 3) take(std::integral_constant<size_t, 3>());
    if (stride == 4) take(std::integral_constant<size_t, 4>());
    return i;
  }

  template <size_t kStride>
  HWY_INLINE void TakeVectors(const T* from, int64_t to, Arrays& arrays) {
    const D d;
    hn::Vec<D> v[4];
    if constexpr (kStride == 2) hn::LoadInterleaved2(d, from, v[0], v[1]);
    if constexpr (kStride == 3) hn::LoadInterleaved3(d, from, v[0], v[1], v[2]);
    if constexpr (kStride == 4) hn::LoadInterleaved4(d, from, v[0], v[1], v[2], v[3]);
    HWY_UNROLL(4)
    for (size_t l = 0; l < HWY_MIN(kDepth, kStride); ++l) hn::StoreU(v[l], d, arrays[l] + to);
  }

  const T* first_;
  // A matrix of one row is as good as a row of the only matrix.
  int64_t rows_, products_;
  int64_t row_stride_, matrix_stride_;
  bool is_along_k_;
  int64_t offsets_[kDepth];
  // Repeat writes up to a vector too much.
  HWY_ALIGN Arrays at_ = {};
  // A matrix has fewer products than a vector has lanes, and all have the same elements.
  bool repeats_few_ = false;
  // Elements of neighbouring matrices, and the number of each product's matrix.
  HWY_ALIGN Arrays few_ = {};
  using Number = hwy::MakeSigned<T>;
  Number numbers_[2 * kVector] = {};
};

template <class Op, size_t kDepth>
void RunDotsInLanes(const GemmPlan& plan, const GemmPointers& pointers, int64_t begin,
                    int64_t end) {
  using T = typename Op::T;
  const hn::ScalableTag<T> d;
  constexpr auto kVector = static_cast<int64_t>(kRegisterLanes<T>);
  DotLanes<T, kDepth> lhs(plan.lhs, pointers.lhs, plan.m * plan.n, plan.batch);
  DotLanes<T, kDepth> rhs(plan.rhs, pointers.rhs, plan.m * plan.n, plan.batch);
  T* const result = static_cast<T*>(pointers.result);
  for (int64_t at = begin; at < end; at += kDotsTogether) {
    const int64_t count = std::min(kDotsTogether, end - at);
    lhs.Fill(at, count);
    rhs.Fill(at, count);
    for (int64_t i = 0; i < count; i += kVector) {
      const auto sums = SumTiny<Op, true>(kDepth, [&](size_t l) HWY_ATTR {
        return std::pair(hn::LoadU(d, lhs.At(l) + i), hn::LoadU(d, rhs.At(l) + i));
      });
      if (i + kVector <= count) {
        hn::StoreU(sums, d, result + at + i);
      } else {
        hn::StoreN(sums, d, result + at + i, static_cast<size_t>(count - i));
      }
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

}  // namespace gemm
// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_GEMM_SHORT_DOTS_INL_H_
