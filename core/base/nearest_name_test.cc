#include "core/base/nearest_name.h"

#include <catch2/catch_test_macros.hpp>
#include <string_view>
#include <vector>

namespace paddock {
namespace {

constexpr std::string_view kNames[] = {"add", "multiply", "transpose", "EQ", "NE", "lhs", "rhs"};

TEST_CASE("a typing error in a long word is a misspelling", "[base]") {
  for (std::string_view wrong :
       {"multipy", "muultiply", "multiqly", "mulitply", "MULTIPLY", "multi_ply"}) {
    const auto nearest = FindNearestName(wrong, kNames);
    INFO(wrong);
    REQUIRE(nearest.has_value());
    CHECK(nearest->name == "multiply");
    CHECK(nearest->is_misspelling);
  }
  CHECK(FindNearestName("eq", kNames)->is_misspelling);
  CHECK(IsMisspelling("dotgeneral", "dot_general", {}));
  CHECK(IsMisspelling("stablehlo.dynamic_slcie", "stablehlo.dynamic_slice", {}));
}

TEST_CASE("a possible word is no misspelling", "[base]") {
  constexpr std::string_view kVocabulary[] = {"contracting_dimensions", "reserved"};
  const auto is_misspelling = [&](std::string_view wrong, std::string_view right) {
    return IsMisspelling(wrong, right, kVocabulary);
  };
  // Digits, other first letters, short words, other forms of a word, other letters of short words.
  CHECK_FALSE(is_misspelling("weight2", "weight1"));
  CHECK_FALSE(is_misspelling("weights2", "weights"));
  CHECK_FALSE(is_misspelling("rhs", "lhs"));
  CHECK_FALSE(is_misspelling("rhs_dilation", "lhs_dilation"));
  CHECK_FALSE(is_misspelling("atan", "tan"));
  CHECK_FALSE(is_misspelling("unclamp", "clamp"));
  CHECK_FALSE(is_misspelling("sinh", "sine"));
  CHECK_FALSE(is_misspelling("dimension", "dimensions"));
  CHECK_FALSE(is_misspelling("negated", "negate"));
  CHECK_FALSE(is_misspelling("slide", "slice"));
  // A word of the vocabulary; two wrong words; more than one wrong letter.
  CHECK_FALSE(is_misspelling("reserved", "reversed"));
  CHECK_FALSE(is_misspelling("dynmic_slcie", "dynamic_slice"));
  CHECK_FALSE(is_misspelling("tranpsoze", "transpose"));
  CHECK_FALSE(is_misspelling("dimensions", "contracting_dimensions"));
}

TEST_CASE("a name with several wrong letters is found as a guess", "[base]") {
  const auto nearest = FindNearestName("tranpsoze", kNames);
  REQUIRE(nearest.has_value());
  CHECK(nearest->name == "transpose");
  CHECK(FindNearestName("lsh", kNames)->name == "lhs");
  CHECK_FALSE(nearest->is_misspelling);
}

TEST_CASE("a name that is equally near to two names, or near to none, is no misspelling",
          "[base]") {
  CHECK_FALSE(FindNearestName("xhs", kNames).has_value());
  CHECK_FALSE(FindNearestName("convolution", kNames).has_value());
  CHECK_FALSE(FindNearestName("", kNames).has_value());
  CHECK_FALSE(FindNearestName("a", kNames).has_value());
  CHECK_FALSE(FindNearestName(std::string(5000, 'a'), kNames).has_value());
}

TEST_CASE("a name that occurs twice is one name", "[base]") {
  const std::vector<std::string_view> names = {"transpose", "transpose"};
  CHECK(FindNearestName("transpos", names)->name == "transpose");
}

}  // namespace
}  // namespace paddock
