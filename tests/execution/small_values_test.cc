// Loops of vectors of few elements, and of slices at their indices, run on tapes like step by step.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "core/exec/machine/testing.h"
#include "tests/execution/tapes_testing.h"

namespace paddock {
namespace {

using namespace testing;

// Slices, joined parts and splats of a few elements are on the tape too.
TEST_CASE("loops of short vectors run on tapes like step by step", "[exec]") {
  CheckBothWays(LoopOver("3xf32", 40, R"(
    %a0 = stablehlo.slice %x [0:1] : (tensor<3xf32>) -> tensor<1xf32>
    %a = stablehlo.reshape %a0 : (tensor<1xf32>) -> tensor<f32>
    %b0 = stablehlo.slice %x [2:3] : (tensor<3xf32>) -> tensor<1xf32>
    %b = stablehlo.reshape %b0 : (tensor<1xf32>) -> tensor<f32>
    %c = stablehlo.subtract %a, %b : tensor<f32>
    %d = stablehlo.multiply %a, %c : tensor<f32>
    %c1 = stablehlo.reshape %c : (tensor<f32>) -> tensor<1xf32>
    %d1 = stablehlo.reshape %d : (tensor<f32>) -> tensor<1xf32>
    %v = stablehlo.concatenate %c1, %d1, %a0, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
    %h = stablehlo.constant dense<0.0625> : tensor<3xf32>
    %w = stablehlo.multiply %v, %h : tensor<3xf32>
    %r3 = stablehlo.reverse %x, dims = [0] : tensor<3xf32>
    %m = stablehlo.maximum %r3, %w : tensor<3xf32>
    %s = stablehlo.add %x, %w : tensor<3xf32>
    %next = stablehlo.subtract %s, %m : tensor<3xf32>
)"),
                {TensorOf<float>(ElementType::kF32, {3}, {3.5f, -1.0f, 0.25f})});
}

TEST_CASE("slices and updates at indices of the loop are instructions of its tape", "[exec]") {
  for (const std::string index : {"i32", "i64"}) {
    // Indices below 0 and above the last start are clamped.
    CheckBothWays(LoopOver("f32", 12,
                           R"(
    %table = stablehlo.constant dense<[1.0, -2.0, 4.0, 8.0, -16.0]> : tensor<5xf32>
    %three = stablehlo.constant dense<3> : tensor<)" +
                               index + R"(>
    %at = stablehlo.subtract %i, %three : tensor<)" +
                               index + R"(>
    %cell = stablehlo.dynamic_slice %table, %at, sizes = [1] : (tensor<5xf32>, tensor<)" +
                               index + R"(>) -> tensor<1xf32>
    %y = stablehlo.reshape %cell : (tensor<1xf32>) -> tensor<f32>
    %next = stablehlo.add %x, %y : tensor<f32>
)",
                           index),
                  {TensorOf<float>(ElementType::kF32, {}, {0.5f})});
  }
}

// %x has three elements and %grid, which the loop updates, two rows of them.
TEST_CASE("vectors of few elements are on the tape of their loop", "[exec]") {
  const std::string body = R"(
    %first = stablehlo.slice %x [0:1] : (tensor<3xf32>) -> tensor<1xf32>
    %rest = stablehlo.slice %x [1:3] : (tensor<3xf32>) -> tensor<2xf32>
    %turned = stablehlo.concatenate %rest, %first, dim = 0 : (tensor<2xf32>, tensor<1xf32>) -> tensor<3xf32>
    %back = stablehlo.reverse %x, dims = [0] : tensor<3xf32>
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %halves = stablehlo.broadcast_in_dim %half, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %scaled = stablehlo.multiply %turned, %halves : tensor<3xf32>
    %sum = stablehlo.subtract %scaled, %back : tensor<3xf32>
    %is_less = stablehlo.compare GT, %sum, %halves : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
    %chosen = stablehlo.select %is_less, %sum, %scaled : tensor<3xi1>, tensor<3xf32>
    %sines = stablehlo.sine %chosen : tensor<3xf32>
    %row = stablehlo.reshape %sines : (tensor<3xf32>) -> tensor<1x3xf32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %next_grid = stablehlo.dynamic_update_slice %grid, %row, %i, %zero : (tensor<2x3xf32>, tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
    %at = stablehlo.dynamic_slice %grid, %i, %i, sizes = [1, 1] : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
    %one = stablehlo.reshape %at : (tensor<1x1xf32>) -> tensor<1xf32>
    %c0 = stablehlo.constant dense<1.0> : tensor<f32>
    %padded = stablehlo.pad %one, %c0, low = [1], high = [1], interior = [0] : (tensor<1xf32>, tensor<f32>) -> tensor<3xf32>
    %next = stablehlo.multiply %sines, %padded : tensor<3xf32>
)";
  CheckBothWays(R"(
func.func @main(%start: tensor<3xf32>, %empty: tensor<2x3xf32>) -> (tensor<3xf32>, tensor<2x3xf32>) {
  %begin = stablehlo.constant dense<-1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %begin, %x = %start, %grid = %empty) : tensor<i32>, tensor<3xf32>, tensor<2x3xf32>
  cond {
    %end = stablehlo.constant dense<9> : tensor<i32>
    %goes_on = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %goes_on : tensor<i1>
  } do {
    %step = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %step : tensor<i32>
)" + body + R"(
    stablehlo.return %j, %next, %next_grid : tensor<i32>, tensor<3xf32>, tensor<2x3xf32>
  }
  return %r#1, %r#2 : tensor<3xf32>, tensor<2x3xf32>
}
)",
                {TensorOf<float>(ElementType::kF32, {3}, {0.25f, -1.0f, 3.0f}),
                 TensorOf<float>(ElementType::kF32, {2, 3}, {1, 2, 3, 4, 5, 6})});
}

// Turned around, an array is one load of two parts.
TEST_CASE("operations on turned vectors of some elements run on tapes like step by step",
          "[exec]") {
  for (const std::string type : {"f32", "f64", "i32", "f16", "i8"}) {
    for (const int64_t count : {5, 16, 17, 20, 31, 32, 33}) {
      const std::string all = TensorText({count}, type), rest = TensorText({count - 1}, type);
      const std::string one = TensorText({1}, type), last = std::to_string(count - 1);
      const std::string end = std::to_string(count);
      CheckBothWays(
          LoopOver(Spelled({count}, type), 5,
                   "%a = stablehlo.slice %x [1:" + end + "] : (" + all + ") -> " + rest +
                       "\n%b = stablehlo.slice %x [0:1] : (" + all + ") -> " + one +
                       "\n%left = stablehlo.concatenate %a, %b, dim = 0 : (" + rest + ", " + one +
                       ") -> " + all + "\n%c = stablehlo.slice %x [" + last + ":" + end + "] : (" +
                       all + ") -> " + one + "\n%d = stablehlo.slice %x [0:" + last + "] : (" +
                       all + ") -> " + rest +
                       "\n%right = stablehlo.concatenate %c, %d, dim = 0 : (" + one + ", " + rest +
                       ") -> " + all + "\n%sum = stablehlo.add %left, %right : " + all +
                       "\n%y = stablehlo.multiply %sum, %x : " + all +
                       "\n%next = stablehlo.minimum %y, %left : " + all + "\n"),
          {SmallNumbersOf(type, {count})});
    }
  }
}

// %x and %y change places, and %x changes.
TEST_CASE("values of any size that a loop exchanges are moved like step by step", "[exec]") {
  for (const std::string type : {"f32", "f64"}) {
    for (const int64_t count : {3, 16, 17, 20, 32, 33, 64, 65, 200, 511, 512, 513, 1100}) {
      const std::string all = TensorText({count}, type);
      const std::string branch = "{\n  stablehlo.return %y, %x : " + all + ", " + all + "\n}";
      const std::string body = R"(
    %k = stablehlo.and %i, %one : tensor<i32>
    %s = stablehlo.add %x, %y : )" +
                               all + "\n    %t = stablehlo.multiply %s, %x : " + all +
                               "\n    %next:2 = \"stablehlo.case\"(%k) (" + branch +
                               ", {\n  stablehlo.return %t, %s : " + all + ", " + all +
                               "\n}) : (tensor<i32>) -> (" + all + ", " + all + ")\n";
      CheckBothWays(LoopOverTwo(all, 7, body, "%next#0, %next#1"),
                    {SmallNumbersOf(type, {count}), SmallNumbersOf(type, {count})});
    }
  }
}

TEST_CASE("movements of many elements are not moves of a tape", "[exec]") {
  const Program program(LoopOver("64x64xi8", 3, R"(
    %a = stablehlo.slice %x [0:64, 0:64] : (tensor<64x64xi8>) -> tensor<64x64xi8>
    %none = stablehlo.slice %x [0:0, 0:64] : (tensor<64x64xi8>) -> tensor<0x64xi8>
    %b = stablehlo.concatenate %a, %none, dim = 0 : (tensor<64x64xi8>, tensor<0x64xi8>) -> tensor<64x64xi8>
    %c = stablehlo.slice %b [0:64, 1:64] : (tensor<64x64xi8>) -> tensor<64x63xi8>
    %d = stablehlo.slice %b [0:64, 0:1] : (tensor<64x64xi8>) -> tensor<64x1xi8>
    %turned = stablehlo.concatenate %c, %d, dim = 1 : (tensor<64x63xi8>, tensor<64x1xi8>) -> tensor<64x64xi8>
    %next = stablehlo.reverse %turned, dims = [0] : tensor<64x64xi8>
)"));
  const auto plan = PlanOf(program, At(Level::kFast));
  REQUIRE(plan->tapes() != nullptr);
  CHECK(plan->tapes()->instructions.size() < 100);
}

}  // namespace
}  // namespace paddock
