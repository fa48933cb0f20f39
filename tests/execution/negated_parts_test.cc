// Concatenations of which some operands are negated negate them where tile programs load them, with
// the bits of level faithful.
#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/types/type.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

struct JoinedCase {
  std::vector<int64_t> shape;  // of the operand of the slices
  std::string type;
  size_t dimension = 0;
  // Where each part begins and ends in that dimension, and whether it is negated.
  struct Part {
    int64_t begin, end;
    bool is_negated;
  };
  std::vector<Part> parts;
  bool is_read_twice = false, is_scaled = false;
};

// A scaled operand of the slices is computed; the product with a table of rows is what models do.
std::string TextOf(const JoinedCase& c) {
  const std::string whole = TensorText(c.shape, c.type);
  std::vector<int64_t> joined = c.shape;
  joined[c.dimension] = 0;
  for (const JoinedCase::Part& part : c.parts) joined[c.dimension] += part.end - part.begin;
  const std::string result = TensorText(joined, c.type), row = TensorText({joined.back()}, c.type);
  std::string body, names, types;
  const std::string from = c.is_scaled ? "%m" : "%x";
  if (c.is_scaled) body += "  %m = stablehlo.multiply %x, %x : " + whole + "\n";
  std::string other = "%w";
  for (size_t i = 0; i < c.parts.size(); ++i) {
    const JoinedCase::Part& part = c.parts[i];
    std::vector<int64_t> size = c.shape;
    size[c.dimension] = part.end - part.begin;
    const std::string type = TensorText(size, c.type), number = std::to_string(i);
    std::string ranges;
    for (size_t d = 0; d < c.shape.size(); ++d) {
      const int64_t begin = d == c.dimension ? part.begin : 0;
      const int64_t end = d == c.dimension ? part.end : c.shape[d];
      ranges += (d == 0 ? "" : ", ") + std::to_string(begin) + ":" + std::to_string(end);
    }
    body += "  %s" + number + " = stablehlo.slice " + from + " [" + ranges + "] : (" + whole +
            ") -> " + type + "\n";
    if (part.is_negated) {
      body += "  %n" + number + " = stablehlo.negate %s" + number + " : " + type + "\n";
    }
    names += (i == 0 ? "" : ", ") + std::string(part.is_negated ? "%n" : "%s") + number;
    types += (i == 0 ? "" : ", ") + type;
  }
  const std::string last = std::to_string(static_cast<int64_t>(c.shape.size()) - 1);
  body += "  %j = stablehlo.concatenate " + names + ", dim = " + std::to_string(c.dimension) +
          " : (" + types + ") -> " + result + "\n  %w = stablehlo.broadcast_in_dim %t, dims = [" +
          last + "] : (" + row + ") -> " + result +
          "\n  %p = stablehlo.multiply %j, %w : " + result + "\n";
  std::string returned = "%p", returned_types = result;
  if (c.is_read_twice) {
    returned += ", " + names;
    returned_types += ", " + types;
  }
  return "func.func @main(%x: " + whole + ", %t: " + row + ") -> (" + returned_types + ") {\n" +
         body + "  return " + returned + " : " + returned_types + "\n}";
}

// Clears the highest bit of each exponent: no element is infinite or NaN.
void KeepBelowTwo(Tensor& tensor) {
  std::byte* const bytes = tensor.mutable_data();
  const size_t size = ByteSize(tensor.element_type());
  for (size_t i = size - 1; i < tensor.byte_size(); i += size) bytes[i] &= std::byte{0xBF};
}

TEST_CASE("random concatenations of negated parts have the bits of level faithful", "[exec]") {
  std::mt19937 random(49);
  const auto roll = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
  };
  const std::pair<std::string, ElementType> types[] = {
      {"f32", ElementType::kF32},   {"f64", ElementType::kF64}, {"f16", ElementType::kF16},
      {"bf16", ElementType::kBF16}, {"i32", ElementType::kI32}, {"ui8", ElementType::kUI8}};
  for (int round = 0; round < 150; ++round) {
    JoinedCase c;
    const int64_t rank = roll(1, 4);
    for (int64_t d = 0; d < rank; ++d) c.shape.push_back(roll(1, rank == 1 ? 300 : 12));
    c.dimension = static_cast<size_t>(roll(0, 2) == 0 ? roll(0, rank - 1) : rank - 1);
    c.shape[c.dimension] = roll(0, 1) == 0 ? 64 : roll(2, 90);
    const int64_t size = c.shape[c.dimension];
    if (roll(0, 2) != 0) {
      const int64_t middle = roll(1, size - 1);
      const bool is_first = roll(0, 1) == 0;
      c.parts = {{middle, size, is_first}, {0, middle, !is_first}};
    } else {
      for (int64_t i = roll(1, 4); i > 0; --i) {
        const int64_t begin = roll(0, size - 1);
        c.parts.push_back({begin, roll(begin, size), roll(0, 1) == 0});
      }
    }
    c.is_read_twice = roll(0, 7) == 0;
    c.is_scaled = roll(0, 3) == 0;
    const auto& [name, type] = types[roll(0, 5)];
    c.type = name;
    std::vector<int64_t> row = {c.shape.back()};
    if (c.dimension + 1 == c.shape.size()) {
      row = {0};
      for (const JoinedCase::Part& part : c.parts) row[0] += part.end - part.begin;
    }
    INFO(TextOf(c));
    const Program program(TextOf(c));
    // Which NaN the product of two is, is not specified.
    Tensor factors = RandomBytes(type, row, random);
    if (IsFloat(type)) KeepBelowTwo(factors);
    CheckAtBothLevels(program, {RandomBytes(type, c.shape, random), factors});
  }
}

TEST_CASE("random pads of negated tensors have the bits of level faithful", "[exec]") {
  std::mt19937 random(50);
  const auto roll = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
  };
  const std::pair<std::string, ElementType> types[] = {
      {"f32", ElementType::kF32}, {"f16", ElementType::kF16}, {"i16", ElementType::kI16}};
  for (int round = 0; round < 100; ++round) {
    std::vector<int64_t> shape, padded, low, high, interior;
    for (int64_t d = roll(1, 3); d > 0; --d) {
      const int64_t size = roll(2, 30);
      shape.push_back(size);
      low.push_back(roll(-1, 3));
      high.push_back(roll(0, 2));
      interior.push_back(roll(0, 3) == 0 ? 1 : 0);
      padded.push_back(low.back() + high.back() + size + (size - 1) * interior.back());
    }
    const auto& [name, type] = types[roll(0, 2)];
    const std::string from = TensorText(shape, name), to = TensorText(padded, name),
                      scalar = "tensor<" + name + ">";
    const std::string amounts = "low = " + ListText(low) + ", high = " + ListText(high) +
                                ", interior = " + ListText(interior) + " : (" + from + ", " +
                                scalar + ") -> " + to;
    const std::string read = roll(0, 1) == 0 ? "%y" : "%n";
    const std::string text =
        "func.func @main(%x: " + from + ", %v: " + scalar + ") -> (" + to + ", " + from +
        ") {\n  %y = stablehlo.multiply %x, %x : " + from +
        "\n  %n = stablehlo.negate %y : " + from + "\n  %p = stablehlo.pad %n, %v, " + amounts +
        "\n  %q = stablehlo.pad %y, %v, " + amounts + "\n  %s = stablehlo.add %p, %q : " + to +
        "\n  return %s, " + read + " : " + to + ", " + from + "\n}";
    INFO(text);
    // Which NaN the sum of -NaN and NaN is, is not specified.
    Tensor x = RandomBytes(type, shape, random);
    if (IsFloat(type)) KeepBelowTwo(x);
    CheckAtBothLevels(Program(text), {x, RandomBytes(type, {}, random)});
  }
}

// A gradient of the squares of x[:, 1:] - x[:, :-1].
TEST_CASE("a tensor and its negation are not both written", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<60x70xf32>) -> tensor<60x70xf32> {
  %a = stablehlo.slice %x [0:60, 1:70] : (tensor<60x70xf32>) -> tensor<60x69xf32>
  %b = stablehlo.slice %x [0:60, 0:69] : (tensor<60x70xf32>) -> tensor<60x69xf32>
  %d = stablehlo.subtract %a, %b : tensor<60x69xf32>
  %n = stablehlo.negate %d : tensor<60x69xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.pad %n, %z, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<60x69xf32>, tensor<f32>) -> tensor<60x70xf32>
  %q = stablehlo.pad %d, %z, low = [0, 1], high = [0, 0], interior = [0, 0] : (tensor<60x69xf32>, tensor<f32>) -> tensor<60x70xf32>
  %s = stablehlo.add %p, %q : tensor<60x70xf32>
  return %s : tensor<60x70xf32>
})");
  CheckAtBothLevels(program, {WaveTensor({60, 70})});
  uint64_t written = 0;
  const auto plan = PlanOf(program, At(Level::kFast));
  for (const Step& step : plan->steps()) written += step.bytes;
  // The operand, the differences, which are read twice, and the result.
  CHECK(written < 6 * 60 * 70 * sizeof(float));
}

// Rotary embeddings.
TEST_CASE("rotated halves of rows are not written", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<6x35x8x64xf32>, %c: tensor<35x64xf32>, %s: tensor<35x64xf32>) -> tensor<6x35x8x64xf32> {
  %cs = stablehlo.broadcast_in_dim %c, dims = [1, 3] : (tensor<35x64xf32>) -> tensor<6x35x8x64xf32>
  %ss = stablehlo.broadcast_in_dim %s, dims = [1, 3] : (tensor<35x64xf32>) -> tensor<6x35x8x64xf32>
  %b = stablehlo.slice %x [0:6, 0:35, 0:8, 32:64] : (tensor<6x35x8x64xf32>) -> tensor<6x35x8x32xf32>
  %n = stablehlo.negate %b : tensor<6x35x8x32xf32>
  %a = stablehlo.slice %x [0:6, 0:35, 0:8, 0:32] : (tensor<6x35x8x64xf32>) -> tensor<6x35x8x32xf32>
  %r = stablehlo.concatenate %n, %a, dim = 3 : (tensor<6x35x8x32xf32>, tensor<6x35x8x32xf32>) -> tensor<6x35x8x64xf32>
  %p = stablehlo.multiply %x, %cs : tensor<6x35x8x64xf32>
  %q = stablehlo.multiply %r, %ss : tensor<6x35x8x64xf32>
  %y = stablehlo.add %p, %q : tensor<6x35x8x64xf32>
  return %y : tensor<6x35x8x64xf32>
})");
  CheckAtBothLevels(program,
                    {WaveTensor({6, 35, 8, 64}), WaveTensor({35, 64}), WaveTensor({35, 64})});
  CHECK(IsOneProgram(program));
}

TEST_CASE("a negation that has two names is kept for the other one", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<33x42xf64>, %z: tensor<f64>) -> (tensor<38x48xf64>, tensor<33x42xf64>) {
  %n = stablehlo.negate %x : tensor<33x42xf64>
  %m = stablehlo.negate %x : tensor<33x42xf64>
  %p = stablehlo.pad %m, %z, low = [4, 3], high = [1, 3], interior = [0, 0] : (tensor<33x42xf64>, tensor<f64>) -> tensor<38x48xf64>
  return %p, %n : tensor<38x48xf64>, tensor<33x42xf64>
})");
  std::mt19937 random(53);
  CheckAtBothLevels(program, {RandomBytes(ElementType::kF64, {33, 42}, random),
                              RandomBytes(ElementType::kF64, {}, random)});
}

}  // namespace
}  // namespace paddock
