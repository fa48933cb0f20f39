// Calls of a kernel on elements of several places. WebAssembly leaves them out, for size.
#include <cstddef>

#include "simd/elementwise/tape.h"

#if defined(PADDOCK_SIMD_ELEMENTWISE_TAPE_JOINED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_ELEMENTWISE_TAPE_JOINED_INL_H_
#undef PADDOCK_SIMD_ELEMENTWISE_TAPE_JOINED_INL_H_
#else
#define PADDOCK_SIMD_ELEMENTWISE_TAPE_JOINED_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/elementwise/map-inl.h"

#if !HWY_ARCH_WASM
HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Vectors as wide as the loads of the kernel, which would wait for narrower stores.
template <typename T>
HWY_INLINE void StoreJoined(const void* const* from, T* to) {
  const T first = LoadElement<T>(from[0], 0), second = LoadElement<T>(from[1], 0);
  const T third = LoadElement<T>(from[2], 0), fourth = LoadElement<T>(from[3], 0);
  const hn::Full128<T> d;
  if constexpr (sizeof(T) == 4) {
    hn::Store(hn::Dup128VecFromValues(d, first, second, third, fourth), d, to);
  } else {
    const auto lower = hn::Dup128VecFromValues(d, first, second);
    const auto upper = hn::Dup128VecFromValues(d, third, fourth);
    const hn::CappedTag<T, TapeJoinedKernel::kMost> d_all;
    if constexpr (hn::MaxLanes(d_all) == TapeJoinedKernel::kMost) {
      hn::Store(hn::Combine(d_all, upper, lower), d_all, to);
    } else {
      hn::Store(lower, d, to);
      hn::Store(upper, d, to + 2);
    }
  }
}

template <typename T>
HWY_NOINLINE void RunJoined(const TapeJoinedKernel& call) {
  constexpr size_t kMost = TapeJoinedKernel::kMost;
  // Kernels compute in lanes of f64.
  constexpr size_t kCount = HWY_MAX(kMost, hn::MaxLanes(hn::ScalableTag<double>()));
  HWY_ALIGN T operands[2][kCount];
  HWY_ALIGN T results[kCount];
  const TapeKernel& kernel = *call.kernel;
  for (size_t k = 0; k < kernel.arity; ++k) {
    for (size_t i = 0; i < kCount; i += kMost) StoreJoined<T>(call.operands[k], operands[k] + i);
  }
  const void* const all_operands[] = {operands[0], operands[1]};
  kernel.function(all_operands, results, kCount, kernel.attributes);
  for (size_t i = 0; i < call.count; ++i) StoreElement(results[i], call.results[i], 0);
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#endif  // PADDOCK_SIMD_ELEMENTWISE_TAPE_JOINED_INL_H_
