// acosh, asinh and atanh of real numbers: log(1 + t) of a pair t that is accurate near 0.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/math/inverse_hyperbolic.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "simd/math/family.h"
#include "simd/math/fast_inverse_hyperbolic-inl.h"
#include "simd/math/logarithm-inl.h"
#include "simd/math/map-inl.h"
#include "simd/math/single_map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

// From here on both are log(2 x), with a relative error of 2^-120.
inline constexpr double kLarge = 0x1p60;
// Below this, asinh(x) and atanh(x) are x.
inline constexpr double kTiny = 0x1p-30;

// log(1 + t), or log(2 magnitude) where that is large.
template <class D, class V>
HWY_INLINE V LogarithmUnlessLarge(D d, Pair<V> t, V magnitude) {
  const auto is_large = hn::Gt(magnitude, hn::Set(d, kLarge));
  const Pair<V> argument = SelectPair(is_large, Pair<V>{magnitude, hn::Zero(d)}, t);
  return LogarithmOfOnePlus(d, argument, hn::IfThenElseZero(is_large, hn::Set(d, 1.0))).hi;
}

// `result` where 1 <= x < infinity; else acosh(x).
template <class D, class V>
HWY_INLINE V WithSpecialAcosh(D d, V x, V result) {
  const V infinity = hn::Set(d, kInfinity);
  const auto is_regular = hn::And(hn::Ge(x, hn::Set(d, 1.0)), hn::Lt(x, infinity));
  const V special = hn::IfThenElse(hn::Eq(x, infinity), x, hn::Set(d, kNaN));
  return hn::IfThenElse(is_regular, result, special);
}

// `result` where magnitude < 1, else the magnitude of atanh(x); with the sign of x.
template <class D, class V>
HWY_INLINE V WithSpecialAtanh(D d, V x, V magnitude, V result) {
  const V one = hn::Set(d, 1.0);
  const V beyond = hn::IfThenElse(hn::Eq(magnitude, one), hn::Set(d, kInfinity), hn::Set(d, kNaN));
  return hn::CopySign(hn::IfThenElse(hn::Lt(magnitude, one), result, beyond), x);
}

// t = (x - 1) + sqrt((x - 1) (x + 1)).
struct Acosh {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V one = hn::Set(d, 1.0);
    const Pair<V> less_one = TwoSum(x, hn::Neg(one));
    const Pair<V> root = SqrtOfPair(d, MultiplyPairs<kPortable>(d, less_one, TwoSum(x, one)));
    const V result = LogarithmUnlessLarge(d, AddPairs(less_one, root), x);
    return WithSpecialAcosh(d, x, result);
  }
};

// t = |x| + x^2 / (1 + sqrt(1 + x^2)).
struct Asinh {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V magnitude = hn::Abs(x);
    const Pair<V> one = SetPair(d, 1.0);
    const Pair<V> square = TwoProduct<kPortable>(d, magnitude, magnitude);
    const Pair<V> root = SqrtOfPair(d, AddPairs(one, square));
    const Pair<V> rest = DividePairs<kPortable>(d, square, AddPairs(one, root));
    const V result =
        LogarithmUnlessLarge(d, AddPairs(Pair<V>{magnitude, hn::Zero(d)}, rest), magnitude);
    const auto is_regular =
        hn::And(hn::Ge(magnitude, hn::Set(d, kTiny)), hn::Lt(magnitude, hn::Set(d, kInfinity)));
    return hn::IfThenElse(is_regular, hn::CopySign(result, x), x);
  }
};

// Half of log(1 + t), t = 2 |x| / (1 - |x|).
struct Atanh {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V zero = hn::Zero(d);
    const V one = hn::Set(d, 1.0);
    const V magnitude = hn::Abs(x);
    const Pair<V> t = DividePairs<kPortable>(d, Pair<V>{hn::Add(magnitude, magnitude), zero},
                                             TwoSum(one, hn::Neg(magnitude)));
    V result = hn::Mul(LogarithmOfOnePlus(d, t, zero).hi, hn::Set(d, 0.5));
    result = hn::IfThenElse(hn::Lt(magnitude, hn::Set(d, kTiny)), magnitude, result);
    return WithSpecialAtanh(d, x, magnitude, result);
  }
};

#if HWY_ARCH_WASM
// Below this, asinh(x) and atanh(x) are x in f32.
inline constexpr double kTinyForSingle = 0x1p-15;

// f32 for fast numerics: in f64 the sums lose too little to need pairs.
struct ShortAcosh {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V one = hn::Set(d, 1.0);
    const V root = hn::Sqrt(hn::Mul(hn::Sub(x, one), hn::Add(x, one)));
    const V result = ShortLogarithm(d, hn::Add(x, root));
    return WithSpecialAcosh(d, x, result);
  }
};

struct ShortAsinh {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V magnitude = hn::Abs(x);
    const V root = hn::Sqrt(hn::Add(hn::Mul(x, x), hn::Set(d, 1.0)));
    const V result = ShortLogarithm(d, hn::Add(magnitude, root));
    const auto is_regular = hn::And(hn::Ge(magnitude, hn::Set(d, kTinyForSingle)),
                                    hn::Lt(magnitude, hn::Set(d, kInfinity)));
    return hn::IfThenElse(is_regular, hn::CopySign(result, x), x);
  }
};

struct ShortAtanh {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V one = hn::Set(d, 1.0);
    const V magnitude = hn::Abs(x);
    const V ratio = hn::Div(hn::Add(one, magnitude), hn::Sub(one, magnitude));
    V result = hn::Mul(ShortLogarithm(d, ratio), hn::Set(d, 0.5));
    result = hn::IfThenElse(hn::Lt(magnitude, hn::Set(d, kTinyForSingle)), magnitude, result);
    return WithSpecialAtanh(d, x, magnitude, result);
  }
};
#else
// A function of fast numerics, for the loop over f64.
template <class Function>
struct FastInF64 {
  template <class Element, Numerics kNumerics, class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    return Function::Apply(d, x);
  }
};

template <class Function, class Fast>
inline constexpr ElementwiseFunction kFastF64 =
    HWY_NATIVE_FMA ? &MapUnary<FastInF64<Fast>, double, Numerics::kFast>
                   : &MapUnaryInF64<Function, double, kPortable>;
#define PADDOCK_INVERSE_ROWS(name, Function, Fast)                                                 \
  {name, ElementType::kF32, &MapUnaryInF64<Function, float, kPortable>, &MapSingle<Fast>}, {       \
    name, ElementType::kF64, &MapUnaryInF64<Function, double, kPortable>, kFastF64<Function, Fast> \
  }
#endif

MathFamily InverseHyperbolics() {
  static constexpr MathImplementation kRows[] = {
#if HWY_ARCH_WASM
      // The other kernels of fast numerics would enlarge the download.
      PADDOCK_SHORT_ROWS("acosh", MapUnaryInF64, Acosh, MapUnary, ShortAcosh),
      PADDOCK_SHORT_ROWS("asinh", MapUnaryInF64, Asinh, MapUnary, ShortAsinh),
      PADDOCK_SHORT_ROWS("atanh", MapUnaryInF64, Atanh, MapUnary, ShortAtanh),
#else
      PADDOCK_INVERSE_ROWS("acosh", Acosh, FastAcosh),
      PADDOCK_INVERSE_ROWS("asinh", Asinh, FastAsinh),
      PADDOCK_INVERSE_ROWS("atanh", Atanh, FastAtanh),
#endif
  };
  return kRows;
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {
HWY_EXPORT(InverseHyperbolics);
MathFamily InverseHyperbolicFamily() { return HWY_DYNAMIC_DISPATCH(InverseHyperbolics)(); }
}  // namespace paddock::simd
#endif
