// Values that share memory with what loops, branches and calls give on.
#include "core/api/why/value_sources.h"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "core/api/why/why_testing.h"

namespace paddock {
namespace {

SessionOptions Inputs(int32_t index) {
  SessionOptions options;
  options.inputs = {Integer(index), Floats({}, {9}), Floats({}, {4})};
  return options;
}

using Lines = std::vector<std::string>;

constexpr std::string_view kReshapedBranch = R"(
func.func @main(%p: tensor<i32>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<1xf32> {
  %r = "stablehlo.case"(%p) ({
    %a = stablehlo.negate %x : tensor<f32>
    stablehlo.return %a : tensor<f32>
  }, {
    stablehlo.return %y : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  %s = stablehlo.reshape %r : (tensor<f32>) -> tensor<1xf32>
  %t = stablehlo.abs %s : tensor<1xf32>
  return %t : tensor<1xf32>
})";

TEST_CASE("a reshape of what a branch gives has its value") {
  const auto first = Prepare(std::string(kReshapedBranch), Inputs(0));
  CHECK(Names(BackFrom(*first, "%t", {0})) ==
        Lines{"%t[0] = 9.0", "%s[0] = -9.0", "%a = -9.0", "%x = 9.0"});
  const auto second = Prepare(std::string(kReshapedBranch), Inputs(1));
  CHECK(Names(BackFrom(*second, "%t", {0})) == Lines{"%t[0] = 4.0", "%s[0] = 4.0", "%y = 4.0"});
}

// The carried values change places.
constexpr std::string_view kSwaps = R"(
func.func @main(%n: tensor<i32>, %x: tensor<f32>, %y: tensor<f32>) -> tensor<1xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %first = stablehlo.constant dense<0.0> : tensor<1xf32>
  %r:4 = stablehlo.while(%i = %zero, %a = %x, %b = %y, %c = %first)
      : tensor<i32>, tensor<f32>, tensor<f32>, tensor<1xf32>
  cond {
    %goes = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %goes : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i32>
    %v = stablehlo.reshape %a : (tensor<f32>) -> tensor<1xf32>
    %w = stablehlo.add %v, %v : tensor<1xf32>
    stablehlo.return %j, %b, %a, %w : tensor<i32>, tensor<f32>, tensor<f32>, tensor<1xf32>
  }
  %s = stablehlo.reshape %r#1 : (tensor<f32>) -> tensor<1xf32>
  %t = stablehlo.multiply %s, %r#3 : tensor<1xf32>
  return %t : tensor<1xf32>
})";

TEST_CASE("a reshape of a carried value has the one of its iteration") {
  const auto why = Prepare(std::string(kSwaps), Inputs(3));
  CHECK(Names(BackFrom(*why, "%w", {0}, {}, 1)) ==
        Lines{"%w[0] = 18.0", "%v[0] = 9.0", "%x = 9.0"});
  CHECK(Names(BackFrom(*why, "%w", {0}, {}, 2)) == Lines{"%w[0] = 8.0", "%v[0] = 4.0", "%y = 4.0"});
  CHECK(Names(BackFrom(*why, "%w", {0}, {}, 3)) ==
        Lines{"%w[0] = 18.0", "%v[0] = 9.0", "%x = 9.0"});
}

TEST_CASE("a reshape of a result of a loop has the value after its last iteration") {
  const auto why = Prepare(std::string(kSwaps), Inputs(2));
  const WhyChain chain = BackFrom(*why, "%t", {0});
  REQUIRE(NodeOf(chain, "%s[0]") != nullptr);
  CHECK(NodeOf(chain, "%s[0]")->value == "9.0");
  CHECK(chain.nodes[0].formula == "9.0 * 8.0");
  const auto none = Prepare(std::string(kSwaps), Inputs(0));
  CHECK(NodeOf(BackFrom(*none, "%t", {0}), "%s[0]")->value == "9.0");
}

}  // namespace
}  // namespace paddock
