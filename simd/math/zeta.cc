// zeta and polygamma: the sum of (q + k)^-x over k >= 0, by ten terms and Euler and Maclaurin's
// formula for the rest.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/zeta.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/exponential-inl.h"
#include "simd/math/family.h"
#include "simd/math/gamma-inl.h"
#include "simd/math/gamma_short-inl.h"
#include "simd/math/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

// e^x for x <= 0, 2^-1000 for less.
template <class D, class V>
HWY_INLINE Pair<V> DecayPair(D d, Pair<V> x) {
  const ScaledPair<V> power = ExponentialPair(d, x);
  const V k = Limit(d, power.k, -1000.0, 0.0);
  return ScalePair(power.mantissa, PowerOfTwo(d, RoundToInteger(d, k).bits));
}

// (q / (q + k))^x, with the quotient as a pair: a large x would magnify its rounding error.
template <class D, class V>
HWY_NOINLINE Pair<V> TermOfZeta(D d, V x, V q, V k) {
  const V zero = hn::Zero(d);
  const Pair<V> ratio = DividePairs<kPortable>(d, Pair<V>{q, zero}, TwoSum(q, k));
  const Pair<V> log = LogarithmOfPair(d, ratio);
  return DecayPair(d, MultiplyPairs<kPortable>(d, log, Pair<V>{x, zero}));
}

// q^x times the sum, for x > 1 and 0 < q < 2^950.
template <class D, class V>
HWY_NOINLINE Pair<V> ScaledZeta(D d, V x, V q) {
  const V zero = hn::Zero(d);
  const V one = hn::Set(d, 1.0);
  const V end = hn::Set(d, 10.0);
  const Pair<V> a = TwoSum(q, end);
  const Pair<V> last = TermOfZeta(d, x, q, end);
  // a / (x - 1) + 1/2 + sum of B(2 j) / (2 j)! x (x + 1) .. (x + 2 j - 2) / a^(2 j - 1).
  V factor = hn::Div(x, a.hi);
  V series = hn::Mul(factor, hn::Set(d, kBernoulli[0]));
  for (size_t j = 1; j < sizeof(kBernoulli) / sizeof(kBernoulli[0]); ++j) {
    const V first = hn::Div(hn::Add(x, hn::Set(d, static_cast<double>(2 * j - 1))), a.hi);
    const V second = hn::Div(hn::Add(x, hn::Set(d, static_cast<double>(2 * j))), a.hi);
    factor = hn::Mul(factor, hn::Mul(first, second));
    series = hn::Add(series, hn::Mul(factor, hn::Set(d, kBernoulli[j])));
  }
  const Pair<V> rest = AddPairs(DividePairs<kPortable>(d, a, TwoSum(x, hn::Set(d, -1.0))),
                                Pair<V>{hn::Add(series, hn::Set(d, 0.5)), zero});
  // If the last power is this small, the series may have overflowed.
  Pair<V> sum = SelectPair(hn::Gt(last.hi, hn::Set(d, 0x1p-900)),
                           MultiplyPairs<kPortable>(d, last, rest), Pair<V>{zero, zero});
  for (int k = 9; k >= 1; --k) {
    sum = AddPairs(sum, TermOfZeta(d, x, q, hn::Set(d, static_cast<double>(k))));
  }
  return AddPairs(sum, Pair<V>{one, zero});
}

// factor times the sum, for x > 1, 0 < q and 1 <= factor.
template <class D, class V>
HWY_NOINLINE V ZetaOfPositive(D d, V x, V q, V factor) {
  const V zero = hn::Zero(d);
  const V limited = Limit(d, x, 1.0, 0x1p1000);
  const auto parts = SplitLogarithm<double>(d, q);
  const Pair<V> log = LogarithmPair<kPortable>(d, parts.k, Pair<V>{parts.f, zero});
  const Pair<V> exponent = MultiplyPairs<kPortable>(d, Negate(log), Pair<V>{limited, zero});
  const ScaledPair<V> power = ExponentialPair(d, exponent);
  // For such q, q^x times the sum is q / (x - 1), which may overflow although the sum does not.
  const auto is_far = hn::Gt(q, hn::Set(d, 0x1p900));
  const V near_q = hn::IfThenElse(is_far, hn::Mul(q, hn::Set(d, 0x1p-200)), q);
  const V k = hn::Add(power.k, hn::IfThenElseZero(is_far, hn::Set(d, 200.0)));
  Pair<V> product = MultiplyPairs<kPortable>(d, ScaledZeta(d, limited, near_q), power.mantissa);
  // Scales down before the factor and up after it, so that no product overflows unless the result
  // does.
  const auto down = RoundToInteger(d, hn::Mul(Limit(d, k, -3000.0, 0.0), hn::Set(d, 1.0 / 3.0)));
  product = ScalePair(product, PowerOfTwo(d, down.bits));
  const V plain = hn::Mul(product.hi, factor);
  const Pair<V> whole = MultiplyPairs<kPortable>(d, product, Pair<V>{factor, zero});
  const V infinity = hn::Set(d, kInfinity);
  const V result = hn::IfThenElse(hn::Lt(plain, infinity), whole.hi, plain);
  const V scaled = ScaleWidely(d, result, hn::Sub(k, down.value));
  // Smaller results are exactly 0: neither the sum nor the factor compensates for such a power.
  return hn::IfThenElseZero(hn::Gt(exponent.hi, hn::Set(d, -2000.0)), scaled);
}

// zeta for negative q and integer x, with f and g the distances of q to the integers below and
// above. The sum over q + k > 0 is zeta(x, f). The sum over the others is (-1)^x times the terms of
// zeta(x, g) before 1 - q. For odd x they cancel.
template <class D, class V>
HWY_NOINLINE V ZetaOfNegative(D d, V x, V q, V factor) {
  const V f = hn::Sub(q, hn::Floor(q));
  const V g = hn::Sub(hn::Ceil(q), q);
  const V above = ZetaOfPositive(d, x, f, factor);
  const V below = ZetaOfPositive(d, x, g, factor);
  const V last = ZetaOfPositive(d, x, hn::Sub(hn::Set(d, 1.0), q), factor);
  const V infinity = hn::Set(d, kInfinity);
  V difference = hn::Add(hn::Sub(above, below), last);
  const auto is_lost = hn::And(hn::Eq(above, infinity), hn::Eq(below, infinity));
  const V greater = hn::IfThenElse(hn::Lt(f, g), infinity, hn::Neg(infinity));
  difference = hn::IfThenElse(is_lost, greater, difference);
  difference = hn::IfThenElse(hn::Eq(f, g), last, difference);
  const V half_x = hn::Mul(x, hn::Set(d, 0.5));
  const auto is_even = hn::Eq(hn::Floor(half_x), half_x);
  return hn::IfThenElse(is_even, hn::Add(above, hn::Sub(below, last)), difference);
}

// `positive` where q is positive, else zeta; their special values.
template <class D, class V>
HWY_INLINE V WholeZeta(D d, V x, V q, V factor, V positive) {
  const V zero = hn::Zero(d);
  const V one = hn::Set(d, 1.0);
  const V infinity = hn::Set(d, kInfinity);
  const V nan = hn::Set(d, kNaN);
  const auto is_negative = hn::Lt(q, zero);
  V result = positive;
  if (!hn::AllFalse(d, is_negative)) {
    result = hn::IfThenElse(is_negative, ZetaOfNegative(d, x, q, factor), result);
  }
  result = hn::IfThenElse(hn::Eq(q, infinity), zero, result);
  const V half_x = hn::Mul(x, hn::Set(d, 0.5));
  const auto is_even = hn::Eq(hn::Floor(half_x), half_x);
  const auto is_integer = hn::Eq(hn::Floor(x), x);
  result = hn::IfThenElse(hn::AndNot(is_integer, is_negative), nan, result);
  const auto is_pole = hn::And(hn::Le(q, zero), hn::Eq(hn::Floor(q), q));
  result = hn::IfThenElse(is_pole, hn::IfThenElse(is_even, infinity, nan), result);
  result = hn::IfThenElse(hn::Gt(x, one), result, nan);
  result = hn::IfThenElse(hn::Eq(x, one), infinity, result);
  return hn::IfThenElse(hn::Or(hn::IsNaN(x), hn::IsNaN(q)), nan, result);
}

template <class D, class V>
HWY_INLINE V ZetaOf(D d, V x, V q, V factor) {
  const V limited = hn::IfThenElse(hn::Lt(q, hn::Zero(d)), hn::Set(d, 1.0), q);
  return WholeZeta(d, x, q, factor, ZetaOfPositive(d, x, limited, factor));
}

struct Zeta {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x, V q) {
    return ZetaOf(d, x, q, hn::Set(d, 1.0));
  }
};

#if !HWY_ARCH_WASM
struct FastZeta {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x, V q) {
    return WholeZeta(d, x, q, hn::Set(d, 1.0), ShortZetaOfPositive(d, x, q));
  }
};
#endif

// n! from a table; infinity beyond 170.
template <class D, class V>
HWY_NOINLINE V Factorial(D d, V n) {
  HWY_ALIGN double values[hn::MaxLanes(d)];
  hn::Store(n, d, values);
  for (size_t i = 0; i < hn::Lanes(d); ++i) {
    const bool is_small = values[i] >= 0 && values[i] <= 170;
    values[i] = is_small ? kFactorial[static_cast<int>(values[i])] : kInfinity;
  }
  return hn::Load(d, values);
}

// n! / x^(n + 1) times the sum's scaled form, for n > 170 and x > 0, where the factors leave
// the range that their product is in.
template <class D, class V>
HWY_NOINLINE V LargePolygamma(D d, V n, V x) {
  const V order = hn::Add(n, hn::Set(d, 1.0));
  const auto parts = SplitLogarithm<double>(d, x);
  const Pair<V> log = LogarithmPair<kPortable>(d, parts.k, Pair<V>{parts.f, hn::Zero(d)});
  const Pair<V> product = MultiplyPairs<kPortable>(d, Pair<V>{order, hn::Zero(d)}, log);
  const Pair<V> exponent = AddPairs(LogGammaOfPositive(d, order), Negate(product));
  const V hi = Limit(d, exponent.hi, -1000.0, 1000.0);
  const V lo = hn::IfThenElseZero(hn::Eq(hi, exponent.hi), exponent.lo);
  const auto power = SplitExponential<double, kPortable>(d, hi, lo);
  const V mantissa = hn::Add(hn::Set(d, 1.0), hn::Add(power.r, power.tail));
  // For greater operands the result is 0.
  const V sum = ScaledZeta(d, order, Limit(d, x, 0.0, 0x1p900)).hi;
  return Scale(d, hn::Mul(mantissa, sum), power.k);
}

// (-1)^(n + 1) n! zeta(n + 1, x).
struct Polygamma {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V n, V x) {
    const V zero = hn::Zero(d);
    // Beyond 2^52, n + 1 would not be odd.
    const V order = hn::Add(Limit(d, n, -1.0, 0x1p52), hn::Set(d, 1.0));
    V result = ZetaOf(d, order, x, Factorial(d, n));
    const auto is_large = hn::And(hn::And(hn::Gt(n, hn::Set(d, 170.0)), hn::Gt(x, zero)),
                                  hn::Lt(x, hn::Set(d, kInfinity)));
    if (!hn::AllFalse(d, is_large)) {
      result = hn::IfThenElse(is_large, LargePolygamma(d, Limit(d, n, 0.0, 0x1p1000), x), result);
    }
    const V half = hn::Mul(n, hn::Set(d, 0.5));
    const auto is_even = hn::Eq(hn::Floor(half), half);
    // At an even n a pole has no sign.
    result = hn::IfThenElse(is_even, hn::Neg(result), result);
    const auto is_natural = hn::And(hn::And(hn::Ge(n, zero), hn::Eq(hn::Floor(n), n)),
                                    hn::Lt(n, hn::Set(d, kInfinity)));
    result = hn::IfThenElse(is_natural, result, hn::Set(d, kNaN));
    return hn::IfThenElse(hn::Eq(n, zero), DigammaOf(d, x), result);
  }
};

#if !HWY_ARCH_WASM
// The same with enough digits for f32 where n is an integer from 1 to 30 and n! / x^(n + 1) is far
// within the range of f64; elsewhere as in portable numerics.
struct FastPolygamma {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V n, V x) {
    const V one = hn::Set(d, 1.0);
    const auto is_order =
        hn::And(hn::And(hn::Ge(n, one), hn::Le(n, hn::Set(d, 30.0))), hn::Eq(hn::Floor(n), n));
    const auto is_middling = hn::And(hn::Ge(x, hn::Set(d, 0x1p-20)), hn::Le(x, hn::Set(d, 0x1p20)));
    const auto is_short = hn::And(is_order, is_middling);
    if (hn::AllFalse(d, is_short)) return WholePolygamma(d, n, x);
    const V order = hn::IfThenElse(is_short, n, one);
    const V at = hn::IfThenElse(is_short, x, one);
    V result = hn::Mul(ShortZetaOfPositive(d, hn::Add(order, one), at), Factorial(d, order));
    const V half = hn::Mul(order, hn::Set(d, 0.5));
    result = hn::IfThenElse(hn::Eq(hn::Floor(half), half), hn::Neg(result), result);
    if (HWY_LIKELY(hn::AllTrue(d, is_short))) return result;
    return hn::IfThenElse(is_short, result, WholePolygamma(d, n, x));
  }

 private:
  template <class D, class V>
  static HWY_NOINLINE V WholePolygamma(D d, V n, V x) {
    return Polygamma::Apply<double, kPortable>(d, n, x);
  }
};
#endif

MathFamily Zetas() {
  static constexpr MathImplementation kRows[] = {
#if HWY_ARCH_WASM
      PADDOCK_PORTABLE_ROWS("polygamma", MapBinary, Polygamma),
      PADDOCK_PORTABLE_ROWS("zeta", MapBinary, Zeta),
#else
      PADDOCK_SHORT_ROWS("polygamma", MapBinary, Polygamma, MapBinary, FastPolygamma),
      PADDOCK_SHORT_ROWS("zeta", MapBinary, Zeta, MapBinary, FastZeta),
#endif
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(Zetas);
MathFamily ZetaFamily() { return HWY_DYNAMIC_DISPATCH(Zetas)(); }
}  // namespace paddock::simd
#endif
