// The cube root of a real vector, for cbrt of real and complex numbers.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_CBRT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_CBRT_INL_H_
#undef PADDOCK_SIMD_MATH_CBRT_INL_H_
#else
#define PADDOCK_SIMD_MATH_CBRT_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/math/coefficients.h"
#include "simd/math/pair-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// |x| = 2^(3 q) m with m in [1/2, 4): cbrt(m) by a polynomial (2^-19.6), one
// step of Halley's iteration (about 2^-52), and in f64 one of Newton's whose
// residual m - t^3 is a pair.
struct Cbrt {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const hn::RebindToUnsigned<D> du;
    const V magnitude = hn::Abs(x);
    V scaled = magnitude;
    V bias = hn::Set(d, 0x1p52 + 1023.0);
    if constexpr (sizeof(Element) == 8) {
      const auto is_subnormal = hn::Lt(magnitude, hn::Set(d, 0x1p-1022));
      scaled = hn::IfThenElse(is_subnormal, hn::Mul(scaled, hn::Set(d, 0x1p54)), scaled);
      bias = hn::IfThenElse(is_subnormal, hn::Set(d, 0x1p52 + 1077.0), bias);
    }
    const auto bits = hn::BitCast(du, scaled);
    const auto exponent_bits = hn::Or(hn::ShiftRight<52>(bits), hn::Set(du, 0x4330000000000000ull));
    const V exponent = hn::Sub(hn::BitCast(d, exponent_bits), bias);
    const V mantissa = hn::BitCast(d, hn::Or(hn::And(bits, hn::Set(du, 0x000FFFFFFFFFFFFFull)),
                                             hn::Set(du, 0x3FF0000000000000ull)));
    const auto q = RoundToInteger(d, hn::Mul(exponent, hn::Set(d, 1.0 / 3.0)));
    const V remainder = hn::Sub(exponent, hn::Mul(q.value, hn::Set(d, 3.0)));
    const V root = CbrtOfRemainder<Element, kNumerics>(d, mantissa, remainder);
    const V result = hn::CopySign(hn::Mul(root, PowerOfTwo(d, q.bits)), x);
    // Zeros, infinities and NaN are their own cube roots.
    const auto is_regular =
        hn::And(hn::Gt(magnitude, hn::Zero(d)), hn::Lt(magnitude, hn::Set(d, kInfinity)));
    return hn::IfThenElse(is_regular, result, x);
  }

 private:
  // cbrt(mantissa * 2^remainder), remainder -1, 0 or 1.
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V CbrtOfRemainder(D d, V mantissa, V remainder) {
    const auto is_below = hn::Lt(remainder, hn::Zero(d));
    const auto is_above = hn::Gt(remainder, hn::Zero(d));
    const auto select = [&](double below, double equal, double above) HWY_ATTR {
      return hn::IfThenElse(is_below, hn::Set(d, below),
                            hn::IfThenElse(is_above, hn::Set(d, above), hn::Set(d, equal)));
    };
    const V m = hn::Mul(mantissa, select(0.5, 1.0, 2.0));
    V t = hn::Mul(Polynomial<kNumerics>(d, mantissa, kCbrt),
                  select(0x1.965fea53d6e3dp-1, 1.0, 0x1.428a2f98d728bp+0));
    const V cube = hn::Mul(hn::Mul(t, t), t);
    const V numerator = hn::Sub(m, cube);
    const V denominator = hn::Add(hn::Add(cube, cube), m);
    t = hn::Add(t, hn::Mul(t, hn::Div(numerator, denominator)));
    if constexpr (sizeof(Element) == 4) return t;
    const Pair<V> square = TwoProduct<kNumerics>(d, t, t);
    const Pair<V> exact_cube = TwoProduct<kNumerics>(d, square.hi, t);
    const V residual =
        hn::Sub(hn::Sub(m, exact_cube.hi), MultiplyAdd<kNumerics>(square.lo, t, exact_cube.lo));
    return hn::Add(t, hn::Div(residual, hn::Mul(square.hi, hn::Set(d, 3.0))));
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_CBRT_INL_H_
