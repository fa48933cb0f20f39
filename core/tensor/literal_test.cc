#include "core/tensor/literal.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "core/tensor/element_text.h"

namespace paddock {
namespace {

// Returns the printed text of the elements of `text`, or the message.
std::string Reprint(std::string_view text, ElementType type, std::vector<int64_t> shape,
                    LiteralFormat format = {}) {
  const auto literal = ParseLiteral(text, type, shape);
  if (!literal) return std::to_string(literal.error().offset) + ": " + literal.error().message;
  std::string out;
  AppendLiteral(out, literal->value, literal->is_splat, format);
  return out;
}

using enum ElementType;

TEST_CASE("lists are read in row-major order") {
  CHECK(Reprint("[[1, -2], [3, 0x7F]]", kI8, {2, 2}) == "[[1, -2], [3, 127]]");
  CHECK(Reprint(" [ 1 , // one\n 2 ] ", kI64, {2}) == "[1, 2]");
  CHECK(Reprint("[]", kF32, {0}) == "");
  CHECK(Reprint("[[], []]", kF32, {2, 0}) == "");
  CHECK(Reprint("", kF32, {0}) == "");
  CHECK(Reprint("5", kI4, {}) == "5");
  CHECK(Reprint("18446744073709551615", kUI64, {}) == "18446744073709551615");
  CHECK(Reprint("[true, 0, 1]", kI1, {3}) == "[true, false, true]");
  CHECK(Reprint("[(1.0, -0.0), (0x7F800000, 2.5)]", kC64, {2}) ==
        "[(1.0, -0.0), (0x7F800000, 2.5)]");
}

TEST_CASE("a single element is a splat of all") {
  const std::vector<int64_t> shape = {1000, 1000, 1000};
  const auto literal = ParseLiteral("7", kI32, shape);
  REQUIRE(literal);
  CHECK(literal->is_splat);
  CHECK(literal->value.byte_size() == 4);
  CHECK(Reprint("[3, 3, 3]", kI32, {3}) == "3");
  CHECK(Reprint("3", kI32, {0}) == "");
}

TEST_CASE("bytes are all elements, one, or packed booleans") {
  CHECK(Reprint("\"0x0100FFFF\"", kI16, {2}) == "[1, -1]");
  CHECK(Reprint("\"0x0100\"", kI16, {2}) == "1");
  CHECK(Reprint("\"0x0001FF\"", kI1, {3}) == "[false, true, true]");
  CHECK(Reprint("\"0x05\"", kI1, {3}) == "[true, false, true]");
  CHECK(Reprint("\"0x0F07\"", kI4, {2}) == "[-1, 7]");
  CHECK(Reprint("\"0x010203\"", kI16, {2}) == "0: 3 bytes, but the type has 2 elements of 2 bytes");
  CHECK(Reprint("\"0x01G2\"", kI8, {2}) == "5: not a hexadecimal digit");
  CHECK(Reprint("\"0x123\"", kI8, {2}) == "0: an odd number of hexadecimal digits");
  // A byte with equal bits stands for all booleans.
  CHECK(Reprint("\"0xFF\"", kI1, {3}) == "true");
  CHECK(Reprint("\"0x00\"", kI1, {20}) == "false");
  CHECK(Reprint("\"0xFE0F\"", kI2, {2}) ==
        "5: this byte is not a value of type i2, which has 2 bits");
}

TEST_CASE("bytes with bits outside the elements are refused") {
  CHECK(Reprint("\"0x1F\"", kI4, {1}) ==
        "3: this byte is not a value of type i4, which has 4 bits");
  CHECK(Reprint("\"0x0F1F\"", kUI4, {2}) ==
        "5: this byte is not a value of type ui4, which has 4 bits");
  CHECK(Reprint("\"0x10\"", kF4E2M1FN, {1}) ==
        "3: this byte is not a value of type f4E2M1FN, which has 4 bits");
  CHECK(Reprint("\"0x0002\"", kI1, {2}) ==
        "5: this byte is not a value of type i1, which has 1 bit");
  CHECK(Reprint("\"0x0D\"", kI1, {3}) == "3: bits are set past the last of the 3 elements");
  CHECK(Reprint("\"0X01\"", kI8, {1}) == "0: expected hexadecimal bytes that start with 0x");
}

TEST_CASE("narrow signed elements print as bytes without extra bits") {
  LiteralFormat format;
  format.maximum_listed = 1;
  CHECK(Reprint("[-1, 1]", kI4, {2}, format) == "\"0x0F01\"");
  CHECK(Reprint("\"0x0F01\"", kI4, {2}) == "[-1, 1]");
}

// Returns the error of one element, and the text to write instead.
std::string Problem(std::string_view text, ElementType type) {
  const auto literal = ParseLiteral(text, type, {}, NumberSyntax::kProgram);
  if (literal) return "";
  const std::string& replacement = literal.error().replacement;
  return literal.error().message + (replacement.empty() ? "" : " -> " + replacement);
}

TEST_CASE("integers outside their type are refused with its range") {
  CHECK(Problem("128", kI8) == "'128' is not a value of type i8, which holds -128 to 127");
  CHECK(Problem("-129", kI8) == "'-129' is not a value of type i8, which holds -128 to 127");
  CHECK(Problem("0xFF", kI8) == "'0xFF' is not a value of type i8, which holds -128 to 127");
  CHECK(Problem("9223372036854775808", kI64) ==
        "'9223372036854775808' is not a value of type i64, which holds -9223372036854775808 to "
        "9223372036854775807");
  CHECK(
      Problem("18446744073709551616", kUI64) ==
      "'18446744073709551616' is not a value of type ui64, which holds 0 to 18446744073709551615");
  CHECK(Problem("9223372036854775808", kIndex).ends_with(" to 9223372036854775807"));
  CHECK(Problem("2", kI2) == "'2' is not a value of type i2, which holds -2 to 1");
  CHECK(Problem("-1", kI1) == "'-1' is not a value of type i1, which holds false and true");
  CHECK(Problem("1.5", kI8) == "'1.5' is not a value of type i8");
  CHECK(Problem("true", kI8) == "'true' is not a value of type i8");
  CHECK(Problem("+-5", kI8) == "'+-5' is not a value of type i8");
  for (size_t i = 0; i < kElementTypeCount; ++i) {
    const auto type = static_cast<ElementType>(i);
    if (!IsInteger(type)) continue;
    const int width = BitWidth(type);
    const uint64_t limit = uint64_t{1} << (width - 1);
    const bool is_signed = IsSigned(type);
    const uint64_t greatest = is_signed ? limit - 1 : limit - 1 + limit;
    INFO(Spelling(type));
    CHECK(Problem(std::to_string(greatest), type).empty());
    CHECK(Problem((is_signed ? "-" : "") + std::to_string(is_signed ? limit : 0), type).empty());
    if (greatest != UINT64_MAX) CHECK_FALSE(Problem(std::to_string(greatest + 1), type).empty());
    CHECK_FALSE(Problem("-" + std::to_string(is_signed ? limit + 1 : 1), type).empty());
  }
}

TEST_CASE("bit patterns of floats have all digits of their type and no sign") {
  CHECK(Problem("0x7FC0", kF32) ==
        "'0x7FC0' is not a value of type f32, whose bits are 8 hexadecimal digits");
  CHECK(Problem("0x7FC00000", kBF16).ends_with("whose bits are 4 hexadecimal digits"));
  CHECK(Problem("0x1", kF8E4M3).ends_with("whose bits are 2 hexadecimal digits"));
  CHECK(Problem("0x7F", kF6E3M2FN) == "'0x7F' is not a value of type f6E3M2FN, which has 6 bits");
  CHECK(Problem("0x1F", kF4E2M1FN) ==
        "'0x1F' is not a value of type f4E2M1FN, whose bits are 1 hexadecimal digit");
  CHECK(Problem("0xF", kF4E2M1FN).empty());
  CHECK(Problem("0x0F", kF4E2M1FN).empty());
  CHECK(Problem("-0x7FC00000", kF32) == "'-0x7FC00000' is not a value of type f32");
  CHECK(Problem("+0x7FC00000", kF32) == "'+0x7FC00000' is not a value of type f32");
}

TEST_CASE("decimal numbers above the greatest of their type are refused with its range") {
  CHECK(Problem("3.4028235e38", kF32).empty());
  CHECK(Problem("3.4028236e38", kF32) ==
        "'3.4028236e38' is not a value of type f32, which holds -3.4028235e+38 to 3.4028235e+38");
  CHECK(Problem("1e309", kF64).ends_with(" to 1.7976931348623157e+308"));
  CHECK(Problem("65519.999999999999999", kF16).empty());
  CHECK(Problem("-65520", kF16) ==
        "'-65520' is not a value of type f16, which holds -65504.0 to 65504.0");
  CHECK(Problem("1e344", kF16) ==
        "'1e344' is not a value of type f16, which holds -65504.0 to 65504.0");
  CHECK(Problem("464", kF8E4M3FN).empty());
  CHECK(Problem("464.0000000000000000000000001", kF8E4M3FN).ends_with("holds -448.0 to 448.0"));
  CHECK(Problem("6.9999999999999999999999999999", kF4E2M1FN).empty());
  CHECK(Problem("-7", kF4E2M1FN) ==
        "'-7' is not a value of type f4E2M1FN, which holds -6.0 to 6.0");
  CHECK(Problem("-1.0", kF8E8M0FNU) ==
        "'-1.0' is not a value of type f8E8M0FNU, which holds 5.877471754111438e-39 to "
        "1.7014118346046923e+38");
  // The smallest numbers become zero, or the least value of a type without zero.
  CHECK(Problem("0.0", kF8E8M0FNU).empty());
  CHECK(Problem("1e-400", kF64).empty());
}

TEST_CASE("words and bare points are numbers only outside programs") {
  CHECK(Problem("inf", kF32) ==
        "'inf' is not a value of type f32: infinity is written as its bits, 0x7F800000 -> "
        "0x7F800000");
  CHECK(Problem("-inf", kBF16)
            .ends_with("negative infinity is written as its bits, 0xFF80 -> 0xFF80"));
  CHECK(Problem("nan", kF16).ends_with("NaN is written as its bits, 0x7E00 -> 0x7E00"));
  CHECK(Problem("inf", kF8E4M3FN) ==
        "'inf' is not a value of type f8E4M3FN, which has no infinity");
  CHECK(Problem("nan", kF4E2M1FN) == "'nan' is not a value of type f4E2M1FN, which has no NaN");
  CHECK(Problem(".5", kF32) ==
        "'.5' is not a value of type f32: write a digit before the point -> 0.5");
  CHECK(Problem("-.5", kF32).ends_with("-> -0.5"));
  for (std::string_view text : {"5", "+5", "5.", "5e-1", "+0.5E+1", "-1.5e3"}) {
    INFO(text);
    CHECK(Problem(text, kF32).empty());
  }
  for (std::string_view text : {"5e", "e5", "1.5.5", "1e5.5", "--5", "0x", "0X7FC00000", "x"}) {
    INFO(text);
    CHECK_FALSE(Problem(text, kF32).empty());
  }
  CHECK(ParseLiteral("[inf, -nan, .5]", kF32, std::vector<int64_t>{3}).has_value());
  std::byte element[8];
  CHECK_FALSE(ParseElement("inf", kF8E4M3FN, element));
  CHECK_FALSE(ParseElement("nan", kF6E2M3FN, element));
}

TEST_CASE("mistakes are reported with their place") {
  CHECK(Reprint("[1, 2, 3]", kI32, {2}) == "7: more elements than the shape 2 has");
  CHECK(Reprint("[[1], [2, 3]]", kI32, {2, 2}) == "3: a list of 1 where the shape 2x2 wants 2");
  CHECK(Reprint("[1, x]", kI32, {2}) == "4: 'x' is not a value of type i32");
  CHECK(Reprint("[256, 1]", kUI8, {2}) ==
        "1: '256' is not a value of type ui8, which holds 0 to 255");
  CHECK(Reprint("[-1, 1]", kUI8, {2}) ==
        "1: '-1' is not a value of type ui8, which holds 0 to 255");
  CHECK(Reprint("[1.5, 1]", kI8, {2}) == "1: '1.5' is not a value of type i8");
  CHECK(Reprint("[1 2]", kI32, {2}) == "3: expected ',' or ']' in the list of elements");
  CHECK(Reprint("[[1, 2]]", kI32, {2}) ==
        "1: the elements are nested deeper than the type's rank 1");
  CHECK(Reprint("[1, 2]", kI32, {99999999}) == "0: fewer elements than the shape 99999999 has");
  CHECK(Reprint("[1,", kI32, {2}) == "3: expected an element of type i32");
}

TEST_CASE("long lists are printed as bytes") {
  LiteralFormat format;
  format.maximum_listed = 2;
  CHECK(Reprint("[1, 2, 3]", kI8, {3}, format) == "\"0x010203\"");
  CHECK(Reprint("\"0x010203\"", kI8, {3}, format) == "\"0x010203\"");
  CHECK(Reprint("[true, false, true]", kI1, {3}, format) == "\"0x010001\"");
}

TEST_CASE("every code of the narrow floats survives printing and reading") {
  for (size_t i = 0; i < kElementTypeCount; ++i) {
    const ElementType type = static_cast<ElementType>(i);
    const int width = BitWidth(type);
    if (!IsFloat(type) || width > 16) continue;
    for (uint32_t bits = 0; bits < 1u << width; ++bits) {
      std::byte bytes[2] = {};
      std::byte back[2] = {};
      std::memcpy(bytes, &bits, ByteSize(type));
      std::string text;
      AppendElement(text, type, bytes);
      const bool is_read = ParseElement(text, type, back);
      if (!is_read || std::memcmp(bytes, back, sizeof(bytes)) != 0) {
        FAIL(Spelling(type) << " " << bits << " printed as " << text);
      }
    }
  }
}

// Returns the code of decimal text.
uint32_t Code(std::string_view text, ElementType type) {
  uint32_t bits = 0;
  REQUIRE(ParseElement(text, type, reinterpret_cast<std::byte*>(&bits)));
  return bits;
}

TEST_CASE("decimal text is rounded once") {
  // Above the tie between 1 and its neighbor by less than f64 can resolve.
  CHECK(Code("1.00048828125", kF16) == 0x3C00);
  CHECK(Code("1.000488281250000000000000000001", kF16) == 0x3C01);
  CHECK(Code("1.001464843749999999999999999999", kF16) == 0x3C01);
  CHECK(Code("1.00146484375", kF16) == 0x3C02);
  CHECK(Code("-1.000488281250000000000000000001", kF16) == 0xBC01);
  CHECK(Code("1.00390625", kBF16) == 0x3F80);
  CHECK(Code("1.003906250000000000000000000001", kBF16) == 0x3F81);
  CHECK(Code("65519.999999999999999", kF16) == 0x7BFF);
  CHECK(Code("449", kF8E4M3FN) == 0x7E);
  CHECK(Code("1.00000000000000000000000000001", kF4E2M1FN) == 2);
  CHECK(Code("1e-400", kBF16) == 0);
  float f = 0;
  REQUIRE(ParseElement("1.00000005960464477540", kF32, reinterpret_cast<std::byte*>(&f)));
  CHECK(f == 0x1.000002p0f);
}

TEST_CASE("bit patterns keep every payload") {
  CHECK(Code("0x7FC00001", kF32) == 0x7FC00001);
  CHECK(Code("0xFF80", kBF16) == 0xFF80);
  uint32_t bits = 0;
  CHECK_FALSE(ParseElement("0x1FFFFFFFF", kF32, reinterpret_cast<std::byte*>(&bits)));
}

}  // namespace
}  // namespace paddock
