// Steps whose results nothing reads do nothing, in level kFast.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

// The smallest and all others are joined by a function, and `statements` read %p.
Program Partitioned(const std::string& statements, const std::string& results) {
  return Program(R"(
func.func @main(%x: tensor<5000xf32>) -> )" +
                 results + R"( {
  %p = func.call @partition(%x) : (tensor<5000xf32>) -> tensor<5000xf32>
)" + statements + R"(
}
func.func private @partition(%x: tensor<5000xf32>) -> tensor<5000xf32> {
  %n = stablehlo.negate %x : tensor<5000xf32>
  %v, %i = chlo.top_k(%n, k = 10) : tensor<5000xf32> -> (tensor<10xf32>, tensor<10xi32>)
  %s = stablehlo.negate %v : tensor<10xf32>
  %d = stablehlo.multiply %x, %x : tensor<5000xf32>
  %w, %j = chlo.top_k(%d, k = 4990) : tensor<5000xf32> -> (tensor<4990xf32>, tensor<4990xi32>)
  %all = stablehlo.concatenate %s, %w, dim = 0 : (tensor<10xf32>, tensor<4990xf32>) -> tensor<5000xf32>
  return %all : tensor<5000xf32>
})");
}

TEST_CASE("what only unread results need is not computed", "[exec]") {
  const Program one = Partitioned(
      "  %y = stablehlo.slice %p [9:10] : (tensor<5000xf32>) -> tensor<1xf32>\n"
      "  return %y : tensor<1xf32>",
      "tensor<1xf32>");
  CheckAtBothLevels(one, {WaveTensor({5000})});
  const Program all = Partitioned("  return %p : tensor<5000xf32>", "tensor<5000xf32>");
  CheckAtBothLevels(all, {WaveTensor({5000})});
  CHECK(WorkOf(one, "chlo.top_k") < WorkOf(all, "chlo.top_k") / 2);
  CHECK(WorkOf(one, "stablehlo.multiply") == 0);
  const Program other = Partitioned(
      "  %y = stablehlo.slice %p [10:20] : (tensor<5000xf32>) -> tensor<10xf32>\n"
      "  return %y : tensor<10xf32>",
      "tensor<10xf32>");
  CheckAtBothLevels(other, {WaveTensor({5000})});
}

}  // namespace
}  // namespace paddock
