// The fast exponential of f32 lanes: e^x = (1 + p) 2^k, and with AVX-512 by powers of 2^(1/16). Its
// parts as pairs are those of other functions (single-inl.h).
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_SINGLE_EXPONENTIAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_SINGLE_EXPONENTIAL_INL_H_
#undef PADDOCK_SIMD_MATH_SINGLE_EXPONENTIAL_INL_H_
#else
#define PADDOCK_SIMD_MATH_SINGLE_EXPONENTIAL_INL_H_
#endif

#include <bit>
#include <cstdint>

#include "hwy/highway.h"
#include "simd/math/chain_exponential.h"
#include "simd/math/coefficients.h"
#include "simd/math/pair-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A vector of a constant that a loop keeps in a register. In WebAssembly the constant is loaded:
// otherwise compilers make it again in each iteration, for which engines take several instructions.
template <class D>
HWY_INLINE hn::Vec<D> Kept(D d, hn::TFromD<D> value) {
#if HWY_ARCH_WASM
  volatile hn::TFromD<D> loaded = value;
  return hn::Set(d, loaded);
#else
  return hn::Set(d, value);
#endif
}

// ln 2 in two parts. Where products do not fuse the first one has 15 bits, so that its product
// with an integer of eight is exact.
inline constexpr float kSingleLn2Hi = HWY_NATIVE_FMA ? 0x1.62e430p-1f : 0x1.62e4p-1f;
inline constexpr float kSingleLn2Lo = HWY_NATIVE_FMA ? -0x1.05c610p-29f : 0x1.7f7d1cp-20f;

inline constexpr float kSingleLog2E = 0x1.715476p+0f;
// The last place of the number that it is added to is 1, and its sum with log2(e) x has k + 127 in
// the lowest bits.
inline constexpr float kSingleBiasedMagic = 0x1.8p23f + 127;

// e^x = (mantissa.hi + mantissa.lo) 2^k, abs(x) < 200. `power` is k on targets with a scaling
// instruction, else an integer whose last nine bits are k + 254.
template <class V, class Power>
struct SingleExponentialParts {
  Pair<V> mantissa;
  Power power;
};

#if HWY_TARGET <= HWY_AVX3
// k is a multiple of 1/16. Scaling applies the integer below it, and a table in registers the
// fraction, which leaves a short polynomial.
template <class D, class V>
HWY_INLINE SingleExponentialParts<V, V> SplitSingleExponential(D d, V x) {
  // Its last place is 1/16.
  const V magic = hn::Set(d, 0x1.8p19f);
  const V shifted = hn::MulAdd(x, hn::Set(d, kSingleLog2E), magic);
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

// x 2^k where neither that nor 2^k is subnormal.
template <class D, class V>
HWY_INLINE V SingleScale(D, V x, V k) {
  return V{_mm512_scalef_ps(x.raw, k.raw)};
}

// x 2^k, rounded once, for an abs(x) < 2. Scaling to zero takes a processor ten times as long, so
// lanes that vanish are left out.
template <class D, class V>
HWY_INLINE V SingleScaleFar(D d, V x, V k) {
  const auto remains = hn::Not(hn::Lt(k, hn::Set(d, -150.0f)));
  return V{_mm512_maskz_scalef_ps(remains.raw, x.raw, k.raw)};
}
#else
// The last place of the number that it is added to is 1, so the last nine bits of the sum are those
// of `power`. This also holds for its half, rounded down, and for the rest, because the higher bits
// are even.
inline constexpr float kSinglePowerOfZero = 0x1.8p23f + 254;

// e^x = (1 + r + tail) 2^k.
template <class V, class Power>
struct SingleExponentialTerms {
  V r;
  V tail;
  Power power;
};

template <class D, class V>
HWY_INLINE auto SingleExponentialTermsOf(D d, V x) {
  const hn::RebindToUnsigned<D> du;
  const V magic = hn::Set(d, kSinglePowerOfZero);
  const V shifted = hn::Add(hn::Mul(x, hn::Set(d, kSingleLog2E)), magic);
  const V k = hn::Sub(shifted, magic);
  // The first step is exact.
  V r = NegativeMultiplyAdd<Numerics::kFast>(k, hn::Set(d, kSingleLn2Hi), x);
  r = NegativeMultiplyAdd<Numerics::kFast>(k, hn::Set(d, kSingleLn2Lo), r);
  const V r2 = hn::Mul(r, r);
  const V tail = hn::Mul(r2, Polynomial<Numerics::kFast>(d, r, kExpTailSingle));
  return SingleExponentialTerms<V, hn::Vec<decltype(du)>>{r, tail, hn::BitCast(du, shifted)};
}

template <class D, class V>
HWY_INLINE auto SplitSingleExponential(D d, V x) {
  const auto terms = SingleExponentialTermsOf(d, x);
  const Pair<V> head = FastTwoSum(hn::Set(d, 1.0f), terms.r);
  return SingleExponentialParts<V, decltype(terms.power)>{
      FastTwoSum(head.hi, hn::Add(head.lo, terms.tail)), terms.power};
}

// 2^k, where it is a normal number.
template <class D, class Power>
HWY_INLINE hn::Vec<D> SinglePowerOfTwo(D d, Power power) {
  const auto bits = hn::Sub(power, hn::Set(hn::RebindToUnsigned<D>(), 127));
  return hn::BitCast(d, hn::ShiftLeft<23>(bits));
}

// x 2^k where neither that nor 2^k is subnormal.
template <class D, class V, class Power>
HWY_INLINE V SingleScale(D d, V x, Power power) {
  return hn::Mul(x, SinglePowerOfTwo(d, power));
}

// x 2^k, rounded once, for -252 <= k <= 254 and an x about 1: in two steps of half of it.
template <class D, class V, class Power>
HWY_INLINE V SingleScaleFar(D d, V x, Power power) {
  const auto half = hn::ShiftRight<1>(power);
  const auto rest = hn::Sub(power, half);
  const V scaled = hn::Mul(x, hn::BitCast(d, hn::ShiftLeft<23>(half)));
  return hn::Mul(scaled, hn::BitCast(d, hn::ShiftLeft<23>(rest)));
}
#endif

#if HWY_TARGET > HWY_AVX3
// Operands up to this magnitude need one step of scaling.
inline constexpr float kMostOfExponential = 87.0f;

// The steps up to scaling. Modules of chains compute the same (simd/math/chain_exponential.h).
template <class D>
class SingleExponentialSteps {
 public:
  using V = hn::Vec<D>;
  using VI = hn::Vec<hn::RebindToSigned<D>>;

  struct Parts {
    V p;
    // Its lowest bits are those of k + 127.
    VI power;
  };

  // Not by initializers of members: the constructor that compilers make has no target.
  HWY_INLINE SingleExponentialSteps()
      : log2_e_(Kept(d_, kSingleLog2E)),
        magic_(Kept(d_, kSingleBiasedMagic)),
        ln2_hi_(Kept(d_, kSingleLn2Hi)),
        minus_ln2_lo_(Kept(d_, -kSingleLn2Lo)),
        tail_0_(Kept(d_, kExpTailShort[0])),
        tail_1_(Kept(d_, kExpTailShort[1])),
        tail_2_(Kept(d_, kExpTailShort[2])),
        tail_3_(Kept(d_, kExpTailShort[3])),
        tail_4_(Kept(d_, kExpTailShort[4])),
        one_(Kept(d_, 1.0f)) {}

  // Exact but for p, for abs(x) < 177.
  HWY_INLINE Parts Split(V x) const {
    const V shifted = MultiplyAdd<Numerics::kFast>(x, log2_e_, magic_);
    const V k = hn::Sub(shifted, magic_);
    const V head = NegativeMultiplyAdd<Numerics::kFast>(k, ln2_hi_, x);
    const V r = MultiplyAdd<Numerics::kFast>(k, minus_ln2_lo_, head);
    V terms = MultiplyAdd<Numerics::kFast>(r, tail_4_, tail_3_);
    terms = MultiplyAdd<Numerics::kFast>(r, terms, tail_2_);
    terms = MultiplyAdd<Numerics::kFast>(r, terms, tail_1_);
    terms = MultiplyAdd<Numerics::kFast>(r, terms, tail_0_);
    const V p = MultiplyAdd<Numerics::kFast>(hn::Mul(r, r), terms, r);
    return {p, hn::BitCast(hn::RebindToSigned<D>(), shifted)};
  }

  // 1 + p.
  HWY_INLINE V MantissaOf(const Parts& parts) const { return hn::Add(parts.p, one_); }

 private:
  D d_;
  V log2_e_, magic_, ln2_hi_, minus_ln2_lo_;
  V tail_0_, tail_1_, tail_2_, tail_3_, tail_4_;
  V one_;
};
#endif

#if !HWY_ARCH_WASM
struct SingleExponential {
#if HWY_TARGET <= HWY_AVX3
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    const auto parts =
        SplitSingleExponential(d, Limit(d, x, kChainExponentialLow, kChainExponentialHigh));
    return SingleScaleFar(d, parts.mantissa.hi, parts.power);
  }
#else
  template <class D, class V>
  static HWY_INLINE V Apply(D d, V x) {
    // Some processors take long for products that round to zero.
    const auto vanishes = hn::Lt(x, hn::Set(d, kChainExponentialLow));
    const V most = hn::Set(d, kChainExponentialHigh);
    const V limited = hn::IfThenElse(hn::Gt(x, most), most, x);
    const SingleExponentialSteps<D> steps;
    const auto parts = steps.Split(hn::IfThenZeroElse(vanishes, limited));
    // In two steps.
    const hn::RebindToUnsigned<D> du;
    const auto power = hn::Add(hn::BitCast(du, parts.power), hn::Set(du, 127));
    return hn::IfThenZeroElse(vanishes, SingleScaleFar(d, steps.MantissaOf(parts), power));
  }

  static constexpr int32_t kFirstIrregular = std::bit_cast<int32_t>(kMostOfExponential) + 1;
  template <class D, class V>
  static HWY_INLINE auto Order(D, V x) {
    return hn::BitCast(hn::RebindToSigned<D>(), hn::Abs(x));
  }
  template <class D, class V>
  static HWY_INLINE V ApplyToRegular(D d, V x) {
    const SingleExponentialSteps<D> steps;
    const auto parts = steps.Split(x);
    const V power = hn::BitCast(d, hn::ShiftLeft<23>(parts.power));
#if HWY_NATIVE_FMA
    // Rounded once, this has the bits of the product.
    return hn::MulAdd(parts.p, power, power);
#else
    return hn::Mul(steps.MantissaOf(parts), power);
#endif
  }
#endif
};
#endif

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_MATH_SINGLE_EXPONENTIAL_INL_H_
