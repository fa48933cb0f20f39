// Integers of which a conversion keeps the low bits are computed from low bits, with the bits of
// level faithful.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/types/type.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

constexpr int64_t kRows = 7, kColumns = 45;

std::string Tensors(const std::string& type) { return TensorText({kRows, kColumns}, type); }

// Random operations on integers of one type, between conversions.
class WordText {
 public:
  WordText(std::string wide, std::string narrow, std::mt19937& random)
      : wide_(std::move(wide)), narrow_(std::move(narrow)), random_(random) {}

  // Returns the name of the value whose operations it adds to the text.
  std::string Add(int depth = 0) {
    const std::string type = Tensors(wide_);
    switch (Roll(depth < 3 ? 9 : 4)) {
      case 0:
        return AddLine("stablehlo.constant dense<" + std::to_string(Roll(300)) + "> : " + type);
      case 1:
        return AddLine("stablehlo.convert %n : (" + Tensors(narrow_) + ") -> " + type);
      case 2:
        return AddLine("stablehlo.convert %b : (" + Tensors("i1") + ") -> " + type);
      case 3:
        return "%w";
      case 4: {
        const std::string value = Add(depth + 1);
        return AddLine("stablehlo." + std::string(Roll(2) == 0 ? "not " : "negate ") + value +
                       " : " + type);
      }
      case 5: {
        const std::string on_true = Add(depth + 1), on_false = Add(depth + 1);
        return AddLine("stablehlo.select %b, " + on_true + ", " + on_false + " : " + Tensors("i1") +
                       ", " + type);
      }
      default: {
        static const std::string kOps[] = {
            "add", "subtract", "multiply", "and", "or", "xor", "shift_right_logical", "maximum"};
        const std::string lhs = Add(depth + 1), rhs = Add(depth + 1);
        return AddLine("stablehlo." + kOps[Roll(8)] + " " + lhs + ", " + rhs + " : " + type);
      }
    }
  }
  std::string AddLine(const std::string& operation) {
    const std::string name = "%v" + std::to_string(count_++);
    text_ += "  " + name + " = " + operation + "\n";
    return name;
  }
  const std::string& text() const { return text_; }

 private:
  size_t Roll(size_t below) { return random_() % below; }

  std::string wide_, narrow_;
  std::mt19937& random_;
  std::string text_;
  int count_ = 0;
};

TEST_CASE("random low bits have the bits of level faithful", "[exec]") {
  std::mt19937 random(54);
  const std::string wides[] = {"i16", "ui16", "i32", "ui32", "i64", "ui64"};
  const std::string narrows[] = {"i8", "ui8", "i16", "ui16", "i32"};
  for (int round = 0; round < 400; ++round) {
    const std::string wide = wides[random() % 6], narrow = narrows[random() % 5],
                      last = narrows[random() % 5];
    WordText words(wide, narrow, random);
    const std::string value = words.Add();
    const std::string low = words.AddLine("stablehlo.convert " + value + " : (" + Tensors(wide) +
                                          ") -> " + Tensors(last));
    const bool is_kept = random() % 4 == 0, goes_on = random() % 2 == 0;
    const std::string result =
        goes_on ? words.AddLine("stablehlo.add " + low + ", " + low + " : " + Tensors(last)) : low;
    const std::string others = is_kept ? ", " + Tensors(wide) : "";
    const std::string text = "func.func @main(%n: " + Tensors(narrow) + ", %w: " + Tensors(wide) +
                             ", %b: " + Tensors("i1") + ") -> (" + Tensors(last) + others +
                             ") {\n" + words.text() + "  return " + result +
                             (is_kept ? ", " + value : "") + " : " + Tensors(last) + others + "\n}";
    INFO(text);
    const std::vector<int64_t> shape = {kRows, kColumns};
    Tensor chosen = RandomBytes(ElementType::kI1, shape, random);
    for (size_t i = 0; i < chosen.byte_size(); ++i) chosen.mutable_data()[i] &= std::byte{1};
    CheckAtBothLevels(Program(text),
                      {RandomBytes(*ElementTypeFromSpelling(narrow), shape, random),
                       RandomBytes(*ElementTypeFromSpelling(wide), shape, random), chosen});
  }
}

// Checks that tile programs have only bytes.
void CheckBytes(const Program& program) {
  std::mt19937 random(55);
  CheckAtBothLevels(program, {RandomBytes(ElementType::kUI8, {30, 50}, random)});
  const auto plan = PlanOf(program, At(Level::kFast));
  for (const Step& step : plan->steps()) {
    if (!IsTileStep(step.function)) continue;
    for (const TileRegister& one : static_cast<const TileProgram*>(step.parameters)->registers) {
      CHECK(one.element_bytes == 1);
    }
  }
}

// jnp.where(x > 128, 255, 0).astype(jnp.uint8)
TEST_CASE("bytes are chosen without words", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<30x50xui8>) -> tensor<30x50xui8> {
  %c = stablehlo.constant dense<128> : tensor<30x50xui8>
  %p = stablehlo.compare GT, %x, %c, UNSIGNED : (tensor<30x50xui8>, tensor<30x50xui8>) -> tensor<30x50xi1>
  %a = stablehlo.constant dense<255> : tensor<30x50xi64>
  %b = stablehlo.constant dense<0> : tensor<30x50xi64>
  %s = stablehlo.select %p, %a, %b : tensor<30x50xi1>, tensor<30x50xi64>
  %r = stablehlo.convert %s : (tensor<30x50xi64>) -> tensor<30x50xui8>
  return %r : tensor<30x50xui8>
})");
  CheckBytes(program);
}

// (3 * x.astype(jnp.int32) - 5 & x).astype(jnp.uint8)
TEST_CASE("operations behind each other are computed in bytes", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<30x50xui8>) -> tensor<30x50xui8> {
  %w = stablehlo.convert %x : (tensor<30x50xui8>) -> tensor<30x50xi32>
  %3 = stablehlo.constant dense<3> : tensor<30x50xi32>
  %5 = stablehlo.constant dense<5> : tensor<30x50xi32>
  %m = stablehlo.multiply %3, %w : tensor<30x50xi32>
  %s = stablehlo.subtract %m, %5 : tensor<30x50xi32>
  %a = stablehlo.and %s, %w : tensor<30x50xi32>
  %r = stablehlo.convert %a : (tensor<30x50xi32>) -> tensor<30x50xui8>
  return %r : tensor<30x50xui8>
})");
  CheckBytes(program);
}

}  // namespace
}  // namespace paddock
