// Payne and Hanek's reduction: only the bits of 2/pi that matter for the
// argument's exponent are multiplied, as integers.
#include "simd/math/reduction.h"

#include <array>
#include <bit>
#include <cstddef>

namespace paddock::simd {
namespace {

// 64 zeros, then the first 1280 bits of 2/pi after the binary point.
constexpr std::array<uint64_t, 21> kTwoOverPi = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
    0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
    0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
    0xf0cfbc209af4361d};

// The 64 bits of the table that begin at bit `position`.
uint64_t TableBits(size_t position) {
  const size_t word = position / 64;
  const size_t shift = position % 64;
  if (shift == 0) return kTwoOverPi[word];
  return (kTwoOverPi[word] << shift) | (kTwoOverPi[word + 1] >> (64 - shift));
}

struct Wide {
  uint64_t hi;
  uint64_t lo;
};

Wide Multiply(uint64_t a, uint64_t b) {
  const uint64_t a_lo = a & 0xFFFFFFFF, a_hi = a >> 32;
  const uint64_t b_lo = b & 0xFFFFFFFF, b_hi = b >> 32;
  const uint64_t low = a_lo * b_lo;
  const uint64_t middle = a_hi * b_lo + (low >> 32);
  const uint64_t cross = a_lo * b_hi + (middle & 0xFFFFFFFF);
  return {a_hi * b_hi + (middle >> 32) + (cross >> 32), (cross << 32) | (low & 0xFFFFFFFF)};
}

// The upper 128 bits of mantissa * 2^exponent * (2/pi) mod 4, in units of
// 2^-126, to within 2 units. No f64 is nearer than 2^-62 to a multiple of pi/2,
// so 64 bits of the reduced argument are always good.
Wide FractionOfTurns(uint64_t mantissa, int exponent) {
  // The table's bit of weight 2^(1 - exponent) becomes the product's top bit.
  const int first_bit = exponent - 2 + 64;
  const size_t position = static_cast<size_t>(first_bit);
  const Wide middle = Multiply(mantissa, TableBits(position + 64));
  const Wide low = Multiply(mantissa, TableBits(position + 128));
  const uint64_t second = middle.lo + low.hi;
  const uint64_t carry = second < low.hi ? 1 : 0;
  return {mantissa * TableBits(position) + middle.hi + carry, second};
}

// Returns the error of `product` as TwoProduct does in vectors: a * b = hi + lo, by masks.
double ProductError(double a, double b, double product) {
  constexpr uint64_t kMask = 0xFFFFFFFFF8000000;
  const double a_hi = std::bit_cast<double>(std::bit_cast<uint64_t>(a) & kMask);
  const double b_hi = std::bit_cast<double>(std::bit_cast<uint64_t>(b) & kMask);
  const double a_lo = a - a_hi;
  const double b_lo = b - b_hi;
  return ((a_hi * b_hi - product) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo;
}

// 2^exponent, of a normal number.
double PowerOfTwo(int exponent) {
  return std::bit_cast<double>(static_cast<uint64_t>(exponent + 1023) << 52);
}

// fraction * 2^-128 * pi/2 as a pair.
ReducedAngle Angle(Wide fraction, bool is_negative, uint64_t quadrant) {
  int zeros = 0;
  if (fraction.hi == 0) {
    fraction = {fraction.lo, 0};
    zeros = 64;
  }
  const int shift = fraction.hi == 0 ? 0 : std::countl_zero(fraction.hi);
  if (shift > 0) {
    fraction = {(fraction.hi << shift) | (fraction.lo >> (64 - shift)), fraction.lo << shift};
  }
  const double scale = PowerOfTwo(-zeros - shift) * (is_negative ? -1.0 : 1.0);
  // The upper 53 bits, and the 53 after them: both convert exactly.
  const uint64_t rest = (fraction.hi << 42) | (fraction.lo >> 22);
  const double hi = static_cast<double>(static_cast<int64_t>(fraction.hi >> 11)) * 0x1p-53;
  const double lo = static_cast<double>(static_cast<int64_t>(rest & 0x1FFFFFFFFFFFFF)) * 0x1p-106;
  constexpr double kHalfPiHi = 0x1.921fb54442d18p+0;
  constexpr double kHalfPiLo = 0x1.1a62633145c07p-54;
  const double product = hi * kHalfPiHi;
  const double error = ProductError(hi, kHalfPiHi, product) + (hi * kHalfPiLo + lo * kHalfPiHi);
  const double sum = product + error;
  return {sum * scale, (error - (sum - product)) * scale, quadrant};
}

}  // namespace

ReducedAngle ReduceHugeAngle(double x) {
  const uint64_t bits = std::bit_cast<uint64_t>(x);
  const bool x_is_negative = (bits >> 63) != 0;
  const int exponent = static_cast<int>((bits >> 52) & 0x7FF) - 1075;
  const uint64_t mantissa = (bits & 0xFFFFFFFFFFFFF) | (uint64_t{1} << 52);
  const Wide turns = FractionOfTurns(mantissa, exponent);
  uint64_t quadrant = turns.hi >> 62;
  Wide fraction = {(turns.hi << 2) | (turns.lo >> 62), turns.lo << 2};
  const bool rounds_up = (fraction.hi >> 63) != 0;
  if (rounds_up) {
    // fraction - 1, by magnitude.
    fraction = {~fraction.hi + (fraction.lo == 0 ? 1 : 0), ~fraction.lo + 1};
    ++quadrant;
  }
  if (x_is_negative) quadrant = 4 - quadrant;
  return Angle(fraction, rounds_up != x_is_negative, quadrant & 3);
}

}  // namespace paddock::simd
