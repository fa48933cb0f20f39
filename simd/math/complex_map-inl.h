// The loops of the complex kernels. A function is a class with
//   template <class D, class V> static Complex<V> Apply(D d, Complex<V> x [, Complex<V> y])
// over vectors of f64 (a V where the result is real).
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_COMPLEX_MAP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_COMPLEX_MAP_INL_H_
#undef PADDOCK_SIMD_MATH_COMPLEX_MAP_INL_H_
#else
#define PADDOCK_SIMD_MATH_COMPLEX_MAP_INL_H_
#endif

#include <cstddef>
#include <cstring>

#include "hwy/highway.h"
#include "simd/math/complex-inl.h"
#include "simd/math/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using ComplexVector = Complex<hn::Vec<MapTag>>;

// Up to Lanes(MapTag()) elements from any address, zeros after them. Always by
// way of an aligned copy: the functions take far longer than it does.
template <class Element>
HWY_INLINE ComplexVector LoadComplex(const void* from, size_t count) {
  const ElementTag<Element> de;
  HWY_ALIGN Element elements[2 * hn::MaxLanes(de)] = {};
  std::memcpy(elements, from, 2 * count * sizeof(Element));
  hn::Vec<ElementTag<Element>> re, im;
  hn::LoadInterleaved2(de, elements, re, im);
  return {Widen<Element>(re), Widen<Element>(im)};
}

template <class Element>
HWY_INLINE void StoreComplex(ComplexVector x, void* to, size_t count) {
  const ElementTag<Element> de;
  HWY_ALIGN Element elements[2 * hn::MaxLanes(de)];
  hn::StoreInterleaved2(Narrow<Element>(x.re), Narrow<Element>(x.im), de, elements);
  std::memcpy(to, elements, 2 * count * sizeof(Element));
}

template <class Element>
HWY_INLINE void StoreComplex(hn::Vec<MapTag> x, void* to, size_t count) {
  StoreRest(Narrow<Element>(x), ElementTag<Element>(), to, count);
}

// `kParts` is 2, or 1 where the result is real.
template <class Function, class Element, size_t kParts>
void MapComplexUnary(const void* const* operands, void* result, size_t count, const void*) {
  const MapTag d;
  const size_t lanes = hn::Lanes(d);
  const auto* operand = static_cast<const unsigned char*>(operands[0]);
  auto* to = static_cast<unsigned char*>(result);
  for (size_t i = 0; i < count; i += lanes) {
    const size_t part = HWY_MIN(lanes, count - i);
    const ComplexVector x = LoadComplex<Element>(operand + 2 * i * sizeof(Element), part);
    StoreComplex<Element>(Function::Apply(d, x), to + kParts * i * sizeof(Element), part);
  }
}

template <class Function, class Element>
void MapComplexBinary(const void* const* operands, void* result, size_t count, const void*) {
  const MapTag d;
  const size_t lanes = hn::Lanes(d);
  const auto* lhs = static_cast<const unsigned char*>(operands[0]);
  const auto* rhs = static_cast<const unsigned char*>(operands[1]);
  auto* to = static_cast<unsigned char*>(result);
  for (size_t i = 0; i < count; i += lanes) {
    const size_t part = HWY_MIN(lanes, count - i);
    const size_t offset = 2 * i * sizeof(Element);
    const ComplexVector x = LoadComplex<Element>(lhs + offset, part);
    const ComplexVector y = LoadComplex<Element>(rhs + offset, part);
    StoreComplex<Element>(Function::Apply(d, x, y), to + offset, part);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_COMPLEX_MAP_INL_H_
