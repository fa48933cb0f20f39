// log, logistic and tanh of f32 in f32 lanes, for fast numerics: twice the lanes of f64 and no
// conversions. Pairs and exact products keep the error within 1 ULP. Products are exact if they
// fuse with a sum or have few enough bits.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_SINGLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_SINGLE_INL_H_
#undef PADDOCK_SIMD_MATH_SINGLE_INL_H_
#else
#define PADDOCK_SIMD_MATH_SINGLE_INL_H_
#endif

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>

#include "hwy/highway.h"
#include "simd/math/coefficients.h"
#include "simd/math/logarithm-inl.h"
#include "simd/math/map-inl.h"
#include "simd/math/pair-inl.h"
#include "simd/math/single_exponential-inl.h"
#include "simd/math/single_pieces-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Natively a function may have a shorter form for most operands, the regular ones, whose `Order` is
// below `kFirstIrregular`. Its results are those of the other form.
template <class Function>
concept HasRegular = requires { Function::kFirstIrregular; };

template <class Function, class DI, class VI>
HWY_INLINE bool AreRegular(DI di, VI order) {
  return hn::AllTrue(di, hn::Lt(order, hn::Set(di, Function::kFirstIrregular)));
}

// c - a * b, rounded once where a * b is nearly c.
template <class D, class V>
HWY_INLINE V SingleRest(D d, V a, V b, V c) {
  if constexpr (HWY_NATIVE_FMA) {
    return hn::NegMulAdd(a, b, c);
  } else {
    const Pair<V> product = TwoProduct<Numerics::kFast>(d, a, b);
    return hn::Sub(hn::Sub(c, product.hi), product.lo);
  }
}

// For 0 < x < infinity, not subnormal. `bias` is subtracted from the exponent field.
template <class D, class V>
HWY_INLINE LogarithmParts<V> SplitSingleLogarithm(D d, V x, V bias) {
  const hn::RebindToUnsigned<D> du;
  const hn::RebindToSigned<D> di;
  constexpr uint32_t kSqrtHalf = 0x3F3504F3;
  const auto bits = hn::Add(hn::BitCast(du, x), hn::Set(du, 0x3F800000 - kSqrtHalf));
  const V exponent = hn::ConvertTo(d, hn::BitCast(di, hn::ShiftRight<23>(bits)));
  const auto mantissa = hn::Add(hn::And(bits, hn::Set(du, 0x007FFFFF)), hn::Set(du, kSqrtHalf));
  return {hn::Sub(exponent, bias), hn::Sub(hn::BitCast(d, mantissa), hn::Set(d, 1.0f))};
}

#if HWY_NATIVE_FMA
// k ln 2 + log(1 + f) + a small rest, for low = k kSingleLn2Lo + rest: f + f^2 (f P(f) - 1/2).
template <class D, class V>
HWY_INLINE V JoinSingleLogarithm(D d, LogarithmParts<V> parts, V low) {
  const V f = parts.f;
  const V terms = Polynomial<Numerics::kFast>(d, f, kLogPlusOneTailSingle);
  const V slope = hn::MulAdd(terms, f, hn::Set(d, -0.5f));
  const V tail = hn::MulAdd(hn::Mul(f, f), slope, low);
  return hn::MulAdd(parts.k, hn::Set(d, kSingleLn2Hi), hn::Add(f, tail));
}

// `result` where 0 < u < infinity; else the logarithm's value at u.
template <class D, class V>
HWY_INLINE V WithSpecialSingleLogarithms(D d, V u, V result) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const V nan = hn::Set(d, std::numeric_limits<float>::quiet_NaN());
  // Infinity and NaN, which the sum makes quiet.
  const V finite = hn::IfThenElse(hn::Lt(u, hn::Set(d, kInf)), result, hn::Add(u, u));
  const V positive = hn::IfNegativeThenElse(u, nan, finite);
  return hn::IfThenElse(hn::Eq(u, hn::Zero(d)), hn::Set(d, -kInf), positive);
}
#else
// The same without fused multiply-adds, which is like the f64 logarithm:
// f - (f^2/2 - s (f^2/2 + z P(z))), s = f / (2 + f).
template <class D, class V>
HWY_INLINE V JoinSingleLogarithm(D d, LogarithmParts<V> parts, V low) {
  const V f = parts.f;
  const V s = hn::Div(f, hn::Add(hn::Set(d, 2.0f), f));
  const V z = hn::Mul(s, s);
  const V half_square = hn::Mul(hn::Mul(f, f), hn::Set(d, 0.5f));
  const V tail = MultiplyAdd<Numerics::kFast>(z, Polynomial<Numerics::kFast>(d, z, kLogTailSingle),
                                              half_square);
  const V correction = hn::Sub(half_square, MultiplyAdd<Numerics::kFast>(s, tail, low));
  return MultiplyAdd<Numerics::kFast>(parts.k, hn::Set(d, kSingleLn2Hi), hn::Sub(f, correction));
}

template <class D, class V>
HWY_INLINE V WithSpecialSingleLogarithms(D d, V u, V result) {
  constexpr float kInf = std::numeric_limits<float>::infinity();
  const V infinity = hn::Set(d, kInf);
  const V nan = hn::Set(d, std::numeric_limits<float>::quiet_NaN());
  const V of_zero = hn::IfThenElse(hn::Eq(u, hn::Zero(d)), hn::Set(d, -kInf), nan);
  const V special = hn::IfThenElse(hn::Eq(u, infinity), infinity, of_zero);
  const auto is_regular = hn::And(hn::Gt(u, hn::Zero(d)), hn::Lt(u, infinity));
  return hn::IfThenElse(is_regular, result, special);
}
#endif

struct SingleLog {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
#if HWY_NATIVE_FMA
    // Often half of the numbers are negative, and the others are regular.
    if (HWY_LIKELY(AreRegular<SingleLog>(hn::RebindToSigned<D>(), Order(d, hn::Abs(x))))) {
      const V nan = hn::Set(d, std::numeric_limits<float>::quiet_NaN());
      return hn::IfNegativeThenElse(x, nan, ApplyToRegular(d, x));
    }
#endif
    const auto is_subnormal = hn::Lt(x, hn::Set(d, 0x1p-126f));
    const V normal = hn::IfThenElse(is_subnormal, hn::Mul(x, hn::Set(d, 0x1p23f)), x);
    const V bias = hn::IfThenElse(is_subnormal, hn::Set(d, 150.0f), hn::Set(d, 127.0f));
    return WithSpecialSingleLogarithms(d, x, OfNormal(d, normal, bias));
  }

  // Regular are the positive normal numbers.
  static constexpr int32_t kFirstIrregular = -0x01000000;
  template <class D, class V>
  static HWY_INLINE auto Order(D, V x) {
    const hn::RebindToSigned<D> di;
    return hn::Add(hn::BitCast(di, x), hn::Set(di, 0x7F800000));
  }
  template <class D, class V>
  static HWY_INLINE V ApplyToRegular(D d, V x) {
    return OfNormal(d, x, hn::Set(d, 127.0f));
  }

 private:
  template <class D, class V>
  static HWY_INLINE V OfNormal(D d, V x, V bias) {
    const auto parts = SplitSingleLogarithm(d, x, bias);
    const V low = hn::Mul(parts.k, hn::Set(d, kSingleLn2Lo));
    return JoinSingleLogarithm(d, parts, low);
  }
};

#if !HWY_ARCH_WASM
#if !PADDOCK_HAS_SINGLE_PIECES
// Below 9/16 a polynomial; above, 1 - 2 / (e^(2 |x|) + 1). The denominator is 2^k + 1, which is
// exact where its last bit matters, plus the rest of the exponential. Beyond 10, tanh is 1.
template <class D, class V>
HWY_INLINE V TanhByQuotient(D d, V x) {
  const V one = hn::Set(d, 1.0f);
  const V magnitude = hn::Abs(x);
  const V z = hn::Mul(x, x);
  const V slope = hn::Mul(z, Polynomial<Numerics::kFast>(d, z, kTanhTailSingle));
  const V near = hn::MulAdd(magnitude, slope, magnitude);
  const V limited = Limit(d, magnitude, 0.0f, 10.0f);
  const auto terms = SingleExponentialTermsOf(d, hn::Add(limited, limited));
  const V power = SinglePowerOfTwo(d, terms.power);
  const Pair<V> denominator =
      FastTwoSum(hn::Add(power, one), hn::Mul(power, hn::Add(terms.r, terms.tail)));
  const V half_quotient = hn::Div(one, denominator.hi);
  const V quotient = hn::Add(half_quotient, half_quotient);
  // The reduction of the quotient due to the rounding error of the denominator.
  const V rest = hn::Mul(hn::Mul(quotient, half_quotient), denominator.lo);
  const V difference = hn::Sub(one, quotient);
  const V lost = hn::Sub(hn::Sub(one, difference), quotient);
  const V far = hn::Add(difference, hn::Add(lost, rest));
  const auto is_near = hn::Lt(magnitude, hn::Set(d, 0.5625f));
  return hn::CopySignToAbs(hn::IfThenElse(is_near, near, far), x);
}
#endif

struct SingleTanh {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
#if HWY_TARGET <= HWY_AVX3
    constexpr SinglePieces kTable = {kTanhQuarters, 6, 0.046875f, 0.0546875f, 10.0f};
    return ByPieces(d, x, kTable);
#elif PADDOCK_HAS_SINGLE_PIECES
    constexpr SinglePieces kTable = {kTanhOctets, std::size(kTanhOctets) / 8 - 1, 10.0f};
    return ByPieces(d, x, kTable);
#else
    return TanhByQuotient(d, x);
#endif
  }
};

// Like the f64 one: 1 / (1 + z) or z / (1 + z), z = e^-|x|, the quotient corrected
// by its residual.
struct SingleLogistic {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V one = hn::Set(d, 1.0f);
    const V negative = hn::Neg(Limit(d, hn::Abs(x), 0.0f, 110.0f));
    const auto parts = SplitSingleExponential(d, negative);
    const auto power = AtLeastMinus100(parts.power);
    Pair<V> denominator = FastTwoSum(one, SingleScale(d, parts.mantissa.hi, power));
    denominator.lo = hn::Add(SingleScale(d, parts.mantissa.lo, power), denominator.lo);
    const auto is_negative = hn::Lt(x, hn::Zero(d));
    const V numerator = hn::IfThenElse(is_negative, parts.mantissa.hi, one);
    const V numerator_lo = hn::IfThenElseZero(is_negative, parts.mantissa.lo);
    const V reciprocal = hn::Div(one, denominator.hi);
    const V quotient = hn::Mul(numerator, reciprocal);
    V rest = SingleRest(d, quotient, denominator.hi, numerator);
    rest = hn::Add(rest, hn::NegMulAdd(quotient, denominator.lo, numerator_lo));
    const V result = hn::MulAdd(rest, reciprocal, quotient);
    return hn::IfThenElse(is_negative, SingleScaleFar(d, result, parts.power), result);
  }

 private:
  // Smaller powers are negligible beside 1, and might be subnormal.
  template <class Power>
  static HWY_INLINE Power AtLeastMinus100(Power power) {
#if HWY_TARGET <= HWY_AVX3
    return hn::Max(power, hn::Set(hn::DFromV<Power>(), -100.0f));
#else
    const hn::DFromV<Power> du;
    const hn::RebindToSigned<decltype(du)> di;
    const auto least = hn::Set(di, std::bit_cast<int32_t>(kSinglePowerOfZero - 100));
    return hn::BitCast(du, hn::Max(hn::BitCast(di, power), least));
#endif
  }
};
#endif  // !HWY_ARCH_WASM

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_SINGLE_INL_H_
