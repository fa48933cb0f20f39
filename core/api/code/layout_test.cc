#include "core/api/code/layout.h"

#include <catch2/catch_test_macros.hpp>

namespace paddock::code {
namespace {

std::string Lines(const Code& code, const LayoutStyle& style = {.columns = 30}) {
  std::string out;
  code.Append(out, 0, 0, style);
  return out;
}

TEST_CASE("a list that fits stands on one line") {
  CHECK(Lines(Code::List("f.Add(", {"x", "y"}, ");")) == "f.Add(x, y);");
  // 30 columns fit, 31 do not.
  CHECK(Lines(Code::List("f(", {"abcdefghijk", "abcdefghijkl"}, ");")) ==
        "f(abcdefghijk, abcdefghijkl);");
  CHECK(Lines(Code::List("f(", {"abcdefghijklm", "abcdefghijkl"}, ");")) ==
        "f(\n    abcdefghijklm,\n    abcdefghijkl);");
}

TEST_CASE("the items of a longer list have a line each") {
  const Code list =
      Code::List("f.Select(", {"predicate_of_all", "on_true_value", "on_false_value"}, ");");
  CHECK(Lines(list) ==
        "f.Select(\n    predicate_of_all,\n    on_true_value,\n    on_false_value);");
  CHECK(Lines(list, {.columns = 30, .list_indent = 2, .closes_on_own_line = true}) ==
        "f.Select(\n  predicate_of_all,\n  on_true_value,\n  on_false_value\n);");
}

TEST_CASE("as many numbers stand on a line as fit") {
  std::vector<Code> numbers;
  for (int i = 10; i < 24; ++i) numbers.emplace_back(std::to_string(i));
  CHECK(Lines(Code::Numbers("{", numbers, "}")) ==
        "{10, 11, 12, 13, 14, 15, 16,\n    17, 18, 19, 20, 21, 22,\n    23}");
}

TEST_CASE("a function at the end of a call keeps the call's line") {
  const auto call = [](std::vector<Code> statements) {
    Code function = Code::Function("[&] {", statements, "}");
    if (statements.size() == 1) function.SetShortForm("[&] { ", statements[0], " }");
    return Code::List("f.Map(", {"x", function}, ");");
  };
  CHECK(Lines(call({"return x;"})) == "f.Map(x, [&] { return x; });");
  CHECK(Lines(call({"const Value y = x;", "return y;"})) ==
        "f.Map(x, [&] {\n  const Value y = x;\n  return y;\n});");
}

TEST_CASE("the lines of one text have a separator between them") {
  const Code text = Code::Lines({"\"0123\"", "\"4567\""}, " +");
  CHECK(Lines(text.Before("x = ").After(";")) == "x = \n    \"0123\" +\n    \"4567\";");
}

}  // namespace
}  // namespace paddock::code
