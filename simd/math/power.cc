// power: e^(y log |x|) with the logarithm and the product as pairs (f64), and
// IEEE 754's special cases.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/power.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/exponential-inl.h"
#include "simd/math/family.h"
#include "simd/math/fast_power-inl.h"
#include "simd/math/four-inl.h"
#include "simd/math/logarithm-inl.h"
#include "simd/math/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

// e^(y log), where the logarithm is a pair and abs(y) <= 2^1000.
template <Numerics kNumerics, class D, class V>
HWY_INLINE V PowerOfLogarithm(D d, Pair<V> log, V y) {
  const Pair<V> product = MultiplyPairs<kNumerics>(d, log, Pair<V>{y, hn::Zero(d)});
  const V hi = Limit(d, product.hi, -1000.0, 1000.0);
  const V lo = hn::IfThenElseZero(hn::Eq(hi, product.hi), product.lo);
  const auto exponential = SplitExponential<double, kNumerics>(d, hi, lo);
  const V mantissa = hn::Add(hn::Set(d, 1.0), hn::Add(exponential.r, exponential.tail));
  return Scale(d, mantissa, exponential.k);
}

// magnitude^y for 0 < magnitude < infinity and finite y.
template <class Element, Numerics kNumerics, class D, class V>
HWY_INLINE V PowerOfMagnitude(D d, V magnitude, V y) {
#if PADDOCK_HAS_SIXTEENTHS
  if constexpr (sizeof(Element) == 4 && kNumerics == Numerics::kFast) {
    return ShortPowerOfMagnitude(d, magnitude, y);
  }
#endif
  const auto parts = SplitLogarithm<Element>(d, magnitude);
  if constexpr (sizeof(Element) == 4) {
    const V log = JoinLogarithm<Element, kNumerics>(d, parts, hn::Zero(d));
    return Exponential::Apply<Element, kNumerics>(d, hn::Mul(y, log));
  } else {
    // Beyond 2^70 every y overflows or underflows, unless the logarithm is 0.
    const V exponent = Limit(d, y, -0x1p70, 0x1p70);
    const Pair<V> f = {parts.f, hn::Zero(d)};
    return PowerOfLogarithm<kNumerics>(d, LogarithmPair<kNumerics>(d, parts.k, f), exponent);
  }
}

template <class Element, Numerics kNumerics, class D, class V>
HWY_INLINE V PowerOfAny(D d, V x, V y) {
  const V zero = hn::Zero(d);
  const V one = hn::Set(d, 1.0);
  const V infinity = hn::Set(d, kInfinity);
  const V magnitude = hn::Abs(x);
  const V y_magnitude = hn::Abs(y);
  V result = PowerOfMagnitude<Element, kNumerics>(d, magnitude, y);
  // 0 and infinity, as base or exponent: 0 or infinity, or 1 for (+-1)^(+-inf).
  const auto y_is_infinite = hn::Eq(y_magnitude, infinity);
  const auto is_extreme =
      hn::Or(hn::Or(hn::Eq(magnitude, zero), hn::Eq(magnitude, infinity)), y_is_infinite);
  const auto grows = hn::Xor(hn::Gt(magnitude, one), hn::Lt(y, zero));
  V extreme = hn::IfThenElseZero(grows, infinity);
  extreme = hn::IfThenElse(hn::Eq(magnitude, one), one, extreme);
  result = hn::IfThenElse(is_extreme, extreme, result);
  // A negative base: odd exponents negate, fractions have no real power.
  const V half_y = hn::Mul(y, hn::Set(d, 0.5));
  const auto y_is_integer = hn::Eq(hn::Trunc(y), y);
  const auto y_is_odd = hn::AndNot(hn::Eq(hn::Trunc(half_y), half_y), y_is_integer);
  const V signed_result = hn::IfThenElse(y_is_odd, hn::CopySign(result, x), result);
  const auto is_invalid = hn::AndNot(hn::Or(y_is_integer, is_extreme), hn::Lt(x, zero));
  result = hn::IfThenElse(is_invalid, hn::Set(d, kNaN), signed_result);
  const auto has_nan = hn::Or(hn::IsNaN(x), hn::IsNaN(y));
  result = hn::IfThenElse(has_nan, hn::Set(d, kNaN), result);
  const auto is_one = hn::Or(hn::Eq(x, one), hn::Eq(y, zero));
  return hn::IfThenElse(is_one, one, result);
}

struct Power {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x, V y) {
#if !HWY_ARCH_WASM
    if constexpr (kNumerics == Numerics::kFast) return ApplyFast<Element>(d, x, y);
#endif
    return PowerOfAny<Element, kNumerics>(d, x, y);
  }

#if !HWY_ARCH_WASM
 private:
  // Often all exponents are 1/2, or all bases 2.
  template <class Element, class D, class V>
  static HWY_INLINE V ApplyFast(D d, V x, V y) {
    constexpr Numerics kFast = Numerics::kFast;
    const auto is_root = hn::Eq(y, hn::Set(d, 0.5));
    if (HWY_UNLIKELY(hn::AllTrue(d, is_root))) return PowerOfOneHalf(d, x);
    const auto is_two = hn::AndNot(is_root, hn::Eq(x, hn::Set(d, 2.0)));
    if (HWY_UNLIKELY(hn::AllTrue(d, is_two))) return PowerOfTwoReal<Element, kFast>(d, y);
    V result = PowerOfAny<Element, kFast>(d, x, y);
    if (HWY_UNLIKELY(!hn::AllFalse(d, hn::Or(is_root, is_two)))) {
      result = hn::IfThenElse(is_root, PowerOfOneHalf(d, x), result);
      result = hn::IfThenElse(is_two, PowerOfTwoReal<Element, kFast>(d, y), result);
    }
    return result;
  }
#endif
};

#if PADDOCK_HAS_SIXTEENTHS
// Sixteen f32 at once. Most bases are positive and finite, and most exponents finite.
void MapPowerVectors(const void* const* operands, void* result, size_t count) {
  const hn::ScalableTag<float> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  const auto* lhs = static_cast<const float*>(operands[0]);
  const auto* rhs = static_cast<const float*>(operands[1]);
  auto* to = static_cast<float*>(result);
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto x = hn::LoadU(d, lhs + i), y = hn::LoadU(d, rhs + i);
    const auto is_root = hn::Eq(y, hn::Set(d, 0.5f));
    if (HWY_UNLIKELY(hn::AllTrue(d, is_root))) {
      hn::StoreU(PowerOfOneHalf(d, x), d, to + i);
      continue;
    }
    const auto x_order = hn::Sub(hn::BitCast(du, x), hn::Set(du, 1));
    const auto is_positive = hn::Lt(x_order, hn::Set(du, 0x7F800000 - 1));
    const auto y_is_finite = hn::Lt(hn::BitCast(du, hn::Abs(y)), hn::Set(du, 0x7F800000));
    const auto is_regular = hn::AndNot(
        is_root, hn::And(hn::RebindMask(d, is_positive), hn::RebindMask(d, y_is_finite)));
    const auto half = [&](auto x_half, auto y_half, auto apply) HWY_ATTR {
      return Narrow<float>(apply(Widen<float>(x_half), Widen<float>(y_half)));
    };
    const auto store = [&](auto apply) HWY_ATTR {
      const ElementTag<float> dh;
      hn::StoreU(half(hn::LowerHalf(dh, x), hn::LowerHalf(dh, y), apply), dh, to + i);
      hn::StoreU(half(hn::UpperHalf(dh, x), hn::UpperHalf(dh, y), apply), dh,
                 to + i + hn::Lanes(dh));
    };
    using V = hn::Vec<MapTag>;
    if (HWY_LIKELY(hn::AllTrue(d, is_regular))) {
      store([](V a, V b) HWY_ATTR { return ShortPowerOfMagnitude(MapTag(), a, b); });
    } else {
      store([](V a, V b) HWY_ATTR { return Power::Apply<float, Numerics::kFast>(MapTag(), a, b); });
    }
  }
}
#endif

#if HWY_ARCH_WASM
// Most bases are positive and normal, and most exponents finite.
void MapPowerVectors(const void* const* operands, void* result, size_t count) {
  const hn::ScalableTag<float> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  const auto* lhs = static_cast<const float*>(operands[0]);
  const auto* rhs = static_cast<const float*>(operands[1]);
  auto* to = static_cast<float*>(result);
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto x = hn::LoadU(d, lhs + i), y = hn::LoadU(d, rhs + i);
    constexpr uint32_t kLeast = 0x00800000, kInfinity = 0x7F800000;
    const auto x_order = hn::Sub(hn::BitCast(du, x), hn::Set(du, kLeast));
    const auto x_is_normal = hn::Lt(x_order, hn::Set(du, kInfinity - kLeast));
    const auto y_is_finite = hn::Lt(hn::BitCast(du, hn::Abs(y)), hn::Set(du, kInfinity));
    const auto is_regular = hn::And(x_is_normal, y_is_finite);
    auto result = ShortPowers::Apply(x, y);
    if (HWY_UNLIKELY(!hn::AllTrue(du, is_regular))) {
      HWY_ALIGN float others[hn::MaxLanes(d)];
      const void* const any[] = {lhs + i, rhs + i};
      MapBinary<Power, float, Numerics::kPortable>(any, others, hn::Lanes(d), nullptr);
      result = hn::IfThenElse(hn::RebindMask(d, is_regular), result, hn::Load(d, others));
    }
    hn::StoreU(result, d, to + i);
  }
}
#endif

#if PADDOCK_HAS_SIXTEENTHS || HWY_ARCH_WASM
void MapPowerOfSingle(const void* const* operands, void* result, size_t count, const void*) {
  constexpr size_t kAtOnce = hn::MaxLanes(hn::ScalableTag<float>());
  MapWithRest<2, float, kAtOnce>(&MapPowerVectors, operands, result, count);
}
#endif

MathFamily Powers() {
  static constexpr MathImplementation kRows[] = {
#if PADDOCK_HAS_SIXTEENTHS
      {"power", ElementType::kF32, &MapBinary<Power, float, Numerics::kPortable>,
       &MapPowerOfSingle PADDOCK_FOUR(FourMapBinary<Power, float, Numerics::kPortable>)
           PADDOCK_FOUR(FourMapBinary<Power, float, Numerics::kFast>)},
      PADDOCK_MATH_ROW("power", ElementType::kF64, MapBinary, Power, double),
#elif HWY_ARCH_WASM
      {"power", ElementType::kF32, &MapBinary<Power, float, Numerics::kPortable>,
       &MapPowerOfSingle},
      PADDOCK_MATH_ROW("power", ElementType::kF64, MapBinary, Power, double),
#else
      PADDOCK_MATH_ROWS("power", MapBinary, Power),
#endif
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(Powers);
MathFamily PowerFamily() { return HWY_DYNAMIC_DISPATCH(Powers)(); }
}  // namespace paddock::simd
#endif
