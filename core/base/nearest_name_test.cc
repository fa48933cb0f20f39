#include "core/base/nearest_name.h"

#include <catch2/catch_test_macros.hpp>
#include <string_view>
#include <vector>

namespace paddock {
namespace {

constexpr std::string_view kNames[] = {"add", "multiply", "transpose", "EQ", "NE", "lhs", "rhs"};

TEST_CASE("one wrong letter is certain", "[base]") {
  for (std::string_view wrong : {"multipy", "multiplyy", "multiqly", "mulitply", "MULTIPLY"}) {
    const auto nearest = FindNearestName(wrong, kNames);
    REQUIRE(nearest.has_value());
    CHECK(nearest->name == "multiply");
    CHECK(nearest->is_certain);
  }
  CHECK(FindNearestName("lsh", kNames)->name == "lhs");
  CHECK(FindNearestName("eq", kNames)->is_certain);
}

TEST_CASE("several wrong letters are a guess", "[base]") {
  const auto nearest = FindNearestName("tranpsoze", kNames);
  REQUIRE(nearest.has_value());
  CHECK(nearest->name == "transpose");
  CHECK_FALSE(nearest->is_certain);
}

TEST_CASE("what is as near to two names, or to none, is no misspelling", "[base]") {
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
