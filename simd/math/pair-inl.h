// Arithmetic under the mathematical kernels: multiply-add by numerics,
// polynomials, and pairs of f64 (an unevaluated sum hi + lo, about 106 bits).
// Every function works lane by lane, so results do not depend on the width.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_PAIR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_PAIR_INL_H_
#undef PADDOCK_SIMD_MATH_PAIR_INL_H_
#else
#define PADDOCK_SIMD_MATH_PAIR_INL_H_
#endif

#include <cstddef>
#include <limits>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

inline constexpr Numerics kPortable = Numerics::kPortable;

// Marks a part that several functions share. In WebAssembly it is not inlined, because browsers
// download it. Elsewhere each function inlines it, and its constants stay in registers.
#undef PADDOCK_LONG_PART
#if HWY_ARCH_WASM
#define PADDOCK_LONG_PART HWY_NOINLINE
#else
#define PADDOCK_LONG_PART HWY_INLINE
#endif

inline constexpr double kLog2E = 0x1.71547652b82fep+0;
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// a * b + c; fused only in fast numerics, and only where the target can.
template <Numerics kNumerics, class V>
HWY_INLINE V MultiplyAdd(V a, V b, V c) {
#if defined(__wasm_relaxed_simd__)
  // Highway 1.2 has no relaxed MulAdd.
  if constexpr (kNumerics == Numerics::kFast && sizeof(hn::TFromV<V>) == 4) {
    return V{wasm_f32x4_relaxed_madd(a.raw, b.raw, c.raw)};
  } else if constexpr (kNumerics == Numerics::kFast) {
    return V{wasm_f64x2_relaxed_madd(a.raw, b.raw, c.raw)};
  }
#endif
  if constexpr (kNumerics == Numerics::kFast) {
    return hn::MulAdd(a, b, c);
  } else {
    return hn::Add(hn::Mul(a, b), c);
  }
}

// c - a * b, like MultiplyAdd.
template <Numerics kNumerics, class V>
HWY_INLINE V NegativeMultiplyAdd(V a, V b, V c) {
#if defined(__wasm_relaxed_simd__)
  if constexpr (kNumerics == Numerics::kFast && sizeof(hn::TFromV<V>) == 4) {
    return V{wasm_f32x4_relaxed_nmadd(a.raw, b.raw, c.raw)};
  }
#endif
  if constexpr (kNumerics == Numerics::kFast) {
    return hn::NegMulAdd(a, b, c);
  } else {
    return hn::Sub(c, hn::Mul(a, b));
  }
}

// The polynomial of `coefficients` (lowest degree first, from number `kFirst` on) at x, even
// and odd terms as two Horner chains: half the latency of one.
template <Numerics kNumerics, size_t kFirst = 0, class D, class V, size_t kCount>
HWY_INLINE V Polynomial(D d, V x, const hn::TFromD<D> (&coefficients)[kCount]) {
  static_assert(kCount - kFirst >= 2);
  const hn::TFromD<D>* terms = coefficients + kFirst;
  constexpr size_t kLastEven = (kCount - kFirst - 1) / 2 * 2;
  constexpr size_t kLastOdd = (kCount - kFirst) / 2 * 2 - 1;
  const V x2 = hn::Mul(x, x);
  V even = hn::Set(d, terms[kLastEven]);
  for (size_t i = kLastEven; i >= 2; i -= 2) {
    even = MultiplyAdd<kNumerics>(even, x2, hn::Set(d, terms[i - 2]));
  }
  V odd = hn::Set(d, terms[kLastOdd]);
  for (size_t i = kLastOdd; i >= 3; i -= 2) {
    odd = MultiplyAdd<kNumerics>(odd, x2, hn::Set(d, terms[i - 2]));
  }
  return MultiplyAdd<kNumerics>(odd, x, even);
}

// x limited to [low, high]; NaN stays NaN on every target, unlike Min and Max.
template <class D, class V>
HWY_INLINE V Limit(D d, V x, hn::TFromD<D> low, hn::TFromD<D> high) {
  const V lowest = hn::Set(d, low);
  const V highest = hn::Set(d, high);
#if HWY_ARCH_WASM
  // Returns the second operand if it is the greater. One instruction each, while a selection is
  // four.
  if constexpr (sizeof(hn::TFromD<D>) == 4) {
    return V{wasm_f32x4_pmin(wasm_f32x4_pmax(x.raw, lowest.raw), highest.raw)};
  } else {
    return V{wasm_f64x2_pmin(wasm_f64x2_pmax(x.raw, lowest.raw), highest.raw)};
  }
#else
  x = hn::IfThenElse(hn::Lt(x, lowest), lowest, x);
  return hn::IfThenElse(hn::Gt(x, highest), highest, x);
#endif
}

// An integer from -2^51 to 2^51 as f64 `value`, and in the low bits of `bits`.
template <class V, class VU>
struct RoundedInteger {
  V value;
  VU bits;
};

// x rounded to the nearest integer, by adding 1.5 * 2^52. Every target has additions, while three
// have no conversion of f64 to i64.
template <class D, class V>
HWY_INLINE auto RoundToInteger(D d, V x) {
  const hn::RebindToUnsigned<D> du;
  const V magic = hn::Set(d, 0x1.8p52);
  const V shifted = hn::Add(x, magic);
  return RoundedInteger<V, hn::Vec<decltype(du)>>{hn::Sub(shifted, magic),
                                                  hn::BitCast(du, shifted)};
}

// 2^k for the k in the low bits of `bits`, -1022 <= k <= 1023.
template <class D, class VU>
HWY_INLINE hn::Vec<D> PowerOfTwo(D d, VU bits) {
  const hn::RebindToUnsigned<D> du;
  return hn::BitCast(d, hn::ShiftLeft<52>(hn::Add(bits, hn::Set(du, 1023))));
}

// x * 2^k for integral k, -2044 <= k <= 2046, rounding once if subnormal.
template <class D, class V>
HWY_INLINE V Scale(D d, V x, V k) {
  const auto half = RoundToInteger(d, hn::Mul(k, hn::Set(d, 0.5)));
  const auto rest = RoundToInteger(d, hn::Sub(k, half.value));
  return hn::Mul(hn::Mul(x, PowerOfTwo(d, half.bits)), PowerOfTwo(d, rest.bits));
}

template <class V>
struct Pair {
  V hi;
  V lo;
};

// a + b exactly.
template <class V>
HWY_INLINE Pair<V> TwoSum(V a, V b) {
  const V sum = hn::Add(a, b);
  const V b_part = hn::Sub(sum, a);
  const V a_part = hn::Sub(sum, b_part);
  return {sum, hn::Add(hn::Sub(a, a_part), hn::Sub(b, b_part))};
}

// a + b exactly, where a is 0 or has at least the exponent of b.
template <class V>
HWY_INLINE Pair<V> FastTwoSum(V a, V b) {
  const V sum = hn::Add(a, b);
  return {sum, hn::Sub(b, hn::Sub(sum, a))};
}

// The upper 26 bits of x, 12 of an f32, by masking: cannot overflow, unlike Dekker's split.
template <class D, class V>
HWY_INLINE V HighBits(D d, V x) {
  using Bits = hwy::MakeUnsigned<hn::TFromD<D>>;
  constexpr Bits kHigh = static_cast<Bits>(~Bits{0} << (sizeof(Bits) == 8 ? 27 : 12));
  return hn::And(x, hn::BitCast(d, hn::Set(hn::RebindToUnsigned<D>(), kHigh)));
}

// a * b to 2^-106 of it, or 2^-48 in f32 (exactly, where fused), as long as so little
// of it is still a normal number.
template <Numerics kNumerics, class D, class V>
HWY_INLINE Pair<V> TwoProduct(D d, V a, V b) {
  const V product = hn::Mul(a, b);
  if constexpr (kNumerics == Numerics::kFast && HWY_NATIVE_FMA) {
    return {product, hn::MulSub(a, b, product)};
  } else {
    const V a_hi = HighBits(d, a);
    const V b_hi = HighBits(d, b);
    const V a_lo = hn::Sub(a, a_hi);
    const V b_lo = hn::Sub(b, b_hi);
    const V high_error = hn::Sub(hn::Mul(a_hi, b_hi), product);
    const V cross = hn::Add(hn::Add(high_error, hn::Mul(a_hi, b_lo)), hn::Mul(a_lo, b_hi));
    return {product, hn::Add(cross, hn::Mul(a_lo, b_lo))};
  }
}

template <class V>
HWY_INLINE Pair<V> AddPairs(Pair<V> a, Pair<V> b) {
  const Pair<V> sum = TwoSum(a.hi, b.hi);
  return FastTwoSum(sum.hi, hn::Add(sum.lo, hn::Add(a.lo, b.lo)));
}

template <Numerics kNumerics, class D, class V>
HWY_INLINE Pair<V> MultiplyPairs(D d, Pair<V> a, Pair<V> b) {
  const Pair<V> product = TwoProduct<kNumerics>(d, a.hi, b.hi);
  const V cross = MultiplyAdd<kNumerics>(a.hi, b.lo, hn::Mul(a.lo, b.hi));
  return FastTwoSum(product.hi, hn::Add(product.lo, cross));
}

// numerator / denominator to about 2^-100; hi alone is within 0.51 ULP.
template <Numerics kNumerics, class D, class V>
HWY_INLINE Pair<V> DividePairs(D d, Pair<V> numerator, Pair<V> denominator) {
  const V quotient = hn::Div(numerator.hi, denominator.hi);
  const Pair<V> product = TwoProduct<kNumerics>(d, quotient, denominator.hi);
  const V exact_part = hn::Sub(hn::Sub(numerator.hi, product.hi), product.lo);
  const V rest =
      hn::Add(exact_part, NegativeMultiplyAdd<kNumerics>(quotient, denominator.lo, numerator.lo));
  return FastTwoSum(quotient, hn::Div(rest, denominator.hi));
}

// The polynomial of `coefficients` at x as a pair. Its first term is the greatest, and only the
// other terms are rounded. `lead_lo` is the rounding error of the first coefficient.
template <class D, class V, size_t kCount>
HWY_INLINE Pair<V> PolynomialPair(D d, V x, const double (&coefficients)[kCount], double lead_lo) {
  const V rest = hn::Mul(x, Polynomial<kPortable, 1>(d, x, coefficients));
  const Pair<V> sum = FastTwoSum(hn::Set(d, coefficients[0]), rest);
  return {sum.hi, hn::Add(sum.lo, hn::Set(d, lead_lo))};
}

// 1 / x as a pair, for an x whose inverse is neither infinite nor subnormal.
template <class D, class V>
HWY_INLINE Pair<V> InversePair(D d, V x) {
  const V one = hn::Set(d, 1.0);
  const V inverse = hn::Div(one, x);
  const Pair<V> product = TwoProduct<kPortable>(d, inverse, x);
  return {inverse, hn::Mul(inverse, hn::Sub(hn::Sub(one, product.hi), product.lo))};
}

template <class V>
HWY_INLINE Pair<V> Negate(Pair<V> x) {
  return {hn::Neg(x.hi), hn::Neg(x.lo)};
}

// x * factor, where that is exact.
template <class V>
HWY_INLINE Pair<V> ScalePair(Pair<V> x, V factor) {
  return {hn::Mul(x.hi, factor), hn::Mul(x.lo, factor)};
}

template <class M, class V>
HWY_INLINE Pair<V> SelectPair(M mask, Pair<V> yes, Pair<V> no) {
  return {hn::IfThenElse(mask, yes.hi, no.hi), hn::IfThenElse(mask, yes.lo, no.lo)};
}

template <class D>
HWY_INLINE Pair<hn::Vec<D>> SetPair(D d, double hi, double lo = 0) {
  return {hn::Set(d, hi), hn::Set(d, lo)};
}

// The square root of a pair as a pair; 0 of 0.
template <class D, class V>
HWY_INLINE Pair<V> SqrtOfPair(D d, Pair<V> x) {
  const V root = hn::Sqrt(x.hi);
  const Pair<V> square = TwoProduct<kPortable>(d, root, root);
  const V rest = hn::Add(hn::Sub(hn::Sub(x.hi, square.hi), square.lo), x.lo);
  const V correction = hn::Div(rest, hn::Add(root, root));
  return FastTwoSum(root, hn::IfThenElseZero(hn::Gt(root, hn::Zero(d)), correction));
}

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_PAIR_INL_H_
