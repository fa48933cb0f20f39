// Results with a small last dimension, computed as columns (core/plan/fusion/tile_tuples.cc), and
// what is repeated for it (core/plan/lowering/repeated_computations.cc).
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "core/plan/fusion/tile_chain.h"
#include "core/types/type.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

constexpr int64_t kTuples = 2051;

template <class T>
Tensor Numbers(ElementType type, std::vector<int64_t> shape, int first) {
  int64_t count = 1;
  for (const int64_t size : shape) count *= size;
  std::vector<T> elements;
  for (int64_t i = 0; i < count; ++i) {
    elements.push_back(static_cast<T>((i * 37 + first) % 101));
  }
  return TensorOf<T>(type, std::move(shape), elements);
}

Tensor NumbersOf(ElementType type, std::vector<int64_t> shape, int first) {
  switch (type) {
    case ElementType::kF64:
      return Numbers<double>(type, std::move(shape), first);
    case ElementType::kUI8:
      return Numbers<uint8_t>(type, std::move(shape), first);
    case ElementType::kI16:
      return Numbers<int16_t>(type, std::move(shape), first);
    default:
      return Numbers<float>(type, std::move(shape), first);
  }
}

// Random expressions on tuples, wider tuples, rows, channels, their slices, and computed rows.
class Expressions {
 public:
  Expressions(std::string_view type, int64_t columns, uint32_t seed)
      : type_(type), columns_(columns), random_(seed) {}

  std::string Text() {
    const std::string tuples = TypeOf(columns_), wide = TypeOf(columns_ + 1), row = TypeOf(1);
    text_ = "func.func @main(%x: " + tuples + ", %y: " + tuples + ", %w: " + wide + ", %s: " + row +
            ", %t: " + row + ", %c: " + Channels() + ") -> (" + tuples + ", " + tuples + ") {\n";
    Add("constant dense<3> : " + tuples);
    Add("iota dim = 0 : " + tuples);
    Add("broadcast_in_dim %c, dims = [1] : (" + Channels() + ") -> " + tuples);
    Add(Slice(0, columns_));
    values_.insert(values_.end(), {"%x", "%y"});
    std::vector<std::string> rows = {"%s", "%t"};
    rows.push_back(Make(Slice(Below(columns_ + 1), 1)));
    rows.push_back(Make(std::string(Operation()) + " " + rows[Below(3)] + ", " + rows[Below(3)] +
                        " : " + row));
    const std::string one = Make("constant dense<1> : " + row);
    rows.push_back(Make("subtract " + one + ", " + rows[2 + Below(2)] + " : " + row));
    for (const std::string& each : rows) {
      Add("broadcast_in_dim " + each + ", dims = [0, 1] : (" + row + ") -> " + tuples);
    }
    const int64_t operations = 3 + Below(6);
    for (int64_t i = 0; i < operations; ++i) {
      Add(std::string(Operation()) + " " + Any() + ", " + Any() + " : " + tuples);
    }
    return text_ + "  return " + values_.back() + ", " + Any() + " : " + tuples + ", " + tuples +
           "\n}";
  }

  std::vector<Tensor> Inputs(ElementType type) const {
    return {NumbersOf(type, {kTuples, columns_}, 1),     NumbersOf(type, {kTuples, columns_}, 50),
            NumbersOf(type, {kTuples, columns_ + 1}, 7), NumbersOf(type, {kTuples, 1}, 3),
            NumbersOf(type, {kTuples, 1}, 90),           NumbersOf(type, {columns_}, 5)};
  }

 private:
  std::string TypeOf(int64_t columns) const {
    return TensorTypeText(type_, std::vector{kTuples, columns});
  }
  std::string Channels() const { return TensorTypeText(type_, std::vector{columns_}); }
  std::string Slice(int64_t first, int64_t columns) const {
    return "slice %w [0:" + std::to_string(kTuples) + ", " + std::to_string(first) + ":" +
           std::to_string(first + columns) + "] : (" + TypeOf(columns_ + 1) + ") -> " +
           TypeOf(columns);
  }
  int64_t Below(int64_t limit) { return static_cast<int64_t>(random_() % uint64_t(limit)); }
  std::string Any() { return values_[static_cast<size_t>(Below(int64_t(values_.size())))]; }
  std::string_view Operation() {
    constexpr std::string_view kOperations[] = {"add", "multiply", "subtract", "maximum"};
    return kOperations[Below(4)];
  }
  std::string Make(const std::string& operation) {
    const std::string name = "%v" + std::to_string(made_++);
    text_ += "  " + name + " = stablehlo." + operation + "\n";
    return name;
  }
  void Add(const std::string& operation) { values_.push_back(Make(operation)); }

  std::string_view type_;
  int64_t columns_;
  std::mt19937 random_;
  std::string text_;
  std::vector<std::string> values_;
  int made_ = 0;
};

TEST_CASE("random expressions on tuples have the bits of separate steps") {
  struct Type {
    std::string_view name;
    ElementType type;
  };
  for (const auto& [name, type] :
       {Type{"f32", ElementType::kF32}, Type{"f64", ElementType::kF64},
        Type{"ui8", ElementType::kUI8}, Type{"i16", ElementType::kI16}}) {
    for (int64_t columns = 2; columns <= 5; ++columns) {
      for (uint32_t seed = 0; seed < 12; ++seed) {
        Expressions expressions(name, columns, seed * 8 + static_cast<uint32_t>(columns));
        const std::string text = expressions.Text();
        INFO(text);
        CheckAtBothLevels(Program(text), expressions.Inputs(type));
      }
    }
  }
}

// Colors over a background, by the opacity that is their fourth column.
constexpr std::string_view kBlend = R"(
func.func @main(%a: tensor<64x64x4xf32>, %b: tensor<64x64x4xf32>) -> tensor<64x64x3xf32> {
  %0 = stablehlo.slice %a [0:64, 0:64, 0:3] : (tensor<64x64x4xf32>) -> tensor<64x64x3xf32>
  %1 = stablehlo.slice %a [0:64, 0:64, 3:4] : (tensor<64x64x4xf32>) -> tensor<64x64x1xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<64x64x1xf32>) -> tensor<64x64x3xf32>
  %3 = stablehlo.multiply %0, %2 : tensor<64x64x3xf32>
  %4 = stablehlo.slice %b [0:64, 0:64, 0:3] : (tensor<64x64x4xf32>) -> tensor<64x64x3xf32>
  %5 = stablehlo.constant dense<1.0> : tensor<64x64x1xf32>
  %6 = stablehlo.subtract %5, %1 : tensor<64x64x1xf32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<64x64x1xf32>) -> tensor<64x64x3xf32>
  %8 = stablehlo.multiply %4, %7 : tensor<64x64x3xf32>
  %9 = stablehlo.add %3, %8 : tensor<64x64x3xf32>
  return %9 : tensor<64x64x3xf32>
})";

TEST_CASE("colors are blended in one program") {
  const Program program{std::string(kBlend)};
  CHECK((IsOneProgram(program) || kHasChainModules));
  CheckAtBothLevels(program, {NumbersOf(ElementType::kF32, {64, 64, 4}, 1),
                              NumbersOf(ElementType::kF32, {64, 64, 4}, 9)});
}

}  // namespace
}  // namespace paddock
