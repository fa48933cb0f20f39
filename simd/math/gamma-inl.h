// The logarithm of gamma and its derivative, for lgamma, digamma and polygamma.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_GAMMA_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_GAMMA_INL_H_
#undef PADDOCK_SIMD_MATH_GAMMA_INL_H_
#else
#define PADDOCK_SIMD_MATH_GAMMA_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/math/logarithm-inl.h"
#include "simd/math/special_coefficients.h"
#include "simd/math/trigonometric-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// y and p of log Gamma(x) = y P(y) +- log p, abs(y) <= 1/2, for 0 < x < 8:
// 0 .. 1/2: y = x, - log(x (x + 1)); .. 3/2: y = x - 1, - log x; and above
// y = x - m - 2, + log((x - 1) .. (x - m)), m = floor(x - 3/2).
template <class V>
struct GammaArgument {
  V y;
  Pair<V> p;
};

template <class D, class V>
HWY_INLINE GammaArgument<V> ReduceGammaArgument(D d, V x) {
  const V zero = hn::Zero(d);
  const V one = hn::Set(d, 1.0);
  const V m = hn::Floor(hn::Sub(x, hn::Set(d, 1.5)));
  Pair<V> p = SetPair(d, 1.0);
  for (int j = 1; j <= 6; ++j) {
    const V step = hn::Set(d, static_cast<double>(j));
    const V factor = hn::IfThenElse(hn::Le(step, m), hn::Sub(x, step), one);
    p = MultiplyPairs<kPortable>(d, p, Pair<V>{factor, zero});
  }
  const auto is_first = hn::Lt(x, hn::Set(d, 0.5));
  const auto is_second = hn::Lt(x, hn::Set(d, 1.5));
  const Pair<V> product = MultiplyPairs<kPortable>(d, Pair<V>{x, zero}, TwoSum(one, x));
  p = SelectPair(is_second, Pair<V>{x, zero}, p);
  p = SelectPair(is_first, product, p);
  V y = hn::Sub(hn::Sub(x, hn::Set(d, 2.0)), hn::Max(m, zero));
  y = hn::IfThenElse(is_second, hn::Sub(x, one), y);
  return {hn::IfThenElse(is_first, x, y), p};
}

// log Gamma(x) as a pair with an absolute error of about 2^-54 near its zeros at 1 and 2
// relative to the result, for 0 < x. Infinity where it overflows.
template <class D, class V>
HWY_INLINE Pair<V> LogGammaOfPositive(D d, V x) {
  const V zero = hn::Zero(d);
  const auto is_far = hn::Ge(x, hn::Set(d, 8.0));
  const GammaArgument<V> near = ReduceGammaArgument(d, hn::IfThenElse(is_far, hn::Set(d, 2.0), x));
  const Pair<V> log = LogarithmOfPair(d, SelectPair(is_far, Pair<V>{x, zero}, near.p));
  const Pair<V> polynomial = {hn::Mul(near.y, Polynomial<kPortable>(d, near.y, kLogGammaNearTwo)),
                              zero};
  const auto is_subtracted = hn::Lt(x, hn::Set(d, 1.5));
  const Pair<V> near_sum = AddPairs(polynomial, SelectPair(is_subtracted, Negate(log), log));
  // Stirling: (x - 1/2) (log x - 1) + (log(2 pi) - 1) / 2 + P(1/x^2) / x.
  const Pair<V> less_half = TwoSum(x, hn::Set(d, -0.5));
  const Pair<V> less_one = AddPairs(log, SetPair(d, -1.0));
  const Pair<V> product = MultiplyPairs<kPortable>(d, less_half, less_one);
  const V inverse = hn::Div(hn::Set(d, 1.0), x);
  const V rest = hn::Mul(inverse, Polynomial<kPortable>(d, hn::Mul(inverse, inverse), kStirling));
  Pair<V> far_sum = AddPairs(product, SetPair(d, 0x1.acfe390c97d69p-2, 0x1.3494bc9001442p-56));
  far_sum = FastTwoSum(far_sum.hi, hn::Add(far_sum.lo, rest));
  const V plain = hn::Mul(less_half.hi, less_one.hi);
  const auto overflows = hn::And(is_far, hn::Not(hn::Lt(plain, hn::Set(d, kInfinity))));
  const Pair<V> sum = SelectPair(is_far, far_sum, near_sum);
  return SelectPair(overflows, SetPair(d, kInfinity), sum);
}

// |sin(pi x)| and |cos(pi x)| as pairs, and whether they have different signs.
template <class V, class M>
struct HalfTurns {
  Pair<V> sine;
  Pair<V> cosine;
  M have_different_signs;
};

// x less a multiple of 1/2 is exact, so the only errors are those of the functions on [-pi/4,
// pi/4].
template <class D, class V>
HWY_INLINE auto SineAndCosineOfPi(D d, V x) {
  const hn::RebindToUnsigned<D> du;
  const V turns = hn::Trunc(hn::Mul(x, hn::Set(d, 0.5)));
  const V limited = hn::Sub(x, hn::Add(turns, turns));
  const auto halves = RoundToInteger(d, hn::Add(limited, limited));
  const V rest = hn::Sub(limited, hn::Mul(halves.value, hn::Set(d, 0.5)));
  const Pair<V> angle = MultiplyPairs<kPortable>(
      d, Pair<V>{rest, hn::Zero(d)}, SetPair(d, 0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53));
  const auto both = SineAndCosineOfReduced<double, kPortable>(d, angle);
  const Pair<V> sine = FastTwoSum(both.sine.hi, both.sine.lo);
  const Pair<V> cosine = FastTwoSum(both.cosine.hi, both.cosine.lo);
  const auto is_odd = hn::RebindMask(d, hn::TestBit(halves.bits, hn::Set(du, uint64_t{1})));
  const auto magnitude_of = [&](Pair<V> value) HWY_ATTR {
    return SelectPair(hn::Lt(value.hi, hn::Zero(d)), Negate(value), value);
  };
  const auto differ = hn::Xor(is_odd, hn::Lt(sine.hi, hn::Zero(d)));
  return HalfTurns<V, decltype(differ)>{magnitude_of(SelectPair(is_odd, cosine, sine)),
                                        magnitude_of(SelectPair(is_odd, sine, cosine)), differ};
}

// Gamma'(x) / Gamma(x) for 2^-500 <= x < infinity; plus 1/x, the value at x + 1, if `is_next`. Near
// its zero it is (x - zero) P(x), after steps that each add 1/x. From 10 on it is the asymptotic
// series.
template <class D, class V, class M>
HWY_INLINE Pair<V> DigammaOfPositive(D d, V x, M is_next) {
  const V zero = hn::Zero(d);
  const V one = hn::Set(d, 1.0);
  const auto is_far = hn::Ge(x, hn::Set(d, 10.0));
  const V near_x = hn::IfThenElse(is_far, one, x);
  // -1 below 1, from where a step goes up.
  const V m = hn::Sub(hn::Floor(near_x), one);
  const V steps_up = hn::IfThenElse(is_far, hn::Set(d, 0.5), hn::Max(hn::Neg(m), zero));
  const V inverses = hn::Sub(hn::IfThenElseZero(is_next, one), steps_up);
  const Pair<V> inverse = InversePair(d, x);
  Pair<V> sum = ScalePair(inverse, inverses);
  for (int j = 8; j >= 1; --j) {
    const V step = hn::Set(d, static_cast<double>(j));
    const auto is_taken = hn::Le(step, m);
    const Pair<V> term = InversePair(d, hn::IfThenElse(is_taken, hn::Sub(near_x, step), one));
    sum = AddPairs(sum, SelectPair(is_taken, term, Pair<V>{zero, zero}));
  }
  const Pair<V> shifted = TwoSum(near_x, hn::Neg(m));
  const V distance = hn::Add(hn::Sub(shifted.hi, hn::Set(d, kDigammaRoot)),
                             hn::Sub(shifted.lo, hn::Set(d, kDigammaRootLo)));
  const V factor = Polynomial<kPortable>(d, hn::Sub(shifted.hi, hn::Set(d, 1.5)), kDigammaOverRoot);
  const Pair<V> near = {hn::Mul(distance, factor), zero};
  const auto parts = SplitLogarithm<double>(d, x);
  const Pair<V> log = LogarithmPair<kPortable>(d, parts.k, Pair<V>{parts.f, zero});
  const V w = hn::Mul(inverse.hi, inverse.hi);
  const V rest = hn::Mul(w, Polynomial<kPortable>(d, w, kDigammaFar));
  return AddPairs(SelectPair(is_far, Pair<V>{log.hi, hn::Sub(log.lo, rest)}, near), sum);
}

// digamma for any x; NaN at 0, -1, -2 and so on.
template <class D, class V>
HWY_NOINLINE V DigammaOf(D d, V x) {
  const V zero = hn::Zero(d);
  const V tiny = hn::Set(d, 0x1p-500);
  const V magnitude = hn::Abs(x);
  const auto is_tiny = hn::Lt(magnitude, tiny);
  const auto is_negative = hn::Lt(x, zero);
  Pair<V> sum = DigammaOfPositive(d, hn::IfThenElse(is_tiny, tiny, magnitude), is_negative);
  if (!hn::AllFalse(d, is_negative)) {
    // psi(1 + |x|) - pi cot(pi x).
    const auto turns = SineAndCosineOfPi(d, x);
    const Pair<V> pi = SetPair(d, 0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53);
    const Pair<V> cotangent =
        MultiplyPairs<kPortable>(d, pi, DividePairs<kPortable>(d, turns.cosine, turns.sine));
    const Pair<V> term = SelectPair(turns.have_different_signs, cotangent, Negate(cotangent));
    sum = SelectPair(is_negative, AddPairs(sum, term), sum);
  }
  const auto is_pole = hn::And(hn::Le(x, zero), hn::Eq(hn::Floor(x), x));
  const auto is_infinite = hn::Eq(x, hn::Set(d, kInfinity));
  V result = hn::IfThenElse(is_tiny, hn::Div(hn::Set(d, -1.0), x), sum.hi);
  result = hn::IfThenElse(is_infinite, x, result);
  result = hn::IfThenElse(is_pole, hn::Set(d, kNaN), result);
  return hn::IfThenElse(hn::IsNaN(x), x, result);
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_GAMMA_INL_H_
