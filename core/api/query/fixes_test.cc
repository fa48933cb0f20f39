#include "core/api/query/fixes.h"

#include <string>

#include "catch2/catch_test_macros.hpp"

namespace paddock {
namespace {

FixedText Fix(const std::string& text) { return MakeFixes("test", text, {}); }
FixedText Follow(const std::string& text) {
  return MakeFixes("test", text, {.follow_types = true});
}

// Returns a function of two arguments whose body is one line.
std::string Body(const std::string& arguments, const std::string& line) {
  return "func.func @main(" + arguments + ") -> tensor<2xf32> {\n  %0 = " + line +
         "\n  return %0 : tensor<2xf32>\n}\n";
}

}  // namespace

TEST_CASE("names of values are never fixed automatically", "[api]") {
  for (const auto& [defined, used] :
       {std::pair("%arg0", "%arg1"), std::pair("%lhs", "%rhs"), std::pair("%weight1", "%weight2"),
        std::pair("%operand", "%opernd"), std::pair("%input", "%Input")}) {
    const std::string argument(defined);
    const std::string text =
        Body(argument + ": tensor<2xf32>",
             "stablehlo.subtract " + argument + ", " + used + " : tensor<2xf32>");
    const FixedText fixed = Fix(text);
    CHECK(fixed.text == text);
    CHECK(fixed.fix_count == 0);
    CHECK(fixed.suggestion_count == 1);
    CHECK(Follow(text).text == text);
  }
}

TEST_CASE("names of functions and meshes are never fixed automatically", "[api]") {
  const std::string text = R"(func.func private @layer1(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = call @layer2(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
)";
  CHECK(Fix(text).text == text);
  CHECK(Fix(text).suggestion_count == 1);
}

TEST_CASE("misspelt names of the dialects are fixed automatically", "[api]") {
  const auto text = [](const char* operation) {
    return Body("%x: tensor<2xf32>", std::string(operation) + " %x, %x : tensor<2xf32>");
  };
  for (const char* wrong : {"stablehlo.multpily", "stablehlo.MULTIPLY", "stablehlo.multipliy"}) {
    const FixedText fixed = Fix(text(wrong));
    CHECK(fixed.text == text("stablehlo.multiply"));
    CHECK(fixed.fix_count == 1);
    CHECK(fixed.suggestion_count == 0);
  }
  // Other frameworks' names of operations.
  for (const char* other :
       {"stablehlo.atan", "stablehlo.sinh", "stablehlo.nand", "stablehlo.max"}) {
    CHECK(Fix(text(other)).fix_count == 0);
  }
}

TEST_CASE("result types are fixed only with follow_types", "[api]") {
  const std::string wrong = R"(func.func @main(%x: tensor<4x2xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x2xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.negate %0 : (tensor<4x4xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}
)";
  std::string right = wrong;
  for (size_t at; (at = right.find("tensor<4x4xf32>")) != std::string::npos;) {
    right.replace(at, 15, "tensor<2x4xf32>");
  }
  CHECK(Fix(wrong).text == wrong);
  CHECK(Fix(wrong).suggestion_count == 2);
  CHECK(Follow(wrong).text == right);
  CHECK(Follow(wrong).fix_count == 2);
}

TEST_CASE("a missing return is fixed if the returned values are certain", "[api]") {
  const std::string checks =
      "func.func @main() {\n  %0 = stablehlo.constant dense<1> : tensor<i32>\n"
      "  check.expect_eq_const %0, dense<1> : tensor<i32>\n}\n";
  CHECK(Fix(checks).fix_count == 1);
  // The last value may be the intended result.
  const std::string computes =
      "func.func @main(%x: tensor<2xf32>) {\n  %0 = stablehlo.abs %x : tensor<2xf32>\n}\n";
  CHECK(Fix(computes).fix_count == 0);
  CHECK(Fix(computes).suggestion_count == 1);
  // An unreadable line may have been the return.
  const std::string unread = "func.func @main() {\n  the end\n}\n";
  CHECK(Fix(unread).fix_count == 0);
  const std::string misspelt = "func.func @main() {\n  retrun\n}\n";
  CHECK(Fix(misspelt).text == "func.func @main() {\n  return\n}\n");
}

}  // namespace paddock
