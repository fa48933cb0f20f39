// erf and erfc of f32 in f32 lanes, for fast numerics (simd/math/single-inl.h).
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_SINGLE_ERROR_FUNCTION_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_SINGLE_ERROR_FUNCTION_INL_H_
#undef PADDOCK_SIMD_MATH_SINGLE_ERROR_FUNCTION_INL_H_
#else
#define PADDOCK_SIMD_MATH_SINGLE_ERROR_FUNCTION_INL_H_
#endif

#include <cstddef>
#include <iterator>

#include "hwy/highway.h"
#include "simd/math/coefficients.h"
#include "simd/math/map-inl.h"
#include "simd/math/pair-inl.h"
#include "simd/math/single-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Below 7/8 x + x P(x^2), then a polynomial in each of three intervals up to 4, where erf is 1.
template <class D, class V>
HWY_INLINE V ErfByPieces(D d, V x) {
  const V magnitude = hn::Abs(x);
  const V limited = Limit(d, magnitude, 0.0f, 4.0f);
  const V z = hn::Mul(x, x);
  const V near = MultiplyAdd<Numerics::kFast>(
      magnitude, Polynomial<Numerics::kFast>(d, z, kErfSingle), magnitude);
  const auto is_middle = hn::Ge(limited, hn::Set(d, 1.625f));
  const auto is_last = hn::Ge(limited, hn::Set(d, 2.5f));
  const auto look_up = [&](size_t row) HWY_ATTR {
    const V lower =
        hn::IfThenElse(is_middle, hn::Set(d, kErfPieces[row][1]), hn::Set(d, kErfPieces[row][0]));
    return hn::IfThenElse(is_last, hn::Set(d, kErfPieces[row][2]), lower);
  };
  const V t = hn::Sub(limited, look_up(0));
  constexpr size_t kLastRow = std::size(kErfPieces) - 1;
  V slope = look_up(kLastRow);
  HWY_UNROLL(8)
  for (size_t i = kLastRow - 1; i >= 2; --i)
    slope = MultiplyAdd<Numerics::kFast>(slope, t, look_up(i));
  const V far = MultiplyAdd<Numerics::kFast>(slope, t, look_up(1));
  const auto is_near = hn::Lt(magnitude, hn::Set(d, 0.875f));
  return hn::CopySignToAbs(hn::IfThenElse(is_near, near, far), x);
}

#if HWY_TARGET == HWY_AVX2
// Up to 15/16 x + x P(x), then a polynomial in each interval of length 1. Beyond the last one,
// erf is 1.
template <class D, class V>
HWY_INLINE V ErfByQuads(D d, V x) {
  const V magnitude = LimitedMagnitude(d, x, 0x1.f7fffep+1f);
  // The nearest integer to a half is the even one.
  const auto column = RoundedColumn(d, hn::Sub(magnitude, hn::Set(d, 0.4375f)));
  const auto is_near = hn::Le(magnitude, hn::Set(d, 0.9375f));
  const V t = hn::Sub(magnitude, LookUpQuads(d, kErfQuads, column, 0));
  const V slope = QuadSlope(d, t, kErfQuads, column);
  const V lead = hn::IfThenElse(is_near, magnitude, LookUpQuads(d, kErfQuads, column, 1));
  return hn::CopySign(hn::MulAdd(slope, hn::IfThenElse(is_near, magnitude, t), lead), x);
}
#endif

struct SingleErf {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
#if HWY_TARGET <= HWY_AVX3
    constexpr SinglePieces kTable = {kErfQuarters, 7, 0.01953125f, 0.0234375f, 4.0f};
    return ByPieces(d, x, kTable);
#elif HWY_TARGET == HWY_AVX2
    return ErfByQuads(d, x);
#else
    return ErfByPieces(d, x);
#endif
  }
};

#if HWY_TARGET <= HWY_AVX3
// e^(-x^2) (erfc(x) e^(x^2)), both factors and the square with their rounding errors. The limit is
// where erfc rounds to 0.
struct SingleErfc {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    constexpr SinglePieces kTable = {kErfcScaledQuarters, 7, 0.046875f, 0.0546875f, 10.5f};
    const V magnitude = LimitedMagnitude(d, x, kTable.last);
    const V place = PlaceInColumns(d, magnitude, kTable);
    const PieceTerms<V> terms = PieceTermsOf(d, magnitude, place, kTable);
    const V added = hn::Mul(terms.slope, terms.t);
    const Pair<V> scaled = FastTwoSum(terms.lead, added);
    const V square = hn::Mul(magnitude, magnitude);
    const V square_lo = hn::MulSub(magnitude, magnitude, square);
    const auto power = SplitSingleExponential(d, hn::Neg(square));
    const V mantissa = power.mantissa.hi;
    const V mantissa_lo = hn::NegMulAdd(mantissa, square_lo, power.mantissa.lo);
    const V low = hn::MulAdd(mantissa, scaled.lo, hn::Mul(mantissa_lo, scaled.hi));
    const V product = hn::MulAdd(mantissa, scaled.hi, low);
    const V result = SingleScaleFar(d, product, power.power);
    return hn::MaskedSubOr(result, hn::Lt(x, hn::Zero(d)), hn::Set(d, 2.0f), result);
  }
};
#elif HWY_TARGET == HWY_AVX2
// 2^k times a number about 1.
template <class D>
struct SingleScaled {
  hn::Vec<D> mantissa;
  // Its last bits are k.
  hn::Vec<hn::RebindToUnsigned<D> > power;
};

// e^(-x^2) (erfc(x) e^(x^2)), for 0 <= x < 10.5, all factors with their rounding errors. The second
// one is w P(w), w = 1 / (x + 7/8).
template <class D, class V>
HWY_INLINE SingleScaled<D> SingleErfcOfPositive(D d, V x) {
  const V one = hn::Set(d, 1.0f);
  const V shift = hn::Set(d, 0.875f);
  const V sum = hn::Add(x, shift);
  const V sum_lo = hn::Sub(hn::Min(x, shift), hn::Sub(sum, hn::Max(x, shift)));
  const V w = hn::Div(one, sum);
  const V w_lost = hn::NegMulAdd(w, sum_lo, hn::NegMulAdd(w, sum, one));
  const auto column = RoundedColumn(d, hn::Mul(w, hn::Set(d, 3.0f)));
  const V t = hn::Sub(w, LookUpQuads(d, kErfcScaledQuads, column, 0));
  const V lead = LookUpQuads(d, kErfcScaledQuads, column, 1);
  const V slope = QuadSlope(d, t, kErfcScaledQuads, column);
  const V v = hn::Mul(w, lead);
  // w's error also changes P.
  const V v_lost = hn::MulAdd(v, hn::Mul(w_lost, hn::Set(d, 1.2f)), hn::MulSub(w, lead, v));
  const V v_lo = hn::MulAdd(slope, hn::Mul(w, t), v_lost);

  const V square = hn::Mul(x, x);
  const V square_lo = hn::MulSub(x, x, square);
  const V magic = hn::Set(d, 0x1.8p23f);
  const V shifted = hn::NegMulAdd(square, hn::Set(d, kSingleLog2E), magic);
  const V k = hn::Sub(shifted, magic);
  // The first step is exact.
  const V nearly = hn::NegMulSub(k, hn::Set(d, kSingleLn2Hi), square);
  const V rest = hn::NegMulSub(k, hn::Set(d, kSingleLn2Lo), square_lo);
  const V r = hn::Add(nearly, rest);
  const V terms = Polynomial<Numerics::kFast>(d, r, kExpTailSingle);
  const Pair<V> head = FastTwoSum(one, nearly);
  const V head_lo = hn::Add(head.lo, hn::MulAdd(hn::Mul(r, r), terms, rest));
  const V low = hn::MulAdd(v_lo, hn::Add(head.hi, head_lo), hn::Mul(head_lo, v));
  return {hn::MulAdd(head.hi, v, low), hn::BitCast(hn::RebindToUnsigned<D>(), shifted)};
}

struct SingleErfc {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const auto scaled = SingleErfcOfPositive(d, LimitedMagnitude(d, x, 10.5f));
    const hn::RebindToUnsigned<D> du;
    const auto power = hn::Add(scaled.power, hn::Set(du, 254));
    return WithSign(d, x, SingleScaleFar(d, scaled.mantissa, power));
  }

  // Regular are those from -9 to 9, whose results are normal numbers.
  static constexpr int32_t kFirstIrregular = 0x41100000;
  template <class D, class V>
  static HWY_INLINE auto Order(D, V x) {
    return hn::BitCast(hn::RebindToSigned<D>(), hn::Abs(x));
  }
  template <class D, class V>
  static HWY_INLINE V ApplyToRegular(D d, V x) {
    const auto scaled = SingleErfcOfPositive(d, hn::Abs(x));
    const hn::RebindToUnsigned<D> du;
    const auto exponent = hn::ShiftLeft<23>(scaled.power);
    return WithSign(d, x, hn::BitCast(d, hn::Add(hn::BitCast(du, scaled.mantissa), exponent)));
  }

 private:
  template <class D, class V>
  static HWY_INLINE V WithSign(D d, V x, V result) {
    return hn::IfNegativeThenElse(x, hn::Sub(hn::Set(d, 2.0f), result), result);
  }
};
#endif

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_SINGLE_ERROR_FUNCTION_INL_H_
