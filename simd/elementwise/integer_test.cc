// Division, powers, bits and shifts of integers and booleans against scalar references.
#include <bit>
#include <catch2/catch_test_macros.hpp>

#include "simd/elementwise/testing.h"

namespace paddock::simd::testing {
namespace {

// The low bits of the type, as an unsigned number.
uint64_t BitsOf(ElementType type, Wide value) {
  const uint64_t mask = BitWidth(type) == 64 ? ~uint64_t{0} : (uint64_t{1} << BitWidth(type)) - 1;
  return static_cast<uint64_t>(value) & mask;
}

Wide PowerByRepetition(Wide base, Wide exponent) {
  if (exponent < 0) {
    if (base == 1) return 1;
    if (base == -1) return exponent % 2 == 0 ? 1 : -1;
    return 0;
  }
  // base^(2k) = (base^2)^k, from the highest bit of the exponent on.
  uint64_t result = 1;
  for (int bit = 63; bit >= 0; --bit) {
    result *= result;
    if ((exponent >> bit) & 1) result *= static_cast<uint64_t>(base);
  }
  return static_cast<Wide>(result);
}

}  // namespace

TEST_CASE("integer division truncates, and by zero gives all ones", "[simd]") {
  for (const ElementType type : IntegerTypes()) {
    CheckIntegers("divide", 2, type, [](Wide a, Wide b, Wide) { return b == 0 ? -1 : a / b; });
    CheckIntegers("remainder", 2, type, [](Wide a, Wide b, Wide) { return b == 0 ? a : a % b; });
  }
  CHECK(Find("divide", ElementType::kI1) == nullptr);
}

TEST_CASE("integer powers wrap, and negative exponents leave only units", "[simd]") {
  for (const ElementType type : IntegerTypes()) {
    CheckIntegers("power", 2, type, [](Wide a, Wide b, Wide) { return PowerByRepetition(a, b); });
  }
}

TEST_CASE("and, or, xor and not act on every bit", "[simd]") {
  std::vector<ElementType> types = IntegerTypes();
  types.push_back(ElementType::kI1);
  for (const ElementType type : types) {
    CheckIntegers("and", 2, type, [](Wide a, Wide b, Wide) { return a & b; });
    CheckIntegers("or", 2, type, [](Wide a, Wide b, Wide) { return a | b; });
    CheckIntegers("xor", 2, type, [](Wide a, Wide b, Wide) { return a ^ b; });
    CheckIntegers("not", 1, type, [](Wide a, Wide, Wide) { return ~a; });
  }
  CHECK(Find("and", ElementType::kF32) == nullptr);
}

TEST_CASE("shift amounts are unsigned and shift everything out past the width", "[simd]") {
  for (const ElementType type : IntegerTypes()) {
    const uint64_t width = static_cast<uint64_t>(BitWidth(type));
    CheckIntegers("shift_left", 2, type, [=](Wide a, Wide b, Wide) {
      const uint64_t amount = BitsOf(type, b);
      return amount >= width ? Wide{0} : Wide{BitsOf(type, a)} << amount;
    });
    CheckIntegers("shift_right_logical", 2, type, [=](Wide a, Wide b, Wide) {
      const uint64_t amount = BitsOf(type, b);
      return amount >= width ? Wide{0} : Wide{BitsOf(type, a) >> amount};
    });
    CheckIntegers("shift_right_arithmetic", 2, type, [=](Wide a, Wide b, Wide) {
      const uint64_t amount = std::min(BitsOf(type, b), width - 1);
      Wide extended = BitsOf(type, a);
      if ((extended >> (width - 1)) != 0) extended -= Wide{1} << width;
      return extended >> amount;
    });
  }
  CHECK(Find("shift_left", ElementType::kI1) == nullptr);
}

TEST_CASE("popcnt and count_leading_zeros count the bits of the type", "[simd]") {
  for (const ElementType type : IntegerTypes()) {
    CheckIntegers("popcnt", 1, type,
                  [=](Wide a, Wide, Wide) { return Wide{std::popcount(BitsOf(type, a))}; });
    CheckIntegers("count_leading_zeros", 1, type, [=](Wide a, Wide, Wide) {
      return Wide{std::countl_zero(BitsOf(type, a)) - (64 - BitWidth(type))};
    });
  }
}

}  // namespace paddock::simd::testing
