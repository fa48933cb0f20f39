// erf, erfc and erf_inv. In f64, except for the fast erf and erfc of f32; f32 rounds once.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/error_function.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/exponential-inl.h"
#include "simd/math/family.h"
#include "simd/math/four-inl.h"
#include "simd/math/four_single-inl.h"
#include "simd/math/logarithm-inl.h"
#include "simd/math/map-inl.h"
#include "simd/math/single_error_function-inl.h"
#include "simd/math/single_map-inl.h"
#include "simd/math/sixteenth-inl.h"
#include "simd/math/special_coefficients.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

// For abs(x) <= 1.
template <Numerics kNumerics, class D, class V>
HWY_INLINE V ErfNear(D d, V x) {
  return MultiplyAdd<kNumerics>(x, Polynomial<kNumerics>(d, hn::Mul(x, x), kErf), x);
}

// erfc(x) = P((x - 3.75) / (x + 3.75)) e^(-x^2) / (1 + 2 x) for x >= 0.2, all in pairs. The square
// is a pair too, because its error is a relative error of the result.
template <class D, class V>
HWY_NOINLINE V ErfcFarInPairs(D d, V magnitude) {
  const V x = Limit(d, magnitude, 0.2, 28.0);
  const V center = hn::Set(d, 3.75);
  const V t = hn::Div(hn::Sub(x, center), hn::Add(x, center));
  const ScaledPair<V> power = ExponentialPair(d, Negate(TwoProduct<kPortable>(d, x, x)));
  const Pair<V> numerator =
      MultiplyPairs<kPortable>(d, PolynomialPair(d, t, kErfcScaled, kErfcScaledLo), power.mantissa);
  const Pair<V> denominator = TwoSum(hn::Set(d, 1.0), hn::Add(x, x));
  return Scale(d, DividePairs<kPortable>(d, numerator, denominator).hi, power.k);
}

#if HWY_NATIVE_FMA
// e^-(square.hi + square.lo).
template <class D, class V>
HWY_INLINE ScaledPair<V> PowerOfSquare(D d, Pair<V> square) {
#if PADDOCK_HAS_SIXTEENTHS
  const auto parts = SplitSixteenth(d, hn::Neg(square.hi));
  // Times e^-lo = 1 - lo.
  const V minus_one =
      hn::NegMulAdd(square.lo, parts.minus_one, hn::Sub(parts.minus_one, square.lo));
  const V low = hn::MulAdd(parts.power, minus_one, parts.power_lo);
  return {FastTwoSum(parts.power, low), parts.k};
#else
  return PairOfParts(
      d, SplitExponential<double, Numerics::kFast>(d, hn::Neg(square.hi), hn::Neg(square.lo)));
#endif
}

// The same with fused operations. The quotient is corrected by what its product lacks.
template <class D, class V>
HWY_INLINE V FusedErfcFar(D d, V magnitude) {
  constexpr Numerics kFast = Numerics::kFast;
  const V one = hn::Set(d, 1.0), center = hn::Set(d, 3.75);
#if PADDOCK_HAS_SIXTEENTHS
  const V x = V{_mm512_max_pd(hn::Set(d, 0.2).raw, AtMost(d, magnitude, 28.0).raw)};
#else
  const V x = Limit(d, magnitude, 0.2, 28.0);
#endif
  const V t = hn::Div(hn::Sub(x, center), hn::Add(x, center));
  const ScaledPair<V> power = PowerOfSquare(d, TwoProduct<kFast>(d, x, x));
  const V rest = hn::MulAdd(t, Polynomial<kFast, 1>(d, t, kErfcScaled), hn::Set(d, kErfcScaledLo));
  const Pair<V> numerator =
      MultiplyPairs<kFast>(d, FastTwoSum(hn::Set(d, kErfcScaled[0]), rest), power.mantissa);
  const Pair<V> denominator = TwoSum(one, hn::Add(x, x));
  const V inverse = hn::Div(one, denominator.hi);
  const V quotient = hn::Mul(numerator.hi, inverse);
  const V low = hn::NegMulAdd(quotient, denominator.lo, numerator.lo);
  const V lost = hn::Add(hn::NegMulAdd(quotient, denominator.hi, numerator.hi), low);
  const V result = hn::MulAdd(lost, inverse, quotient);
#if PADDOCK_HAS_SIXTEENTHS
  return ScaleByFloor(d, result, power.k);
#else
  return Scale(d, result, power.k);
#endif
}
#endif

// Squares of f32 are exact.
template <class Element, Numerics kNumerics = kPortable, class D, class V>
HWY_INLINE V ErfcFar(D d, V magnitude) {
#if HWY_NATIVE_FMA
  if constexpr (sizeof(Element) == 8 && kNumerics == Numerics::kFast) {
#if PADDOCK_HAS_SIXTEENTHS
    return InWholeVectors(d, magnitude,
                          [](auto whole, auto x) HWY_ATTR { return FusedErfcFar(whole, x); });
#else
    return FusedErfcFar(d, magnitude);
#endif
  } else  // NOLINT
#endif
      if constexpr (sizeof(Element) == 8) {
    return ErfcFarInPairs(d, magnitude);
  } else {
    const V one = hn::Set(d, 1.0);
    const V x = Limit(d, magnitude, 0.2, 28.0);
    const V center = hn::Set(d, 3.75);
    const V t = hn::Div(hn::Sub(x, center), hn::Add(x, center));
    const auto parts = SplitExponential<Element, kPortable>(d, hn::Neg(hn::Mul(x, x)), hn::Zero(d));
    const V mantissa = hn::Add(one, hn::Add(parts.r, parts.tail));
    const V numerator = hn::Mul(Polynomial<kPortable>(d, t, kErfcScaled), mantissa);
    return Scale(d, hn::Div(numerator, hn::Add(one, hn::Add(x, x))), parts.k);
  }
}

struct Erf {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V one = hn::Set(d, 1.0);
    const V magnitude = hn::Abs(x);
    const V far = hn::CopySign(hn::Sub(one, ErfcFar<Element, kNumerics>(d, magnitude)), x);
    return hn::IfThenElse(hn::Gt(magnitude, one), far, ErfNear<kNumerics>(d, x));
  }
};

struct Erfc {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V magnitude = hn::Abs(x);
    const V near = hn::Sub(hn::Set(d, 1.0), ErfNear<kNumerics>(d, x));
    const V far = ErfcFar<Element, kNumerics>(d, magnitude);
    const V result = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::Sub(hn::Set(d, 2.0), far), far);
    return hn::IfThenElse(hn::Gt(magnitude, hn::Set(d, 0.25)), result, near);
  }
};

#if !PADDOCK_HAS_SINGLE_PIECES
// e^(-x^2) w P(w), w = 1 / (x + 3), for f32 that is rounded once. Beyond the limit it rounds to 0.
struct FastErfc {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    constexpr Numerics kFast = Numerics::kFast;
    const V magnitude = Limit(d, hn::Abs(x), 0.0, 10.45);
    const V w = hn::Div(hn::Set(d, 1.0), hn::Add(magnitude, hn::Set(d, 3.0)));
    const V square = hn::Mul(magnitude, magnitude);
    const V power = Exponential::Apply<float, kFast>(d, hn::Neg(square));
    const V result = hn::Mul(power, hn::Mul(w, Polynomial<kFast>(d, w, kErfcShort)));
    return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::Sub(hn::Set(d, 2.0), result), result);
  }
};
#endif

// lead + lead_lo + t (slope + t P(t)) as a pair. In each sum the first term is the largest.
template <class D, class V, size_t kCount>
HWY_INLINE Pair<V> LedPolynomial(D d, V t, double lead, double lead_lo, double slope,
                                 const double (&rest)[kCount]) {
  const V terms = hn::Mul(t, Polynomial<kPortable>(d, t, rest));
  const Pair<V> factor = FastTwoSum(hn::Set(d, slope), terms);
  const Pair<V> product = TwoProduct<kPortable>(d, t, factor.hi);
  const V product_lo = hn::Add(product.lo, hn::Mul(t, factor.lo));
  const Pair<V> sum = FastTwoSum(hn::Set(d, lead), product.hi);
  return FastTwoSum(sum.hi, hn::Add(sum.lo, hn::Add(product_lo, hn::Set(d, lead_lo))));
}

// x + x P(x^2) up to 1/2; then x P(w), w = -log(1 - x^2), in three pieces, the outer two by
// sqrt(w).
struct ErfInv {
  template <class Element, Numerics kNumerics, class D, class V>
  static PADDOCK_LONG_PART V Apply(D d, V x) {
    const V one = hn::Set(d, 1.0);
    const V magnitude = hn::Abs(x);
    const V rest = hn::Mul(hn::Sub(one, magnitude), hn::Add(one, magnitude));
    const auto parts = SplitLogarithm<double>(d, rest);
    const V w = hn::Neg(JoinLogarithm<double, kPortable>(d, parts, hn::Zero(d)));
    const V root = hn::Sqrt(w);
    const Pair<V> square = TwoProduct<kPortable>(d, root, root);
    const V root_lo = hn::Div(hn::Sub(hn::Sub(w, square.hi), square.lo), hn::Add(root, root));
    const auto central = LedPolynomial(d, hn::Sub(w, hn::Set(d, 3.25)), kErfInvCentral,
                                       kErfInvCentralLo, kErfInvCentralSlope, kErfInvCentralRest);
    const auto middle =
        LedPolynomial(d, hn::Add(hn::Sub(root, hn::Set(d, 3.25)), root_lo), kErfInvMiddle,
                      kErfInvMiddleLo, kErfInvMiddleSlope, kErfInvMiddleRest);
    const auto far = LedPolynomial(d, hn::Add(hn::Sub(root, hn::Set(d, 5.0)), root_lo), kErfInvFar,
                                   kErfInvFarLo, kErfInvFarSlope, kErfInvFarRest);
    const auto outer = SelectPair(hn::Lt(w, hn::Set(d, 16.0)), middle, far);
    const auto factor = SelectPair(hn::Lt(w, hn::Set(d, 6.25)), central, outer);
    const Pair<V> product = TwoProduct<kPortable>(d, x, factor.hi);
    const V out = hn::Add(product.hi, hn::Add(product.lo, hn::Mul(x, factor.lo)));
    const V near = hn::Add(x, hn::Mul(x, Polynomial<kPortable>(d, hn::Mul(x, x), kErfInvNear)));
    const V inside = hn::IfThenElse(hn::Lt(magnitude, hn::Set(d, 0.5)), near, out);
    const V end = hn::IfThenElse(hn::Eq(magnitude, one), hn::Set(d, kInfinity), hn::Set(d, kNaN));
    return hn::CopySign(hn::IfThenElse(hn::Lt(magnitude, one), inside, end), x);
  }
};

template <class D, class V>
HWY_NOINLINE V WholeErfInv(D d, V x) {
  return ErfInv::Apply<double, kPortable>(d, x);
}

// x P(w) for the f32 of which 999 of 1,000 evenly spread operands have the magnitude; all others as
// in portable numerics.
struct FastErfInv {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const auto is_short = hn::Lt(hn::Abs(x), hn::Set(d, 0.999));
    const V w = hn::Neg(ShortLogarithm(d, hn::NegMulAdd(x, x, hn::Set(d, 1.0))));
    const V result = hn::Mul(x, Polynomial<Numerics::kFast>(d, w, kErfInvShort));
    if (HWY_LIKELY(hn::AllTrue(d, is_short))) return result;
    return hn::IfThenElse(is_short, result, WholeErfInv(d, x));
  }
};

MathFamily ErrorFunctions() {
  static constexpr MathImplementation kRows[] = {
      PADDOCK_MATH_SINGLE_ROWS("erf", Erf, SingleErf),
#if PADDOCK_HAS_SINGLE_PIECES
      PADDOCK_MATH_SINGLE_ROWS("erfc", Erfc, SingleErfc),
#else
      PADDOCK_SHORT_ROWS("erfc", MapUnary, Erfc, MapUnary, FastErfc),
#endif
      PADDOCK_SHORT_ROWS("erf_inv", MapUnaryInF64, ErfInv, MapUnary, FastErfInv),
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(ErrorFunctions);
MathFamily ErrorFunctionFamily() { return HWY_DYNAMIC_DISPATCH(ErrorFunctions)(); }
}  // namespace paddock::simd
#endif
