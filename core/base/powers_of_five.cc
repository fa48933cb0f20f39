#include "core/base/powers_of_five.h"

#include <bit>

namespace paddock {
namespace {

// 1024 bits hold 5^308 and, as a fraction of them, 5^-342 with 229 bits of its own. The lowest word
// is the first.
using WideNumber = std::array<uint32_t, 32>;

void MultiplyByFive(WideNumber& number) {
  uint64_t carry = 0;
  for (uint32_t& word : number) {
    carry += uint64_t{word} * 5;
    word = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
}

// Rounds down, even after many divisions.
void DivideByFive(WideNumber& number) {
  uint64_t rest = 0;
  for (size_t i = number.size(); i-- > 0;) {
    rest = rest << 32 | number[i];
    number[i] = static_cast<uint32_t>(rest / 5);
    rest %= 5;
  }
}

// The 128 bits from the highest set bit on.
struct LeadingBits {
  uint64_t upper;
  uint64_t lower;
};

LeadingBits LeadingBitsOf(const WideNumber& number) {
  size_t top = number.size() - 1;
  while (number[top] == 0) --top;
  const int shift = std::countl_zero(number[top]);
  const auto word = [&](size_t below) {
    const uint64_t upper = below <= top ? number[top - below] : 0;
    const uint64_t lower = below < top ? number[top - below - 1] : 0;
    return (upper << 32 | lower) << shift >> 32;
  };
  return {word(0) << 32 | word(1), word(2) << 32 | word(3)};
}

}  // namespace

std::array<uint64_t, kPowerOfFiveWords> MakePowersOfFive() {
  std::array<uint64_t, kPowerOfFiveWords> powers;
  const auto put = [&](int power, const WideNumber& number) {
    const LeadingBits bits = LeadingBitsOf(number);
    const bool is_rounded_up = power < 0 && power >= -27;
    uint64_t* words = &powers[2 * static_cast<size_t>(power - kLeastPowerOfFive)];
    words[0] = bits.upper;
    words[1] = bits.lower + (is_rounded_up ? 1 : 0);
  };
  WideNumber number = {1};
  for (int power = 0; power <= kGreatestPowerOfFive; ++power) {
    put(power, number);
    MultiplyByFive(number);
  }
  number = {};
  number.back() = 1u << 31;
  for (int power = -1; power >= kLeastPowerOfFive; --power) {
    DivideByFive(number);
    put(power, number);
  }
  return powers;
}

}  // namespace paddock
