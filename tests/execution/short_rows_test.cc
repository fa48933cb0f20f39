// Loops over rows of few elements that several slices of an array read where they are.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/plan/fusion/chain_code.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/plan/fusion/tile_program.h"
#include "tests/execution/levels_testing.h"
#include "tests/execution/tapes_testing.h"

namespace paddock {
namespace {

using namespace testing;

// Slices of %x without a row or a column at either side: %l, %r, %u, %d.
std::string SlicesText(int64_t rows, int64_t columns, const std::string& type) {
  const auto slice = [&](const std::string& name, int64_t top, int64_t left) {
    return "%" + name + " = stablehlo.slice %x [" + std::to_string(top) + ":" +
           std::to_string(rows - 2 + top) + ", " + std::to_string(left) + ":" +
           std::to_string(columns - 2 + left) + "] : (" + TensorText({rows, columns}, type) +
           ") -> " + TensorText({rows - 2, columns - 2}, type) + "\n";
  };
  return slice("l", 1, 0) + slice("r", 1, 2) + slice("u", 0, 1) + slice("d", 2, 1);
}

std::string StencilText(int64_t rows, int64_t columns, const std::string& type) {
  const std::string inner = TensorText({rows - 2, columns - 2}, type);
  const std::string outer = TensorText({rows, columns}, type);
  return SlicesText(rows, columns, type) + "%h = stablehlo.subtract %l, %r : " + inner +
         "\n%v = stablehlo.maximum %u, %d : " + inner +
         "\n%m = stablehlo.minimum %h, %v : " + inner + "\n%s = stablehlo.add %m, %u : " + inner +
         "\n%next = stablehlo.dynamic_update_slice %x, %s, %one, %one : (" + outer + ", " + inner +
         ", tensor<i32>, tensor<i32>) -> " + outer + "\n";
}

TEST_CASE("stencils on rows of few elements have the same bits at both levels", "[exec]") {
  for (const std::string type : {"f32", "f64", "i32", "i8"}) {
    for (const int64_t columns : {12, 18, 19, 33, 67}) {
      for (const int64_t rows : {3, 21}) {
        const std::string shape = std::to_string(rows) + "x" + std::to_string(columns);
        const std::string text = LoopOver(shape + "x" + type, 13, StencilText(rows, columns, type));
        INFO(text);
        const Tensor start = SmallNumbersOf(type, {rows, columns});
        CheckBothWays(text, {start});
        CheckAtBothLevels(Program(text), {start});
      }
    }
  }
}

// Returns whether a program of the plan reads rows where they are.
bool HasRowsInPlace(const std::string& text) {
  const Program program(text);
  const auto plan = PlanOf(program, At(Level::kFast));
  return std::ranges::any_of(plan->steps(), [](const Step& step) {
    return step.function == &TileStep &&
           static_cast<const TileProgram*>(step.parameters)->row_size != 0;
  });
}

TEST_CASE("rows of sixteen elements are read where they are if several loads have them", "[exec]") {
  if (kHasChainModules || !HasChainCode()) return;
  CHECK(HasRowsInPlace(LoopOver("20x18xf32", 5, StencilText(20, 18, "f32"))));
  CHECK(!HasRowsInPlace(LoopOver("20x17xf32", 5, StencilText(20, 17, "f32"))));
  // A row that repeats is cheaper in a tile of several.
  CHECK(!HasRowsInPlace(
      LoopOver("20x18xf32", 5,
               "%first = stablehlo.slice %x [0:1, 0:18] : (tensor<20x18xf32>) -> tensor<1x18xf32>\n"
               "%row = stablehlo.broadcast_in_dim %first, dims = [0, 1] : (tensor<1x18xf32>) -> "
               "tensor<20x18xf32>\n"
               "%m = stablehlo.maximum %x, %row : tensor<20x18xf32>\n"
               "%next = stablehlo.add %m, %row : tensor<20x18xf32>\n")));
}

}  // namespace
}  // namespace paddock
