// a * b + c rounded once, in integer and ordinary arithmetic: for targets without such an
// instruction, and for sums that a narrower type rounds.
#ifndef PADDOCK_SIMD_ELEMENTWISE_FUSED_MULTIPLY_ADD_H_
#define PADDOCK_SIMD_ELEMENTWISE_FUSED_MULTIPLY_ADD_H_

#include <bit>
#include <cstdint>
#include <limits>

namespace paddock::simd {
namespace fma_internal {

using Wide = unsigned __int128;

constexpr uint64_t kSign = uint64_t{1} << 63;
constexpr uint64_t kInfinity = uint64_t{0x7FF} << 52;

inline uint64_t BitsOf(double value) { return std::bit_cast<uint64_t>(value); }
inline bool IsFinite(double value) { return (BitsOf(value) & kInfinity) != kInfinity; }

// significand * 2^exponent; the highest bit of `significand` is bit 125, or it is 0.
struct Scaled {
  Wide significand;
  int exponent;
};

constexpr int kHighestBit = 125;

inline int LeadingZeros(Wide value) {
  const auto high = static_cast<uint64_t>(value >> 64);
  return high != 0 ? std::countl_zero(high) : 64 + std::countl_zero(static_cast<uint64_t>(value));
}

inline Scaled Normalized(Wide significand, int exponent) {
  const int shift = LeadingZeros(significand) - (127 - kHighestBit);
  return {significand << shift, exponent - shift};
}

// Significand and exponent of a finite number other than 0, whose sign bit is cleared.
inline uint64_t SignificandOf(uint64_t bits) {
  const uint64_t mantissa = bits & ((uint64_t{1} << 52) - 1);
  return (bits & kInfinity) == 0 ? mantissa : mantissa | uint64_t{1} << 52;
}
inline int ExponentOf(uint64_t bits) {
  const int biased = static_cast<int>((bits & kInfinity) >> 52);
  return (biased == 0 ? 1 : biased) - 1075;
}

// Returns `value` shifted right. The lowest bit is 1 if a 1 was shifted out.
inline Wide ShiftedToOdd(Wide value, int shift) {
  if (shift == 0) return value;
  if (shift > 127) return value != 0 ? 1 : 0;
  const Wide lost = value & ((Wide{1} << shift) - 1);
  return value >> shift | (lost != 0 ? 1 : 0);
}

// Returns the bits of the magnitude significand * 2^exponent, rounded to nearest even.
inline uint64_t RoundedBits(Wide significand, int exponent) {
  const int highest = 127 - LeadingZeros(significand);
  constexpr int kLeastExponent = -1074;
  const int wanted = exponent + highest - 52;
  const int last = wanted < kLeastExponent ? kLeastExponent : wanted;
  const int dropped = last - exponent;
  Wide kept = significand;
  if (dropped <= 0) {
    kept <<= -dropped;
  } else if (dropped > 127) {
    kept = 0;
  } else {
    const Wide rest = significand & ((Wide{1} << dropped) - 1);
    const Wide half = Wide{1} << (dropped - 1);
    kept >>= dropped;
    if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;
  }
  // The implicit bit of `kept`, and a carry out of it, count up the exponent.
  const auto mantissa = static_cast<uint64_t>(kept);
  if (last + 1074 >= 2046) return kInfinity;
  const uint64_t bits = (static_cast<uint64_t>(last + 1074) << 52) + mantissa;
  return bits > kInfinity ? kInfinity : bits;
}

}  // namespace fma_internal

// Bits are shifted out only if the operands lie far apart. The sum then has far more bits than a
// double.
inline double FusedMultiplyAdd(double a, double b, double c) {
  using namespace fma_internal;
  if (!IsFinite(a) || !IsFinite(b)) return a * b + c;
  if (!IsFinite(c)) return c;
  if (a == 0 || b == 0) return a * b + c;
  if (c == 0) return a * b;
  const uint64_t a_bits = BitsOf(a), b_bits = BitsOf(b), c_bits = BitsOf(c);
  Scaled greater = Normalized(static_cast<Wide>(SignificandOf(a_bits)) * SignificandOf(b_bits),
                              ExponentOf(a_bits) + ExponentOf(b_bits));
  Scaled lesser = Normalized(SignificandOf(c_bits), ExponentOf(c_bits));
  uint64_t sign = (a_bits ^ b_bits) & kSign;
  const bool is_sum = sign == (c_bits & kSign);
  if (lesser.exponent > greater.exponent ||
      (lesser.exponent == greater.exponent && lesser.significand > greater.significand)) {
    const Scaled product = greater;
    greater = lesser;
    lesser = product;
    sign = c_bits & kSign;
  }
  const Wide aligned = ShiftedToOdd(lesser.significand, greater.exponent - lesser.exponent);
  const Wide sum = is_sum ? greater.significand + aligned : greater.significand - aligned;
  if (sum == 0) return 0;
  return std::bit_cast<double>(sign | RoundedBits(sum, greater.exponent));
}

// Returns the sum rounded to odd: if inexact, the neighbour whose last bit is 1. Rounding it to a
// narrower type then rounds the exact sum. Operands are far from the limits of the range.
inline double AddToOdd(double lhs, double rhs) {
  const double sum = lhs + rhs;
  const double back = sum - lhs;
  const double rest = (lhs - (sum - back)) + (rhs - back);
  const uint64_t bits = std::bit_cast<uint64_t>(sum);
  // A NaN sum has no rounding error.
  if (!(rest < 0 || rest > 0) || (bits & 1) != 0) return sum;
  return std::bit_cast<double>((rest > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

// Products of f32 are exact in f64, and far inside its range.
inline double FusedMultiplyAddToOdd(float a, float b, float c) {
  return AddToOdd(static_cast<double>(a) * static_cast<double>(b), static_cast<double>(c));
}

inline float FusedMultiplyAdd(float a, float b, float c) {
  return static_cast<float>(FusedMultiplyAddToOdd(a, b, c));
}

// Rounds to f32, to odd. Narrower types round the result once more.
inline float RoundedToOdd(double value) {
  const auto nearest = static_cast<float>(value);
  const auto back = static_cast<double>(nearest);
  const uint32_t bits = std::bit_cast<uint32_t>(nearest);
  if (back == value || value != value || (bits & 1) != 0) return nearest;
  const bool is_short = (value > 0) == (back < value);
  return std::bit_cast<float>(is_short ? bits + 1 : bits - 1);
}

}  // namespace paddock::simd

#endif  // PADDOCK_SIMD_ELEMENTWISE_FUSED_MULTIPLY_ADD_H_
