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
  const V near = hn::MulAdd(magnitude, Polynomial<Numerics::kFast>(d, z, kErfSingle), magnitude);
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
  for (size_t i = kLastRow - 1; i >= 2; --i) slope = hn::MulAdd(slope, t, look_up(i));
  const V far = hn::MulAdd(slope, t, look_up(1));
  const auto is_near = hn::Lt(magnitude, hn::Set(d, 0.875f));
  return hn::CopySignToAbs(hn::IfThenElse(is_near, near, far), x);
}

struct SingleErf {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
#if HWY_TARGET <= HWY_AVX3
    constexpr SinglePieces kTable = {kErfQuarters, 7, 0.01953125f, 0.0234375f, 4.0f};
    return ByPieces(d, x, kTable);
#elif PADDOCK_HAS_SINGLE_PIECES
    constexpr SinglePieces kTable = {kErfOctets, std::size(kErfOctets) / 8 - 1, 4.0f};
    return ByPieces(d, x, kTable);
#else
    return ErfByPieces(d, x);
#endif
  }
};

#if PADDOCK_HAS_SINGLE_PIECES
// e^(-x^2) (erfc(x) e^(x^2)), both factors and the square with their rounding errors. The limit is
// where erfc rounds to 0.
struct SingleErfc {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
#if HWY_TARGET <= HWY_AVX3
    constexpr SinglePieces kTable = {kErfcScaledQuarters, 7, 0.046875f, 0.0546875f, 10.5f};
#else
    constexpr SinglePieces kTable = {kErfcScaledOctets, std::size(kErfcScaledOctets) / 8 - 1,
                                     10.5f};
#endif
    const V magnitude = LimitedMagnitude(d, x, kTable.last);
    const V place = PlaceInColumns(d, magnitude, kTable);
    const PieceTerms<V> terms = PieceTermsOf(d, magnitude, place, kTable);
    const V added = hn::Mul(terms.slope, terms.t);
    Pair<V> scaled = FastTwoSum(terms.lead, added);
#if HWY_TARGET == HWY_AVX2
    // In wider pieces more is added: up to a third of the result.
    scaled.lo = hn::Add(scaled.lo, hn::MulSub(terms.slope, terms.t, added));
#endif
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
#endif

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_SINGLE_ERROR_FUNCTION_INL_H_
