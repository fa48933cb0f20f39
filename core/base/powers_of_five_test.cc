#include "core/base/powers_of_five.h"

#include <fmt/format.h>

#include <bit>
#include <catch2/catch_test_macros.hpp>

#include "core/base/number_text.h"
#ifndef __EMSCRIPTEN__
#include "fast_float/fast_float.h"
#endif

namespace paddock {
namespace {

#ifndef __EMSCRIPTEN__
TEST_CASE("powers of five equal fast_float's table") {
  using Table = fast_float::powers;
  REQUIRE(Table::smallest_power_of_five == kLeastPowerOfFive);
  REQUIRE(Table::largest_power_of_five == kGreatestPowerOfFive);
  const auto words = MakePowersOfFive();
  REQUIRE(words.size() == static_cast<size_t>(Table::number_of_entries));
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] != Table::power_of_five_128[i]) FAIL("word " << i);
  }
}
#endif

TEST_CASE("numbers of every exponent read back") {
  for (uint64_t exponent = 0; exponent < 2047; ++exponent) {
    for (uint64_t mantissa : {0ull, 1ull, 0x5A5A5A5A5A5A5ull, 0xFFFFFFFFFFFFFull}) {
      const auto value = std::bit_cast<double>(exponent << 52 | mantissa);
      const std::string text = fmt::format("{:.16e}", value);
      if (ParseF64(text) != value) FAIL(text);
    }
  }
}

}  // namespace
}  // namespace paddock
