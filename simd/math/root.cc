// sqrt, rsqrt and cbrt. Square roots and divisions are IEEE's on every target.
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/root.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/cbrt-inl.h"
#include "simd/math/family.h"
#include "simd/math/four-inl.h"
#include "simd/math/four_single-inl.h"
#include "simd/math/map-inl.h"
#include "simd/math/single_map-inl.h"

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

#if HWY_NATIVE_FMA && !HWY_ARCH_WASM
// In f32 lanes, for fast numerics: a guess by halving the exponent, and two steps with the cube of
// the error. The last one computes 1 - x y^2 with twice the bits of f32, so the error is 0.5 ULP. A
// square root and a division in f64 take five times as long.
struct SingleRsqrt {
  // Normal numbers above 0.
  static constexpr int32_t kFirstIrregular = -0x01000000;
  template <class D, class V>
  static HWY_INLINE hn::Vec<hn::RebindToSigned<D>> Order(D, V x) {
    const hn::RebindToSigned<D> di;
    return hn::Add(hn::BitCast(di, x), hn::Set(di, 0x7F800000));
  }

  template <class D, class V>
  static HWY_INLINE V ApplyToRegular(D d, V x) {
    const hn::RebindToSigned<D> di;
    const auto one = hn::Set(d, 1.0f);
    const auto half_bits = hn::ShiftRight<1>(hn::BitCast(di, x));
    V y = hn::BitCast(d, hn::Sub(hn::Set(di, 0x5F3759DF), half_bits));
    y = Improve(d, y, hn::NegMulAdd(hn::Mul(x, y), y, one));
    const V product = hn::Mul(x, y);
    const V rest = hn::MulSub(x, y, product);
    return Improve(d, y, hn::NegMulAdd(rest, y, hn::NegMulAdd(product, y, one)));
  }

  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const auto least = hn::Set(d, 0x1p-126f);
    const auto is_tiny = hn::Lt(x, least);
    const V scaled = hn::MaskedMulOr(x, is_tiny, x, hn::Set(d, 0x1p24f));
    const V y = ApplyToRegular(d, scaled);
    const V found = hn::MaskedMulOr(y, is_tiny, y, hn::Set(d, 0x1p12f));
    const auto is_positive = hn::And(hn::Gt(x, hn::Zero(d)), hn::IsFinite(x));
    return hn::IfThenElse(is_positive, found, hn::Div(hn::Set(d, 1.0f), hn::Sqrt(x)));
  }

 private:
  // y (1 - e)^(-1/2) to the second power of e.
  template <class D, class V>
  static HWY_INLINE V Improve(D d, V y, V e) {
    const auto factor = hn::MulAdd(hn::Set(d, 0.375f), e, hn::Set(d, 0.5f));
    return hn::MulAdd(hn::Mul(y, e), factor, y);
  }
};
#endif

MathFamily Roots() {
  static constexpr MathImplementation kRows[] = {
      {"sqrt", ElementType::kF32, &MapSqrt<float>, &MapSqrt<float>},
      {"sqrt", ElementType::kF64, &MapSqrt<double>, &MapSqrt<double>},
#if HWY_NATIVE_FMA && !HWY_ARCH_WASM
      PADDOCK_MATH_SINGLE_ROWS("rsqrt", Rsqrt, SingleRsqrt),
#else
      PADDOCK_MATH_ROWS("rsqrt", MapUnary, Rsqrt),
#endif
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
