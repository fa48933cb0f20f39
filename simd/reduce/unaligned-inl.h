// Loads and stores at any byte address. Highway's unaligned operations load whole vectors from any
// address, but partial and short vectors as elements, which need the alignment of their type. Those
// are copied through the stack.
#include <cstddef>
#include <cstring>

#if defined(PADDOCK_SIMD_REDUCE_UNALIGNED_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_REDUCE_UNALIGNED_INL_H_
#undef PADDOCK_SIMD_REDUCE_UNALIGNED_INL_H_
#else
#define PADDOCK_SIMD_REDUCE_UNALIGNED_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Loads `count` lanes, followed by zeros.
template <class D>
HWY_INLINE hn::Vec<D> LoadAnyN(D d, const void* from, size_t count) {
  HWY_ALIGN hn::TFromD<D> elements[hn::MaxLanes(D())] = {};
  std::memcpy(elements, from, count * sizeof(elements[0]));
  return hn::Load(d, elements);
}

template <class D>
HWY_INLINE void StoreAnyN(D d, hn::Vec<D> value, void* to, size_t count) {
  HWY_ALIGN hn::TFromD<D> elements[hn::MaxLanes(D())];
  hn::Store(value, d, elements);
  std::memcpy(to, elements, count * sizeof(elements[0]));
}

template <class D>
HWY_INLINE hn::Vec<D> LoadAny(D d, const void* from) {
  using T = hn::TFromD<D>;
  if constexpr (hn::MaxLanes(D()) * sizeof(T) >= 16) {
    return hn::LoadU(d, static_cast<const T*>(from));
  } else {
    return LoadAnyN(d, from, hn::MaxLanes(D()));
  }
}

template <class D>
HWY_INLINE void StoreAny(D d, hn::Vec<D> value, void* to) {
  using T = hn::TFromD<D>;
  if constexpr (hn::MaxLanes(D()) * sizeof(T) >= 16) {
    hn::StoreU(value, d, static_cast<T*>(to));
  } else {
    StoreAnyN(d, value, to, hn::MaxLanes(D()));
  }
}

}  // namespace
}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_REDUCE_UNALIGNED_INL_H_
