// The loops of the mathematical kernels. A function is a class with
//   template <class Element, Numerics kNumerics, class D, class V>
//   static V Apply(D d, V x [, V y])
// over vectors of f64; kernels on f32 widen, call it with Element = float, and
// round once, which is how they come within 0.51 ULP.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_MAP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_MAP_INL_H_
#undef PADDOCK_SIMD_MATH_MAP_INL_H_
#else
#define PADDOCK_SIMD_MATH_MAP_INL_H_
#endif

#include <cstddef>
#include <cstring>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using MapTag = hn::ScalableTag<double>;
template <class Element>
using ElementTag = hn::Rebind<Element, MapTag>;

template <class Element>
HWY_INLINE hn::Vec<MapTag> Widen(hn::Vec<ElementTag<Element>> x) {
  if constexpr (sizeof(Element) == 4) {
    return hn::PromoteTo(MapTag(), x);
  } else {
    return x;
  }
}

template <class Element>
HWY_INLINE hn::Vec<ElementTag<Element>> Narrow(hn::Vec<MapTag> x) {
  if constexpr (sizeof(Element) == 4) {
    return hn::DemoteTo(ElementTag<Element>(), x);
  } else {
    return x;
  }
}

// `count` elements from any address, zeros after them; and to any address. By
// way of an aligned copy: LoadN and StoreN want aligned elements, which a
// tensor inside a mapped file need not have.
template <class D>
HWY_INLINE hn::Vec<D> LoadRest(D d, const void* from, size_t count) {
  HWY_ALIGN hn::TFromD<D> elements[hn::MaxLanes(d)] = {};
  std::memcpy(elements, from, count * sizeof(elements[0]));
  return hn::Load(d, elements);
}

template <class D>
HWY_INLINE void StoreRest(hn::Vec<D> x, D d, void* to, size_t count) {
  HWY_ALIGN hn::TFromD<D> elements[hn::MaxLanes(d)];
  hn::Store(x, d, elements);
  std::memcpy(to, elements, count * sizeof(elements[0]));
}

// Whole vectors, then the remaining lanes beside zeros: no scalar tail, no
// access past the end.
template <class Function, class Element, Numerics kNumerics>
void MapUnary(const void* const* operands, void* result, size_t count, const void*) {
  const MapTag d;
  const ElementTag<Element> de;
  const size_t lanes = hn::Lanes(d);
  const auto* operand = static_cast<const Element*>(operands[0]);
  auto* to = static_cast<Element*>(result);
  const auto apply = [&](auto x) HWY_ATTR {
    return Narrow<Element>(Function::template Apply<Element, kNumerics>(d, Widen<Element>(x)));
  };
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    hn::StoreU(apply(hn::LoadU(de, operand + i)), de, to + i);
  }
  if (i < count) StoreRest(apply(LoadRest(de, operand + i, count - i)), de, to + i, count - i);
}

template <class Function, class Element, Numerics kNumerics>
void MapBinary(const void* const* operands, void* result, size_t count, const void*) {
  const MapTag d;
  const ElementTag<Element> de;
  const size_t lanes = hn::Lanes(d);
  const auto* lhs = static_cast<const Element*>(operands[0]);
  const auto* rhs = static_cast<const Element*>(operands[1]);
  auto* to = static_cast<Element*>(result);
  const auto apply = [&](auto x, auto y) HWY_ATTR {
    return Narrow<Element>(
        Function::template Apply<Element, kNumerics>(d, Widen<Element>(x), Widen<Element>(y)));
  };
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    hn::StoreU(apply(hn::LoadU(de, lhs + i), hn::LoadU(de, rhs + i)), de, to + i);
  }
  const size_t rest = count - i;
  if (rest == 0) return;
  const auto x = LoadRest(de, lhs + i, rest);
  const auto y = LoadRest(de, rhs + i, rest);
  StoreRest(apply(x, y), de, to + i, rest);
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_MAP_INL_H_
