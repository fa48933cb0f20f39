// Small products and reductions are terms on the tape of the loop around them: each in the order of
// its kernel, which the same loop step by step calls.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/native/executable_memory.h"
#include "tests/execution/tapes_testing.h"

namespace paddock {
namespace {

using namespace testing;

// Numbers whose sums round.
template <class T>
std::vector<T> Numbers(size_t count) {
  std::vector<T> numbers;
  for (size_t i = 0; i < count; ++i) {
    const auto k = static_cast<double>(i * 37 % 23);
    numbers.push_back(static_cast<T>((k - 11.0) / 7.0));
  }
  return numbers;
}

Tensor NumbersOf(const std::string& type, const std::vector<int64_t>& shape) {
  size_t count = 1;
  for (const int64_t size : shape) count *= static_cast<size_t>(size);
  if (type == "f64") return TensorOf(ElementType::kF64, shape, Numbers<double>(count));
  if (type == "i32") return TensorOf(ElementType::kI32, shape, Numbers<int32_t>(count));
  if (type == "i64") return TensorOf(ElementType::kI64, shape, Numbers<int64_t>(count));
  return TensorOf(ElementType::kF32, shape, Numbers<float>(count));
}

void CheckHasNoCalls(const std::string& text, const std::vector<Tensor>& inputs) {
  INFO(text);
  const auto plan = PlanOf(Program(text), At(Level::kFast));
  REQUIRE(plan->tapes() != nullptr);
  using Kind = TapePlan::Instruction::Kind;
  const auto is_call = [](const TapePlan::Instruction& instruction) {
    return instruction.kind == Kind::kCall || instruction.kind == Kind::kStep;
  };
  CHECK(std::ranges::none_of(plan->tapes()->instructions, is_call));
  CheckBothWays(text, inputs);
}

// x <- x times its own part, which contracts dimension `lhs` of x with `rhs` of the part.
std::string ProductLoop(const std::vector<int64_t>& shape, const std::vector<int64_t>& part,
                        int lhs, int rhs, const std::string& type) {
  std::string limits;
  for (const int64_t size : part) limits += (limits.empty() ? "0:" : ", 0:") + std::to_string(size);
  const std::string of_x = TensorText(shape, type);
  const std::string of_part = TensorText(part, type);
  return LoopOver(Spelled(shape, type), 3,
                  "    %part = stablehlo.slice %x [" + limits + "] : (" + of_x + ") -> " + of_part +
                      "\n    %next = stablehlo.dot_general %x, %part, contracting_dims = [" +
                      std::to_string(lhs) + "] x [" + std::to_string(rhs) + "] : (" + of_x + ", " +
                      of_part + ") -> " + of_x + "\n");
}

TEST_CASE("small products on tapes have the bits of their kernels", "[exec]") {
  for (const std::string type : {"f32", "f64", "i32", "i64"}) {
    std::vector<int64_t> sizes = {1, 2};
    if (kHasNativeTapes) sizes.push_back(3);
    for (const int64_t rows : sizes) {
      for (const int64_t n : sizes) {
        const std::vector<Tensor> start = {NumbersOf(type, {rows, n})};
        // Contracts the last dimension with the rows of an n x n part, or with its columns.
        if (n > rows) continue;
        CheckHasNoCalls(ProductLoop({rows, n}, {n, n}, 1, 0, type), start);
        CheckHasNoCalls(ProductLoop({rows, n}, {n, n}, 1, 1, type), start);
      }
    }
  }
}

// Rows of a native tape are computed several elements at once.
TEST_CASE("products of whole rows on tapes have the bits of their kernels", "[exec]") {
  for (const std::string type : {"f32", "f64", "i32", "i64"}) {
    for (const int64_t n : {4, 5, 6, 7, 8, 9}) {
      for (const int64_t rows : {n, int64_t{9}}) {
        const std::vector<Tensor> start = {NumbersOf(type, {rows, n})};
        CheckBothWays(ProductLoop({rows, n}, {n, n}, 1, 0, type), start);
        CheckBothWays(ProductLoop({rows, n}, {n, n}, 1, 1, type), start);
      }
    }
  }
}

TEST_CASE("products of rows of 16 bytes are no calls on native tapes", "[exec]") {
  if (!kHasNativeTapes) SKIP("this build has no native tapes");
  CheckHasNoCalls(ProductLoop({5, 5}, {5, 5}, 1, 0, "f32"), {NumbersOf("f32", {5, 5})});
  CheckHasNoCalls(ProductLoop({5, 5}, {5, 5}, 1, 0, "i32"), {NumbersOf("i32", {5, 5})});
}

// x <- x - its totals along dimension 0.
std::string SummedLoop(const std::vector<int64_t>& shape, const std::string& type,
                       const std::string& body) {
  const std::vector<int64_t> kept(shape.begin() + 1, shape.end());
  const std::string of_x = TensorText(shape, type);
  const std::string of_init = "tensor<" + type + ">";
  const std::string of_totals = TensorText(kept, type);
  const std::string init = type == "i32" ? "3" : "0.3";
  const std::string to = kept.empty() ? "" : "1";
  return LoopOver(Spelled(shape, type), 3,
                  "    %init = stablehlo.constant dense<" + init + "> : " + of_init +
                      "\n    %totals = stablehlo.reduce(%x init: %init) applies stablehlo." + body +
                      " across dimensions = [0] : (" + of_x + ", " + of_init + ") -> " + of_totals +
                      "\n    %all = stablehlo.broadcast_in_dim %totals, dims = [" + to + "] : (" +
                      of_totals + ") -> " + of_x +
                      "\n    %next = stablehlo.subtract %x, %all : " + of_x + "\n");
}

TEST_CASE("small reductions on tapes have the bits of their kernels", "[exec]") {
  for (const std::string type : {"f32", "f64", "i32"}) {
    for (const std::string body : {"add", "multiply", "minimum", "maximum"}) {
      for (const std::vector<int64_t>& shape :
           std::vector<std::vector<int64_t>>{{1}, {2}, {3}, {4}, {2, 2}, {3, 1}}) {
        CheckHasNoCalls(SummedLoop(shape, type, body), {NumbersOf(type, shape)});
      }
    }
  }
}

// More elements than lanes of a reduction.
TEST_CASE("longer reductions on tapes have the bits of their kernels", "[exec]") {
  for (const std::string type : {"f32", "f64", "i32"}) {
    for (const std::string body : {"add", "maximum"}) {
      for (const int64_t size : {16, 17, 20, 32, 33, 47, 48, 49}) {
        CheckBothWays(SummedLoop({size}, type, body), {NumbersOf(type, {size})});
      }
      CheckBothWays(SummedLoop({21, 2}, type, body), {NumbersOf(type, {21, 2})});
    }
  }
  if (kHasNativeTapes) CheckHasNoCalls(SummedLoop({20}, "f64", "add"), {NumbersOf("f64", {20})});
}

// x <- x - its windows along dimension 0: all up to an element (padding "low"), or from it on.
std::string WindowedLoop(const std::vector<int64_t>& shape, int64_t window, bool is_prefix,
                         const std::string& type, const std::string& body) {
  const std::string of_x = TensorText(shape, type);
  const std::string of_init = "tensor<" + type + ">";
  const std::string padding = std::to_string(window - 1);
  const std::string pads = is_prefix ? padding + ", 0" : "0, " + padding;
  std::string more, rest;
  for (size_t d = 1; d < shape.size(); ++d) {
    more += ", [0, 0]";
    rest += ", 1";
  }
  const std::string neutral = body == "multiply" ? "1" : "0";
  return LoopOver(
      Spelled(shape, type), 3,
      "    %init = stablehlo.constant dense<" + (type == "i32" ? neutral : neutral + ".0") +
          "> : " + of_init + "\n    %totals = \"stablehlo.reduce_window\"(%x, %init) ({\n" +
          "    ^bb0(%p: " + of_init + ", %q: " + of_init + "):\n      %s = stablehlo." + body +
          " %p, %q : " + of_init + "\n      stablehlo.return %s : " + of_init +
          "\n    }) {window_dimensions = array<i64: " + std::to_string(window) + rest +
          ">, padding = dense<[[" + pads + "]" + more + "]> : tensor<" +
          std::to_string(shape.size()) + "x2xi64>} : (" + of_x + ", " + of_init + ") -> " + of_x +
          "\n    %next = stablehlo.subtract %x, %totals : " + of_x + "\n");
}

TEST_CASE("windows on tapes have the bits of their kernels", "[exec]") {
  for (const std::string type : {"f32", "f64", "i32"}) {
    for (const std::string body : {"add", "multiply", "maximum"}) {
      for (const bool is_prefix : {true, false}) {
        for (const int64_t size : {2, 3, 8, 17, 48, 49, 64, 65}) {
          const std::vector<Tensor> start = {NumbersOf(type, {size})};
          CheckBothWays(WindowedLoop({size}, size, is_prefix, type, body), start);
          CheckBothWays(WindowedLoop({size}, 2, is_prefix, type, body), start);
        }
        CheckBothWays(WindowedLoop({5, 3}, 5, is_prefix, type, body), {NumbersOf(type, {5, 3})});
        CheckBothWays(WindowedLoop({4, 2}, 3, is_prefix, type, body), {NumbersOf(type, {4, 2})});
      }
    }
  }
  CheckHasNoCalls(WindowedLoop({8}, 8, true, "f32", "add"), {NumbersOf("f32", {8})});
  CheckHasNoCalls(WindowedLoop({6}, 2, false, "f64", "maximum"), {NumbersOf("f64", {6})});
}

TEST_CASE("indices of few elements are constants of a tape", "[exec]") {
  CheckHasNoCalls(LoopOver("2x2xf32", 3, R"(
    %rows = stablehlo.iota dim = 0 : tensor<2x2xi32>
    %columns = stablehlo.iota dim = 1 : tensor<2x2xi32>
    %on_diagonal = stablehlo.compare EQ, %rows, %columns : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi1>
    %eye = stablehlo.convert %on_diagonal : (tensor<2x2xi1>) -> tensor<2x2xf32>
    %next = stablehlo.subtract %eye, %x : tensor<2x2xf32>
)"),
                  {NumbersOf("f32", {2, 2})});
}

TEST_CASE("more elements also have the same bits", "[exec]") {
  CheckBothWays(ProductLoop({4, 4}, {4, 4}, 1, 0, "f32"), {NumbersOf("f32", {4, 4})});
  for (const std::vector<int64_t>& shape : std::vector<std::vector<int64_t>>{{16}, {9, 4}, {20}}) {
    CheckBothWays(SummedLoop(shape, "f32", "add"), {NumbersOf("f32", shape)});
  }
}

}  // namespace
}  // namespace paddock
