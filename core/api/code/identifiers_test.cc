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

}  // namespace
}  // namespace paddock::code
