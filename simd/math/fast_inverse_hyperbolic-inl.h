// acosh, asinh and atanh of f32 and f64 in lanes of their type, for fast numerics: a polynomial
// near their zeros, elsewhere the logarithm of a number whose rounding error is added.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_FAST_INVERSE_HYPERBOLIC_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_FAST_INVERSE_HYPERBOLIC_INL_H_
#undef PADDOCK_SIMD_MATH_FAST_INVERSE_HYPERBOLIC_INL_H_
#else
#define PADDOCK_SIMD_MATH_FAST_INVERSE_HYPERBOLIC_INL_H_
#endif

#include <cstddef>

#include "hwy/highway.h"
#include "simd/math/inverse_coefficients.h"
#include "simd/math/logarithm-inl.h"
#include "simd/math/pair-inl.h"
#include "simd/math/single-inl.h"

#if !HWY_ARCH_WASM
HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Whether lanes are f32; otherwise they are f64.
template <class D>
inline constexpr bool kIsSingle = sizeof(hn::TFromD<D>) == 4;

template <class D>
HWY_INLINE hn::Vec<D> SetNumber(D d, double x) {
  return hn::Set(d, static_cast<hn::TFromD<D>>(x));
}

// The polynomial that has one set of coefficients for each type.
template <class D, class V, size_t kSingleCount, size_t kCount>
HWY_INLINE V PolynomialOfType(D d, V x, const float (&of_single)[kSingleCount],
                              const double (&of_double)[kCount]) {
  if constexpr (kIsSingle<D>) {
    return Polynomial<Numerics::kFast>(d, x, of_single);
  } else {
    return Polynomial<Numerics::kFast>(d, x, of_double);
  }
}

// log(u (1 + rest)) + doublings ln 2, for a normal u and a rest of the size of rounding errors.
template <class D, class V>
HWY_INLINE V LogarithmWithRest(D d, V u, V rest, V doublings) {
  if constexpr (kIsSingle<D>) {
    auto parts = SplitSingleLogarithm(d, u, hn::Set(d, 127.0f));
    parts.k = hn::Add(parts.k, doublings);
    return JoinSingleLogarithm(d, parts, hn::MulAdd(parts.k, hn::Set(d, kSingleLn2Lo), rest));
  } else {
    auto parts = SplitLogarithm<float>(d, u);
    parts.k = hn::Add(parts.k, doublings);
    return JoinLogarithm<double, Numerics::kFast>(d, parts, rest);
  }
}

// The root of a pair, rounded, and its rounding error.
template <class V>
struct RootParts {
  V root;
  // The error times twice the root.
  V rest;
};

template <class D, class V>
HWY_INLINE RootParts<V> RootOf(D d, Pair<V> square) {
  const V root = hn::Sqrt(square.hi);
  return {root, hn::Add(SingleRest(d, root, root, square.hi), square.lo)};
}

// From here on asinh(x) and acosh(x) are log(2 x).
template <class D>
inline constexpr double kLargeForFast = kIsSingle<D> ? 0x1p14 : 0x1p30;

// log(x + root) for the rounded sum of both and the part that its rounding lost, relative to it.
template <class D, class V>
HWY_INLINE V LogarithmOfSum(D d, V x, V sum, V relative_rest) {
  const auto is_large = hn::Gt(x, SetNumber(d, kLargeForFast<D>));
  const V doublings = hn::IfThenElseZero(is_large, SetNumber(d, 1.0));
  return LogarithmWithRest(d, hn::IfThenElse(is_large, x, sum),
                           hn::IfThenZeroElse(is_large, relative_rest), doublings);
}

// log(abs(x) + sqrt(x^2 + 1)); x + x^3 P(x^2) up to 1/2.
struct FastAsinh {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V magnitude = hn::Abs(x);
    const Pair<V> square = TwoProduct<Numerics::kFast>(d, magnitude, magnitude);
    Pair<V> sum = TwoSum(square.hi, SetNumber(d, 1.0));
    sum.lo = hn::Add(sum.lo, square.lo);
    const RootParts<V> parts = RootOf(d, sum);
    const Pair<V> u = FastTwoSum(parts.root, magnitude);
    const V twice = hn::Add(parts.root, parts.root);
    const V rest = hn::Div(hn::MulAdd(u.lo, twice, parts.rest), hn::Mul(twice, u.hi));
    const V far = LogarithmOfSum(d, magnitude, u.hi, rest);
    const V terms = PolynomialOfType(d, square.hi, kAsinhTailSingle, kAsinhTail);
    const V near = hn::MulAdd(hn::Mul(magnitude, square.hi), terms, magnitude);
    const V result = hn::IfThenElse(hn::Lt(magnitude, SetNumber(d, 0.5)), near, far);
    const auto is_finite = hn::Lt(magnitude, SetNumber(d, kInfinity));
    return hn::CopySign(hn::IfThenElse(is_finite, result, magnitude), x);
  }
};

// log(x + sqrt(x^2 - 1)); sqrt(2 y) (1 + y P(y)), y = x - 1, up to 3/2.
struct FastAcosh {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V one = SetNumber(d, 1.0);
    const V y = hn::Sub(x, one);
    const auto is_near = hn::Lt(y, SetNumber(d, 0.5));
    const Pair<V> square = TwoProduct<Numerics::kFast>(d, x, x);
    Pair<V> difference = FastTwoSum(square.hi, hn::Neg(one));
    difference.lo = hn::Add(difference.lo, square.lo);
    const RootParts<V> parts =
        RootOf(d, SelectPair(is_near, Pair<V>{hn::Add(y, y), hn::Zero(d)}, difference));
    const Pair<V> u = FastTwoSum(x, parts.root);
    const V twice = hn::Add(parts.root, parts.root);
    const V numerator = hn::IfThenElse(is_near, parts.rest, hn::MulAdd(u.lo, twice, parts.rest));
    const V denominator = hn::IfThenElse(is_near, twice, hn::Mul(twice, u.hi));
    // The limit is for a root of 0, which is exact.
    const V rest = hn::Div(numerator, hn::Max(denominator, SetNumber(d, 0x1p-30)));
    const V far = LogarithmOfSum(d, x, u.hi, rest);
    const V terms = PolynomialOfType(d, y, kAcoshTailSingle, kAcoshTail);
    const V near = hn::Add(parts.root, hn::MulAdd(hn::Mul(parts.root, y), terms, rest));
    const V result = hn::IfThenElse(is_near, near, far);
    const V special = hn::IfThenElse(hn::Lt(x, one), SetNumber(d, kNaN), x);
    const auto is_regular = hn::And(hn::Ge(x, one), hn::Lt(x, SetNumber(d, kInfinity)));
    return hn::IfThenElse(is_regular, result, special);
  }
};

// log((1 + abs(x)) / (1 - abs(x))) / 2; x + x^3 P(x^2) up to 1/2.
struct FastAtanh {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V one = SetNumber(d, 1.0);
    const V magnitude = hn::Abs(x);
    const V z = hn::Mul(x, x);
    const V terms = PolynomialOfType(d, z, kAtanhTailSingle, kAtanhTail);
    const V near = hn::MulAdd(hn::Mul(magnitude, z), terms, magnitude);
    // The difference is exact from 1/2 on.
    const Pair<V> sum = FastTwoSum(one, magnitude);
    const V difference = hn::Sub(one, magnitude);
    const V quotient = hn::Div(sum.hi, difference);
    const V lost = hn::Add(SingleRest(d, quotient, difference, sum.hi), sum.lo);
    // Over the sum, whose inverse needs few bits.
    const V inverse = hn::NegMulAdd(sum.hi, SetNumber(d, 1.0 / 3.0), SetNumber(d, 1.1607));
    const V far = hn::Mul(LogarithmWithRest(d, quotient, hn::Mul(lost, inverse), hn::Zero(d)),
                          SetNumber(d, 0.5));
    const V result = hn::IfThenElse(hn::Lt(magnitude, SetNumber(d, 0.5)), near, far);
    const V beyond =
        hn::IfThenElse(hn::Eq(magnitude, one), SetNumber(d, kInfinity), SetNumber(d, kNaN));
    return hn::CopySign(hn::IfThenElse(hn::Lt(magnitude, one), result, beyond), x);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();
#endif  // !HWY_ARCH_WASM

#endif  // PADDOCK_SIMD_MATH_FAST_INVERSE_HYPERBOLIC_INL_H_
