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

#include "hwy/highway.h"
#include "simd/math/complex-inl.h"
#include "simd/math/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using ComplexVector = Complex<hn::Vec<MapTag>>;

// `kParts` is 2, or 1 if the result is real.
template <class Function, size_t kParts>
void MapComplexUnaryVectors(const void* const* operands, void* result, size_t count) {
  const MapTag d;
  const auto* operand = static_cast<const double*>(operands[0]);
  auto* to = static_cast<double*>(result);
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    ComplexVector x;
    hn::LoadInterleaved2(d, operand + 2 * i, x.re, x.im);
    const auto value = Function::Apply(d, x);
    if constexpr (kParts == 2) {
      hn::StoreInterleaved2(value.re, value.im, d, to + 2 * i);
    } else {
      hn::StoreU(value, d, to + i);
    }
  }
}

template <class Function, class Element, size_t kParts>
void MapComplexUnary(const void* const* operands, void* result, size_t count, const void*) {
  MapWidened<1, Element>(&MapComplexUnaryVectors<Function, kParts>, 2, kParts, operands, result,
                         count);
}

template <class Function>
void MapComplexBinaryVectors(const void* const* operands, void* result, size_t count) {
  const MapTag d;
  const auto* lhs = static_cast<const double*>(operands[0]);
  const auto* rhs = static_cast<const double*>(operands[1]);
  auto* to = static_cast<double*>(result);
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    ComplexVector x, y;
    hn::LoadInterleaved2(d, lhs + 2 * i, x.re, x.im);
    hn::LoadInterleaved2(d, rhs + 2 * i, y.re, y.im);
    const ComplexVector value = Function::Apply(d, x, y);
    hn::StoreInterleaved2(value.re, value.im, d, to + 2 * i);
  }
}

template <class Function, class Element>
void MapComplexBinary(const void* const* operands, void* result, size_t count, const void*) {
  MapWidened<2, Element>(&MapComplexBinaryVectors<Function>, 2, 2, operands, result, count);
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_COMPLEX_MAP_INL_H_
