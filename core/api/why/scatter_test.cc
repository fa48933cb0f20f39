// Chains through a scatter: the updates that land on a cell, and the cell where an update lands.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "core/api/why/why_testing.h"

namespace paddock {
namespace {

// Four updates at 3, 1, 3 and 9, which is outside.
std::unique_ptr<Why> Scattered(const std::string& body) {
  SessionOptions options;
  options.inputs = {Floats({5}, {10, 20, 30, 40, 50}),
                    Tensor::FromElements<int32_t>(ElementType::kI32, std::vector<int64_t>{4, 1},
                                                  std::vector<int32_t>{3, 1, 3, 9}),
                    Floats({4}, {1, 2, 3, 4})};
  return Prepare(
      "func.func @main(%x: tensor<5xf32>, %i: tensor<4x1xi32>, %u: tensor<4xf32>) -> "
      "tensor<5xf32> {\n  %y = \"stablehlo.scatter\"(%x, %i, %u) ({\n  ^b(%a: tensor<f32>, %c: "
      "tensor<f32>):\n    " +
          body +
          "\n  }) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], "
          "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> : (tensor<5xf32>, "
          "tensor<4x1xi32>, tensor<4xf32>) -> tensor<5xf32>\n  return %y : tensor<5xf32>\n}",
      std::move(options));
}

const std::string kAdd =
    "%s = stablehlo.add %a, %c : tensor<f32> stablehlo.return %s : tensor<f32>";

std::vector<std::string> SetNames(const WhyNode& node) {
  std::vector<std::string> names;
  for (const WhySet& set : node.sets) names.push_back(set.name);
  return names;
}

TEST_CASE("a chain through a scatter has the updates that land on the cell") {
  const auto why = Scattered(kAdd);
  CHECK(SetNames(BackFrom(*why, "%y", {3}).nodes[0]) ==
        std::vector<std::string>{"%x[3]", "%i[0:4, 0]", "%u[0:3:2]"});
  CHECK(SetNames(BackFrom(*why, "%y", {4}).nodes[0]) ==
        std::vector<std::string>{"%x[4]", "%i[0:4, 0]"});
}

TEST_CASE("an update of a scatter changes the cell where it lands") {
  const auto why = Scattered(kAdd);
  CHECK(Names(ForwardFrom(*why, "%u", {2})) ==
        std::vector<std::string>{"%u[2] = 3.0", "%y[3] = 44.0"});
  CHECK(Names(ForwardFrom(*why, "%u", {3})) == std::vector<std::string>{"%u[3] = 4.0"});
  CHECK(Names(ForwardFrom(*why, "%x", {1})) ==
        std::vector<std::string>{"%x[1] = 20.0", "%y[1] = 22.0"});
  // Another index could move its update to any cell.
  CHECK(ForwardFrom(*why, "%i", {3, 0}).nodes[0].sets[0].count == 5);
}

TEST_CASE("an update that a later one replaces changes nothing") {
  const auto why = Scattered("stablehlo.return %c : tensor<f32>");
  CHECK(Names(ForwardFrom(*why, "%u", {0})) == std::vector<std::string>{"%u[0] = 1.0"});
  CHECK(Names(ForwardFrom(*why, "%u", {2})) ==
        std::vector<std::string>{"%u[2] = 3.0", "%y[3] = 3.0"});
}

}  // namespace
}  // namespace paddock
