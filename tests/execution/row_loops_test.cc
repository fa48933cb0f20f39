// Row loops (core/plan/fusion/row_loop.h) and spreads (core/plan/lowering/element_group.h): the
// bits of separate steps, with less memory and less work.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "core/exec/threads/thread_pool.h"
#include "core/plan/fusion/row_loop.h"
#include "core/plan/fusion/tile_sink.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

Tensor Ramp(std::vector<int64_t> shape) {
  int64_t count = 1;
  for (int64_t size : shape) count *= size;
  std::vector<float> elements;
  for (int64_t i = 0; i < count; ++i) {
    elements.push_back(static_cast<float>((i * 7919) % 1013 - 500) / 128);
  }
  return TensorOf<float>(ElementType::kF32, std::move(shape), elements);
}

void Replace(std::string& text, std::string_view word, std::string_view by) {
  for (size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += by.size()) {
    text.replace(at, word.size(), by);
  }
}

// Returns the program for R rows and C columns.
std::string Sized(std::string text, int64_t rows, int64_t columns) {
  const std::string r = std::to_string(rows), c = std::to_string(columns);
  Replace(text, "MATRIX", "tensor<" + r + "x" + c + "xf32>");
  Replace(text, "ROWS", "tensor<" + r + "xf32>");
  Replace(text, "COLUMNS", "tensor<" + c + "xf32>");
  return text;
}

constexpr const char* kSoftmax = R"(
func.func @main(%x: MATRIX) -> MATRIX {
  %least = stablehlo.constant dense<-3.0e38> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1]
    : (MATRIX, tensor<f32>) -> ROWS
  %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (ROWS) -> MATRIX
  %shifted = stablehlo.subtract %x, %mb : MATRIX
  %raised = stablehlo.exponential %shifted : MATRIX
  %s = stablehlo.reduce(%raised init: %zero) applies stablehlo.add across dimensions = [1]
    : (MATRIX, tensor<f32>) -> ROWS
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (ROWS) -> MATRIX
  %y = stablehlo.divide %raised, %sb : MATRIX
  return %y : MATRIX
})";

// The first intermediate value and two later ones are also results.
constexpr const char* kLayerNorm = R"(
func.func @main(%x: MATRIX, %gain: COLUMNS, %bias: COLUMNS) -> (MATRIX, MATRIX, ROWS) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<0.01> : MATRIX
  %e = stablehlo.constant dense<1.0e-5> : MATRIX
  %twice = stablehlo.add %x, %x : MATRIX
  %s = stablehlo.reduce(%twice init: %zero) applies stablehlo.add across dimensions = [1]
    : (MATRIX, tensor<f32>) -> ROWS
  %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (ROWS) -> MATRIX
  %mean = stablehlo.multiply %sb, %n : MATRIX
  %centred = stablehlo.subtract %twice, %mean : MATRIX
  %squares = stablehlo.multiply %centred, %centred : MATRIX
  %v = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [1]
    : (MATRIX, tensor<f32>) -> ROWS
  %vb = stablehlo.broadcast_in_dim %v, dims = [0] : (ROWS) -> MATRIX
  %variance = stablehlo.multiply %vb, %n : MATRIX
  %positive = stablehlo.add %variance, %e : MATRIX
  %scale = stablehlo.rsqrt %positive : MATRIX
  %normal = stablehlo.multiply %centred, %scale : MATRIX
  %gains = stablehlo.broadcast_in_dim %gain, dims = [1] : (COLUMNS) -> MATRIX
  %biases = stablehlo.broadcast_in_dim %bias, dims = [1] : (COLUMNS) -> MATRIX
  %scaled = stablehlo.multiply %normal, %gains : MATRIX
  %y = stablehlo.add %scaled, %biases : MATRIX
  return %y, %squares, %v : MATRIX, MATRIX, ROWS
})";

bool IsRowLoop(const Step& step) { return step.function == &RowLoopStep; }

int64_t RowLoopsOf(const Plan& plan) { return std::ranges::count_if(plan.steps(), IsRowLoop); }

TEST_CASE("a row loop is one step with the bits of its parts", "[exec]") {
  // Blocks of many rows and of one, with a shorter last one; sizes that are not multiples of a
  // vector.
  struct Size {
    int64_t rows, columns;
  };
  // Rows in several tiles, with a shorter last one; results of 8 MB, which are written past the
  // caches.
  for (const Size& size : {Size{1000, 100},
                           {257, 1031},
                           {67, 4096},
                           {16, 4096},
                           {4099, 17},
                           {200, 513},
                           {150, 768},
                           {2101, 1031}}) {
    const Program softmax(Sized(kSoftmax, size.rows, size.columns));
    CHECK(RowLoopsOf(*PlanOf(softmax, At(Level::kFast))) == 1);
    CHECK(PlanOf(softmax, At(Level::kFast))->steps().size() == 2);
    CheckAtBothLevels(softmax, {Ramp({size.rows, size.columns})});
    const Program norm(Sized(kLayerNorm, size.rows, size.columns));
    CHECK(RowLoopsOf(*PlanOf(norm, At(Level::kFast))) == 1);
    CheckAtBothLevels(
        norm, {Ramp({size.rows, size.columns}), Ramp({size.columns}), Ramp({size.columns})});
  }
}

TEST_CASE("values between the parts of a row loop need only a block's memory", "[exec]") {
  const Program program(Sized(kSoftmax, 4096, 256));
  const auto plan = PlanOf(program, At(Level::kFast));
  const uint64_t result = uint64_t{4096} * 256 * 4;
  CHECK(plan->arena_bytes() >= result);
  // The distance of large arrays from each other.
  CHECK(plan->arena_bytes() < result + 4096);
  CHECK(plan->scratch_bytes() < result / 4);
  CHECK(plan->lends_results());
}

TEST_CASE("small values and long rows are no row loops", "[exec]") {
  for (const auto& text : {Sized(kSoftmax, 20, 30), Sized(kSoftmax, 4, 100'000)}) {
    CHECK(RowLoopsOf(*PlanOf(Program(text), At(Level::kFast))) == 0);
  }
  const Program few(Sized(kSoftmax, 20, 30));
  CheckAtBothLevels(few, {Ramp({20, 30})});
}

// The reduction is over the rows of the transpose, so no row loop can include it. The first one is
// a sink of the exponential's tile program.
TEST_CASE("steps that do not work by rows stay outside a row loop", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.exponential %x : tensor<512x512xf32>
  %s = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<512x512xf32>, tensor<f32>) -> tensor<512xf32>
  %across = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<512xf32>) -> tensor<512x512xf32>
  %z = stablehlo.divide %y, %across : tensor<512x512xf32>
  %t = stablehlo.reduce(%z init: %zero) applies stablehlo.add across dimensions = [0]
    : (tensor<512x512xf32>, tensor<f32>) -> tensor<512xf32>
  %down = stablehlo.broadcast_in_dim %t, dims = [0] : (tensor<512xf32>) -> tensor<512x512xf32>
  %r = stablehlo.add %z, %down : tensor<512x512xf32>
  return %r : tensor<512x512xf32>
})");
  CHECK(RowLoopsOf(*PlanOf(program, At(Level::kFast))) == (kHasTileSinks ? 0 : 1));
  CheckAtBothLevels(program, {Ramp({512, 512})});
}

// The scale and the ramp are computed after the first reduction. The second sum is over one column.
TEST_CASE("steps that a row loop does not need run before it", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<515x259xf32>, %t: tensor<f32>) -> tensor<515x259xf32> {
  %zero = stablehlo.constant dense<-0.0> : tensor<f32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<515x259xf32>, tensor<f32>) -> tensor<515xf32>
  %wide = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<515xf32>) -> tensor<515x259xf32>
  %y = stablehlo.subtract %x, %wide : tensor<515x259xf32>
  %squares = stablehlo.multiply %y, %y : tensor<515x259xf32>
  %v = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<515x259xf32>, tensor<f32>) -> tensor<515xf32>
  %column = stablehlo.reshape %v : (tensor<515xf32>) -> tensor<515x1xf32>
  %total = stablehlo.reduce(%column init: %t) applies stablehlo.add across dimensions = [1]
    : (tensor<515x1xf32>, tensor<f32>) -> tensor<515xf32>
  %root = stablehlo.sqrt %t : tensor<f32>
  %scale = stablehlo.sine %root : tensor<f32>
  %scales = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f32>) -> tensor<515xf32>
  %scaled = stablehlo.multiply %total, %scales : tensor<515xf32>
  %by = stablehlo.broadcast_in_dim %scaled, dims = [0] : (tensor<515xf32>) -> tensor<515x259xf32>
  %z = stablehlo.multiply %y, %by : tensor<515x259xf32>
  return %z : tensor<515x259xf32>
})");
  const auto plan = PlanOf(program, At(Level::kFast));
  CHECK(RowLoopsOf(*plan) == 1);
  // The scale, the loop, the end.
  if (kHasTileSinks) CHECK(plan->steps().size() == 3);
  CheckAtBothLevels(program, {Ramp({515, 259}), TensorOf<float>(ElementType::kF32, {}, {2})});
}

TEST_CASE("a loop of the program starts with a separate step", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<256x512xf32>) -> (tensor<256x512xf32>, tensor<256xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %half = stablehlo.constant dense<0.001953125> : tensor<256x512xf32>
  %first = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<256x512xf32>, tensor<f32>) -> tensor<256xf32>
  %r:3 = stablehlo.while(%i = %none, %y = %x, %before = %first)
    : tensor<i32>, tensor<256x512xf32>, tensor<256xf32>
    cond {
      %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %wide = stablehlo.broadcast_in_dim %before, dims = [0]
        : (tensor<256xf32>) -> tensor<256x512xf32>
      %share = stablehlo.multiply %wide, %half : tensor<256x512xf32>
      %next = stablehlo.subtract %y, %share : tensor<256x512xf32>
      %total = stablehlo.reduce(%next init: %zero) applies stablehlo.add across dimensions = [1]
        : (tensor<256x512xf32>, tensor<f32>) -> tensor<256xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %next, %total : tensor<i32>, tensor<256x512xf32>, tensor<256xf32>
    }
  return %r#1, %r#2 : tensor<256x512xf32>, tensor<256xf32>
})");
  CheckAtBothLevels(program, {Ramp({256, 512})});
}

TEST_CASE("operations on equal broadcasts are computed before the broadcast", "[exec]") {
  const Program program(R"(
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<9xf32>)
    -> (tensor<8x9xf32>, tensor<8x9xf32>) {
  %k = stablehlo.constant dense<2.0> : tensor<8x9xf32>
  %wide_a = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<8xf32>) -> tensor<8x9xf32>
  %wide_b = stablehlo.broadcast_in_dim %b, dims = [0] : (tensor<8xf32>) -> tensor<8x9xf32>
  %wide_c = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<9xf32>) -> tensor<8x9xf32>
  %x = stablehlo.multiply %wide_a, %k : tensor<8x9xf32>
  %y = stablehlo.tanh %x : tensor<8x9xf32>
  %z = stablehlo.add %y, %wide_b : tensor<8x9xf32>
  %w = stablehlo.add %z, %wide_c : tensor<8x9xf32>
  return %w, %z : tensor<8x9xf32>, tensor<8x9xf32>
})");
  const std::vector<Tensor> inputs = {Ramp({8}), Ramp({8}), Ramp({9})};
  CheckAtBothLevels(program, inputs);
  uint64_t operations = 0;
  const auto plan = PlanOf(program, At(Level::kFast));
  for (const Step& step : plan->steps()) operations += step.operations;
  CHECK(operations == 8 * 3 + 8 * 9);
}

// Each instance of the function has separate broadcasts, and some are needed in memory.
TEST_CASE("broadcasts of a function that is called twice are not mixed up", "[exec]") {
  const Program program(R"(
func.func @main(%a: tensor<3xf32>, %b: tensor<3xf32>)
    -> (tensor<4x3xf32>, tensor<4x3xf32>, tensor<3x4xf32>) {
  %x, %xt = call @f(%a) : (tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3x4xf32>)
  %y, %yt = call @f(%b) : (tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3x4xf32>)
  %t = stablehlo.add %xt, %yt : tensor<3x4xf32>
  return %x, %y, %t : tensor<4x3xf32>, tensor<4x3xf32>, tensor<3x4xf32>
}
func.func private @f(%a: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<3x4xf32>) {
  %wide = stablehlo.broadcast_in_dim %a, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
  %negative = stablehlo.negate %wide : tensor<4x3xf32>
  %turned = stablehlo.transpose %negative, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %more = stablehlo.add %negative, %wide : tensor<4x3xf32>
  %most = stablehlo.subtract %wide, %more : tensor<4x3xf32>
  return %most, %turned : tensor<4x3xf32>, tensor<3x4xf32>
})");
  CheckAtBothLevels(program, {Ramp({3}), TensorOf<float>(ElementType::kF32, {3}, {5, 7, 11})});
}

TEST_CASE("a broadcast is available in both branches and after them", "[exec]") {
  const Program program(R"(
func.func @main(%a: tensor<3xf32>, %p: tensor<i1>) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %b = stablehlo.negate %a : tensor<3xf32>
  %wide = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<3xf32>) -> tensor<4x3xf32>
  %double = stablehlo.add %wide, %wide : tensor<4x3xf32>
  %r = "stablehlo.if"(%p) ({
    %s = stablehlo.reverse %double, dims = [1] : tensor<4x3xf32>
    stablehlo.return %s : tensor<4x3xf32>
  }, {
    %u = stablehlo.multiply %wide, %wide : tensor<4x3xf32>
    stablehlo.return %u : tensor<4x3xf32>
  }) : (tensor<i1>) -> tensor<4x3xf32>
  %after = stablehlo.subtract %double, %wide : tensor<4x3xf32>
  return %r, %after : tensor<4x3xf32>, tensor<4x3xf32>
})");
  for (const uint8_t taken : {uint8_t{0}, uint8_t{1}}) {
    CheckAtBothLevels(program, {Ramp({3}), TensorOf<uint8_t>(ElementType::kI1, {}, {taken})});
  }
}

}  // namespace
}  // namespace paddock
