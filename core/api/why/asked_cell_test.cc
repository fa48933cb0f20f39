#include "core/api/why/asked_cell.h"

#include <catch2/catch_test_macros.hpp>

namespace paddock {
namespace {

TEST_CASE("an asked cell is a name with or without indices") {
  const auto asked = ReadAskedCell("%17[3, 5]");
  REQUIRE(asked.has_value());
  CHECK(asked->name == "%17");
  CHECK(asked->cell == std::vector<int64_t>{3, 5});
  CHECK(ReadAskedCell("x")->cell.empty());
  CHECK(ReadAskedCell("%x[]")->cell.empty());
}

TEST_CASE("other texts are no cells") {
  for (const auto* text : {"", "[1]", "%x[1", "%x[a]", "%x[1,,2]", "%x[-1]", "%x[1] "}) {
    INFO(text);
    CHECK_FALSE(ReadAskedCell(text).has_value());
  }
}

}  // namespace
}  // namespace paddock
