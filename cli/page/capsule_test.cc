#include "cli/page/capsule.h"

#include <catch2/catch_test_macros.hpp>

namespace paddock::cli {
namespace {

std::optional<std::string> Fill(std::string_view page, std::string& problem) {
  const std::map<std::string, std::string> parts = {{"title", "a <!--paddock:text-->"},
                                                    {"text", "T"}};
  const auto read = [](const std::string& name) -> std::optional<std::string> {
    if (name != "a.js") return std::nullopt;
    return "0123456789";
  };
  return FillCapsule(page, parts, read, problem);
}

TEST_CASE("a template is filled with its parts and pieces of files") {
  std::string problem;
  CHECK(Fill("<h1><!--paddock:title--></h1>", problem) == "<h1>a <!--paddock:text--></h1>");
  CHECK(Fill("<!--paddock:text-->,<!--paddock:file a.js 2 5-->!", problem) == "T,234!");
  CHECK(Fill("<!-- other -->", problem) == "<!-- other -->");
  CHECK(Fill("<!--paddock:file a.js 0 0-->", problem) == "");
}

TEST_CASE("a template with an absent part or file is refused with its name") {
  for (const std::string name : {"other", "file b.js 0 1", "file a.js 5 2", "file a.js 0 11"}) {
    std::string problem;
    CHECK(!Fill("<!--paddock:" + name + "-->", problem));
    CHECK(problem.find(name) != std::string::npos);
  }
  std::string problem;
  CHECK(!Fill("<!--paddock:text", problem));
}

TEST_CASE("no text ends the HTML around it") {
  CHECK(HtmlText("a<b>&\"'") == "a&#60;b&#62;&#38;&#34;&#39;");
  CHECK(ScriptJson("{\"a\": \"</script><!--\"}") == "{\"a\": \"\\u003c/script>\\u003c!--\"}");
}

}  // namespace
}  // namespace paddock::cli
