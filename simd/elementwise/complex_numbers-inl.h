// Arithmetic of single complex numbers that is not done part by part.
#include "simd/kernel.h"

#if defined(PADDOCK_SIMD_ELEMENTWISE_COMPLEX_NUMBERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PADDOCK_SIMD_ELEMENTWISE_COMPLEX_NUMBERS_INL_H_
#undef PADDOCK_SIMD_ELEMENTWISE_COMPLEX_NUMBERS_INL_H_
#else
#define PADDOCK_SIMD_ELEMENTWISE_COMPLEX_NUMBERS_INL_H_
#endif

#include <bit>
#include <cstdint>
#include <limits>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace paddock::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <typename T>
struct ComplexNumber {
  T real, imag;
};

// ------------------------------------------------ in f64, scaled

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

HWY_INLINE bool IsNaN(double value) { return value != value; }
HWY_INLINE double Abs(double value) {
  return std::bit_cast<double>(std::bit_cast<uint64_t>(value) & ~(uint64_t{1} << 63));
}
HWY_INLINE bool IsInfinite(double value) { return Abs(value) == kInfinity; }
HWY_INLINE double CopySign(double magnitude, double sign) {
  const uint64_t bit = std::bit_cast<uint64_t>(sign) & (uint64_t{1} << 63);
  return std::bit_cast<double>(std::bit_cast<uint64_t>(Abs(magnitude)) | bit);
}
HWY_INLINE double Sqrt(double value) {
  const hn::CappedTag<double, 1> d1;
  return hn::GetLane(hn::Sqrt(hn::Set(d1, value)));
}

using Complex = ComplexNumber<double>;

// Returns the exponent of the greater part: at least 2^exponent and less than twice that. Only for
// finite numbers.
HWY_INLINE int ExponentOf(Complex z) {
  constexpr int kMantissaBits = 52;
  const double greater = Abs(z.real) > Abs(z.imag) ? Abs(z.real) : Abs(z.imag);
  const auto bits = std::bit_cast<uint64_t>(greater);
  const int biased = static_cast<int>(bits >> kMantissaBits);
  if (biased != 0) return biased - 1023;
  // A subnormal number; 0 has the least exponent of these.
  return -1022 - (kMantissaBits + 1 - static_cast<int>(std::bit_width(bits | 1)));
}

// value * 2^exponent, in steps that a power of two can express.
HWY_INLINE double Scale(double value, int exponent) {
  constexpr int kStep = 1000;
  for (; exponent > kStep; exponent -= kStep) value *= 0x1p1000;
  for (; exponent < -kStep; exponent += kStep) value *= 0x1p-1000;
  return value * std::bit_cast<double>(static_cast<uint64_t>(exponent + 1023) << 52);
}
HWY_INLINE Complex Scale(Complex z, int exponent) {
  return {Scale(z.real, exponent), Scale(z.imag, exponent)};
}

// Gives zero parts of a quotient the signs of Smith's method, which divides by a signed number
// instead of a square.
HWY_NOINLINE Complex SignedZeros(Complex a, Complex b, Complex quotient) {
  Complex smith;
  if (Abs(b.real) >= Abs(b.imag)) {
    const double ratio = b.imag / b.real;
    const double denominator = b.real + b.imag * ratio;
    smith = {(a.real + a.imag * ratio) / denominator, (a.imag - a.real * ratio) / denominator};
  } else {
    const double ratio = b.real / b.imag;
    const double denominator = b.real * ratio + b.imag;
    smith = {(a.real * ratio + a.imag) / denominator, (a.imag * ratio - a.real) / denominator};
  }
  return {quotient.real == 0 && smith.real == 0 ? smith.real : quotient.real,
          quotient.imag == 0 && smith.imag == 0 ? smith.imag : quotient.imag};
}

// Returns the quotient if the textbook formula gave NaN twice: for division by zero and infinite
// operands, as in C's annex G.
HWY_NOINLINE Complex RecoverQuotient(Complex lhs, Complex rhs, Complex quotient) {
  if (rhs.real == 0 && rhs.imag == 0 && !(IsNaN(lhs.real) && IsNaN(lhs.imag))) {
    const double infinity = CopySign(kInfinity, rhs.real);
    return {infinity * lhs.real, infinity * lhs.imag};
  }
  const auto unit = [](double part)
                        HWY_ATTR { return CopySign(IsInfinite(part) ? 1.0 : 0.0, part); };
  const auto is_finite = [](Complex z) HWY_ATTR {
    return Abs(z.real) < kInfinity && Abs(z.imag) < kInfinity;
  };
  if ((IsInfinite(lhs.real) || IsInfinite(lhs.imag)) && is_finite(rhs)) {
    const Complex a = {unit(lhs.real), unit(lhs.imag)};
    return {kInfinity * (a.real * rhs.real + a.imag * rhs.imag),
            kInfinity * (a.imag * rhs.real - a.real * rhs.imag)};
  }
  if ((IsInfinite(rhs.real) || IsInfinite(rhs.imag)) && is_finite(lhs)) {
    const Complex b = {unit(rhs.real), unit(rhs.imag)};
    const Complex turned = SignedZeros(
        lhs, b, {lhs.real * b.real + lhs.imag * b.imag, lhs.imag * b.real - lhs.real * b.imag});
    return {0.0 * turned.real, 0.0 * turned.imag};
  }
  return quotient;
}

// Scales both operands to about 1 before squaring, so that only a quotient that is too great
// overflows. Complex numbers of f32 need no scaling: their products are exact and in range in f64.
template <bool kScales>
HWY_INLINE Complex Divide(Complex lhs, Complex rhs) {
  Complex a = lhs;
  Complex b = rhs;
  int exponent = 0;
  if (kScales) {
    const int lhs_exponent = ExponentOf(lhs);
    const int rhs_exponent = ExponentOf(rhs);
    a = Scale(lhs, -lhs_exponent);
    b = Scale(rhs, -rhs_exponent);
    exponent = lhs_exponent - rhs_exponent;
  }
  const double denominator = b.real * b.real + b.imag * b.imag;
  Complex quotient = {(a.real * b.real + a.imag * b.imag) / denominator,
                      (a.imag * b.real - a.real * b.imag) / denominator};
  if (IsNaN(quotient.real) && IsNaN(quotient.imag)) return RecoverQuotient(lhs, rhs, quotient);
  if (quotient.real == 0 || quotient.imag == 0) quotient = SignedZeros(a, b, quotient);
  if (kScales) quotient = Scale(quotient, exponent);
  return quotient;
}

template <bool kScales>
HWY_INLINE double AbsOf(Complex z) {
  if (IsInfinite(z.real) || IsInfinite(z.imag)) return kInfinity;
  if (IsNaN(z.real) || IsNaN(z.imag)) return kNaN;
  const int exponent = kScales ? ExponentOf(z) : 0;
  const Complex scaled = kScales ? Scale(z, -exponent) : z;
  const double root = Sqrt(scaled.real * scaled.real + scaled.imag * scaled.imag);
  return kScales ? Scale(root, exponent) : root;
}

// z / |z|, scaled so that |z| does not overflow.
template <bool kScales>
HWY_INLINE Complex SignOf(Complex z) {
  if (IsNaN(z.real) || IsNaN(z.imag) || IsInfinite(z.real) || IsInfinite(z.imag)) {
    return {kNaN, kNaN};
  }
  if (z.real == 0 && z.imag == 0) return {0, 0};
  const Complex scaled = kScales ? Scale(z, -ExponentOf(z)) : z;
  const double magnitude = Sqrt(scaled.real * scaled.real + scaled.imag * scaled.imag);
  return {scaled.real / magnitude, scaled.imag / magnitude};
}

// ------------------------------------------------ order

// Returns false, which selects the second operand, if a NaN leaves the order open or both are
// equal.
HWY_INLINE bool IsLess(Complex lhs, Complex rhs) {
  return lhs.real < rhs.real || (lhs.real == rhs.real && lhs.imag < rhs.imag);
}
HWY_INLINE Complex MaximumOf(Complex lhs, Complex rhs) { return IsLess(rhs, lhs) ? lhs : rhs; }
HWY_INLINE Complex MinimumOf(Complex lhs, Complex rhs) { return IsLess(lhs, rhs) ? lhs : rhs; }

}  // namespace paddock::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // PADDOCK_SIMD_ELEMENTWISE_COMPLEX_NUMBERS_INL_H_
