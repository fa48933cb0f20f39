#include "simd/linalg/largest.h"

#ifndef __wasm__

#include <cstddef>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/linalg/largest.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Calls visit(position, vector of magnitudes) until it returns true. Behind the last number there
// are zeros.
template <class D, class Visit>
HWY_INLINE void ForEachVector(D d, const float* numbers, int64_t count, Visit visit) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    if (visit(i, hn::Abs(hn::LoadU(d, numbers + i)))) return;
  }
  if (i < count) {
    visit(i, hn::Abs(hn::LoadN(d, numbers + i, static_cast<size_t>(count - i))));
  }
}

}  // namespace

void FindLargestKernel(const float* numbers, int64_t count, int64_t& position) {
  const hn::ScalableTag<float> d;
  auto largest = hn::Abs(hn::Set(d, numbers[0]));
  position = 0;
  if (!hn::AllFalse(d, hn::IsNaN(largest))) return;
  ForEachVector(d, numbers, count, [&](int64_t, auto magnitudes) HWY_ATTR {
    largest = hn::IfThenElse(hn::Gt(magnitudes, largest), magnitudes, largest);
    return false;
  });
  const auto most = hn::MaxOfLanes(d, largest);
  ForEachVector(d, numbers, count, [&](int64_t i, auto magnitudes) HWY_ATTR {
    const intptr_t lane = hn::FindFirstTrue(d, hn::Eq(magnitudes, most));
    if (lane >= 0) position = i + lane;
    return lane >= 0;
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(FindLargestKernel);

int64_t FindLargest(const float* numbers, int64_t count) {
  int64_t position;
  HWY_DYNAMIC_DISPATCH(FindLargestKernel)(numbers, count, position);
  return position;
}

}  // namespace paddock::simd
#endif
#endif  // __wasm__
