// Rows of arrays that code reads where they are, in parts or whole, and elements of rows
// (core/plan/fusion/coded_rows.cc).
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/types/type.h"
#include "tests/execution/levels_testing.h"
#include "tests/execution/tapes_testing.h"

namespace paddock {
namespace {

using namespace testing;

// Random expressions on matrices: arguments, slices, joined slices and arguments, rows and columns
// that are broadcast.
class RowExpressions {
 public:
  explicit RowExpressions(uint32_t seed) : random_(seed) {
    outer_ = 1 + Below(4);
    rows_ = 3 + Below(30);
    columns_ = 64 + Below(200);
  }

  std::string Text() {
    const std::string whole = Type({outer_, rows_, columns_});
    const std::string wide = Type({outer_, rows_ + 2, columns_ + 40});
    const std::string row = Type({columns_}), column = Type({outer_, rows_});
    const std::string plane = Type({rows_, columns_});
    std::string text = "func.func @main(%x: " + whole + ", %w: " + wide + ", %r: " + row +
                       ", %c: " + column + ", %p: " + plane + ") -> (" + whole + ", " + whole +
                       ") {\n";
    text_.clear();
    values_ = {"%x"};
    Make("broadcast_in_dim %r, dims = [2] : (" + row + ") -> " + whole);
    Make("broadcast_in_dim %c, dims = [0, 1] : (" + column + ") -> " + whole);
    Make("broadcast_in_dim %p, dims = [1, 2] : (" + plane + ") -> " + whole);
    Make(Slice(0, columns_));
    Make(Slice(Below(40), columns_));
    for (int i = 0; i < 2; ++i) Join();
    const int64_t operations = 2 + Below(6);
    for (int64_t i = 0; i < operations; ++i) {
      constexpr const char* kOperations[] = {"add", "multiply", "subtract", "maximum"};
      Make(std::string(kOperations[Below(4)]) + " " + Any() + ", " + Any() + " : " + whole);
    }
    return text + text_ + "  return " + values_.back() + ", " + Any() + " : " + whole + ", " +
           whole + "\n}";
  }

  std::vector<Tensor> Inputs() const {
    return {Numbers({outer_, rows_, columns_}, 1), Numbers({outer_, rows_ + 2, columns_ + 40}, 7),
            Numbers({columns_}, 3), Numbers({outer_, rows_}, 5), Numbers({rows_, columns_}, 11)};
  }

 private:
  static std::string Type(const std::vector<int64_t>& shape) {
    return TensorTypeText("f32", shape);
  }
  static Tensor Numbers(const std::vector<int64_t>& shape, int first) {
    int64_t count = 1;
    for (const int64_t size : shape) count *= size;
    std::vector<float> elements;
    for (int64_t i = 0; i < count; ++i) {
      elements.push_back(static_cast<float>((i * 37 + first) % 103) / 8);
    }
    return TensorOf<float>(ElementType::kF32, shape, elements);
  }
  // Some columns of the wider argument, from a row on.
  std::string Slice(int64_t first, int64_t columns) {
    const int64_t row = Below(3);
    return "slice %w [0:" + std::to_string(outer_) + ", " + std::to_string(row) + ":" +
           std::to_string(row + rows_) + ", " + std::to_string(first) + ":" +
           std::to_string(first + columns) + "] : (" + Type({outer_, rows_ + 2, columns_ + 40}) +
           ") -> " + Type({outer_, rows_, columns});
  }
  // Joins two or three slices.
  void Join() {
    std::string names, types;
    int64_t left = columns_;
    while (left > 0) {
      const int64_t size = left > 64 ? 32 + Below(left - 32) : left;
      Make(Slice(Below(columns_ + 40 - size), size));
      names += (names.empty() ? "" : ", ") + values_.back();
      types += (types.empty() ? "" : ", ") + Type({outer_, rows_, size});
      values_.pop_back();
      left -= size;
    }
    Make("concatenate " + names + ", dim = 2 : (" + types + ") -> " +
         Type({outer_, rows_, columns_}));
  }
  int64_t Below(int64_t limit) {
    return static_cast<int64_t>(random_() % static_cast<uint64_t>(limit));
  }
  std::string Any() { return values_[static_cast<size_t>(Below(int64_t(values_.size())))]; }
  void Make(const std::string& operation) {
    values_.push_back("%v" + std::to_string(made_++));
    text_ += "  " + values_.back() + " = stablehlo." + operation + "\n";
  }

  std::mt19937 random_;
  int64_t outer_ = 1, rows_ = 1, columns_ = 1;
  std::string text_;
  std::vector<std::string> values_;
  int made_ = 0;
};

TEST_CASE("random expressions on rows have the bits of separate steps") {
  for (uint32_t seed = 0; seed < 400; ++seed) {
    RowExpressions expressions(seed);
    const std::string text = expressions.Text();
    INFO(text);
    CheckAtBothLevels(Program(text), expressions.Inputs());
  }
}

// Parts of %x are computed, joined in another order along `dimension`, and added to %x.
std::string JoiningLoop(const std::vector<int64_t>& shape, size_t dimension,
                        const std::vector<int64_t>& sizes, const std::string& type) {
  const auto spelled = [&](int64_t size) {
    std::vector<int64_t> part = shape;
    part[dimension] = size;
    return Spelled(part, type);
  };
  const auto of = [&](int64_t size) { return "tensor<" + spelled(size) + ">"; };
  const int64_t whole = shape[dimension];
  std::string text, names, types;
  int64_t begin = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    const std::string number = std::to_string(i);
    std::vector<std::string> limits = {"0:" + std::to_string(shape[0]),
                                       "0:" + std::to_string(shape[1])};
    limits[dimension] = std::to_string(begin) + ":" + std::to_string(begin + sizes[i]);
    text += "%part" + number + " = stablehlo.slice %x [" + limits[0] + ", " + limits[1] + "] : (" +
            of(whole) + ") -> " + of(sizes[i]) + "\n%c" + number + " = stablehlo.constant dense<" +
            std::to_string(i + 2) + "> : " + of(sizes[i]) + "\n%m" + number +
            " = stablehlo.minimum %part" + number + ", %c" + number + " : " + of(sizes[i]) +
            "\n%s" + number + " = stablehlo.subtract %m" + number + ", %c" + number + " : " +
            of(sizes[i]) + "\n";
    names = "%s" + number + (i == 0 ? "" : ", ") + names;
    types = of(sizes[i]) + (i == 0 ? "" : ", ") + types;
    begin += sizes[i];
  }
  text += "%joined = stablehlo.concatenate " + names + ", dim = " + std::to_string(dimension) +
          " : (" + types + ") -> " + of(whole) +
          "\n%two = stablehlo.constant dense<2> : " + of(whole) +
          "\n%some = stablehlo.maximum %joined, %two : " + of(whole) +
          "\n%next = stablehlo.subtract %x, %some : " + of(whole) + "\n";
  return LoopOver(spelled(whole), 21, text);
}

TEST_CASE("loops over rows with parts have the bits of separate steps") {
  for (const std::string type : {"f32", "i8"}) {
    for (const std::vector<int64_t>& sizes :
         {std::vector<int64_t>{40, 40, 40}, {1, 130}, {70, 33, 50, 9}, {600, 500}}) {
      int64_t whole = 0;
      for (const int64_t size : sizes) whole += size;
      const std::vector<int64_t> columns = {3, whole}, rows = {whole, 5};
      CheckBothWays(JoiningLoop(columns, 1, sizes, type), {SmallNumbersOf(type, columns)});
      CheckBothWays(JoiningLoop(rows, 0, sizes, type), {SmallNumbersOf(type, rows)});
    }
  }
}

}  // namespace
}  // namespace paddock
