// sinh and cosh of real numbers. f64 is computed from pairs and rounded once. In f32 each step of
// e^(x + log(1/2)) +- e^(log(1/2) - x) is rounded, as in JAX. Its results for large operands differ
// from the exact ones by the rounding error of x + log(1/2).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/sinh_cosh.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/exponential-inl.h"
#include "simd/math/family.h"
#include "simd/math/hyperbolic-inl.h"
#include "simd/math/map-inl.h"
#include "simd/math/single_map-inl.h"
#include "simd/math/single_near_zero-inl.h"
#include "simd/math/sixteenth-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

// Rounds x to f32.
template <class V>
HWY_INLINE V Rounded(V x) {
  return Widen<float>(Narrow<float>(x));
}

// e^(x - log 2), the difference and the result rounded to f32.
template <class D, class V>
HWY_INLINE V HalfExponential(D d, V x) {
  const V operand = Rounded(hn::Sub(x, hn::Set(d, 0x1.62e430p-1)));
  return Rounded(Exponential::Apply<float, kPortable>(d, operand));
}

// Returns x if it is a NaN: adding the NaNs of x and -x could give either sign.
template <class V>
HWY_INLINE V UnlessNaN(V x, V result) {
  return hn::IfThenElse(hn::IsNaN(x), x, result);
}

struct Cosh {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    if constexpr (sizeof(Element) == 4) {
      return UnlessNaN(x, hn::Add(HalfExponential(d, x), HalfExponential(d, hn::Neg(x))));
    } else {
#if PADDOCK_HAS_SIXTEENTHS
      if constexpr (kNumerics == Numerics::kFast) return CoshBySixteenths(d, x);
#endif
      const auto both = SinhAndCosh(d, x);
      return ScaleWidely(d, both.cosh.hi, both.k);
    }
  }
};

struct Sinh {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    if constexpr (sizeof(Element) == 4) {
      const V far = hn::Sub(HalfExponential(d, x), HalfExponential(d, hn::Neg(x)));
      // (t + t / (t + 1)) / 2, t = e^x - 1, where the difference would cancel.
      const V t = Rounded(ExponentialMinusOne::Apply<float, kPortable>(d, x));
      const V quotient = Rounded(hn::Div(t, Rounded(hn::Add(t, hn::Set(d, 1.0)))));
      const V near = hn::Mul(Rounded(hn::Add(t, quotient)), hn::Set(d, 0.5));
      return UnlessNaN(x, hn::IfThenElse(hn::Lt(hn::Abs(x), hn::Set(d, 1.0)), near, far));
    } else {
#if PADDOCK_HAS_SIXTEENTHS
      if constexpr (kNumerics == Numerics::kFast) return SinhBySixteenths(d, x);
#endif
      const auto both = SinhAndCosh(d, x);
      return ScaleWidely(d, both.sinh.hi, both.k);
    }
  }
};

#if HWY_ARCH_WASM
// With enough digits for f32, in f64: (e^x +- e^-x) / 2, rounded once.
template <class D, class V>
PADDOCK_LONG_PART V ExponentialForSingle(D d, V x) {
  return Exponential::Apply<float, Numerics::kFast>(d, x);
}

struct ShortCosh {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V e = ExponentialForSingle(d, hn::Abs(x));
    const V sum = hn::Add(e, hn::Div(hn::Set(d, 1.0), e));
    return hn::Mul(sum, hn::Set(d, 0.5));
  }
};

// x + x^3 P(x^2) up to 1, where the difference would cancel.
struct ShortSinh {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    static constexpr double kTail[] = {1.0 / 6,      1.0 / 120,      1.0 / 5040,
                                       1.0 / 362880, 1.0 / 39916800, 1.0 / 6227020800};
    const V m = hn::Abs(x);
    const V z = hn::Mul(m, m);
    const V e = ExponentialForSingle(d, m);
    const V far = hn::Mul(hn::Sub(e, hn::Div(hn::Set(d, 1.0), e)), hn::Set(d, 0.5));
    const V tail = Polynomial<Numerics::kFast>(d, z, kTail);
    const V near = MultiplyAdd<Numerics::kFast>(hn::Mul(m, z), tail, m);
    return hn::CopySign(hn::IfThenElse(hn::Lt(m, hn::Set(d, 1.0)), near, far), x);
  }
};
#endif

MathFamily SinhCosh() {
  static constexpr MathImplementation kRows[] = {
#if HWY_ARCH_WASM
      // The kernels in f32 lanes would enlarge the download.
      PADDOCK_SHORT_ROWS("cosh", MapUnary, Cosh, MapUnary, ShortCosh),
      PADDOCK_SHORT_ROWS("sinh", MapUnary, Sinh, MapUnary, ShortSinh),
#else
      PADDOCK_MATH_SINGLE_F32_ROWS("cosh", Cosh, SingleCosh),
      PADDOCK_MATH_SINGLE_F32_ROWS("sinh", Sinh, SingleSinh),
#endif
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(SinhCosh);
MathFamily SinhCoshFamily() { return HWY_DYNAMIC_DISPATCH(SinhCosh)(); }
}  // namespace paddock::simd
#endif
