// sqrt, rsqrt and cbrt. Square roots and divisions are IEEE's on every target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/root.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/cbrt-inl.h"
#include "simd/math/family.h"
#include "simd/math/four-inl.h"
#include "simd/math/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

// Correctly rounded by every target, so f32 needs no f64.
template <class Element>
void MapSqrt(const void* const* operands, void* result, size_t count, const void*) {
  const hn::ScalableTag<Element> d;
  const size_t lanes = hn::Lanes(d);
  const auto* operand = static_cast<const Element*>(operands[0]);
  auto* to = static_cast<Element*>(result);
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    hn::StoreU(hn::Sqrt(hn::LoadU(d, operand + i)), d, to + i);
  }
  if (i == count) return;
  StoreRest(hn::Sqrt(LoadRest(d, operand + i, count - i)), d, to + i, count - i);
}

struct Rsqrt {
  template <class Element, Numerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    return hn::Div(hn::Set(d, 1.0), hn::Sqrt(x));
  }
};

MathFamily Roots() {
  static constexpr MathImplementation kRows[] = {
      {"sqrt", ElementType::kF32, &MapSqrt<float>, &MapSqrt<float>},
      {"sqrt", ElementType::kF64, &MapSqrt<double>, &MapSqrt<double>},
      PADDOCK_MATH_ROWS("rsqrt", MapUnary, Rsqrt),
      PADDOCK_MATH_ROWS("cbrt", MapUnary, Cbrt),
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(Roots);
MathFamily RootFamily() { return HWY_DYNAMIC_DISPATCH(Roots)(); }
}  // namespace paddock::simd
#endif
