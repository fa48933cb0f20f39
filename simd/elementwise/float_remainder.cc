// remainder of floats: exact for every magnitude, with the sign of the dividend.
#include <bit>
#include <limits>
#include <type_traits>
#include <utility>

#include "simd/elementwise/ops.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/elementwise/float_remainder.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "simd/elementwise/adapters-inl.h"
#include "simd/elementwise/map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

// The layout of a float, and a value as mantissa * 2^(exponent - something
// common) where the mantissa has its implicit bit, subnormals too.
template <typename T>
struct Layout {
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  static constexpr int kMantissaBits = std::numeric_limits<T>::digits - 1;
  static constexpr Bits kSign = Bits{1} << (sizeof(T) * 8 - 1);
  static constexpr Bits kImplicit = Bits{1} << kMantissaBits;
};
struct Parts {
  uint64_t mantissa;
  int exponent;
};

template <typename T>
HWY_INLINE Parts PartsOf(typename Layout<T>::Bits magnitude) {
  using L = Layout<T>;
  const int exponent = static_cast<int>(magnitude >> L::kMantissaBits);
  const uint64_t mantissa = magnitude & (L::kImplicit - 1);
  if (exponent != 0) return {mantissa | L::kImplicit, exponent};
  const int shift = std::countl_zero(mantissa) - (63 - L::kMantissaBits);
  return {mantissa << shift, 1 - shift};
}

template <typename T>
HWY_INLINE typename Layout<T>::Bits MagnitudeOf(uint64_t mantissa, int exponent) {
  using L = Layout<T>;
  if (mantissa == 0) return 0;
  const int shift = std::countl_zero(mantissa) - (63 - L::kMantissaBits);
  mantissa <<= shift;
  exponent -= shift;
  // A remainder is a multiple of the least subnormal: nothing is shifted out.
  if (exponent < 1) return static_cast<typename L::Bits>(mantissa >> (1 - exponent));
  return static_cast<typename L::Bits>((mantissa & (L::kImplicit - 1)) |
                                       (static_cast<uint64_t>(exponent) << L::kMantissaBits));
}

// Long division: as many bits at a time as a 64-bit word has above the divisor's.
template <typename T>
HWY_INLINE typename Layout<T>::Bits RemainderOfMagnitudes(typename Layout<T>::Bits lhs,
                                                          typename Layout<T>::Bits rhs) {
  constexpr int kBitsAtATime = 63 - Layout<T>::kMantissaBits;
  const Parts dividend = PartsOf<T>(lhs);
  const Parts divisor = PartsOf<T>(rhs);
  uint64_t mantissa = dividend.mantissa % divisor.mantissa;
  int rest = dividend.exponent - divisor.exponent;
  while (rest > 0 && mantissa != 0) {
    const int bits = rest < kBitsAtATime ? rest : kBitsAtATime;
    mantissa = (mantissa << bits) % divisor.mantissa;
    rest -= bits;
  }
  return MagnitudeOf<T>(mantissa, divisor.exponent);
}

// In f64 a whole number below 2^28 times an f32 is exact, and so is the difference from the
// dividend. The quotient of two f32 that is no integer is 2^-24 away from any, far more than
// its rounding: it truncates as the exact one would.
HWY_INLINE bool RemainderByF64(float lhs, float rhs, float& result) {
  const double dividend = lhs < 0 ? -static_cast<double>(lhs) : static_cast<double>(lhs);
  const double divisor = rhs < 0 ? -static_cast<double>(rhs) : static_cast<double>(rhs);
  const double quotient = dividend / divisor;
  if (!(quotient < 0x1p28)) return false;
  const double whole = static_cast<double>(static_cast<int32_t>(quotient));
  result = static_cast<float>(dividend - whole * divisor);
  return true;
}

template <typename T>
struct RemainderFloats {
  HWY_INLINE T operator()(T lhs, T rhs) const {
    using L = Layout<T>;
    using Bits = typename L::Bits;
    constexpr T kInfinity = std::numeric_limits<T>::infinity();
    const Bits lhs_bits = std::bit_cast<Bits>(lhs);
    const Bits sign = lhs_bits & L::kSign;
    const Bits lhs_magnitude = lhs_bits & ~L::kSign;
    const Bits rhs_magnitude = std::bit_cast<Bits>(rhs) & ~L::kSign;
    constexpr Bits kInfinityBits = std::bit_cast<Bits>(kInfinity);
    if (lhs_magnitude > kInfinityBits) return lhs;
    if (rhs_magnitude > kInfinityBits) return rhs;
    if (lhs_magnitude == kInfinityBits || rhs_magnitude == 0) {
      return std::numeric_limits<T>::quiet_NaN();
    }
    if (lhs_magnitude < rhs_magnitude) return lhs;
    if constexpr (sizeof(T) == 4) {
      float result;
      if (RemainderByF64(lhs, rhs, result)) {
        return std::bit_cast<T>(std::bit_cast<Bits>(result) | sign);
      }
    }
    return std::bit_cast<T>(RemainderOfMagnitudes<T>(lhs_magnitude, rhs_magnitude) | sign);
  }
};

#if HWY_ARCH_WASM
// The download is limited.
constexpr ElementwiseFunction kRemainderOfSingles = &MapScalars<RemainderFloats<float>, float, 2>;
constexpr ElementwiseFunction kRemainderOfDoubles = &MapScalars<RemainderFloats<double>, double, 2>;
#else
// For vectors with lanes that have no short way.
template <class D, class V>
HWY_NOINLINE V RemainderOfEach(D d, V lhs, V rhs) {
  using T = hn::TFromD<D>;
  HWY_ALIGN T left[hn::MaxLanes(D())];
  HWY_ALIGN T right[hn::MaxLanes(D())];
  hn::Store(lhs, d, left);
  hn::Store(rhs, d, right);
  for (size_t i = 0; i < hn::Lanes(d); ++i) left[i] = RemainderFloats<T>()(left[i], right[i]);
  return hn::Load(d, left);
}

#if HWY_NATIVE_FMA
// Rounded, a quotient with few bits before the point truncates to the whole number or, just below a
// multiple of the divisor, to one more. Both differences from the dividend are exact: multiples of
// the less significant last bit, and less than the divisor.
struct RemainderVectors {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V lhs, V rhs) const {
    using T = hn::TFromD<D>;
    constexpr T kLargestQuotient = T{uint64_t{1} << (Layout<T>::kMantissaBits - 1)};
    const auto dividend = hn::Abs(lhs);
    const auto divisor = hn::Abs(rhs);
    const auto quotient = hn::Div(dividend, divisor);
    if (HWY_UNLIKELY(!hn::AllTrue(d, hn::Lt(quotient, hn::Set(d, kLargestQuotient))))) {
      return RemainderOfEach(d, lhs, rhs);
    }
    const auto rest = hn::NegMulAdd(hn::Trunc(quotient), divisor, dividend);
    const auto least = hn::IfThenElse(hn::Lt(rest, hn::Zero(d)), hn::Add(rest, divisor), rest);
    // No infinity is multiplied by 0.
    return hn::IfThenElse(hn::Lt(dividend, divisor), lhs, hn::CopySign(least, lhs));
  }
};

constexpr ElementwiseFunction kRemainderOfSingles = &Map<RemainderVectors, float, 2>;
constexpr ElementwiseFunction kRemainderOfDoubles = &Map<RemainderVectors, double, 2>;
#else
// As RemainderByF64.
struct RemainderVectors {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V lhs, V rhs) const {
    const hn::Rebind<double, D> d_double;
    const auto dividend = hn::PromoteTo(d_double, hn::Abs(lhs));
    const auto divisor = hn::PromoteTo(d_double, hn::Abs(rhs));
    const auto quotient = hn::Div(dividend, divisor);
    const auto has_result =
        hn::And(hn::Lt(quotient, hn::Set(d_double, 0x1p28)), hn::Lt(divisor, hn::Inf(d_double)));
    if (HWY_UNLIKELY(!hn::AllTrue(d_double, has_result))) return RemainderOfEach(d, lhs, rhs);
    const auto rest = hn::Sub(dividend, hn::Mul(hn::Trunc(quotient), divisor));
    return hn::CopySign(hn::DemoteTo(d, rest), lhs);
  }
};

HWY_NOINLINE void RemainderOfSingles(const void* const* operands, void* result, size_t count,
                                     const void*) {
  MapVectors<float, float, double>(operands, result, count, RemainderVectors(),
                                   std::make_index_sequence<2>());
}
constexpr ElementwiseFunction kRemainderOfSingles = &RemainderOfSingles;
constexpr ElementwiseFunction kRemainderOfDoubles = &MapScalars<RemainderFloats<double>, double, 2>;
#endif
#endif

ElementwiseFunction FloatRemainderKernel(ElementwiseOp op, ElementType type) {
  if (op != ElementwiseOp::kRemainder) return nullptr;
  if (type == ElementType::kF64) return kRemainderOfDoubles;
  return UpToF32<kRemainderOfSingles, 2>(type);
}

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace paddock::simd {

HWY_EXPORT(FloatRemainderKernel);

ElementwiseFunction FindFloatRemainder(ElementwiseOp op, ElementType type) {
  return HWY_DYNAMIC_DISPATCH(FloatRemainderKernel)(op, type);
}

}  // namespace paddock::simd
#endif
