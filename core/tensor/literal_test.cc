#include "core/tensor/literal.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "core/tensor/element_text.h"

namespace paddock {
namespace {

// The text that the elements of `text` print as, or the message.
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
  CHECK(Reprint("255", kI8, {}) == "-1");
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
  CHECK(Reprint("\"0x01G2\"", kI8, {2}) == "5: no hexadecimal digit");
  CHECK(Reprint("\"0x123\"", kI8, {2}) == "0: an odd number of hexadecimal digits");
}

TEST_CASE("mistakes are told with their place") {
  CHECK(Reprint("[1, 2, 3]", kI32, {2}) == "7: more elements than the shape 2 has");
  CHECK(Reprint("[[1], [2, 3]]", kI32, {2, 2}) == "3: a list of 1 where the shape 2x2 wants 2");
  CHECK(Reprint("[1, x]", kI32, {2}) == "4: 'x' is no value of type i32");
  CHECK(Reprint("[256, 1]", kUI8, {2}) == "1: '256' is no value of type ui8");
  CHECK(Reprint("[-1, 1]", kUI8, {2}) == "1: '-1' is no value of type ui8");
  CHECK(Reprint("[1.5, 1]", kI8, {2}) == "1: '1.5' is no value of type i8");
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

// The code of decimal text.
uint32_t Code(std::string_view text, ElementType type) {
  uint32_t bits = 0;
  REQUIRE(ParseElement(text, type, reinterpret_cast<std::byte*>(&bits)));
  return bits;
}

TEST_CASE("decimal text is rounded once") {
  // Above the tie between 1 and its neighbour by less than an f64 shows.
  CHECK(Code("1.00048828125", kF16) == 0x3C00);
  CHECK(Code("1.000488281250000000000000000001", kF16) == 0x3C01);
  CHECK(Code("1.001464843749999999999999999999", kF16) == 0x3C01);
  CHECK(Code("1.00146484375", kF16) == 0x3C02);
  CHECK(Code("-1.000488281250000000000000000001", kF16) == 0xBC01);
  CHECK(Code("1.00390625", kBF16) == 0x3F80);
  CHECK(Code("1.003906250000000000000000000001", kBF16) == 0x3F81);
  CHECK(Code("65519.999999999999999", kF16) == 0x7BFF);
  CHECK(Code("65520", kF16) == 0x7C00);
  CHECK(Code("449", kF8E4M3FN) == 0x7E);
  CHECK(Code("1000", kF8E4M3FN) == 0x7F);
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
