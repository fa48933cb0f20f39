// Properties of quantized operations, compared with the same operation on real numbers.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"

namespace paddock {
namespace {

using namespace testing;

// A quantized type over f32, and its text.
struct RandomType {
  std::string text;
  int64_t least = 0;
  int64_t greatest = 0;
};

class Random {
 public:
  int64_t Between(int64_t least, int64_t greatest) {
    return std::uniform_int_distribution<int64_t>(least, greatest)(engine_);
  }
  double Scale() {
    return std::ldexp(1.0 + static_cast<double>(Between(0, 1023)) / 1024, ScaleExponent());
  }
  RandomType Type() { return TypeOfStorage(Between(0, 5)); }
  RandomType TypeOfStorage(int64_t which) {
    static constexpr struct {
      const char* name;
      int64_t least, greatest;
    } kStorages[] = {{"i8", -128, 127}, {"u8", 0, 255},         {"i4", -8, 7},
                     {"u4", 0, 15},     {"i16", -32768, 32767}, {"i8<-100:90>", -100, 90}};
    const auto& storage = kStorages[which];
    return {"!quant.uniform<" + std::string(storage.name) + ":f32, " + std::to_string(Scale()) +
                ":" + std::to_string(Between(storage.least, storage.greatest)) + ">",
            storage.least, storage.greatest};
  }

 private:
  int ScaleExponent() { return static_cast<int>(Between(-6, 0)); }
  std::mt19937_64 engine_{20240607};
};

constexpr int64_t kCount = 64;

std::string Constant(Random& random, const std::string& name, const RandomType& type,
                     const std::string& shape) {
  std::string elements;
  for (int64_t i = 0; i < kCount; ++i) {
    elements += (i == 0 ? "" : ", ") + std::to_string(random.Between(type.least, type.greatest));
  }
  return "  %flat_" + name + " = stablehlo.constant dense<[" + elements + "]> : tensor<64x" +
         type.text + ">\n  %" + name + " = stablehlo.reshape %flat_" + name + " : (tensor<64x" +
         type.text + ">) -> tensor<" + shape + "x" + type.text + ">\n";
}

// "name"(operands) : (types of `elements` in turn) -> result.
std::string Apply(const std::string& result, const std::string& operation,
                  const std::vector<std::string>& operands,
                  const std::vector<std::string>& elements, const std::string& shape) {
  std::string names, types;
  for (size_t i = 0; i < operands.size(); ++i) {
    names += (i == 0 ? "%" : ", %") + operands[i];
    types += (i == 0 ? "tensor<" : ", tensor<") + shape + "x" + elements[i] + ">";
  }
  return "  %" + result + " = \"stablehlo." + operation + "\"(" + names + ")" +
         (operation == "dot_general"
              ? " {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions "
                "= [1], rhs_contracting_dimensions = [0]>}"
              : "") +
         " : (" + types + ") -> tensor<" + shape + "x" + elements.back() + ">\n";
}

// The stored results of the operation, and of dequantize - operation - quantize.
std::string ProgramOf(Random& random, const std::string& operation, std::vector<RandomType> types) {
  const std::string shape = "8x8";
  std::string text;
  std::vector<std::string> names, elements, reals;
  for (size_t i = 0; i + 1 < types.size(); ++i) {
    names.push_back("x" + std::to_string(i));
    elements.push_back(types[i].text);
    reals.push_back("f" + std::to_string(i));
    text += Constant(random, names.back(), types[i], shape);
    text +=
        Apply(reals.back(), "uniform_dequantize", {names.back()}, {types[i].text, "f32"}, shape);
  }
  elements.push_back(types.back().text);
  text += Apply("q", operation, names, elements, shape);
  text += Apply("f", operation, reals, std::vector<std::string>(types.size(), "f32"), shape);
  text += Apply("g", "uniform_quantize", {"f"}, {"f32", types.back().text}, shape);
  const std::string storage =
      types.back().text.substr(15, types.back().text.find_first_of(":<", 15) - 15);
  const std::string integer = storage[0] == 'u' ? "ui" + storage.substr(1) : storage;
  for (const char* name : {"q", "g"}) {
    text += Apply("s" + std::string(name), "bitcast_convert", {name}, {types.back().text, integer},
                  shape);
    text += Apply("w" + std::string(name), "convert", {"s" + std::string(name)}, {integer, "i32"},
                  shape);
  }
  return "func.func @main() -> (tensor<8x8xi32>, tensor<8x8xi32>) {\n" + text +
         "  return %wq, %wg : tensor<8x8xi32>, tensor<8x8xi32>\n}\n";
}

void CheckWithinOneStep(const std::string& text, Level level) {
  INFO(text);
  const Program program(text);
  const std::vector<Tensor> results = Run(program, level);
  const auto quantized = ElementsOf<int32_t>(results[0]);
  const auto reference = ElementsOf<int32_t>(results[1]);
  for (size_t i = 0; i < quantized.size(); ++i) {
    INFO(i);
    if (std::abs(quantized[i] - reference[i]) > 1) {
      CHECK(quantized[i] == reference[i]);
    }
  }
}

TEST_CASE("quantized operations are within a step of the real numbers", "[exec]") {
  Random random;
  for (int repeat = 0; repeat < 4; ++repeat) {
    for (const char* operation :
         {"abs", "cbrt", "ceil", "cosine", "exponential", "exponential_minus_one", "floor", "log",
          "log_plus_one", "logistic", "negate", "round_nearest_afz", "round_nearest_even", "rsqrt",
          "sign", "sine", "sqrt", "tan", "tanh"}) {
      CheckWithinOneStep(ProgramOf(random, operation, {random.Type(), random.Type()}),
                         kLevels[repeat % 2]);
    }
  }
}

TEST_CASE("quantized operations of two operands are within a step of the real numbers", "[exec]") {
  Random random;
  for (int repeat = 0; repeat < 4; ++repeat) {
    for (const char* operation :
         {"atan2", "divide", "maximum", "minimum", "multiply", "power", "remainder", "subtract"}) {
      CheckWithinOneStep(
          ProgramOf(random, operation, {random.Type(), random.Type(), random.Type()}),
          kLevels[repeat % 2]);
    }
    // Types with one storage type, as add requires; then one type for all.
    const int64_t storage = random.Between(0, 5);
    const RandomType type = random.TypeOfStorage(storage);
    const RandomType other = random.TypeOfStorage(storage);
    CheckWithinOneStep(ProgramOf(random, "add", {type, other, random.TypeOfStorage(storage)}),
                       kLevels[repeat % 2]);
    for (const char* operation : {"add", "maximum", "minimum"}) {
      CheckWithinOneStep(ProgramOf(random, operation, {type, type, type}), kLevels[repeat % 2]);
    }
  }
}

// Integers are summed exactly; the reference is summed in f32 and off by far less than a step.
TEST_CASE("quantized products are within a step of the real numbers", "[exec]") {
  Random random;
  for (int repeat = 0; repeat < 16; ++repeat) {
    const std::string scale = std::to_string(random.Scale());
    const int64_t zero = random.Between(-128, 127);
    const RandomType lhs{"!quant.uniform<i8:f32, " + scale + ":" + std::to_string(zero) + ">", -128,
                         127};
    const RandomType rhs{"!quant.uniform<i8:f32, " + std::to_string(random.Scale()) + ">", -128,
                         127};
    CheckWithinOneStep(ProgramOf(random, "dot_general", {lhs, rhs, random.Type()}),
                       kLevels[repeat % 2]);
  }
}

}  // namespace
}  // namespace paddock
