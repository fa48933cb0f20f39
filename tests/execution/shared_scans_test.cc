// Running totals and scans whose lanes threads share have the bits of one thread.
#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

std::string Listed(const std::vector<int64_t>& list) {
  std::string text = "array<i64";
  for (size_t i = 0; i < list.size(); ++i) text += (i == 0 ? ": " : ", ") + std::to_string(list[i]);
  return text + ">";
}

// A running total by a body of several operations, of a tensor and a part of it. The first body
// returns the bits of its initial value for itself, the second one does not. `step`: the stride of
// another dimension.
std::string PrefixText(const std::vector<int64_t>& shape, size_t dimension, bool begins_over,
                       int64_t step) {
  std::vector<int64_t> windows(shape.size(), 1), strides(shape.size(), 1), result = shape;
  std::string padding;
  for (size_t d = 0; d < shape.size(); ++d) {
    const int64_t low = d == dimension ? shape[d] - 1 : 0;
    padding += (d == 0 ? "[" : ", [") + std::to_string(low) + ", 0]";
  }
  windows[dimension] = shape[dimension];
  const size_t other = dimension == 0 ? shape.size() - 1 : 0;
  strides[other] = step;
  result[other] = (shape[other] - 1) / step + 1;
  const std::string operand = TensorText(shape, "f32"), total = TensorText(result, "f32");
  return "func.func @main(%x: " + operand + ") -> " + total +
         " {\n  %init = stablehlo.constant dense<" + (begins_over ? "0.5" : "0.0") +
         "> : tensor<f32>\n  %r = \"stablehlo.reduce_window\"(%x, %init) <{padding = dense<[" +
         padding + "]> : tensor<" + std::to_string(shape.size()) +
         "x2xi64>, window_dimensions = " + Listed(windows) +
         ", window_strides = " + Listed(strides) +
         "}> ({\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    %s = stablehlo.sine %a : "
         "tensor<f32>\n    %t = stablehlo.add %s, %b : tensor<f32>\n    stablehlo.return %t : "
         "tensor<f32>\n  }) : (" +
         operand + ", tensor<f32>) -> " + total + "\n  return %r : " + total + "\n}";
}

TEST_CASE("running totals of many lanes are shared", "[exec]") {
  // Neighbouring lanes and separate ones, more than a batch, long ones, and few.
  const std::vector<std::vector<int64_t>> shapes = {{500, 301},   {1100, 40}, {40, 3000},
                                                    {3, 200, 70}, {2, 9000},  {70'000}};
  for (const std::vector<int64_t>& shape : shapes) {
    for (size_t dimension = 0; dimension < shape.size(); ++dimension) {
      INFO(TensorText(shape, "f32") << " along " << dimension);
      CheckInThreads(Program(PrefixText(shape, dimension, false, 1)), {WaveTensor(shape)});
    }
  }
}

// Windows along another dimension are no running total.
TEST_CASE("windows of many cells are shared", "[exec]") {
  CheckInThreads(Program(PrefixText({70, 2100}, 0, false, 2)), {WaveTensor({70, 2100})});
  CheckInThreads(Program(PrefixText({2, 3000}, 1, false, 2)), {WaveTensor({2, 3000})});
}

TEST_CASE("windows that begin over with each total are shared", "[exec]") {
  CheckInThreads(Program(PrefixText({300, 70}, 1, true, 1)), {WaveTensor({300, 70})});
  CheckInThreads(Program(PrefixText({70, 700}, 0, true, 1)), {WaveTensor({70, 700})});
}

// Carries the sine of a total and its element.
std::string ScanText(const std::vector<int64_t>& shape, size_t dimension) {
  std::vector<int64_t> slice = shape;
  slice.erase(slice.begin() + static_cast<ptrdiff_t>(dimension));
  const std::string whole = TensorText(shape, "f32"), part = TensorText(slice, "f32");
  return "func.func @main(%x: " + whole + ") -> (" + whole + ", " + part +
         ") {\n  %a = stablehlo.constant dense<0.5> : " + part +
         "\n  %o:2 = chlo.scan(%x) inits(%a) dimension=" + std::to_string(dimension) +
         " {\n  ^bb0(%e: " + part + ", %t: " + part + "):\n    %s = stablehlo.sine %t : " + part +
         "\n    %n = stablehlo.add %s, %e : " + part + "\n    stablehlo.return %n, %n : " + part +
         ", " + part + "\n  } : (" + whole + ", " + part + ") -> (" + whole + ", " + part +
         ")\n  return %o#0, %o#1 : " + whole + ", " + part + "\n}";
}

TEST_CASE("scans of many lanes are shared", "[exec]") {
  const std::vector<std::vector<int64_t>> shapes = {
      {500, 301}, {1100, 40}, {40, 3000}, {3, 200, 70}, {2, 9000}};
  for (const std::vector<int64_t>& shape : shapes) {
    for (size_t dimension = 0; dimension < shape.size(); ++dimension) {
      INFO(TensorText(shape, "f32") << " along " << dimension);
      CheckInThreads(Program(ScanText(shape, dimension)), {WaveTensor(shape)});
    }
  }
}

}  // namespace
}  // namespace paddock
