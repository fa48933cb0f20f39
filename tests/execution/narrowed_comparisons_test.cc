// Comparisons of places in 64 bits are made in 32, with the bits of level faithful.
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

// Random operands of a comparison: iotas, constants, sums and differences of these.
class PlaceText {
 public:
  PlaceText(std::string type, std::vector<int64_t> shape, std::mt19937& random)
      : type_(std::move(type)), shape_(std::move(shape)), random_(random) {}

  // Returns the name of the value whose operations it adds to the text.
  std::string Add(int depth = 0) {
    switch (Roll(depth < 3 ? 5 : 3)) {
      case 0:
        return AddLine("stablehlo.iota dim = " + std::to_string(Roll(shape_.size())) + " : " +
                       TensorText(shape_, type_));
      case 1:
        return AddLine("stablehlo.constant dense<" + Number() + "> : " + TensorText(shape_, type_));
      case 2: {
        const size_t d = Roll(shape_.size());
        std::string numbers;
        for (int64_t i = 0; i < shape_[d]; ++i) numbers += (i == 0 ? "" : ", ") + Number();
        const std::string row = TensorText({shape_[d]}, type_);
        const std::string constant =
            AddLine("stablehlo.constant dense<[" + numbers + "]> : " + row);
        return AddLine("stablehlo.broadcast_in_dim " + constant + ", dims = [" + std::to_string(d) +
                       "] : (" + row + ") -> " + TensorText(shape_, type_));
      }
      default: {
        const std::string lhs = Add(depth + 1), rhs = Add(depth + 1);
        return AddLine((Roll(2) == 0 ? "stablehlo.add " : "stablehlo.subtract ") + lhs + ", " +
                       rhs + " : " + TensorText(shape_, type_));
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
  std::string Number() {
    static constexpr int64_t kFar[] = {2147483647, 2147483648, 4294967295, 4294967296, 1LL << 62};
    if (Roll(8) == 0) return std::to_string(kFar[Roll(5)]);
    const auto number = static_cast<int64_t>(Roll(90));
    return std::to_string(type_[0] == 'i' ? number - 40 : number);
  }

  std::string type_;
  std::vector<int64_t> shape_;
  std::mt19937& random_;
  std::string text_;
  int count_ = 0;
};

TEST_CASE("random comparisons of places have the bits of level faithful", "[exec]") {
  std::mt19937 random(52);
  const std::string directions[] = {"EQ", "NE", "LT", "LE", "GT", "GE"};
  const std::string types[] = {"f32", "f64", "i8", "i64", "bf16"};
  for (int round = 0; round < 300; ++round) {
    const std::string type = random() % 4 == 0 ? "ui64" : "i64";
    const std::vector<int64_t> shape = {static_cast<int64_t>(1 + random() % 30),
                                        static_cast<int64_t>(1 + random() % 90)};
    const std::string element = types[random() % 5];
    PlaceText place(type, shape, random);
    const std::string lhs = place.Add(), rhs = place.Add();
    const std::string wide = TensorText(shape, type), boolean = TensorText(shape, "i1"),
                      result = TensorText(shape, element);
    const std::string chosen =
        place.AddLine("stablehlo.compare " + directions[random() % 6] + ", " + lhs + ", " + rhs +
                      (type == "i64" ? ", SIGNED" : ", UNSIGNED") + " : (" + wide + ", " + wide +
                      ") -> " + boolean);
    const bool is_kept = random() % 4 == 0;
    const std::string selected =
        place.AddLine("stablehlo.select " + chosen + ", %x, %y : " + boolean + ", " + result);
    const std::string text = "func.func @main(%x: " + result + ", %y: " + result + ") -> (" +
                             result + (is_kept ? ", " + boolean + ", " + wide : "") + ") {\n" +
                             place.text() + "  return " + selected +
                             (is_kept ? ", " + chosen + ", " + lhs : "") + " : " + result +
                             (is_kept ? ", " + boolean + ", " + wide : "") + "\n}";
    INFO(text);
    const ElementType of_result = *ElementTypeFromSpelling(element);
    CheckAtBothLevels(Program(text), {RandomBytes(of_result, shape, random),
                                      RandomBytes(of_result, shape, random)});
  }
}

// jnp.tril with 64-bit integers
TEST_CASE("a triangle is chosen without words of 64 bits", "[exec]") {
  const Program program(R"(
func.func @main(%x: tensor<70x90xf32>) -> tensor<70x90xf32> {
  %r = stablehlo.iota dim = 0 : tensor<70x90xi64>
  %k = stablehlo.constant dense<-3> : tensor<i64>
  %b = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<i64>) -> tensor<70x90xi64>
  %s = stablehlo.add %r, %b : tensor<70x90xi64>
  %c = stablehlo.iota dim = 1 : tensor<70x90xi64>
  %p = stablehlo.compare GE, %s, %c, SIGNED : (tensor<70x90xi64>, tensor<70x90xi64>) -> tensor<70x90xi1>
  %z = stablehlo.constant dense<0.0> : tensor<70x90xf32>
  %t = stablehlo.select %p, %x, %z : tensor<70x90xi1>, tensor<70x90xf32>
  return %t : tensor<70x90xf32>
})");
  CheckAtBothLevels(program, {WaveTensor({70, 90})});
  const auto plan = PlanOf(program, At(Level::kFast));
  for (const Step& step : plan->steps()) {
    if (!IsTileStep(step.function)) continue;
    for (const TileRegister& one : static_cast<const TileProgram*>(step.parameters)->registers) {
      CHECK(one.element_bytes <= 4);
    }
  }
}

}  // namespace
}  // namespace paddock
