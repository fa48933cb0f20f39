// Sums of rows in the machine code that computes them (core/plan/fusion/reduced_rows.h): the bits
// of separate steps.
#include "core/plan/fusion/reduced_rows.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

size_t ReducedSinks(const Program& program) {
  const auto plan = PlanOf(program, At(Level::kFast));
  size_t sinks = 0;
  for (const Step& step : plan->steps()) {
    if (step.function != &TileStep) continue;
    const auto& tiles = *static_cast<const TileProgram*>(step.parameters);
    if (tiles.reduced_rows != nullptr) sinks += tiles.sinks.size();
  }
  return sinks;
}

// Layouts of the floats below.
struct FloatBits {
  size_t bytes;
  int mantissa;
  uint32_t exponent_mask, bias;
};

// Returns numbers around 1, and a few of any bits. All NaNs are those of x86's arithmetic, because
// an operation may take the payload of either operand.
Tensor RandomNumbers(ElementType type, const std::vector<int64_t>& shape, std::mt19937& random) {
  Tensor tensor = RandomBytes(type, shape, random);
  const bool is_single = type == ElementType::kF32, is_half = type == ElementType::kF16;
  if (!is_single && !is_half && type != ElementType::kBF16) return tensor;
  const FloatBits floats = is_single ? FloatBits{4, 23, 0xFF, 127}
                           : is_half ? FloatBits{2, 10, 0x1F, 15}
                                     : FloatBits{2, 7, 0xFF, 127};
  const uint32_t exponents = floats.exponent_mask << floats.mantissa;
  const uint32_t sign = (floats.exponent_mask + 1) << floats.mantissa;
  const uint32_t nan = sign | exponents | 1U << (floats.mantissa - 1);
  for (size_t i = 0; i < tensor.byte_size(); i += floats.bytes) {
    std::byte* const at = tensor.mutable_data() + i;
    uint32_t bits = 0;
    std::memcpy(&bits, at, floats.bytes);
    if (random() % 512 != 0) {
      bits = (bits & ~exponents) | (floats.bias - 4 + bits % 7) << floats.mantissa;
    }
    const bool is_infinite = (bits & ~sign) == exponents;
    if ((bits & exponents) == exponents && !is_infinite) bits = nan;
    std::memcpy(at, &bits, floats.bytes);
  }
  return tensor;
}

void CheckReduced(const std::string& text, const std::vector<Tensor>& inputs, size_t sinks) {
  INFO(text);
  const Program program(text);
  CHECK(ReducedSinks(program) == (HasChainCode() ? sinks : 0));
  CheckAtBothLevels(program, inputs);
}

struct Reduction {
  std::string name, operand, op, result;
  std::vector<int64_t> dimensions;
};

// `operand` and `result` are types, of which the element type is `element`.
std::string Reduced(const Reduction& one, const std::string& element) {
  const std::string scalar = TensorText({}, element);
  return "%" + one.name + " = stablehlo.reduce(%y init: %init) applies stablehlo." + one.op +
         " across dimensions = " + ListText(one.dimensions) + " : (" + one.operand + ", " + scalar +
         ") -> " + one.result + "\n";
}

std::string Init(const std::string& element) {
  return "%one = stablehlo.constant dense<1> : tensor<i32>\n%init = stablehlo.convert %one : "
         "(tensor<i32>) -> " +
         TensorText({}, element) + "\n";
}

// The rows of `from`, computed as `to`.
std::string RowsOf(const std::vector<int64_t>& shape, const std::string& from,
                   const std::string& to, const std::string& op) {
  const std::string operand = TensorText(shape, from), value = TensorText(shape, to);
  const std::string result = TensorText({shape[0]}, to);
  return "func.func @main(%x: " + operand + ") -> " + result + " {\n" + Init(to) +
         "%c = stablehlo." + (from == to ? "negate" : "convert") +
         " %x : " + (from == to ? "" : "(" + operand + ") -> ") + value +
         "\n%d = stablehlo.add %c, %c : " + value + "\n%y = stablehlo.subtract %d, %c : " + value +
         "\n" + Reduced({"s", value, op, result, {1}}, to) + "return %s : " + result + "\n}";
}

const std::vector<std::vector<int64_t>> kShapes = {{90, 17},  {64, 32},   {65, 33},  {50, 47},
                                                   {70, 48},  {140, 100}, {30, 257}, {9, 1000},
                                                   {5, 4096}, {2, 8192},  {3, 5000}, {2, 13000}};

TEST_CASE("code reduces the rows that it computes, of every length and type", "[exec]") {
  std::mt19937 random(1);
  struct Type {
    ElementType type;
    std::string from, to;
  };
  const Type types[] = {{ElementType::kF32, "f32", "f32"},   {ElementType::kBF16, "bf16", "f32"},
                        {ElementType::kF16, "f16", "f32"},   {ElementType::kUI8, "ui8", "f32"},
                        {ElementType::kI32, "i32", "i32"},   {ElementType::kI16, "i16", "i32"},
                        {ElementType::kUI32, "ui32", "ui32"}};
  for (const Type& type : types) {
    for (const std::vector<int64_t>& shape : kShapes) {
      const bool is_float = type.to == "f32";
      std::vector<std::string> ops = {"add", "multiply", "maximum", "minimum"};
      if (!is_float) ops.insert(ops.end(), {"and", "or", "xor"});
      const Tensor input = RandomNumbers(type.type, shape, random);
      // AVX2 loads no part of a vector of shorter elements.
      const bool has_rest = ByteSize(type.type) == sizeof(float) || HasLongVectors();
      const size_t sinks = has_rest || shape[1] % 8 == 0 ? 1 : 0;
      for (const std::string& op : ops) {
        CheckReduced(RowsOf(shape, type.from, type.to, op), {input}, sinks);
      }
    }
  }
}

// The first NaN of a lane is its total.
TEST_CASE("code keeps the NaNs that extremes of rows find", "[exec]") {
  std::mt19937 random(8);
  for (const std::vector<int64_t>& shape : kShapes) {
    const Tensor input = RandomBytes(ElementType::kF32, shape, random);
    for (const std::string op : {"maximum", "minimum"}) {
      CheckReduced(RowsOf(shape, "f32", "f32", op), {input}, 1);
    }
  }
}

TEST_CASE("other rows and reductions read what code computes", "[exec]") {
  std::mt19937 random(2);
  const Tensor floats = RandomNumbers(ElementType::kF32, {64, 48}, random);
  CheckReduced(RowsOf({64, 48}, "f32", "f64", "add"), {floats}, 0);
  CheckReduced(RowsOf({64, 48}, "f32", "bf16", "add"), {floats}, 0);
  // Rows that are too short, and those whose second block is.
  CheckReduced(RowsOf({200, 16}, "f32", "f32", "add"),
               {RandomNumbers(ElementType::kF32, {200, 16}, random)}, 0);
  CheckReduced(RowsOf({3, 4100}, "f32", "f32", "add"),
               {RandomNumbers(ElementType::kF32, {3, 4100}, random)}, 0);
}

TEST_CASE("code reduces the results of one operation", "[exec]") {
  std::mt19937 random(6);
  for (const std::vector<int64_t>& shape : kShapes) {
    const std::string value = TensorText(shape, "f32"), result = TensorText({shape[0]}, "f32");
    CheckReduced("func.func @main(%x: " + value + ") -> " + result + " {\n" + Init("f32") +
                     "%y = stablehlo.multiply %x, %x : " + value + "\n" +
                     Reduced({"s", value, "add", result, {1}}, "f32") + "return %s : " + result +
                     "\n}",
                 {RandomNumbers(ElementType::kF32, shape, random)}, 1);
  }
}

TEST_CASE("loops over blocks of rows and prepared programs reduce rows by code", "[exec]") {
  std::mt19937 random(7);
  // Distances to the mean, divided by the root of their squares' mean.
  const Program normalization(R"(
func.func @main(%x: tensor<300x257xf32>) -> tensor<300x257xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<257.0> : tensor<300xf32>
  %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<300x257xf32>, tensor<f32>) -> tensor<300xf32>
  %m = stablehlo.divide %s, %n : tensor<300xf32>
  %a = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<300xf32>) -> tensor<300x257xf32>
  %d = stablehlo.subtract %x, %a : tensor<300x257xf32>
  %q = stablehlo.multiply %d, %d : tensor<300x257xf32>
  %t = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1]
    : (tensor<300x257xf32>, tensor<f32>) -> tensor<300xf32>
  %v = stablehlo.divide %t, %n : tensor<300xf32>
  %r = stablehlo.rsqrt %v : tensor<300xf32>
  %b = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<300xf32>) -> tensor<300x257xf32>
  %y = stablehlo.multiply %d, %b : tensor<300x257xf32>
  return %y : tensor<300x257xf32>
})");
  CheckAtBothLevels(normalization, {RandomNumbers(ElementType::kF32, {300, 257}, random)});
  const Program loop(R"(
func.func @main(%x: tensor<30x50xf32>) -> tensor<30x50xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %start = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<9> : tensor<i32>
  %e = stablehlo.constant dense<1.0> : tensor<30xf32>
  %r:2 = stablehlo.while(%i = %start, %a = %x) : tensor<i32>, tensor<30x50xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %q = stablehlo.multiply %a, %a : tensor<30x50xf32>
    %s = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1]
      : (tensor<30x50xf32>, tensor<f32>) -> tensor<30xf32>
    %t = stablehlo.add %s, %e : tensor<30xf32>
    %b = stablehlo.broadcast_in_dim %t, dims = [0] : (tensor<30xf32>) -> tensor<30x50xf32>
    %d = stablehlo.divide %a, %b : tensor<30x50xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %d : tensor<i32>, tensor<30x50xf32>
  }
  return %r#1 : tensor<30x50xf32>
})");
  CheckAtBothLevels(loop, {RandomNumbers(ElementType::kF32, {30, 50}, random)});
}

// All elements: blocks, the last of which has few elements or fills all lanes.
TEST_CASE("code reduces blocks of one long row", "[exec]") {
  std::mt19937 random(3);
  for (const int64_t count : {4096, 3 * 4096 + 15, 3 * 4096 + 16, 70 * 4096 + 1000}) {
    const std::string value = TensorText({count}, "f32"), result = TensorText({}, "f32");
    const std::string text = "func.func @main(%x: " + value + ") -> " + result + " {\n" +
                             Init("f32") + "%d = stablehlo.multiply %x, %x : " + value +
                             "\n%y = stablehlo.subtract %d, %x : " + value + "\n" +
                             Reduced({"s", value, "add", result, {0}}, "f32") +
                             "return %s : " + result + "\n}";
    CheckReduced(text, {WaveTensor({count})}, count % 4096 == 15 ? 0 : 1);
    CheckReduced(text, {RandomNumbers(ElementType::kF32, {count}, random)},
                 count % 4096 == 15 ? 0 : 1);
  }
}

TEST_CASE("code stores and reduces values, and reduces several", "[exec]") {
  std::mt19937 random(4);
  for (const std::vector<int64_t>& shape : kShapes) {
    const std::string value = TensorText(shape, "f32"), row = TensorText({shape[1]}, "f32");
    const std::string result = TensorText({shape[0]}, "f32");
    const auto sum = [&](const std::string& name, const std::string& of) {
      return "%" + name + " = stablehlo.reduce(%" + of +
             " init: %init) applies stablehlo.add across dimensions = [1] : (" + value +
             ", tensor<f32>) -> " + result + "\n";
    };
    const auto spread = [&](const std::string& name, const std::string& from, int dimension) {
      return "%" + name + " = stablehlo.broadcast_in_dim %" + from + ", dims = [" +
             std::to_string(dimension) + "] : (" + (dimension == 0 ? result : row) + ") -> " +
             value + "\n";
    };
    const std::vector<Tensor> inputs = {RandomNumbers(ElementType::kF32, shape, random),
                                        RandomNumbers(ElementType::kF32, {shape[0]}, random),
                                        RandomNumbers(ElementType::kF32, {shape[1]}, random)};
    const std::string head =
        "func.func @main(%x: " + value + ", %m: " + result + ", %b: " + row + ") -> ";
    const std::string body = " {\n" + Init("f32") + spread("n", "m", 0) + spread("c", "b", 1) +
                             "%u = stablehlo.subtract %x, %n : " + value +
                             "\n%v = stablehlo.multiply %u, %c : " + value +
                             "\n%w = stablehlo.multiply %v, %v : " + value + "\n";
    CheckReduced(head + "(" + result + ", " + result + ")" + body + sum("s", "v") + sum("t", "w") +
                     "return %s, %t : " + result + ", " + result + "\n}",
                 inputs, 2);
    CheckReduced(head + "(" + value + ", " + result + ", " + result + ")" + body + sum("s", "v") +
                     sum("t", "w") + "return %v, %s, %t : " + value + ", " + result + ", " +
                     result + "\n}",
                 inputs, 2);
    CheckReduced(head + "(" + value + ", " + result + ")" + body + sum("t", "v") +
                     "return %w, %t : " + value + ", " + result + "\n}",
                 inputs, 1);
  }
}

// Rows at distances that change, repeated rows, and an element for several rows.
TEST_CASE("code reduces rows that are not beside each other", "[exec]") {
  std::mt19937 random(5);
  const std::vector<Tensor> inputs = {RandomNumbers(ElementType::kF32, {6, 5, 90}, random),
                                      RandomNumbers(ElementType::kF32, {5, 80}, random),
                                      RandomNumbers(ElementType::kF32, {6}, random),
                                      RandomNumbers(ElementType::kF32, {4, 6, 80}, random)};
  CheckReduced(R"(
func.func @main(%x: tensor<6x5x90xf32>, %b: tensor<5x80xf32>, %m: tensor<6xf32>,
                %z: tensor<4x6x80xf32>) -> tensor<6x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.slice %x [0:6, 1:5, 3:83] : (tensor<6x5x90xf32>) -> tensor<6x4x80xf32>
  %c = stablehlo.slice %b [0:4, 0:80] : (tensor<5x80xf32>) -> tensor<4x80xf32>
  %d = stablehlo.broadcast_in_dim %c, dims = [1, 2] : (tensor<4x80xf32>) -> tensor<6x4x80xf32>
  %n = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<6xf32>) -> tensor<6x4x80xf32>
  %t = stablehlo.transpose %z, dims = [1, 0, 2] : (tensor<4x6x80xf32>) -> tensor<6x4x80xf32>
  %u = stablehlo.multiply %s, %d : tensor<6x4x80xf32>
  %v = stablehlo.subtract %u, %n : tensor<6x4x80xf32>
  %w = stablehlo.add %v, %t : tensor<6x4x80xf32>
  %r = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = [2]
    : (tensor<6x4x80xf32>, tensor<f32>) -> tensor<6x4xf32>
  return %r : tensor<6x4xf32>
})",
               inputs, 1);
}

}  // namespace
}  // namespace paddock
