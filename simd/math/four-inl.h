// Functions of four elements that are passed in registers, for machine code of tapes: four f32 in
// xmm0 (and xmm1), or four f64 in ymm0 (and ymm1), by the convention of System V. The bits are
// those of the kernels that call the same functions.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_FOUR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_FOUR_INL_H_
#undef PADDOCK_SIMD_MATH_FOUR_INL_H_
#else
#define PADDOCK_SIMD_MATH_FOUR_INL_H_
#endif

#include <cstdint>

#include "hwy/highway.h"
#include "simd/tape_tails.h"

// The rest of a row's members (family.h). Machine code is written for these targets only.
#undef PADDOCK_HAS_FOUR
#undef PADDOCK_FOUR
#if HWY_ARCH_X86_64 && HWY_TARGET <= HWY_AVX2 && PADDOCK_TAPE_TAILS
#define PADDOCK_HAS_FOUR 1
#define PADDOCK_FOUR(...) , &AddressOf<&__VA_ARGS__>
#else
#define PADDOCK_HAS_FOUR 0
#define PADDOCK_FOUR(...)
#endif

#if PADDOCK_HAS_FOUR
HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The conversion of an address is no constant expression, so tables have this function.
template <auto kFunction>
uintptr_t AddressOf() {
  return reinterpret_cast<uintptr_t>(kFunction);
}

using FourTag = hn::FixedTag<double, 4>;
template <class Element>
using FourElementsTag = hn::Rebind<Element, FourTag>;
template <class Element>
using FourElements = decltype(hn::Vec<FourElementsTag<Element>>().raw);

template <class Element>
HWY_INLINE hn::Vec<FourTag> WidenFour(FourElements<Element> raw) {
  const hn::Vec<FourElementsTag<Element>> x{raw};
  if constexpr (sizeof(Element) == 4) {
    return hn::PromoteTo(FourTag(), x);
  } else {
    return x;
  }
}

template <class Element>
HWY_INLINE FourElements<Element> NarrowFour(hn::Vec<FourTag> x) {
  if constexpr (sizeof(Element) == 4) {
    return hn::DemoteTo(FourElementsTag<Element>(), x).raw;
  } else {
    return x.raw;
  }
}

template <class Function, class Element, Numerics kNumerics>
FourElements<Element> FourMapUnary(FourElements<Element> x) {
  return NarrowFour<Element>(
      Function::template Apply<Element, kNumerics>(FourTag(), WidenFour<Element>(x)));
}

template <class Function, class Element, Numerics kNumerics>
FourElements<Element> FourMapBinary(FourElements<Element> x, FourElements<Element> y) {
  return NarrowFour<Element>(Function::template Apply<Element, kNumerics>(
      FourTag(), WidenFour<Element>(x), WidenFour<Element>(y)));
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();
#endif

#endif  // PADDOCK_SIMD_MATH_FOUR_INL_H_
