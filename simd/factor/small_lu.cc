#include "simd/factor/small_lu.h"

#ifndef __wasm__

#include <algorithm>
#include <cmath>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/factor/small_lu.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class T, bool kFused>
class SmallLuFactors {
  static constexpr int64_t kStride = SmallLu<T>::kStride;
  using D = hn::CappedTag<T, kStride>;
  using V = hn::Vec<D>;

 public:
  explicit SmallLuFactors(const SmallLu<T>& lu)
      : lu_(lu), end_((lu.columns + LaneCount() - 1) / LaneCount() * LaneCount()) {}

  int64_t Run(int64_t* pivots) {
    int64_t info = 0;
    const int64_t least = std::min(lu_.rows, lu_.columns);
    for (int64_t j = 0; j < least; ++j) {
      const int64_t pivot = pivots[j] = FindPivot(j);
      if (pivot != j) SwapRows(j, pivot);
      const T divisor = At(j)[j];
      if (divisor == 0) {
        if (info == 0) info = j + 1;
        continue;
      }
      Divide(j, divisor);
      Subtract(j);
    }
    return info;
  }

 private:
  static HWY_INLINE int64_t LaneCount() { return static_cast<int64_t>(hn::Lanes(D())); }
  HWY_INLINE T* At(int64_t row) const { return lu_.a + row * kStride; }

  // Copies column j from row j on. Returns the first row with the largest magnitude.
  HWY_INLINE int64_t FindPivot(int64_t j) {
    int64_t pivot = j;
    T largest = std::abs(column_[j] = At(j)[j]);
    for (int64_t i = j + 1; i < lu_.rows; ++i) {
      column_[i] = At(i)[j];
      const T size = std::abs(column_[i]);
      const bool is_larger = size > largest;
      largest = is_larger ? size : largest;
      pivot = is_larger ? i : pivot;
    }
    return pivot;
  }

  HWY_INLINE void SwapRows(int64_t j, int64_t pivot) {
    const D d;
    for (int64_t c = 0; c < end_; c += LaneCount()) {
      const V first = hn::Load(d, At(j) + c), second = hn::Load(d, At(pivot) + c);
      hn::Store(second, d, At(j) + c);
      hn::Store(first, d, At(pivot) + c);
    }
    std::swap(column_[j], column_[pivot]);
  }

  // The column's copy, from the row below j on.
  HWY_INLINE void Divide(int64_t j, T divisor) {
    const D d;
    const V by = hn::Set(d, divisor);
    for (int64_t i = j + 1; i < lu_.rows; i += LaneCount()) {
      hn::StoreU(hn::Div(hn::LoadU(d, column_ + i), by), d, column_ + i);
    }
  }

  // Subtracts multiples of row j from the rows below, behind column j, which receives the factors.
  HWY_INLINE void Subtract(int64_t j) {
    const D d;
    const int64_t begin = j / LaneCount() * LaneCount();
    const auto at = static_cast<size_t>(j - begin);
    const auto is_before = hn::FirstN(d, at + 1);
    const auto is_factor = hn::AndNot(hn::FirstN(d, at), is_before);
    const V row = hn::Load(d, At(j) + begin);
    for (int64_t i = j + 1; i < lu_.rows; ++i) {
      const V old = hn::Load(d, At(i) + begin), factor = hn::Set(d, column_[i]);
      const V kept = hn::IfThenElse(is_factor, factor, old);
      hn::Store(hn::IfThenElse(is_before, kept, Difference(old, factor, row)), d, At(i) + begin);
    }
    for (int64_t c = begin + LaneCount(); c < end_; c += LaneCount()) {
      const V next = hn::Load(d, At(j) + c);
      for (int64_t i = j + 1; i < lu_.rows; ++i) {
        const V old = hn::Load(d, At(i) + c);
        hn::Store(Difference(old, hn::Set(d, column_[i]), next), d, At(i) + c);
      }
    }
  }

  static HWY_INLINE V Difference(V old, V factor, V row) {
    return kFused ? hn::NegMulAdd(factor, row, old) : hn::Sub(old, hn::Mul(factor, row));
  }

  const SmallLu<T>& lu_;
  int64_t end_;
  // Whole vectors behind the last row are divided too.
  T column_[2 * kMostSmallLu] = {};
};

template <class T>
int64_t Factor(const SmallLu<T>& lu, int64_t* pivots) {
  if (HWY_NATIVE_FMA && lu.is_fused) return SmallLuFactors<T, HWY_NATIVE_FMA>(lu).Run(pivots);
  return SmallLuFactors<T, false>(lu).Run(pivots);
}

}  // namespace

int64_t FactorDouble(const SmallLu<double>& lu, int64_t* pivots) { return Factor(lu, pivots); }
int64_t FactorFloat(const SmallLu<float>& lu, int64_t* pivots) { return Factor(lu, pivots); }

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(FactorDouble);
HWY_EXPORT(FactorFloat);

int64_t FactorSmallLu(const SmallLu<double>& lu, int64_t* pivots) {
  return HWY_DYNAMIC_DISPATCH(FactorDouble)(lu, pivots);
}
int64_t FactorSmallLu(const SmallLu<float>& lu, int64_t* pivots) {
  return HWY_DYNAMIC_DISPATCH(FactorFloat)(lu, pivots);
}

}  // namespace paddock::simd
#endif
#endif  // __wasm__
