#include "core/base/number_text.h"

#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

namespace paddock {
namespace {

TEST_CASE("integers of up to 64 bits are read") {
  CHECK(ParseInteger("18446744073709551615")->bits() == UINT64_MAX);
  CHECK(static_cast<int64_t>(ParseInteger("-9223372036854775808")->bits()) == INT64_MIN);
  CHECK(ParseInteger("-0x10")->bits() == static_cast<uint64_t>(-16));
  CHECK(ParseInteger("0xFFFFFFFFFFFFFFFF")->magnitude == UINT64_MAX);
  for (std::string_view text :
       {"", "-", "1a", "18446744073709551616", "0x", "0x1FFFFFFFFFFFFFFFF", "1.0", " 1"}) {
    INFO(text);
    CHECK_FALSE(ParseInteger(text));
  }
}

TEST_CASE("an integer fits the widths that can hold it") {
  CHECK(ParseInteger("255")->FitsUnsigned(8));
  CHECK(ParseInteger("-128")->FitsSigned(8));
  CHECK_FALSE(ParseInteger("256")->FitsUnsigned(8));
  CHECK_FALSE(ParseInteger("-129")->FitsSigned(8));
  CHECK_FALSE(ParseInteger("128")->FitsSigned(8));
  CHECK_FALSE(ParseInteger("-1")->FitsUnsigned(8));
  CHECK(ParseInteger("-9223372036854775808")->FitsSigned(64));
  CHECK_FALSE(ParseInteger("9223372036854775808")->FitsSigned(64));
}

TEST_CASE("decimal numbers are rounded to the nearest") {
  CHECK(ParseF64("0.1") == 0.1);
  CHECK(ParseF64("1.") == 1.0);
  CHECK(ParseF64("+1.5e3") == 1500.0);
  CHECK(ParseF64("1e999") == HUGE_VAL);
  CHECK(ParseF64("-1e-999") == 0.0);
  CHECK(std::signbit(*ParseF64("-1e-999")));
  CHECK(ParseF32("16777217") == 16777216.0f);
  CHECK(std::isnan(*ParseF64("nan")));
  CHECK(ParseF64("-inf") == -HUGE_VAL);
  for (std::string_view text : {"", "x", "1.5x", "--1", "1 "}) {
    INFO(text);
    CHECK_FALSE(ParseF64(text));
  }
}

TEST_CASE("numbers print as the shortest text that reads back") {
  CHECK(FormatF64(0.1) == "0.1");
  CHECK(FormatF64(1.0) == "1.0");
  CHECK(FormatF64(-0.0) == "-0.0");
  CHECK(FormatF64(1e-5) == "1.0e-05");
  CHECK(FormatF64(1e300) == "1.0e+300");
  CHECK(FormatF32(0.1f) == "0.1");
  CHECK(FormatF32(16777216.0f) == "16777216.0");
  uint64_t state = 1;
  for (int i = 0; i < 20000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const double value = std::bit_cast<double>(state);
    if (!std::isfinite(value)) continue;
    CHECK(std::bit_cast<uint64_t>(*ParseF64(FormatF64(value))) == state);
    const float narrow = std::bit_cast<float>(static_cast<uint32_t>(state >> 32));
    if (std::isfinite(narrow)) CHECK(*ParseF32(FormatF32(narrow)) == narrow);
  }
}

TEST_CASE("text is compared with a number exactly") {
  CHECK(CompareDecimal("0.5", 0.5) == 0);
  CHECK(CompareDecimal("0.1", 0.1) == -1);
  CHECK(CompareDecimal("-0.1", -0.1) == 1);
  CHECK(CompareDecimal("0.10000000000000000555111512312578270211815834045410156250", 0.1) == 0);
  CHECK(CompareDecimal("0.1000000000000000055511151231257827021181583404541015625001", 0.1) == 1);
  CHECK(CompareDecimal("1500e-3", 1.5) == 0);
  CHECK(CompareDecimal("0", 0.0) == 0);
  CHECK(CompareDecimal("1e-400", 0.0) == 1);
  CHECK(CompareDecimal("4.9406564584124654e-324", std::bit_cast<double>(uint64_t{1})) == -1);
}

}  // namespace
}  // namespace paddock
