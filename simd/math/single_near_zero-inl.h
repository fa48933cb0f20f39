// exponential_minus_one, log_plus_one, cosh and sinh of f32 in f32 lanes, for fast numerics
// (simd/math/single-inl.h). WebAssembly has log_plus_one, and another exponential_minus_one
// (single_wasm-inl.h).
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_SINGLE_NEAR_ZERO_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_SINGLE_NEAR_ZERO_INL_H_
#undef PADDOCK_SIMD_MATH_SINGLE_NEAR_ZERO_INL_H_
#else
#define PADDOCK_SIMD_MATH_SINGLE_NEAR_ZERO_INL_H_
#endif

#include "hwy/highway.h"
#include "simd/math/coefficients.h"
#include "simd/math/pair-inl.h"
#include "simd/math/single-inl.h"
#include "simd/math/single_exponential-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if !HWY_ARCH_WASM
// (2^k - 1) + 2^k (r + r^2/2 + r^3 P(r)), halved so that 2^k does not overflow. 2^k - 1, r and
// their sum are exact, or their rounding errors are added to the smaller terms.
struct SingleExponentialMinusOne {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const hn::RebindToUnsigned<D> du;
    const V half = hn::Set(d, 0.5f);
    const V limited = Limit(d, x, -30.0f, 89.0f);
    // The last nine bits of the sum are k + 126, the exponent of half of 2^k.
    const V magic = hn::Set(d, 0x1.8p23f + 126);
    const V shifted = MultiplyAdd<Numerics::kFast>(limited, hn::Set(d, kSingleLog2E), magic);
    const V k = hn::Sub(shifted, magic);
    const V power = hn::BitCast(d, hn::ShiftLeft<23>(hn::BitCast(du, shifted)));
    // The first step is exact.
    const V nearly = NegativeMultiplyAdd<Numerics::kFast>(k, hn::Set(d, kSingleLn2Hi), limited);
    const V r = NegativeMultiplyAdd<Numerics::kFast>(k, hn::Set(d, kSingleLn2Lo), nearly);
    const V lost =
        NegativeMultiplyAdd<Numerics::kFast>(k, hn::Set(d, kSingleLn2Lo), hn::Sub(nearly, r));
    const V cube = hn::Mul(hn::Mul(r, r), r);
    const V terms = Polynomial<Numerics::kFast>(d, r, kExpMinusOneTailSingle);
    const V tail = MultiplyAdd<Numerics::kFast>(hn::Mul(r, half), r,
                                                MultiplyAdd<Numerics::kFast>(cube, terms, lost));
    const V less = hn::Sub(power, half);
    const V less_lost = hn::Sub(hn::Sub(power, less), half);
    const Pair<V> sum = FastTwoSum(less, hn::Mul(power, r));
    const V halved =
        hn::Add(sum.hi, MultiplyAdd<Numerics::kFast>(power, tail, hn::Add(sum.lo, less_lost)));
    const auto is_tiny = hn::Lt(hn::Abs(x), hn::Set(d, 0x1p-60f));
    // Has the operand's sign, zeros included.
    return hn::CopySign(hn::IfThenElse(is_tiny, x, hn::Add(halved, halved)), x);
  }
};

#endif

// log(u) + lost / u, where u + lost = 1 + x exactly. Where u is about 1, 1 + f is 1 + x.
struct SingleLogPlusOne {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const Pair<V> u = TwoSum(hn::Set(d, 1.0f), x);
    auto parts = SplitSingleLogarithm(d, u.hi, hn::Set(d, 127.0f));
    const auto is_near = hn::Eq(parts.k, hn::Zero(d));
    parts.f = hn::IfThenElse(is_near, x, parts.f);
    const V rest = hn::IfThenZeroElse(is_near, hn::Div(u.lo, u.hi));
    const V low = MultiplyAdd<Numerics::kFast>(parts.k, hn::Set(d, kSingleLn2Lo), rest);
    // Has the operand's sign, zeros included.
    const V result = hn::CopySign(JoinSingleLogarithm(d, parts, low), x);
    return WithSpecialSingleLogarithms(d, u.hi, result);
  }
};

#if !HWY_ARCH_WASM
// e^(x - log 2), the difference rounded as in sinh_cosh.cc.
template <class D, class V>
HWY_INLINE V SingleHalfExponential(D d, V x) {
  return SingleExponential::Apply(d, hn::Sub(x, hn::Set(d, 0x1.62e430p-1f)));
}

struct SingleCosh {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V sum = hn::Add(SingleHalfExponential(d, x), SingleHalfExponential(d, hn::Neg(x)));
    return hn::IfThenElse(hn::IsNaN(x), x, sum);
  }
};

struct SingleSinh {
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const V far = hn::Sub(SingleHalfExponential(d, x), SingleHalfExponential(d, hn::Neg(x)));
    const V t = SingleExponentialMinusOne::Apply(d, x);
    const V quotient = hn::Div(t, hn::Add(t, hn::Set(d, 1.0f)));
    const V near = hn::Mul(hn::Add(t, quotient), hn::Set(d, 0.5f));
    const V result = hn::IfThenElse(hn::Lt(hn::Abs(x), hn::Set(d, 1.0f)), near, far);
    return hn::IfThenElse(hn::IsNaN(x), x, result);
  }
};

#endif  // !HWY_ARCH_WASM

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_SINGLE_NEAR_ZERO_INL_H_
