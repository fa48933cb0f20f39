// exponential, log, logistic and tanh of f32 in f32 lanes, for fast numerics: twice
// the lanes of f64 and no conversions, within 1 ULP by pairs and by products that are
// exact, because they fuse with a sum or have few enough bits.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_SINGLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_SINGLE_INL_H_
#undef PADDOCK_SIMD_MATH_SINGLE_INL_H_
#else
#define PADDOCK_SIMD_MATH_SINGLE_INL_H_
#endif

#include <cstddef>
#include <limits>

#include "hwy/highway.h"
#include "simd/math/coefficients.h"
#include "simd/math/map-inl.h"
#include "simd/math/pair-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// ln 2 in two parts. Where products do not fuse the first one has 15 bits, so that its product
// with an integer of eight is exact.
inline constexpr float kSingleLn2Hi = HWY_NATIVE_FMA ? 0x1.62e430p-1f : 0x1.62e4p-1f;
inline constexpr float kSingleLn2Lo = HWY_NATIVE_FMA ? -0x1.05c610p-29f : 0x1.7f7d1cp-20f;

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

// 2^k for integral -126 <= k <= 127: k is in the low bits of 1.5 * 2^23 + k.
template <class D, class V>
HWY_INLINE V SinglePowerOfTwo(D d, V k) {
  const hn::RebindToUnsigned<D> du;
  const auto bits = hn::BitCast(du, hn::Add(k, hn::Set(d, 0x1.8p23f)));
  return hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(bits, hn::Set(du, 127))));
}

// x 2^k for integral k (with AVX-512 any, rounded down), where neither 2^k nor a result other than
// 0 is subnormal.
template <class D, class V>
HWY_INLINE V SingleScale(D d, V x, V k) {
#if HWY_TARGET <= HWY_AVX3
  if constexpr (hn::MaxLanes(D()) == 16) return V{_mm512_scalef_ps(x.raw, k.raw)};
#endif
  return hn::Mul(x, SinglePowerOfTwo(d, k));
}

template <class D, class V>
HWY_INLINE V SingleRound(D d, V x) {
  const V magic = hn::Set(d, 0x1.8p23f);
  return hn::Sub(hn::Add(x, magic), magic);
}

// e^x = (mantissa.hi + mantissa.lo) 2^k, abs(x) < 200, where k is as SingleScale takes it.
template <class V>
struct SingleExponentialParts {
  Pair<V> mantissa;
  V k;
};

#if HWY_TARGET <= HWY_AVX3
// k is a multiple of 1/16, of which scaling takes the integer below; the rest is looked up in
// registers, which leaves a short polynomial.
template <class D, class V>
HWY_INLINE SingleExponentialParts<V> SplitSingleExponential(D d, V x) {
  // Its last place is 1/16.
  const V magic = hn::Set(d, 0x1.8p19f);
  const V shifted = hn::MulAdd(x, hn::Set(d, 0x1.715476p+0f), magic);
  const V k = hn::Sub(shifted, magic);
  const auto sixteenths = hn::BitCast(hn::RebindToUnsigned<D>(), shifted);
  const auto look_up = [&](const float* powers) HWY_ATTR {
    return V{_mm512_permutexvar_ps(sixteenths.raw, hn::LoadU(d, powers).raw)};
  };
  V r = hn::NegMulAdd(k, hn::Set(d, kSingleLn2Hi), x);
  r = hn::NegMulAdd(k, hn::Set(d, kSingleLn2Lo), r);
  const V tail = hn::MulAdd(r, hn::Set(d, kExpTailSixteenth[1]), hn::Set(d, kExpTailSixteenth[0]));
  const V minus_one = hn::MulAdd(hn::Mul(r, r), tail, r);
  const V power = look_up(kPowersOfTwo);
  return {FastTwoSum(power, hn::MulAdd(power, minus_one, look_up(kPowersOfTwoLo))), k};
}
#else
template <class D, class V>
HWY_INLINE SingleExponentialParts<V> SplitSingleExponential(D d, V x) {
  const V k = SingleRound(d, hn::Mul(x, hn::Set(d, 0x1.715476p+0f)));
  // The first step is exact.
  V r = hn::NegMulAdd(k, hn::Set(d, kSingleLn2Hi), x);
  r = hn::NegMulAdd(k, hn::Set(d, kSingleLn2Lo), r);
  const V r2 = hn::Mul(r, r);
  const V tail = hn::Mul(r2, Polynomial<Numerics::kFast>(d, r, kExpTailSingle));
  const Pair<V> head = FastTwoSum(hn::Set(d, 1.0f), r);
  return {FastTwoSum(head.hi, hn::Add(head.lo, tail)), k};
}
#endif

// x 2^k, rounded once, for integral -252 <= k <= 254 and an x about 1.
template <class D, class V>
HWY_INLINE V SingleScaleFar(D d, V x, V k) {
#if HWY_TARGET <= HWY_AVX3
  if constexpr (hn::MaxLanes(D()) == 16) return SingleScale(d, x, k);
#endif
  const V half = SingleRound(d, hn::Mul(k, hn::Set(d, 0.5f)));
  return SingleScale(d, SingleScale(d, x, half), hn::Sub(k, half));
}

struct SingleExponential {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const auto parts = SplitSingleExponential(d, Limit(d, x, -104.0f, 89.0f));
    return SingleScaleFar(d, parts.mantissa.hi, parts.k);
  }
};

// As the f64 logarithm: f - (f^2/2 - s (f^2/2 + z P(z))), s = f / (2 + f), and
// k ln 2 in two parts.
struct SingleLog {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const hn::RebindToUnsigned<D> du;
    const hn::RebindToSigned<D> di;
    const auto is_subnormal = hn::Lt(x, hn::Set(d, 0x1p-126f));
    const V normal = hn::IfThenElse(is_subnormal, hn::Mul(x, hn::Set(d, 0x1p23f)), x);
    const V bias = hn::IfThenElse(is_subnormal, hn::Set(d, 150.0f), hn::Set(d, 127.0f));
    constexpr uint32_t kSqrtHalf = 0x3F3504F3;
    const auto bits = hn::Add(hn::BitCast(du, normal), hn::Set(du, 0x3F800000 - kSqrtHalf));
    const V exponent = hn::ConvertTo(d, hn::BitCast(di, hn::ShiftRight<23>(bits)));
    const V k = hn::Sub(exponent, bias);
    const auto mantissa = hn::Add(hn::And(bits, hn::Set(du, 0x007FFFFF)), hn::Set(du, kSqrtHalf));
    const V f = hn::Sub(hn::BitCast(d, mantissa), hn::Set(d, 1.0f));
    const V s = hn::Div(f, hn::Add(hn::Set(d, 2.0f), f));
    const V z = hn::Mul(s, s);
    const V half_square = hn::Mul(hn::Mul(f, f), hn::Set(d, 0.5f));
    const V tail = hn::MulAdd(z, Polynomial<Numerics::kFast>(d, z, kLogTailSingle), half_square);
    const V low = hn::Mul(k, hn::Set(d, kSingleLn2Lo));
    const V correction = hn::Sub(half_square, hn::MulAdd(s, tail, low));
    const V result = hn::MulAdd(k, hn::Set(d, kSingleLn2Hi), hn::Sub(f, correction));
    return WithSpecialLogarithms(d, x, result);
  }

 private:
  template <class D, class V>
  static HWY_INLINE V WithSpecialLogarithms(D d, V x, V result) {
    constexpr float kInf = std::numeric_limits<float>::infinity();
    const V infinity = hn::Set(d, kInf);
    const V nan = hn::Set(d, std::numeric_limits<float>::quiet_NaN());
    const V of_zero = hn::IfThenElse(hn::Eq(x, hn::Zero(d)), hn::Set(d, -kInf), nan);
    const V special = hn::IfThenElse(hn::Eq(x, infinity), infinity, of_zero);
    const auto is_regular = hn::And(hn::Gt(x, hn::Zero(d)), hn::Lt(x, infinity));
    return hn::IfThenElse(is_regular, result, special);
  }
};

#if HWY_TARGET <= HWY_AVX3
// A polynomial on each quarter of a binade, with coefficients that lie in registers. At its center
// tanh is nearly a float: only what is added to that is rounded, and the sum.
template <class D, class V>
HWY_INLINE V TanhByQuarters(D d, V x) {
  // The instructions for the least and the greatest keep a NaN that is their second operand.
  const V magnitude{_mm512_min_ps(hn::Set(d, 10.0f).raw, hn::Abs(x).raw)};
  const V above_first{_mm512_max_ps(hn::Set(d, 0.046875f).raw, magnitude.raw)};
  const auto quarter = hn::ShiftRight<21>(hn::BitCast(hn::RebindToUnsigned<D>(), above_first));
  const auto look_up = [&](size_t row) HWY_ATTR {
    const V lower = hn::LoadU(d, kTanhQuarters + 32 * row);
    const V upper = hn::LoadU(d, kTanhQuarters + 32 * row + 16);
    return V{_mm512_permutex2var_ps(lower.raw, quarter.raw, upper.raw)};
  };
  const V t = hn::Sub(magnitude, look_up(0));
  V slope = look_up(6);
  for (size_t i = 5; i >= 2; --i) slope = hn::MulAdd(slope, t, look_up(i));
  const auto is_first = hn::Lt(magnitude, hn::Set(d, 0.0546875f));
  const V lead = hn::IfThenElse(is_first, magnitude, look_up(1));
  return hn::CopySign(hn::MulAdd(slope, t, lead), x);
}
#endif

// Below 1/2 a polynomial; above, 1 - 2 / (e^(2 |x|) + 1) with the quotient as a
// pair. Beyond 10 it is 1.
struct SingleTanh {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
#if HWY_TARGET <= HWY_AVX3
    return TanhByQuarters(d, x);
#else
    return TanhByQuotient(d, x);
#endif
  }

 private:
  template <class D, class V>
  static HWY_INLINE V TanhByQuotient(D d, V x) {
    const V one = hn::Set(d, 1.0f);
    const V magnitude = Limit(d, hn::Abs(x), 0.0f, 10.0f);
    const V z = hn::Mul(x, x);
    const V cubic = hn::Mul(hn::Mul(x, z), Polynomial<Numerics::kFast>(d, z, kTanhTailSingle));
    const auto parts = SplitSingleExponential(d, hn::Add(magnitude, magnitude));
    // Where this is taken the power is at least e.
    Pair<V> denominator = FastTwoSum(SingleScale(d, parts.mantissa.hi, parts.k), one);
    denominator.lo = hn::Add(SingleScale(d, parts.mantissa.lo, parts.k), denominator.lo);
    const V half_quotient = hn::Div(one, denominator.hi);
    const V quotient = hn::Add(half_quotient, half_quotient);
    // 2 - quotient * denominator, which the quotient's low part is half of.
    V rest = SingleRest(d, quotient, denominator.hi, hn::Set(d, 2.0f));
    rest = hn::NegMulAdd(quotient, denominator.lo, rest);
    const Pair<V> difference = FastTwoSum(one, hn::Neg(quotient));
    const V far = hn::Add(difference.hi, hn::NegMulAdd(rest, half_quotient, difference.lo));
    const auto is_near = hn::Lt(hn::Abs(x), hn::Set(d, 0.5f));
    // -0 + 0 would be 0.
    return hn::CopySign(hn::IfThenElse(is_near, hn::Add(x, cubic), far), x);
  }
};

// As the f64 one: 1 / (1 + z) or z / (1 + z), z = e^-|x|, the quotient corrected
// by its residual.
struct SingleLogistic {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V one = hn::Set(d, 1.0f);
    const V negative = hn::Neg(Limit(d, hn::Abs(x), 0.0f, 110.0f));
    const auto parts = SplitSingleExponential(d, negative);
    const V power = Limit(d, parts.k, -100.0f, 0.0f);
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
    const V k = hn::IfThenElseZero(is_negative, parts.k);
    return SingleScaleFar(d, result, k);
  }
};

// As MapUnary, in f32 lanes.
template <class Function>
void MapSingle(const void* const* operands, void* result, size_t count, const void*) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const auto* operand = static_cast<const float*>(operands[0]);
  auto* to = static_cast<float*>(result);
  size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    hn::StoreU(Function::Apply(d, hn::LoadU(d, operand + i)), d, to + i);
  }
  if (i == count) return;
  const auto rest = Function::Apply(d, LoadRest(d, operand + i, count - i));
  StoreRest(rest, d, to + i, count - i);
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_SINGLE_INL_H_
