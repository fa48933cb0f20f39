// Sorts by several keys run as sorts by one key each, with the bits of the comparator's merges.
#include <catch2/catch_test_macros.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

// Compares %a and %b of a key.
std::string Compared(const std::string& direction, const std::string& key,
                     const std::string& type) {
  const std::string order = type == "f32" ? ", TOTALORDER" : type == "ui8" ? ", UNSIGNED" : "";
  const std::string element = "tensor<" + type + ">";
  return "    %" + direction + key + " = stablehlo.compare " + direction + ", %a" + key + ", %b" +
         key + order + " : (" + element + ", " + element + ") -> tensor<i1>\n";
}

std::string Both(const std::string& result, const std::string& kind, const std::string& lhs,
                 const std::string& rhs) {
  return "    %" + result + " = stablehlo." + kind + " %" + lhs + ", %" + rhs + " : tensor<i1>\n";
}

// Sorts by a ui8, downwards, then by an f32 and an i16, and moves an i32. `is_hidden`: the
// comparator has an operation more, so that it runs as a body.
std::string SortText(const std::vector<int64_t>& shape, int64_t dimension, bool is_hidden) {
  const std::string types = TensorText(shape, "ui8") + ", " + TensorText(shape, "f32") + ", " +
                            TensorText(shape, "i16") + ", " + TensorText(shape, "i32");
  std::string text = "func.func @main(%x0: " + TensorText(shape, "ui8") +
                     ", %x1: " + TensorText(shape, "f32") + ", %x2: " + TensorText(shape, "i16") +
                     ", %x3: " + TensorText(shape, "i32") + ") -> (" + types +
                     ") {\n  %s:4 = \"stablehlo.sort\"(%x0, %x1, %x2, %x3) <{dimension = " +
                     std::to_string(dimension) +
                     " : i64}> ({\n  ^bb0(%a0: tensor<ui8>, %b0: tensor<ui8>, %a1: tensor<f32>, "
                     "%b1: tensor<f32>, %a2: tensor<i16>, %b2: tensor<i16>, %a3: tensor<i32>, "
                     "%b3: tensor<i32>):\n";
  text += Compared("GT", "0", "ui8") + Compared("EQ", "0", "ui8") + Compared("LT", "1", "f32") +
          Compared("EQ", "1", "f32") + Compared("LT", "2", "i16");
  text += Both("rest", "and", "LT2", "EQ1") + Both("later", "or", "rest", "LT1") +
          Both("same", "and", "EQ0", "later") + Both("less", "or", "GT0", "same");
  const std::string returned = is_hidden ? "hidden" : "less";
  if (is_hidden) text += Both("hidden", "or", "less", "less");
  return text + "    stablehlo.return %" + returned + " : tensor<i1>\n  }) : (" + types + ") -> (" +
         types + ")\n  return %s#0, %s#1, %s#2, %s#3 : " + types + "\n}";
}

// Few values of each key, so that many are equal.
std::vector<Tensor> MixedKeys(const std::vector<int64_t>& shape) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const float floats[] = {0.0f, -0.0f, kNan, -kNan, 1.5f, -1e30f};
  std::mt19937 random(7);
  std::vector<uint8_t> bytes;
  std::vector<float> numbers;
  std::vector<int16_t> words;
  std::vector<int32_t> places;
  int32_t count = 1;
  for (const int64_t size : shape) count *= static_cast<int32_t>(size);
  for (int32_t i = 0; i < count; ++i) {
    bytes.push_back(static_cast<uint8_t>(126 + random() % 4));
    numbers.push_back(floats[random() % 6]);
    words.push_back(static_cast<int16_t>(static_cast<int32_t>(random() % 5) - 2));
    places.push_back(i);
  }
  return {TensorOf<uint8_t>(ElementType::kUI8, shape, bytes),
          TensorOf<float>(ElementType::kF32, shape, numbers),
          TensorOf<int16_t>(ElementType::kI16, shape, words),
          TensorOf<int32_t>(ElementType::kI32, shape, places)};
}

TEST_CASE("sorts by several keys are sorts by each", "[exec]") {
  const std::vector<std::vector<int64_t>> shapes = {{1}, {2}, {17}, {1000}, {70'001}, {37, 5, 3}};
  for (const std::vector<int64_t>& shape : shapes) {
    for (int64_t dimension = 0; dimension < static_cast<int64_t>(shape.size()); ++dimension) {
      INFO(TensorText(shape, "f32") << " along " << dimension);
      const Program program(SortText(shape, dimension, false));
      const Program hidden(SortText(shape, dimension, true));
      CHECK(StepsOfKind(program, OpKind::kStablehloSort) == 3);
      CHECK(StepsOfKind(hidden, OpKind::kStablehloSort) != 3);
      const std::vector<Tensor> inputs = MixedKeys(shape);
      CheckAtBothLevels(program, inputs);
      CheckSameResults(Run(program, Level::kFast, inputs), Run(hidden, Level::kFast, inputs));
    }
  }
}

// Where NaNs are not ordered, merges decide.
TEST_CASE("keys whose NaNs have no order are compared in merges", "[exec]") {
  const auto plain = [](bool is_hidden) {
    std::string text = SortText({1000}, 0, is_hidden);
    for (size_t at = text.find(", TOTALORDER"); at != std::string::npos;
         at = text.find(", TOTALORDER")) {
      text.replace(at, 12, ", FLOAT");
    }
    return Program(text);
  };
  const std::vector<Tensor> inputs = MixedKeys({1000});
  CheckSameResults(Run(plain(false), Level::kFast, inputs), Run(plain(true), Level::kFast, inputs));
}

}  // namespace
}  // namespace paddock
