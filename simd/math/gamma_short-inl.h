// lgamma, digamma and zeta with enough digits for f32, in f64 without pairs: for fast numerics. The
// approximations are within 2^-33, so a result that is rounded once is within 0.51 ULP.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_GAMMA_SHORT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_GAMMA_SHORT_INL_H_
#undef PADDOCK_SIMD_MATH_GAMMA_SHORT_INL_H_
#else
#define PADDOCK_SIMD_MATH_GAMMA_SHORT_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/math/exponential-inl.h"
#include "simd/math/fast_power-inl.h"
#include "simd/math/logarithm-inl.h"
#include "simd/math/special_coefficients.h"

#if !HWY_ARCH_WASM
HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// log Gamma(x) for the magnitudes of f32, 0 < x < infinity: from 4 on Stirling's series; below,
// y P(y) + log((x - 1) .. (x - m)), y = x - m - 2, m = floor(x - 3/2). Below 3/2 a logarithm is
// subtracted: y P(y) - log x, y = x - 1, and below 1/2 y P(y) - log(x (x + 1)), y = x.
template <class D, class V>
HWY_INLINE V ShortLogGammaOfPositive(D d, V x) {
  const V one = hn::Set(d, 1.0);
  const V less_one = hn::Sub(x, one);
  const V less_two = hn::Sub(x, hn::Set(d, 2.0));
  const auto is_first = hn::Lt(x, hn::Set(d, 0.5));
  const auto is_subtracted = hn::Lt(x, hn::Set(d, 1.5));
  const auto has_factor = hn::Ge(x, hn::Set(d, 2.5));
  const auto has_factors = hn::Ge(x, hn::Set(d, 3.5));
  const auto is_far = hn::Ge(x, hn::Set(d, 4.0));
  V factors = hn::IfThenElse(has_factor, less_one, one);
  factors = hn::IfThenElse(has_factors, hn::Mul(less_one, less_two), factors);
  factors = hn::IfThenElse(is_subtracted, x, factors);
  factors = hn::IfThenElse(is_first, hn::MulAdd(x, x, x), factors);
  const V log = ShortLogarithm(d, hn::IfThenElse(is_far, x, factors));
  V y = hn::IfThenElse(has_factors, hn::Sub(less_two, hn::Set(d, 2.0)),
                       hn::IfThenElse(has_factor, hn::Sub(less_two, one), less_two));
  y = hn::IfThenElse(is_first, x, hn::IfThenElse(is_subtracted, less_one, y));
  const V signed_log = hn::IfThenElse(is_subtracted, hn::Neg(log), log);
  const V near = hn::MulAdd(y, Polynomial<Numerics::kFast>(d, y, kLogGammaShort), signed_log);
  if (hn::AllFalse(d, is_far)) return near;
  // (x - 1/2) (log x - 1) + (log(2 pi) - 1) / 2 + P(1/x^2) / x.
  const V inverse = hn::Div(one, hn::IfThenElse(is_far, x, one));
  const V series = Polynomial<Numerics::kFast>(d, hn::Mul(inverse, inverse), kStirlingShort);
  const V rest = hn::MulAdd(inverse, series, hn::Set(d, 0x1.acfe390c97d69p-2));
  const V far = hn::MulAdd(hn::Sub(x, hn::Set(d, 0.5)), hn::Sub(log, one), rest);
  return hn::IfThenElse(is_far, far, near);
}

// x less the nearest integer.
template <class D, class V>
HWY_INLINE V DistanceToInteger(D, V x) {
  return hn::Sub(x, hn::Round(x));
}

// lgamma for any f32.
template <class D, class V>
HWY_INLINE V ShortLogGamma(D d, V x) {
  const V zero = hn::Zero(d);
  const V infinity = hn::Set(d, kInfinity);
  const V magnitude = hn::Abs(x);
  V result = ShortLogGammaOfPositive(d, magnitude);
  const auto is_reflected = hn::Lt(x, zero);
  if (!hn::AllFalse(d, is_reflected)) {
    // - log(|x sin(pi x)| / pi) - log Gamma(|x|).
    const V r = DistanceToInteger(d, magnitude);
    const V sine = hn::Mul(r, Polynomial<Numerics::kFast>(d, hn::Mul(r, r), kSineOfPiShort));
    const V product = hn::Mul(hn::Abs(hn::Mul(sine, magnitude)), hn::Set(d, 0x1.45f306dc9c883p-2));
    const V sum = hn::Add(ShortLogarithm(d, product), result);
    result = hn::IfThenElse(is_reflected, hn::Neg(sum), result);
  }
  const auto is_pole = hn::And(hn::Le(x, zero), hn::Eq(hn::Floor(x), x));
  const auto is_infinite = hn::Or(is_pole, hn::Eq(magnitude, infinity));
  result = hn::IfThenElse(is_infinite, infinity, result);
  return hn::IfThenElse(hn::IsNaN(x), x, result);
}

// Gamma'(x) / Gamma(x) for the magnitudes of f32, 0 < x < infinity: from 4 on the asymptotic
// series; below, (y - root) P(y - 3/2), 1 <= y < 2, and 1/x for each step there.
template <class D, class V>
HWY_INLINE V ShortDigammaOfPositive(D d, V x) {
  const V zero = hn::Zero(d);
  const V one = hn::Set(d, 1.0);
  const V less_one = hn::Sub(x, one);
  const V less_two = hn::Sub(x, hn::Set(d, 2.0));
  const auto is_first = hn::Lt(x, one);
  const auto is_second = hn::Lt(x, hn::Set(d, 2.0));
  const auto is_third = hn::Lt(x, hn::Set(d, 3.0));
  const auto is_far = hn::Ge(x, hn::Set(d, 4.0));
  // The sum of the steps as a quotient; -1 / (2 x) of the series.
  V numerator = hn::IfThenElse(is_third, one, hn::Add(less_one, less_two));
  numerator = hn::IfThenElse(is_second, zero, numerator);
  numerator = hn::IfThenElse(is_first, hn::Neg(one), numerator);
  numerator = hn::IfThenElse(is_far, hn::Set(d, -0.5), numerator);
  V denominator = hn::IfThenElse(is_third, less_one, hn::Mul(less_one, less_two));
  denominator = hn::IfThenElse(is_second, one, denominator);
  denominator = hn::IfThenElse(hn::Or(is_first, is_far), x, denominator);
  const V quotient = hn::Div(numerator, denominator);
  V y = hn::IfThenElse(is_third, less_one, less_two);
  y = hn::IfThenElse(is_second, x, y);
  y = hn::IfThenElse(is_first, hn::Add(x, one), y);
  const V distance = hn::Sub(hn::Sub(y, hn::Set(d, kDigammaRoot)), hn::Set(d, kDigammaRootLo));
  const V factor = Polynomial<Numerics::kFast>(d, hn::Sub(y, hn::Set(d, 1.5)), kDigammaShort);
  const V near = hn::MulAdd(distance, factor, quotient);
  if (hn::AllFalse(d, is_far)) return near;
  const V w = hn::Mul(hn::Mul(quotient, quotient), hn::Set(d, 4.0));
  const V series = Polynomial<Numerics::kFast>(d, w, kDigammaFarShort);
  const V log = ShortLogarithm(d, hn::IfThenElse(is_far, x, one));
  return hn::IfThenElse(is_far, hn::NegMulAdd(w, series, hn::Add(log, quotient)), near);
}

// digamma for any f32; NaN at 0, -1, -2 and so on.
template <class D, class V>
HWY_INLINE V ShortDigamma(D d, V x) {
  const V zero = hn::Zero(d);
  const V infinity = hn::Set(d, kInfinity);
  const V magnitude = hn::Abs(x);
  V result = ShortDigammaOfPositive(d, magnitude);
  const auto is_reflected = hn::Lt(x, zero);
  if (!hn::AllFalse(d, is_reflected)) {
    // psi(|x|) + 1 / |x| - pi cot(pi x), the last two as one quotient.
    const V r = DistanceToInteger(d, x);
    const V cotangent = Polynomial<Numerics::kFast>(d, hn::Mul(r, r), kCotangentOfPiShort);
    const V term = hn::Div(hn::NegMulAdd(magnitude, cotangent, r), hn::Mul(magnitude, r));
    result = hn::IfThenElse(is_reflected, hn::Add(result, term), result);
  }
  const auto is_pole = hn::And(hn::Le(x, zero), hn::Eq(hn::Floor(x), x));
  result = hn::IfThenElse(hn::Eq(x, infinity), x, result);
  result = hn::IfThenElse(is_pole, hn::Set(d, kNaN), result);
  return hn::IfThenElse(hn::IsNaN(x), x, result);
}

// q^-x. Beyond e^-700 and e^700, far outside the range of f32, the result may be these limits.
template <class D, class V>
HWY_INLINE V ShortPower(D d, V x, V q) {
#if PADDOCK_HAS_SIXTEENTHS
  return ShortPowerOfMagnitude(d, q, hn::Neg(x));
#else
  const auto parts = SplitLogarithm<float>(d, q);
  const V log = JoinLogarithm<float, Numerics::kFast>(d, parts, hn::Zero(d));
  const V exponent = Limit(d, hn::Mul(hn::Neg(x), log), -700.0, 700.0);
  const auto power = SplitExponential<float, Numerics::kFast>(d, exponent, hn::Zero(d));
  const V mantissa = hn::Add(hn::Set(d, 1.0), hn::Add(power.r, power.tail));
  return hn::Mul(mantissa, PowerOfTwo(d, power.k_bits));
#endif
}

// The sum of (q + k)^-x over k >= 0 for f32 x > 1 and q > 0: five terms, then Euler and
// Maclaurin's formula with six.
template <class D, class V>
HWY_NOINLINE V ShortZetaOfPositive(D d, V x, V q) {
  constexpr int kTerms = 5, kCorrections = 6;
  // A greater x overflows the series, and its powers of less and more than 1 are limits.
  x = Limit(d, x, 1.0, 0x1p40);
  const V a = hn::Add(q, hn::Set(d, static_cast<double>(kTerms)));
  const V inverse = hn::Div(hn::Set(d, 1.0), a);
  // a / (x - 1) + 1/2 + sum of B(2 j) / (2 j)! x (x + 1) .. (x + 2 j - 2) / a^(2 j - 1).
  V factor = hn::Mul(x, inverse);
  V series = hn::MulAdd(factor, hn::Set(d, kBernoulli[0]), hn::Set(d, 0.5));
  for (int j = 1; j < kCorrections; ++j) {
    const V first = hn::Add(x, hn::Set(d, static_cast<double>(2 * j - 1)));
    const V second = hn::Add(x, hn::Set(d, static_cast<double>(2 * j)));
    factor = hn::Mul(factor, hn::Mul(hn::Mul(first, inverse), hn::Mul(second, inverse)));
    series = hn::MulAdd(factor, hn::Set(d, kBernoulli[j]), series);
  }
  series = hn::Add(series, hn::Div(a, hn::Sub(x, hn::Set(d, 1.0))));
  const V last = ShortPower(d, x, a);
  // If the last power is this small, the series may have the other sign.
  V sum = hn::IfThenElseZero(hn::Gt(last, hn::Set(d, 0x1p-900)), hn::Mul(last, series));
  for (int k = kTerms - 1; k >= 0; --k) {
    sum = hn::Add(sum, ShortPower(d, x, hn::Add(q, hn::Set(d, static_cast<double>(k)))));
  }
  return sum;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();
#endif  // !HWY_ARCH_WASM

#endif  // PADDOCK_SIMD_MATH_GAMMA_SHORT_INL_H_
