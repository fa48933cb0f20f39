#include "cli/lsp/json_value.h"

#include <catch2/catch_test_macros.hpp>

namespace paddock::lsp {
namespace {

TEST_CASE("JSON is read as a tree") {
  const auto value = JsonValue::Read(R"( {"a": [1, -2.5e3, "x\n\u00e9\ud83d\ude00"], "b": true} )");
  REQUIRE(value);
  REQUIRE((*value)["a"].items().size() == 3);
  CHECK((*value)["a"].items()[0].count() == 1u);
  CHECK((*value)["a"].items()[1].Write() == "-2.5e3");
  CHECK_FALSE((*value)["a"].items()[1].count());
  CHECK((*value)["a"].items()[2].text() == "x\n\xC3\xA9\xF0\x9F\x98\x80");
  CHECK((*value)["b"].is_true());
  CHECK((*value)["c"]["d"].is(JsonValue::Kind::kNull));
}

TEST_CASE("a lone surrogate becomes the replacement character") {
  for (const char* text : {R"("\ud800")", R"("\udc00")"}) {
    const auto value = JsonValue::Read(text);
    REQUIRE(value);
    CHECK(value->text() == "\xEF\xBF\xBD");
  }
  const auto both = JsonValue::Read(R"("\ud800\u0041\ud83d\ude00")");
  REQUIRE(both);
  CHECK(both->text() ==
        "\xEF\xBF\xBD"
        "A\xF0\x9F\x98\x80");
}

TEST_CASE("a text that is no JSON is refused") {
  for (const char* text : {"", "{", "[1,]", "{\"a\" 1}", "nul", "01", "1.", "-", "+1", "\"a", "1 2",
                           "\"\\x\"", "\"\xFF\"", "\"\\ud8\"", "[1e]"}) {
    CAPTURE(text);
    CHECK_FALSE(JsonValue::Read(text));
  }
  CHECK_FALSE(JsonValue::Read(std::string(100, '[') + std::string(100, ']')));
}

}  // namespace
}  // namespace paddock::lsp
