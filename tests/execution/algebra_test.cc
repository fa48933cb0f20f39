// Random expressions of a few integers and booleans: no rewriting may change a bit. Operands and
// constants are small, so that special cases meet: zero remainders, implied comparisons, divisors
// that are powers of two, shifts by 0.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

constexpr size_t kCount = 1500;
constexpr int kOperations = 12;

class ExpressionWriter {
 public:
  ExpressionWriter(uint32_t seed, std::string_view type, std::vector<std::string_view> constants)
      : random_(seed),
        integers_("tensor<" + std::to_string(kCount) + "x" + std::string(type) + ">"),
        constants_(std::move(constants)) {}

  std::string Write() {
    for (const std::string_view constant : constants_) {
      Add(integer_names_, "constant dense<" + std::string(constant) + "> : " + integers_);
    }
    for (int i = 0; i < kOperations; ++i) AddOperation();
    const std::string boolean = AnyBoolean();
    return "func.func @main(%x: " + integers_ + ", %y: " + integers_ + ") -> (" + integers_ + ", " +
           kBooleans + ") {\n" + text_ + "  return " + integer_names_.back() + ", " + boolean +
           " : " + integers_ + ", " + kBooleans + "\n}";
  }

 private:
  static constexpr std::string_view kArithmetic[] = {"add",
                                                     "subtract",
                                                     "multiply",
                                                     "divide",
                                                     "remainder",
                                                     "minimum",
                                                     "maximum",
                                                     "and",
                                                     "or",
                                                     "xor",
                                                     "shift_left",
                                                     "shift_right_logical",
                                                     "shift_right_arithmetic"};
  static constexpr std::string_view kLogic[] = {"and", "or", "xor"};
  static constexpr std::string_view kDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
  const std::string kBooleans = "tensor<" + std::to_string(kCount) + "xi1>";

  size_t Below(size_t limit) { return random_() % limit; }

  template <class List>
  std::string Any(const List& list) {
    return std::string(list[Below(std::size(list))]);
  }

  // Mostly one of the last, so that expressions are deep.
  std::string AnyOf(const std::vector<std::string>& names) {
    const size_t count = Below(3) == 0 ? names.size() : std::min<size_t>(names.size(), 3);
    return names[names.size() - 1 - Below(count)];
  }
  std::string AnyInteger() { return AnyOf(integer_names_); }
  std::string AnyBoolean() {
    if (boolean_names_.empty()) Compare();
    return AnyOf(boolean_names_);
  }

  void Add(std::vector<std::string>& names, const std::string& operation) {
    const std::string name = "%v" + std::to_string(next_++);
    text_ += "  " + name + " = stablehlo." + operation + "\n";
    names.push_back(name);
  }

  void Compare() {
    const std::string left = AnyInteger(), right = AnyInteger();
    Add(boolean_names_, "compare " + Any(kDirections) + ", " + left + ", " + right + " : (" +
                            integers_ + ", " + integers_ + ") -> " + kBooleans);
  }

  void AddOperation() {
    const size_t kind = Below(10);
    if (kind < 5) {
      const std::string left = AnyInteger(), right = AnyInteger();
      Add(integer_names_, Any(kArithmetic) + " " + left + ", " + right + " : " + integers_);
    } else if (kind < 7) {
      Compare();
    } else if (kind < 9) {
      const std::string predicate = AnyBoolean();
      const std::string left = AnyInteger(), right = AnyInteger();
      Add(integer_names_, "select " + predicate + ", " + left + ", " + right + " : " + kBooleans +
                              ", " + integers_);
    } else {
      const std::string left = AnyBoolean(), right = AnyBoolean();
      Add(boolean_names_, Any(kLogic) + " " + left + ", " + right + " : " + kBooleans);
    }
  }

  std::mt19937 random_;
  const std::string integers_;
  const std::vector<std::string_view> constants_;
  std::string text_;
  std::vector<std::string> integer_names_ = {"%x", "%y"};
  std::vector<std::string> boolean_names_;
  int next_ = 0;
};

template <class T>
void CheckExpressions(ElementType type, uint32_t first_seed) {
  std::vector<T> x, y;
  const std::vector<T> pool = {0,
                               1,
                               2,
                               3,
                               4,
                               5,
                               7,
                               8,
                               16,
                               T(-1),
                               T(-2),
                               T(-3),
                               T(-7),
                               T(-8),
                               std::numeric_limits<T>::min(),
                               std::numeric_limits<T>::max()};
  for (size_t i = 0; i < kCount; ++i) {
    x.push_back(pool[i % pool.size()]);
    y.push_back(pool[i / pool.size() % pool.size()]);
  }
  const std::vector<Tensor> inputs = {TensorOf<T>(type, {kCount}, x),
                                      TensorOf<T>(type, {kCount}, y)};
  for (uint32_t seed = first_seed; seed < first_seed + 500; ++seed) {
    const std::string text = ExpressionWriter(seed, Spelling(type), {"0", "1", "4", "7"}).Write();
    INFO(text);
    const Program program(text);
    CheckSameResults(Run(program, Level::kFast, inputs), Run(program, Level::kFaithful, inputs));
  }
}

TEST_CASE("random expressions of integers have the same bits at both levels", "[exec]") {
  CheckExpressions<int32_t>(ElementType::kI32, 0);
  CheckExpressions<int8_t>(ElementType::kI8, 1000);
  CheckExpressions<uint8_t>(ElementType::kUI8, 2000);
  CheckExpressions<int64_t>(ElementType::kI64, 3000);
}

// Sums of a remainder and its divisor under any condition, which random expressions rarely make.
TEST_CASE("random conditions of a modulus have the same bits at both levels", "[exec]") {
  std::vector<int32_t> x, y;
  for (size_t i = 0; i < kCount; ++i) {
    x.push_back(static_cast<int32_t>(i) - 750);
    y.push_back(static_cast<int32_t>(i * 7 % 31) - 15);
  }
  const std::vector<Tensor> inputs = {TensorOf<int32_t>(ElementType::kI32, {kCount}, x),
                                      TensorOf<int32_t>(ElementType::kI32, {kCount}, y)};
  std::mt19937 random(1);
  const auto any = [&](const std::vector<std::string>& words) {
    return words[random() % words.size()];
  };
  const std::vector<std::string> directions = {"EQ", "NE", "GE", "GT", "LE", "LT"};
  const std::vector<std::string> numbers = {"%r", "%zero", "%c", "%x", "%y", "%sum"};
  const auto compare = [&] {
    const std::string direction = any(directions), left = any(numbers), right = any(numbers);
    return "compare " + direction + ", " + left + ", " + right + " : (V, V) -> B\n";
  };
  for (int i = 0; i < 1000; ++i) {
    // In statements of their own, because compilers order the operands of + as they like.
    std::string text = "func.func @main(%x: V, %y: V) -> B {\n";
    text += "  %zero = stablehlo.constant dense<0> : V\n";
    text += "  %c = stablehlo.constant dense<" + any({"3", "-3", "4", "100", "1"}) + "> : V\n";
    text += "  %r = stablehlo.remainder %x, %c : V\n  %sum = stablehlo.add %r, %c : V\n";
    text += "  %a = stablehlo." + compare();
    text += "  %b = stablehlo." + compare();
    text += "  %p = stablehlo." + any({"and", "or", "xor"}) + " %a, %b : B\n";
    text += "  %m = stablehlo.select " + any({"%p, %sum, %r", "%p, %r, %sum", "%a, %sum, %r"});
    text += " : B, V\n  %d = stablehlo.compare " + any({"EQ", "NE"});
    text += ", %m, %zero : (V, V) -> B\n  return %d : B\n}";
    for (const auto& [word, type] :
         {std::pair("V", "tensor<1500xi32>"), std::pair("B", "tensor<1500xi1>")}) {
      for (size_t at = 0; (at = text.find(word, at)) != std::string::npos;) {
        text.replace(at, 1, type);
        at += std::string_view(type).size();
      }
    }
    INFO(text);
    const Program program(text);
    CheckSameResults(Run(program, Level::kFast, inputs), Run(program, Level::kFaithful, inputs));
  }
}

// The constants that change nothing, and their neighbours, which do.
TEST_CASE("floats are unchanged by a neutral constant") {
  const std::vector<float> elements = {0.0f,
                                       -0.0f,
                                       1.5f,
                                       -3.0f,
                                       std::numeric_limits<float>::denorm_min(),
                                       std::numeric_limits<float>::infinity(),
                                       std::numeric_limits<float>::quiet_NaN(),
                                       std::numeric_limits<float>::signaling_NaN()};
  const Tensor x = TensorOf<float>(ElementType::kF32, {8}, elements);
  struct Case {
    std::string_view operation;
    std::string_view operands;
    bool is_unchanged;
  };
  const Case cases[] = {{"multiply", "%x, %one", true},   {"multiply", "%one, %x", true},
                        {"divide", "%x, %one", true},     {"subtract", "%x, %zero", true},
                        {"add", "%x, %minus", true},      {"add", "%minus, %x", true},
                        {"add", "%x, %zero", false},      {"divide", "%one, %x", false},
                        {"subtract", "%zero, %x", false}, {"subtract", "%x, %minus", false}};
  for (const Case& one : cases) {
    const std::string text = R"(
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<8xf32>
  %minus = stablehlo.constant dense<-0.0> : tensor<8xf32>
  %y = stablehlo.)" + std::string(one.operation) +
                             " " + std::string(one.operands) + R"( : tensor<8xf32>
  return %y : tensor<8xf32>
})";
    INFO(text);
    const Program program(text);
    CheckAtBothLevels(program, {x});
    for (const Level level : {Level::kFast, Level::kFaithful}) {
      const std::vector<Tensor> results = Run(program, level, {x});
      CHECK(IsBitwiseEqual(results[0], x) == one.is_unchanged);
    }
  }
}

}  // namespace
}  // namespace paddock
