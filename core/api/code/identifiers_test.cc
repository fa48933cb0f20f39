#include "core/api/code/identifiers.h"

#include <catch2/catch_test_macros.hpp>

namespace paddock::code {
namespace {

TEST_CASE("names of values become identifiers, each once") {
  constexpr std::string_view kReserved[] = {"and", "f"};
  Identifiers names(kReserved);
  CHECK(names.Make("lhs") == "lhs");
  CHECK(names.Make("lhs.1") == "lhs_1");
  CHECK(names.Make("lhs") == "lhs_2");
  CHECK(names.Make("0") == "v0");
  CHECK(names.Make("0") == "v0_1");
  CHECK(names.Make("") == "v");
  CHECK(names.Make("", "arg") == "arg");
  CHECK(names.Make("$-a--b__c$") == "a_b_c");
  CHECK(names.Make("and") == "and_1");
  CHECK(names.Make("f") == "f_1");
}

TEST_CASE("the names of a scope are free after it") {
  Identifiers names({});
  CHECK(names.Make("a") == "a");
  const size_t mark = names.Mark();
  CHECK(names.Make("a") == "a_1");
  CHECK(names.Make("b") == "b");
  names.Release(mark);
  CHECK(names.Make("a") == "a_1");
  CHECK(names.Make("b") == "b");
}

}  // namespace
}  // namespace paddock::code
