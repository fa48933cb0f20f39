// Maxima of rows of f32, four rows at once, in WebAssembly.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#if defined(PADDOCK_SIMD_REDUCE_ROW_MAXIMA_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_REDUCE_ROW_MAXIMA_INL_H_
#undef PADDOCK_SIMD_REDUCE_ROW_MAXIMA_INL_H_
#else
#define PADDOCK_SIMD_REDUCE_ROW_MAXIMA_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/reduce/monoid.h"
#include "simd/reduce/real_body-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

template <class Body>
inline constexpr bool kHasRowMaxima =
    kIsWeb && std::is_same_v<Body, RealBody<float, MaximumFloatOp>>;

// Maxima of numbers with one instruction for each vector. A NaN makes the sum NaN, and -0 may hide
// +0: then the body's own op must be used (extreme_of_cells-inl.h).
class RowMaxima {
 public:
  static constexpr int64_t kRows = 4;
  static constexpr int64_t kLeastCount = 4;

  // Stores the maxima of kRows rows. Returns false if they are undefined.
  static HWY_INLINE bool Store(const float* rows, int64_t stride, int64_t count, float* result) {
    const D d;
    V greatest[kRows], sums[kRows];
    HWY_UNROLL(4)
    for (int64_t r = 0; r < kRows; ++r) greatest[r] = sums[r] = hn::LoadU(d, rows + r * stride);
    for (int64_t i = 4; i < count; i += 4) {
      // The last vector overlaps the previous one.
      const float* const from = rows + std::min(i, count - 4);
      HWY_UNROLL(4)
      for (int64_t r = 0; r < kRows; ++r) {
        const V x = hn::LoadU(d, from + r * stride);
        greatest[r] = hn::Max(greatest[r], x);
        sums[r] = hn::Add(sums[r], x);
      }
    }
    const V even = Pairs(greatest[0], greatest[2]), odd = Pairs(greatest[1], greatest[3]);
    const V maxima = hn::Max(hn::InterleaveEven(d, even, odd), hn::InterleaveOdd(d, even, odd));
    hn::StoreU(maxima, d, result);
    const V sum = hn::Add(hn::Add(sums[0], sums[1]), hn::Add(sums[2], sums[3]));
    const hn::RebindToSigned<D> di;
    const auto minus_zero = hn::BitCast(di, hn::Set(d, -0.0f));
    const auto is_minus_zero = hn::Eq(hn::BitCast(di, maxima), minus_zero);
    return hn::AllFalse(d, hn::Or(hn::IsNaN(sum), hn::RebindMask(d, is_minus_zero)));
  }

 private:
  using D = hn::CappedTag<float, 4>;
  using V = hn::Vec<D>;

  // Returns two lanes of `a`, then two of `b`.
  static HWY_INLINE V Pairs(V a, V b) {
    const D d;
    const hn::Repartition<uint64_t, D> pairs;
    const auto first = hn::BitCast(pairs, a), second = hn::BitCast(pairs, b);
    return hn::Max(hn::BitCast(d, hn::InterleaveLower(pairs, first, second)),
                   hn::BitCast(d, hn::InterleaveUpper(pairs, first, second)));
  }
};

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_REDUCE_ROW_MAXIMA_INL_H_
