// exponential, logistic and tanh of f32 lanes in WebAssembly (single-inl.h has those of other
// targets). Multiply-adds need not fuse. As many steps as possible do not depend on each other,
// because the loops wait for results and not for units.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_MATH_SINGLE_WASM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_MATH_SINGLE_WASM_INL_H_
#undef PADDOCK_SIMD_MATH_SINGLE_WASM_INL_H_
#else
#define PADDOCK_SIMD_MATH_SINGLE_WASM_INL_H_
#endif

#include <bit>
#include <cstdint>

#include "hwy/highway.h"
#include "simd/math/coefficients.h"
#include "simd/math/pair-inl.h"
#include "simd/math/single-inl.h"
#include "simd/math/single_exponential-inl.h"

#if HWY_ARCH_WASM
HWY_BEFORE_NAMESPACE();
namespace paddock::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// log(3/2) - log(2) / 2, so that e^r is between 3/4 and 3/2.
inline constexpr float kWasmShift = 0x1.e27078p-5f;

// e^(kSign x) = (1 + p) 2^k.
template <int kSign, int kBias>
class WasmExponentialParts {
 public:
  using D = hn::ScalableTag<float>;
  using V = hn::Vec<D>;
  using VU = hn::Vec<hn::RebindToUnsigned<D>>;

  struct Parts {
    V p;
    // Its lowest bits are those of k + kBias.
    VU power;
  };

  // abs(x) < 700. p is rounded once, beside errors of 2^-29.
  HWY_INLINE Parts Split(V x) const {
    const V shifted = MultiplyAdd<Numerics::kFast>(x, log2_e_, magic_);
    const V k = hn::Sub(shifted, magic_);
    // Exact for abs(x) < 177.
    const V head = NegativeMultiplyAdd<Numerics::kFast>(k, ln2_hi_, x);
    const V low = hn::Mul(k, minus_ln2_lo_);
    const V r = kSign > 0 ? hn::Add(head, low) : hn::Sub(head, low);
    const V r2 = hn::Mul(r, r);
    const V first = MultiplyAdd<Numerics::kFast>(r, tail_1_, tail_0_);
    V second = MultiplyAdd<Numerics::kFast>(r, tail_3_, tail_2_);
    second = MultiplyAdd<Numerics::kFast>(r2, tail_4_, second);
    const V terms = MultiplyAdd<Numerics::kFast>(second, r2, first);
    const V tail = MultiplyAdd<Numerics::kFast>(r2, terms, low);
    const V p = kSign > 0 ? hn::Add(tail, head) : hn::Sub(tail, head);
    return {p, hn::BitCast(hn::RebindToUnsigned<D>(), shifted)};
  }

 private:
  D d_;
  V log2_e_ = Kept(d_, kSign* kSingleLog2E);
  V magic_ = Kept(d_, 0x1.8p23f + kBias);
  V ln2_hi_ = Kept(d_, kSign* kSingleLn2Hi);
  V minus_ln2_lo_ = Kept(d_, -kSingleLn2Lo);
  V tail_0_ = Kept(d_, kExpTailSingle[0]);
  V tail_1_ = Kept(d_, kSign* kExpTailSingle[1]);
  V tail_2_ = Kept(d_, kExpTailSingle[2]);
  V tail_3_ = Kept(d_, kSign* kExpTailSingle[3]);
  V tail_4_ = Kept(d_, kExpTailSingle[4]);
};

// x 2^k, rounded once, for a NaN or 0.7 < x < 1.5, and -150 <= k <= 128. `shifted` is k 2^23.
// Products that are subnormal or vanish take processors a hundred cycles. So their bits are
// computed: those of x 2^(k + 149) as an integer, which the addition of 2^23 rounds.
template <class D, class V>
HWY_INLINE V WasmScaleFar(D d, V x, hn::Vec<hn::RebindToSigned<D>> shifted) {
  const hn::RebindToSigned<D> di;
  constexpr uint32_t kLeastNormal = uint32_t{1} << 23;
  const auto set = [&](uint32_t bits) HWY_ATTR { return hn::Set(di, static_cast<int32_t>(bits)); };
  const auto normal = hn::Add(hn::BitCast(di, x), shifted);
  const auto raised = hn::Add(hn::Min(shifted, set(-126 * kLeastNormal)), set(276 * kLeastNormal));
  const V integer = hn::Add(hn::Mul(x, hn::BitCast(d, raised)), hn::Set(d, 0x1p23f));
  const auto subnormal = hn::Sub(hn::BitCast(di, integer), set(0x4B000000));
  const auto bits = hn::IfThenElse(hn::Lt(normal, set(kLeastNormal)), subnormal,
                                   hn::Min(normal, set(0x7F800000)));
  return hn::IfThenElse(hn::Eq(x, x), hn::BitCast(d, bits), x);
}

// Operands up to kMost in magnitude need one step of scaling. The others are limited to kLow and
// kHigh, and `is_far` may be true for any.
class SingleExponential {
 public:
  static constexpr float kMost = kMostOfExponential;
  static constexpr float kLow = kChainExponentialLow;
  static constexpr float kHigh = kChainExponentialHigh;
  // The bits of 1.
  static constexpr int32_t kBias = 127 << 23;

  template <class D, class V>
  HWY_INLINE V Apply(D d, V x, bool is_far) const {
    const hn::RebindToSigned<D> di;
    const auto parts = steps_.Split(x);
    const auto power = hn::ShiftLeft<23>(parts.power);
    const V mantissa = steps_.MantissaOf(parts);
    if (HWY_UNLIKELY(is_far)) {
      return WasmScaleFar(d, mantissa, hn::Sub(power, hn::Set(di, kBias)));
    }
    return hn::Mul(mantissa, hn::BitCast(d, power));
  }

 private:
  SingleExponentialSteps<hn::ScalableTag<float>> steps_;
};

// (2^k - 1) + 2^k p, where e^r = 1 + p and 3/4 <= e^r <= 3/2. So the error of p is small beside the
// sum for every k: the sum is at least half of p's power of two. 2^k - 1 is exact with `lost`.
//
// Modules of chains compute the same steps.
class SingleExponentialMinusOne {
 public:
  static constexpr float kMost = SingleExponential::kMost;
  static constexpr float kLow = SingleExponential::kLow;
  static constexpr float kHigh = SingleExponential::kHigh;

  template <class D, class V>
  HWY_INLINE V Apply(D d, V x, bool is_far) const {
    const hn::RebindToSigned<D> di;
    const V shifted = MultiplyAdd<Numerics::kFast>(hn::Sub(x, shift_), log2_e_, magic_);
    const V k = hn::Sub(shifted, magic_);
    // Exact for abs(x) < 177.
    const V head = NegativeMultiplyAdd<Numerics::kFast>(k, ln2_hi_, x);
    const V low = hn::Mul(k, minus_ln2_lo_);
    const V r = hn::Add(head, low);
    const V r2 = hn::Mul(r, r);
    const V first = MultiplyAdd<Numerics::kFast>(r, tail_1_, tail_0_);
    V second = MultiplyAdd<Numerics::kFast>(r, tail_3_, tail_2_);
    second = MultiplyAdd<Numerics::kFast>(r2, tail_4_, second);
    const V terms = hn::Mul(r, MultiplyAdd<Numerics::kFast>(second, r2, first));
    const V cubic = MultiplyAdd<Numerics::kFast>(r2, terms, low);
    const V p = hn::Add(MultiplyAdd<Numerics::kFast>(r2, half_, cubic), head);
    const auto power_bits = hn::ShiftLeft<23>(hn::BitCast(di, shifted));
    const V power = hn::BitCast(d, power_bits);
    const V less = hn::Sub(power, one_);
    const V lost = hn::Sub(hn::Sub(power, less), one_);
    V result = hn::Add(MultiplyAdd<Numerics::kFast>(power, p, lost), less);
    if (HWY_UNLIKELY(is_far)) {
      const auto bias = hn::Set(di, SingleExponential::kBias);
      const V scaled = WasmScaleFar(d, hn::Add(p, one_), hn::Sub(power_bits, bias));
      const auto takes_far = hn::Gt(hn::Abs(x), hn::Set(d, kMost));
      result = hn::IfThenElse(takes_far, hn::Sub(scaled, one_), result);
    }
    // Has the operand's sign, zeros included.
    return hn::Or(result, hn::And(x, hn::SignBit(d)));
  }

 private:
  hn::ScalableTag<float> d_;
  hn::Vec<hn::ScalableTag<float>> log2_e_ = Kept(d_, kSingleLog2E);
  hn::Vec<hn::ScalableTag<float>> magic_ = Kept(d_, kSingleBiasedMagic);
  hn::Vec<hn::ScalableTag<float>> ln2_hi_ = Kept(d_, kSingleLn2Hi);
  hn::Vec<hn::ScalableTag<float>> minus_ln2_lo_ = Kept(d_, -kSingleLn2Lo);
  hn::Vec<hn::ScalableTag<float>> one_ = Kept(d_, 1.0f);
  hn::Vec<hn::ScalableTag<float>> shift_ = Kept(d_, kWasmShift);
  hn::Vec<hn::ScalableTag<float>> half_ = Kept(d_, 0.5f);
  hn::Vec<hn::ScalableTag<float>> tail_0_ = Kept(d_, kExpMinusOneTailUneven[0]);
  hn::Vec<hn::ScalableTag<float>> tail_1_ = Kept(d_, kExpMinusOneTailUneven[1]);
  hn::Vec<hn::ScalableTag<float>> tail_2_ = Kept(d_, kExpMinusOneTailUneven[2]);
  hn::Vec<hn::ScalableTag<float>> tail_3_ = Kept(d_, kExpMinusOneTailUneven[3]);
  hn::Vec<hn::ScalableTag<float>> tail_4_ = Kept(d_, kExpMinusOneTailUneven[4]);
};

// numerator / (1 + e^(kSign x)) for abs(x) < 700, in f64.
template <int kSign>
class WasmQuotients {
 public:
  using D = hn::ScalableTag<float>;
  using V = hn::Vec<D>;
  using VD = hn::Vec<hn::ScalableTag<double>>;

  explicit HWY_INLINE WasmQuotients(double numerator) : numerator_(Kept(dd_, numerator)) {}

  // finish(quotient) is computed in f64.
  template <class Finish>
  HWY_INLINE V Compute(V x, const Finish& finish) const {
    const hn::RebindToUnsigned<D> du;
    const auto parts = exponential_.Split(x);
    // The upper halves of 2^k as f64.
    const auto upper = hn::ShiftLeft<20>(parts.power);
    const VD low =
        Quotient(hn::PromoteLowerTo(dd_, parts.p), hn::InterleaveLower(du, hn::Zero(du), upper));
    const VD high =
        Quotient(hn::PromoteUpperTo(dd_, parts.p), hn::InterleaveUpper(du, hn::Zero(du), upper));
    const hn::Half<D> half;
    return hn::Combine(D(), hn::DemoteTo(half, finish(high)), hn::DemoteTo(half, finish(low)));
  }

  HWY_INLINE VD one() const { return one_; }

 private:
  template <class Bits>
  HWY_INLINE VD Quotient(VD p, Bits power_bits) const {
    const VD power = hn::BitCast(dd_, power_bits);
    const VD sum = MultiplyAdd<Numerics::kFast>(p, power, hn::Add(power, one_));
    return hn::Div(numerator_, sum);
  }

  hn::ScalableTag<double> dd_;
  WasmExponentialParts<kSign, 1023> exponential_;
  VD one_ = Kept(dd_, 1.0);
  VD numerator_;
};

// 1 / (1 + e^-x).
class SingleLogistic {
 public:
  static constexpr float kMost = 690.0f;
  static constexpr float kLow = -kMost;
  static constexpr float kHigh = kMost;

  template <class D, class V>
  HWY_INLINE V Apply(D, V x, bool) const {
    return quotients_.Compute(x, [](auto quotient) HWY_ATTR { return quotient; });
  }

 private:
  WasmQuotients<-1> quotients_{1.0};
};

// 1 - 2 / (1 + e^(2 x)), below 9/16 a polynomial.
class SingleTanh {
 public:
  static constexpr float kMost = 340.0f;
  static constexpr float kLow = -kMost;
  static constexpr float kHigh = kMost;

  template <class D, class V>
  HWY_INLINE V Apply(D d, V x, bool) const {
    const V far = quotients_.Compute(hn::Add(x, x), [this](auto quotient) HWY_ATTR {
      return hn::Add(quotients_.one(), quotient);
    });
    const V z = hn::Mul(x, x);
    const V slope = hn::Mul(z, Polynomial<Numerics::kFast>(d, z, kTanhTailSingle));
    // Has the operand's sign; the sum of -0 and +0 has not.
    const V sum = MultiplyAdd<Numerics::kFast>(x, slope, x);
    const V near = hn::Or(sum, hn::And(x, hn::SignBit(d)));
    return hn::IfThenElse(hn::Lt(hn::Abs(x), hn::Set(d, 0.5625f)), near, far);
  }

 private:
  WasmQuotients<1> quotients_{-2.0};
};

}  // namespace HWY_NAMESPACE
}  // namespace paddock::simd
HWY_AFTER_NAMESPACE();
#endif  // HWY_ARCH_WASM

#endif  // PADDOCK_SIMD_MATH_SINGLE_WASM_INL_H_
