// `paddock check --fix` never changes the meaning of a program. A typing error is introduced into a
// program: the fixed text must read as the original program, or still be refused.
#include "core/api/query/fixes.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tests/generate/program.h"
#include "tests/generate/random.h"

namespace paddock::generate {
namespace {

bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Returns the positions of letters and digits outside comments.
std::vector<size_t> LettersOf(std::string_view text) {
  std::vector<size_t> places;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("//")) i = std::min(text.find('\n', i), text.size() - 1);
    if (IsLetter(text[i])) places.push_back(i);
  }
  return places;
}

// Returns the text with one letter or digit removed, doubled, replaced, or exchanged with its
// neighbour.
std::string WithSlip(std::string text, Random& random) {
  const std::vector<size_t> places = LettersOf(text);
  const size_t at = places[random.Below(places.size())];
  switch (random.Below(5)) {
    case 0:
      text.erase(at, 1);
      break;
    case 1:
      text.insert(at, 1, text[at]);
      break;
    case 2:
      if (at + 1 < text.size() && IsLetter(text[at + 1])) std::swap(text[at], text[at + 1]);
      break;
    case 3:
      text[at] = text[places[random.Below(places.size())]];
      break;
    default:
      text.insert(at, 1, text[places[random.Below(places.size())]]);
      break;
  }
  return text;
}

bool IsSameWithoutCase(const std::string& a, const std::string& b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

struct Tally {
  int fixed = 0;
  int mended = 0;
};

void TestFixes(const std::string& text, uint64_t seed, Tally& tally) {
  const auto program = Program::Load("before", text);
  if (program->has_errors()) return;
  Random random(seed);
  for (int i = 0; i < 8; ++i) {
    const std::string wrong = WithSlip(text, random);
    const FixedText fixed = MakeFixes("after", wrong, {});
    if (fixed.fix_count == 0) {
      CHECK(fixed.text == wrong);
      continue;
    }
    ++tally.fixed;
    const auto after = Program::Load("after", fixed.text);
    if (after->has_errors()) continue;
    ++tally.mended;
    // A slip from GE to Gt writes another word, whose case is fixed.
    if (IsSameWithoutCase(wrong, fixed.text)) continue;
    INFO(wrong << "\n-----\n" << fixed.text);
    CHECK(after->IsSameProgram(*program));
  }
}

std::vector<std::string> CasesUnder(const char* folder) {
  std::vector<std::string> cases;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".mlir") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    constexpr std::string_view kCut = "// -----\n";
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = std::min(text.find(kCut, begin), text.size());
      cases.push_back(text.substr(begin, end - begin));
      begin = end + kCut.size();
    }
  }
  std::ranges::sort(cases);
  return cases;
}

TEST_CASE("automatic fixes keep the meaning of a program", "[generate][one-thread]") {
  Tally tally;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const std::string text = WriteProgram(seed);
    // Large constants take minutes.
    if (text.size() < 200'000) TestFixes(text, seed, tally);
  }
  uint64_t seed = 1000;
  for (const char* folder : {"tests/ops", "examples/ops"}) {
    for (const std::string& text : CasesUnder(folder)) {
      if (text.size() < 4000) TestFixes(text, ++seed, tally);
    }
  }
  // Guards against an empty test.
  CHECK(tally.mended > 100);
}

}  // namespace
}  // namespace paddock::generate
