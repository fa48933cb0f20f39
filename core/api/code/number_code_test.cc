#include "core/api/code/number_code.h"

#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <complex>
#include <cstring>
#include <limits>
#include <vector>

namespace paddock::code {
namespace {

template <class Number>
std::string Cplusplus(ElementType type, Number number) {
  std::byte bytes[sizeof(Number)];
  std::memcpy(bytes, &number, sizeof number);
  return CplusplusNumber(type, bytes).value_or("none");
}

template <class Number>
std::string Javascript(ElementType type, Number number) {
  std::byte bytes[sizeof(Number)];
  std::memcpy(bytes, &number, sizeof number);
  return JavascriptNumber(type, bytes).value_or("none");
}

TEST_CASE("numbers have the C++ type of their element type") {
  CHECK(Cplusplus(ElementType::kF32, 0.1f) == "0.1f");
  CHECK(Cplusplus(ElementType::kF32, -0.0f) == "-0.0f");
  CHECK(Cplusplus(ElementType::kF64, 1.0) == "1.0");
  CHECK(Cplusplus(ElementType::kI1, uint8_t{1}) == "true");
  CHECK(Cplusplus(ElementType::kI32, INT32_MIN) == "INT32_MIN");
  CHECK(Cplusplus(ElementType::kI64, int64_t{3}) == "int64_t{3}");
  CHECK(Cplusplus(ElementType::kI64, INT64_MIN) == "INT64_MIN");
  CHECK(Cplusplus(ElementType::kUI64, UINT64_MAX) == "uint64_t{18446744073709551615u}");
  CHECK(Cplusplus(ElementType::kC64, std::complex<float>(1, -2)) ==
        "std::complex<float>(1.0f, -2.0f)");
}

TEST_CASE("infinities have names, and so has the NaN that has no payload") {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  CHECK(Cplusplus(ElementType::kF32, -kInfinity) == "-std::numeric_limits<float>::infinity()");
  CHECK(Cplusplus(ElementType::kF32, 0x7FC00000u) == "std::numeric_limits<float>::quiet_NaN()");
  CHECK(Cplusplus(ElementType::kF32, 0x7FC00001u) == "none");
  CHECK(Cplusplus(ElementType::kBF16, uint16_t{0xFF80}) ==
        "-std::numeric_limits<float>::infinity()");
  CHECK(Cplusplus(ElementType::kBF16, uint16_t{0x7F81}) == "none");
  CHECK(Javascript(ElementType::kF64, -std::numeric_limits<double>::infinity()) == "-Infinity");
  CHECK(Javascript(ElementType::kF32, 0x7FC00000u) == "NaN");
}

TEST_CASE("integers of 64 bits are bigints in JavaScript") {
  CHECK(Javascript(ElementType::kI64, int64_t{-3}) == "-3n");
  CHECK(Javascript(ElementType::kI32, -3) == "-3");
  CHECK(Javascript(ElementType::kC64, std::complex<float>(1, 2)) == "none");
}

TEST_CASE("hexadecimal digits are those of the bytes in order") {
  const std::vector<uint16_t> codes = {0x3C00, 0x4000};
  const Tensor value =
      Tensor::FromElements<uint16_t>(ElementType::kF16, std::vector<int64_t>{2}, codes);
  CHECK(HexDigits(value) == "003C0040");
  CHECK_FALSE(HasEqualElements(value));
}

TEST_CASE("string literals escape quotes, backslashes and control characters") {
  CHECK(Quoted("a\"b\\c\nd\x01", '"') == "\"a\\\"b\\\\c\\nd\\001\"");
  CHECK(Quoted("it's", '\'') == "'it\\'s'");
}

}  // namespace
}  // namespace paddock::code
