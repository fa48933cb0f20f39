#include "cli/lsp/text_lines.h"

#include <catch2/catch_test_macros.hpp>
#include <random>
#include <string>

namespace paddock::lsp {
namespace {

// "é" has two bytes, the face four bytes and two UTF-16 units.
constexpr std::string_view kText = "a\r\n\xC3\xA9\xF0\x9F\x98\x80z\rb\n";

TEST_CASE("lines end with each of the three line breaks") {
  const TextLines lines(kText);
  CHECK(lines.count() == 4);
  CHECK(lines.StartOf(kText, 1) == 3);
  CHECK(lines.EndOf(kText, 0) == 1);
  CHECK(lines.EndOf(kText, 1) == 10);
  CHECK(lines.StartOf(kText, 3) == kText.size());
  CHECK(lines.EndOf(kText, 3) == kText.size());
}

TEST_CASE("characters are counted in the units of the encoding") {
  const TextLines lines(kText);
  CHECK(lines.PositionOf(kText, 9, Encoding::kUtf8) == Position{1, 6});
  CHECK(lines.PositionOf(kText, 9, Encoding::kUtf16) == Position{1, 3});
  CHECK(lines.PositionOf(kText, 9, Encoding::kUtf32) == Position{1, 2});
  CHECK(lines.OffsetOf(kText, {1, 6}, Encoding::kUtf8) == 9);
  CHECK(lines.OffsetOf(kText, {1, 3}, Encoding::kUtf16) == 9);
  CHECK(lines.OffsetOf(kText, {1, 2}, Encoding::kUtf32) == 9);
}

TEST_CASE(
    "a position outside of the text or within a character is moved to a place between characters") {
  const TextLines lines(kText);
  CHECK(lines.OffsetOf(kText, {1, 2}, Encoding::kUtf16) == 5);
  CHECK(lines.OffsetOf(kText, {1, 4}, Encoding::kUtf8) == 5);
  CHECK(lines.OffsetOf(kText, {0, 99}, Encoding::kUtf16) == 1);
  CHECK(lines.OffsetOf(kText, {99, 0}, Encoding::kUtf16) == kText.size());
  CHECK(lines.PositionOf(kText, 99, Encoding::kUtf16) == Position{3, 0});
}

TEST_CASE("an edit updates the lines as reading the whole text would") {
  constexpr std::string_view kPieces[] = {"\r", "\n", "\r\n", "x", "yz", "", "\n\n\n", "w\rv"};
  std::mt19937 random(7);
  std::string text;
  TextLines lines(text);
  for (int i = 0; i < 3000; ++i) {
    const size_t begin = random() % (text.size() + 1);
    const size_t end = begin + random() % (std::min<size_t>(text.size() - begin, 3) + 1);
    const std::string_view piece = kPieces[random() % std::size(kPieces)];
    text.replace(begin, end - begin, piece);
    lines.Replace(text, begin, end, piece.size());
    const TextLines whole(text);
    REQUIRE(lines.count() == whole.count());
    for (size_t line = 0; line < lines.count(); ++line) {
      REQUIRE(lines.StartOf(text, line) == whole.StartOf(text, line));
    }
    if (text.size() > 60) {
      text.clear();
      lines = TextLines(text);
    }
  }
}

}  // namespace
}  // namespace paddock::lsp
