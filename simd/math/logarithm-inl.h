// Logarithms in their parts, as log, log_plus_one and power need them:
// x = 2^k (1 + f), 1 + f in [sqrt(1/2), sqrt(2)], log(1 + f) = 2 atanh(s),
// s = f / (2 + f).
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_LOGARITHM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_LOGARITHM_INL_H_
#undef PADDOCK_SIMD_MATH_LOGARITHM_INL_H_
#else
#define PADDOCK_SIMD_MATH_LOGARITHM_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/math/coefficients.h"
#include "simd/math/pair-inl.h"
#include "simd/math/special_coefficients.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

inline constexpr double kLn2 = 0x1.62e42fefa39efp-1;
// ln 2 in two parts; the first has 42 bits, so its product with k is exact.
inline constexpr double kLn2Long = 0x1.62e42fefa3800p-1;
inline constexpr double kLn2Rest = 0x1.ef35793c76730p-45;

template <class V>
struct LogarithmParts {
  V k;
  V f;
};

// For 0 < x < infinity; where Element is f32, x is no subnormal f64.
template <class Element, class D, class V>
HWY_INLINE LogarithmParts<V> SplitLogarithm(D d, V x) {
  const hn::RebindToUnsigned<D> du;
  V exponent_bias = hn::Set(d, 0x1p52 + 1023.0);
  if constexpr (sizeof(Element) == 8) {
    const auto is_subnormal = hn::Lt(x, hn::Set(d, 0x1p-1022));
    x = hn::IfThenElse(is_subnormal, hn::Mul(x, hn::Set(d, 0x1p54)), x);
    exponent_bias = hn::IfThenElse(is_subnormal, hn::Set(d, 0x1p52 + 1077.0), exponent_bias);
  }
  // Adding 1 - sqrt(1/2) to the bits lets the exponent field count from sqrt(1/2).
  constexpr uint64_t kSqrtHalf = 0x3FE6A09E667F3BCDull;
  const auto bits = hn::Add(hn::BitCast(du, x), hn::Set(du, 0x3FF0000000000000ull - kSqrtHalf));
  // An integer below 2^52 in the low bits of 2^52 is 2^52 plus it.
  const auto exponent = hn::Or(hn::ShiftRight<52>(bits), hn::Set(du, 0x4330000000000000ull));
  const auto mantissa =
      hn::Add(hn::And(bits, hn::Set(du, 0x000FFFFFFFFFFFFFull)), hn::Set(du, kSqrtHalf));
  return {hn::Sub(hn::BitCast(d, exponent), exponent_bias),
          hn::Sub(hn::BitCast(d, mantissa), hn::Set(d, 1.0))};
}

// k ln 2 + log(1 + f) + rest, for a rest far below the other terms' size.
template <class Element, Numerics kNumerics, class D, class V>
HWY_INLINE V JoinLogarithm(D d, LogarithmParts<V> parts, V rest) {
  const V f = parts.f;
  const V s = hn::Div(f, hn::Add(hn::Set(d, 2.0), f));
  const V z = hn::Mul(s, s);
  if constexpr (sizeof(Element) == 4) {
    const V tail = hn::Mul(z, Polynomial<kNumerics>(d, z, kLogTailF32));
    const V log_f = MultiplyAdd<kNumerics>(s, tail, hn::Add(s, s));
    return hn::Add(MultiplyAdd<kNumerics>(parts.k, hn::Set(d, kLn2), log_f), rest);
  } else {
    // 2 s = f - f^2/2 + s f^2/2 has its leading term exact.
    const V half_square = hn::Mul(hn::Mul(f, f), hn::Set(d, 0.5));
    const V tail = MultiplyAdd<kNumerics>(z, Polynomial<kNumerics>(d, z, kLogTailF64), half_square);
    const V low = MultiplyAdd<kNumerics>(parts.k, hn::Set(d, kLn2Rest), rest);
    const V correction = hn::Sub(half_square, MultiplyAdd<kNumerics>(s, tail, low));
    return MultiplyAdd<kNumerics>(parts.k, hn::Set(d, kLn2Long), hn::Sub(f, correction));
  }
}

// k ln 2 + log(1 + f) with about 2^-64 of relative error, for 1 + f within
// sqrt(1/2) and sqrt(2).
template <Numerics kNumerics, class D, class V>
HWY_INLINE Pair<V> LogarithmPair(D d, V k, Pair<V> f) {
  Pair<V> two_plus_f = FastTwoSum(hn::Set(d, 2.0), f.hi);
  two_plus_f.lo = hn::Add(two_plus_f.lo, f.lo);
  const Pair<V> s = DividePairs<kNumerics>(d, f, two_plus_f);
  const Pair<V> z = MultiplyPairs<kNumerics>(d, s, s);
  // (2/3 + z P(z)) s z. Only its first term needs the low part.
  const V tail = hn::Mul(z.hi, Polynomial<kNumerics>(d, z.hi, kLogTailPair));
  Pair<V> factor = FastTwoSum(hn::Set(d, 0x1.5555555555555p-1), tail);
  factor.lo = hn::Add(factor.lo, hn::Set(d, 0x1.5555555555555p-55));
  const Pair<V> cubic = MultiplyPairs<kNumerics>(d, MultiplyPairs<kNumerics>(d, s, z), factor);
  const Pair<V> log_f = AddPairs(Pair<V>{hn::Add(s.hi, s.hi), hn::Add(s.lo, s.lo)}, cubic);
  const Pair<V> log_k = {hn::Mul(k, hn::Set(d, kLn2Long)), hn::Mul(k, hn::Set(d, kLn2Rest))};
  return AddPairs(log_k, log_f);
}

// log(1 + t) + doublings ln 2 as a pair, for a finite t > -1/4 that is 0 or far from subnormal.
template <class D, class V>
HWY_INLINE Pair<V> LogarithmOfOnePlus(D d, Pair<V> t, V doublings) {
  const Pair<V> u = TwoSum(hn::Set(d, 1.0), t.hi);
  const auto parts = SplitLogarithm<double>(d, u.hi);
  const V inverse = PowerOfTwo(d, RoundToInteger(d, hn::Neg(Limit(d, parts.k, -9, 1000))).bits);
  const Pair<V> far = FastTwoSum(parts.f, hn::Mul(hn::Add(u.lo, t.lo), inverse));
  // If there is no power of two to divide by, 1 + t less 1 is t.
  const Pair<V> f = SelectPair(hn::Eq(parts.k, hn::Zero(d)), t, far);
  return LogarithmPair<kPortable>(d, hn::Add(parts.k, doublings), f);
}

// The logarithm of a positive finite pair.
template <class D, class V>
HWY_INLINE Pair<V> LogarithmOfPair(D d, Pair<V> x) {
  const auto parts = SplitLogarithm<double>(d, x.hi);
  const V inverse = PowerOfTwo(d, RoundToInteger(d, hn::Neg(Limit(d, parts.k, -1000, 1000))).bits);
  return LogarithmPair<kPortable>(d, parts.k, FastTwoSum(parts.f, hn::Mul(x.lo, inverse)));
}

// log x within 2^-32, enough for f32 that is rounded once. For normal positive x.
template <class D, class V>
PADDOCK_LONG_PART V ShortLogarithm(D d, V x) {
#if HWY_ARCH_WASM
  return JoinLogarithm<float, Numerics::kFast>(d, SplitLogarithm<float>(d, x), hn::Zero(d));
#else
  const hn::RebindToSigned<D> di;
  const auto bits = hn::BitCast(di, x);
  const auto least = hn::BitCast(di, hn::Set(d, 0x1.6a09e667f3bcdp-1));  // 1 / sqrt(2)
  const auto exponent = hn::ShiftRight<52>(hn::Sub(bits, least));
  const V mantissa = hn::BitCast(d, hn::Sub(bits, hn::ShiftLeft<52>(exponent)));
  const V f = hn::Sub(mantissa, hn::Set(d, 1.0));
  const V log = hn::Mul(f, Polynomial<Numerics::kFast>(d, f, kLogShort));
  return hn::MulAdd(hn::ConvertTo(d, exponent), hn::Set(d, kLn2), log);
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_LOGARITHM_INL_H_
