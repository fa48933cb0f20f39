// Loads and stores at any byte address. Highway's unaligned operations load whole vectors from any
// address, but partial and short vectors as elements, which need the alignment of their type. Those
// are copied through the stack, unless a mask selects the lanes.
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

// Returns whether a part of a vector is accessed under a mask, at any address: a load would wait
// for a copy on the stack. Whole short vectors are moved as numbers, because a load of what is
// beside a masked store waits, too. Under sanitizers, Highway accesses elements instead of masks.
template <class D>
HWY_INLINE bool IsMasked(D, size_t count) {
  return HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3 && !HWY_MEM_OPS_MIGHT_FAULT &&
         count < hn::MaxLanes(D());
}

// Loads `count` lanes, followed by zeros.
template <class D>
HWY_INLINE hn::Vec<D> LoadAnyN(D d, const void* from, size_t count) {
  using T = hn::TFromD<D>;
  if (IsMasked(d, count)) return hn::LoadN(d, static_cast<const T*>(from), count);
  HWY_ALIGN hn::TFromD<D> elements[hn::MaxLanes(D())] = {};
  std::memcpy(elements, from, count * sizeof(elements[0]));
  return hn::Load(d, elements);
}

template <class D>
HWY_INLINE void StoreAnyN(D d, hn::Vec<D> value, void* to, size_t count) {
  using T = hn::TFromD<D>;
  if (IsMasked(d, count)) return hn::StoreN(value, d, static_cast<T*>(to), count);
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
