// Slices and concatenations of a concatenation read its operands, in level kFast.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

Tensor Counting(ElementType type, const std::vector<int64_t>& shape, int first) {
  Tensor tensor = Tensor::Allocate(type, shape);
  for (size_t i = 0; i < tensor.byte_size(); ++i) {
    tensor.mutable_data()[i] = static_cast<std::byte>((i * 7 + static_cast<size_t>(first)) % 61);
  }
  return tensor;
}

std::string With(std::string_view text, std::string_view type) {
  std::string typed;
  for (const char c : text) {
    if (c == 'T') {
      typed += type;
    } else {
      typed += c;
    }
  }
  return typed;
}

// A function of %a, 30 rows, and %b, 50 rows of 40 elements of type T.
Program Joining(std::string_view body, std::string_view results, std::string_view type = "f32") {
  return Program(With("func.func @main(%a: tensor<30x40xT>, %b: tensor<50x40xT>) -> (" +
                          std::string(results) + ") {\n" + std::string(body) + "\n}",
                      type));
}

std::vector<Tensor> InputsOf(ElementType type) {
  return {Counting(type, {30, 40}, 1), Counting(type, {50, 40}, 33)};
}

void Check(std::string_view body, std::string_view results) {
  INFO(body);
  CheckAtBothLevels(Joining(body, results), InputsOf(ElementType::kF32));
  CheckAtBothLevels(Joining(body, results, "i8"), InputsOf(ElementType::kI8));
  CheckAtBothLevels(Joining(body, results, "f64"), InputsOf(ElementType::kF64));
}

// Steps that write a concatenation.
int64_t Concatenations(std::string_view body, std::string_view results) {
  const Program program = Joining(body, results);
  const auto plan = PlanOf(program, At(Level::kFast));
  return std::ranges::count_if(plan->steps(), [](const Step& step) {
    return step.operation != nullptr && step.operation->name == "stablehlo.concatenate";
  });
}

constexpr std::string_view kRows = R"(
  %j = stablehlo.concatenate %a, %b, dim = 0 : (tensor<30x40xT>, tensor<50x40xT>) -> tensor<80x40xT>)";

TEST_CASE("a slice of one operand of a concatenation reads that operand", "[exec]") {
  for (const std::string_view slice : {"[2:30, 0:40] : (tensor<80x40xT>) -> tensor<28x40xT>",
                                       "[30:80, 0:40] : (tensor<80x40xT>) -> tensor<50x40xT>",
                                       "[31:79:3, 4:40:5] : (tensor<80x40xT>) -> tensor<16x8xT>",
                                       "[29:31, 0:40] : (tensor<80x40xT>) -> tensor<2x40xT>",
                                       "[0:80, 1:39] : (tensor<80x40xT>) -> tensor<80x38xT>"}) {
    const std::string result(slice.substr(slice.find("-> ") + 3));
    const std::string body =
        std::string(kRows) + "\n  %s = stablehlo.slice %j " + std::string(slice);
    Check(body + "\n  return %s : " + result, result);
    Check(body + "\n  return %s, %j : " + result + ", tensor<80x40xT>",
          result + ", tensor<80x40xT>");
  }
  const std::string body = std::string(kRows) + R"(
  %s = stablehlo.slice %j [30:50, 0:40] : (tensor<80x40xT>) -> tensor<20x40xT>
  return %s : tensor<20x40xT>)";
  CHECK(Concatenations(body, "tensor<20x40xT>") == 0);
}

TEST_CASE("a concatenation of a concatenation copies each operand once", "[exec]") {
  const std::string body = std::string(kRows) + R"(
  %c = stablehlo.concatenate %b, %j, %a, dim = 0
      : (tensor<50x40xT>, tensor<80x40xT>, tensor<30x40xT>) -> tensor<160x40xT>
  return %c : tensor<160x40xT>)";
  Check(body, "tensor<160x40xT>");
  CHECK(Concatenations(body, "tensor<160x40xT>") == 1);
  // Along the other dimension, and with a second use.
  Check(std::string(kRows) + R"(
  %c = stablehlo.concatenate %j, %j, dim = 1
      : (tensor<80x40xT>, tensor<80x40xT>) -> tensor<80x80xT>
  %d = stablehlo.concatenate %c, %j, dim = 1
      : (tensor<80x80xT>, tensor<80x40xT>) -> tensor<80x120xT>
  return %d : tensor<80x120xT>)",
        "tensor<80x120xT>");
}

// As jnp.pad does it in each dimension.
TEST_CASE("a reflected border is written once in each dimension", "[exec]") {
  const std::string body = R"(
  %l = stablehlo.slice %b [1:3, 0:40] : (tensor<50x40xT>) -> tensor<2x40xT>
  %r = stablehlo.reverse %l, dims = [0] : tensor<2x40xT>
  %j = stablehlo.concatenate %r, %b, dim = 0 : (tensor<2x40xT>, tensor<50x40xT>) -> tensor<52x40xT>
  %m = stablehlo.slice %j [49:51, 0:40] : (tensor<52x40xT>) -> tensor<2x40xT>
  %s = stablehlo.reverse %m, dims = [0] : tensor<2x40xT>
  %k = stablehlo.concatenate %j, %s, dim = 0 : (tensor<52x40xT>, tensor<2x40xT>) -> tensor<54x40xT>
  return %k : tensor<54x40xT>)";
  Check(body, "tensor<54x40xT>");
  CHECK(Concatenations(body, "tensor<54x40xT>") == 1);
}

// As jnp.roll does it: columns are short runs of elements.
TEST_CASE("slices of few columns are joined from their tensor", "[exec]") {
  const std::string_view roll = R"(
  %l = stablehlo.slice %a [0:30, 39:40] : (tensor<30x40xT>) -> tensor<30x1xT>
  %r = stablehlo.slice %a [0:30, 0:39] : (tensor<30x40xT>) -> tensor<30x39xT>
  %c = stablehlo.concatenate %l, %r, dim = 1 : (tensor<30x1xT>, tensor<30x39xT>) -> tensor<30x40xT>)";
  const std::string_view others = R"(
  %l = stablehlo.slice %b [3:33, 7:35:9] : (tensor<50x40xT>) -> tensor<30x4xT>
  %r = stablehlo.slice %a [0:30, 4:40] : (tensor<30x40xT>) -> tensor<30x36xT>
  %c = stablehlo.concatenate %l, %r, dim = 1 : (tensor<30x4xT>, tensor<30x36xT>) -> tensor<30x40xT>)";
  const std::string_view narrow = R"(
  %l = stablehlo.slice %b [0:50, 5:9] : (tensor<50x40xT>) -> tensor<50x4xT>
  %r = stablehlo.slice %b [0:50, 0:5] : (tensor<50x40xT>) -> tensor<50x5xT>
  %m = stablehlo.slice %a [0:30, 1:10] : (tensor<30x40xT>) -> tensor<30x9xT>
  %d = stablehlo.concatenate %l, %r, dim = 1 : (tensor<50x4xT>, tensor<50x5xT>) -> tensor<50x9xT>
  %c = stablehlo.concatenate %d, %m, dim = 0 : (tensor<50x9xT>, tensor<30x9xT>) -> tensor<80x9xT>)";
  const auto check = [](std::string_view body, const std::string& result) {
    Check(std::string(body) + "\n  return %c : " + result, result);
    Check(std::string(body) + "\n  %s = stablehlo.add %c, %c : " + result +
              "\n  return %s : " + result,
          result);
  };
  check(roll, "tensor<30x40xT>");
  check(others, "tensor<30x40xT>");
  check(narrow, "tensor<80x9xT>");
  const Program program =
      Joining(std::string(others) + "\n  return %c : tensor<30x40xT>", "tensor<30x40xT>");
  const auto plan = PlanOf(program, At(Level::kFast));
  CHECK(std::ranges::none_of(plan->steps(), [](const Step& step) {
    return step.operation != nullptr && step.operation->name == "stablehlo.slice";
  }));
}

TEST_CASE("operands of concatenations may be computed or have equal elements", "[exec]") {
  Check(R"(
  %e = stablehlo.slice %a [7:8, 9:10] : (tensor<30x40xT>) -> tensor<1x1xT>
  %z = stablehlo.broadcast_in_dim %e, dims = [0, 1] : (tensor<1x1xT>) -> tensor<30x40xT>
  %n = stablehlo.add %b, %b : tensor<50x40xT>
  %j = stablehlo.concatenate %z, %n, dim = 0
      : (tensor<30x40xT>, tensor<50x40xT>) -> tensor<80x40xT>
  %s = stablehlo.slice %j [3:20, 0:40] : (tensor<80x40xT>) -> tensor<17x40xT>
  %t = stablehlo.slice %j [40:57, 0:40] : (tensor<80x40xT>) -> tensor<17x40xT>
  %u = stablehlo.multiply %s, %t : tensor<17x40xT>
  %v = stablehlo.slice %j [0:30, 0:40] : (tensor<80x40xT>) -> tensor<30x40xT>
  %w = stablehlo.add %v, %a : tensor<30x40xT>
  return %u, %n, %w : tensor<17x40xT>, tensor<50x40xT>, tensor<30x40xT>)",
        "tensor<17x40xT>, tensor<50x40xT>, tensor<30x40xT>");
}

TEST_CASE("the rows of a reshaped concatenation are not its operands", "[exec]") {
  Check(std::string(kRows) + R"(
  %f = stablehlo.reshape %j : (tensor<80x40xT>) -> tensor<40x80xT>
  %s = stablehlo.slice %f [2:20, 0:80] : (tensor<40x80xT>) -> tensor<18x80xT>
  %c = stablehlo.concatenate %f, %s, dim = 0
      : (tensor<40x80xT>, tensor<18x80xT>) -> tensor<58x80xT>
  return %c : tensor<58x80xT>)",
        "tensor<58x80xT>");
}

}  // namespace
}  // namespace paddock
