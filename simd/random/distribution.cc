#include "simd/random/distribution.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "simd/linalg/number.h"
#include "simd/math/math.h"
#include "simd/random/blocks.h"
#include "simd/random/generators.h"

namespace paddock::simd {
namespace {

constexpr int64_t kAtOnce = 256;
static_assert(kAtOnce <= RandomBlocks::kMost);

struct Block {
  uint64_t first;
  uint64_t second;
};

// Calls use(i, block) for the elements from `begin` to `end`.
template <class Use>
void ForBlocks(const RandomNumbers& numbers, uint64_t draw, int64_t begin, int64_t end,
               const Use& use) {
  RandomBlocks blocks;
  for (int64_t first = begin; first < end; first += kAtOnce) {
    const int64_t count = std::min(kAtOnce, end - first);
    MakePhiloxBlocks(numbers.seed, static_cast<uint64_t>(first), draw, static_cast<size_t>(count),
                     blocks);
    const auto& words = blocks.words;
    for (int64_t i = 0; i < count; ++i) {
      use(first + i,
          Block{FromWords(words[0][i], words[1][i]), FromWords(words[2][i], words[3][i])});
    }
  }
}

// [0, 1), a multiple of 2^-53.
double UnitOf(uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

// --- Integers, sign- or zero-extended to 64 bits.

uint64_t LoadInteger(ElementType type, const std::byte* from) {
  const size_t width = ByteSize(type);
  uint64_t value = 0;
  std::memcpy(&value, from, width);
  const uint64_t sign = IsSigned(type) ? uint64_t{1} << (8 * width - 1) : 0;
  return (value ^ sign) - sign;
}

uint64_t HighProduct(uint64_t x, uint64_t y) {
  const uint64_t low = uint64_t{LowWord(x)} * LowWord(y);
  const uint64_t left = uint64_t{HighWord(x)} * LowWord(y) + HighWord(low);
  const uint64_t right = uint64_t{LowWord(x)} * HighWord(y) + LowWord(left);
  return uint64_t{HighWord(x)} * HighWord(y) + HighWord(left) + HighWord(right);
}

// floor(range * r), where both words of the block are the fraction r.
uint64_t ScaledFraction(uint64_t range, Block block) {
  const uint64_t low = range * block.first;
  const uint64_t carried = low + HighProduct(range, block.second);
  return HighProduct(range, block.first) + (carried < low ? 1 : 0);
}

void FillIntegers(const RandomNumbers& numbers, uint64_t draw, const std::byte* a,
                  const std::byte* b, int64_t begin, int64_t end, std::byte* result) {
  const size_t width = ByteSize(numbers.type);
  const uint64_t low = LoadInteger(numbers.type, a);
  const uint64_t high = LoadInteger(numbers.type, b);
  const bool is_empty = IsSigned(numbers.type)
                            ? static_cast<int64_t>(low) >= static_cast<int64_t>(high)
                            : low >= high;
  const uint64_t range = is_empty ? 1 : high - low;
  ForBlocks(numbers, draw, begin, end, [&](int64_t i, Block block) {
    const uint64_t value = low + ScaledFraction(range, block);
    std::memcpy(result + static_cast<size_t>(i) * width, &value, width);
  });
}

// --- Floats.

// Returns the value of the stored element.
double StoreFloat(ElementType type, double value, std::byte* to) {
  StoreNumber(type, {value, 0}, to);
  return LoadNumber(type, to).re;
}

void FillUniform(const RandomNumbers& numbers, uint64_t draw, double a, double b, int64_t begin,
                 int64_t end, std::byte* result) {
  constexpr double kMost = 0x1.fffffffffffffp1023;
  const size_t width = ByteSize(numbers.type);
  const double range = b - a;
  ForBlocks(numbers, draw, begin, end, [&](int64_t i, Block block) {
    const double u = UnitOf(block.first);
    // The difference of two numbers may overflow although their parts do not.
    const double value = range <= kMost ? a + u * range : a * (1 - u) + b * u;
    std::byte* to = result + static_cast<size_t>(i) * width;
    const double stored = StoreFloat(numbers.type, a < b ? value : a, to);
    if (stored >= b) StoreFloat(numbers.type, a, to);
  });
}

void Apply(std::string_view function, double* values, int64_t count) {
  const void* operands[] = {values};
  FindMathFunction(function, ElementType::kF64, Numerics::kPortable)(
      operands, values, static_cast<size_t>(count), nullptr);
}

void FillNormal(const RandomNumbers& numbers, uint64_t draw, double mean, double deviation,
                int64_t begin, int64_t end, std::byte* result) {
  constexpr double kTwoPi = 0x1.921fb54442d18p2;
  const size_t width = ByteSize(numbers.type);
  double radii[kAtOnce], angles[kAtOnce];
  for (int64_t first = begin; first < end; first += kAtOnce) {
    const int64_t count = std::min(kAtOnce, end - first);
    ForBlocks(numbers, draw, first, first + count, [&](int64_t i, Block block) {
      // (0, 1], whose logarithm is finite.
      radii[i - first] = UnitOf(block.first) + 0x1p-53;
      angles[i - first] = kTwoPi * UnitOf(block.second);
    });
    Apply("log", radii, count);
    for (int64_t i = 0; i < count; ++i) radii[i] *= -2;
    Apply("sqrt", radii, count);
    Apply("cosine", angles, count);
    for (int64_t i = 0; i < count; ++i) {
      StoreFloat(numbers.type, mean + deviation * (radii[i] * angles[i]),
                 result + static_cast<size_t>(first + i) * width);
    }
  }
}

}  // namespace

void FillRandomNumbers(const RandomNumbers& numbers, uint64_t draw, const std::byte* a,
                       const std::byte* b, int64_t begin, int64_t end, std::byte* result) {
  if (!IsFloat(numbers.type)) return FillIntegers(numbers, draw, a, b, begin, end, result);
  const double low = LoadNumber(numbers.type, a).re;
  const double high = LoadNumber(numbers.type, b).re;
  if (numbers.distribution == Distribution::kUniform) {
    return FillUniform(numbers, draw, low, high, begin, end, result);
  }
  FillNormal(numbers, draw, low, high, begin, end, result);
}

}  // namespace paddock::simd
