#include "cli/options/arguments.h"

#include <catch2/catch_test_macros.hpp>

namespace paddock::cli {
namespace {

TEST_CASE("options are taken with = or the next word, and unknown ones are named") {
  const OptionInfo options[] = {{"--input", "N=VALUE", ""}, {"--time", "", ""}};
  std::string problem;
  const std::vector<std::string> words = {"f",      "--input", "0=1", "--input=1=2",
                                          "--time", "--",      "--x"};
  const auto arguments = Arguments::Parse(words, options, problem);
  REQUIRE(arguments.has_value());
  CHECK(arguments->GetAll("--input") == std::vector<std::string_view>{"0=1", "1=2"});
  CHECK(arguments->Has("--time"));
  CHECK(arguments->positional() == std::vector<std::string>{"f", "--x"});
  CHECK_FALSE(Arguments::Parse(std::vector<std::string>{"--nope"}, options, problem));
  CHECK(problem == "unknown option --nope here");
  CHECK_FALSE(Arguments::Parse(std::vector<std::string>{"--input"}, options, problem));
  CHECK_FALSE(Arguments::Parse(std::vector<std::string>{"--time=1"}, options, problem));
}

TEST_CASE("counts take binary suffixes") {
  CHECK(ParseCount("1536") == 1536);
  CHECK(ParseCount("2G") == uint64_t{2} << 30);
  CHECK_FALSE(ParseCount("2X"));
  CHECK_FALSE(ParseCount("G"));
  CHECK_FALSE(ParseCount("99999999999T"));
}

}  // namespace
}  // namespace paddock::cli
