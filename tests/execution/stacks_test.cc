// Reductions over a dimension along which arrays are stacked.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

// Reduces `parts` values of 5 x 300 elements, stacked along `dimension`. The first is also a
// result.
Program StackOf(int parts, int dimension, const std::string& body, bool uses_stack) {
  const std::string n = std::to_string(parts);
  const std::string shape = dimension == 0 ? n + "x5x300" : "5x" + n + "x300";
  const std::string one = dimension == 0 ? "tensor<1x5x300xf32>" : "tensor<5x1x300xf32>";
  const std::string part = "tensor<5x300xf32>", whole = "tensor<" + shape + "xf32>";
  std::string text = "func.func @main(%x: " + part + ") -> (" + part + ", " +
                     (uses_stack ? whole : part) + ") {\n";
  std::string names, types;
  for (int i = 0; i < parts; ++i) {
    const std::string k = std::to_string(i);
    const std::string before = i == 0 ? "%x" : "%a" + std::to_string(i - 1);
    text += "%c" + k + " = stablehlo.constant dense<" + k + ".7> : " + part + "\n";
    text += "%m" + k + " = stablehlo.multiply " + before + ", %c" + k + " : " + part + "\n";
    text += "%a" + k + " = stablehlo.subtract %m" + k + ", %x : " + part + "\n";
    text += "%p" + k + " = stablehlo.reshape %a" + k + " : (" + part + ") -> " + one + "\n";
    names += (i == 0 ? "%p" : ", %p") + k;
    types += (i == 0 ? "" : ", ") + one;
  }
  const std::string d = std::to_string(dimension);
  text += "%s = stablehlo.concatenate " + names + ", dim = " + d + " : (" + types + ") -> " + whole;
  text += "\n%init = stablehlo.constant dense<0.25> : tensor<f32>\n";
  text += "%r = stablehlo.reduce(%s init: %init) applies stablehlo." + body +
          " across dimensions = [" + d + "] : (" + whole + ", tensor<f32>) -> " + part + "\n";
  return Program(text + "return %r, " + (uses_stack ? "%s" : "%a0") + " : " + part + ", " +
                 (uses_stack ? whole : part) + "\n}");
}

Tensor StackedValues() {
  std::vector<float> elements;
  for (int i = 0; i < 1500; ++i) elements.push_back(static_cast<float>(i * 37 % 1001 - 500) / 64);
  elements[77] = std::numeric_limits<float>::quiet_NaN();
  elements[901] = -0.0F;
  return TensorOf<float>(ElementType::kF32, {5, 300}, elements);
}

TEST_CASE("a reduction of stacked arrays has the bits of a reduction of the stack", "[exec]") {
  for (int parts : {2, 3, 4, 7, 8, 13, 16, 17}) {
    for (const char* body : {"add", "maximum", "multiply"}) {
      for (int dimension : {0, 1}) {
        INFO(parts << " parts, " << body << ", dimension " << dimension);
        CheckAtBothLevels(StackOf(parts, dimension, body, false), {StackedValues()});
        CheckAtBothLevels(StackOf(parts, dimension, body, true), {StackedValues()});
      }
    }
  }
}

TEST_CASE("stacked arrays are reduced without the stack", "[exec]") {
  const Program program = StackOf(4, 0, "add", false);
  const auto machine = MachineOf(PlanOf(program, At(Level::kFast)), {StackedValues()});
  REQUIRE(machine->Run(int64_t{1} << 60) == StopReason::kFinished);
  // The argument and two results.
  CHECK(machine->counts().bytes < 4 * 1500 * sizeof(float));
}

}  // namespace
}  // namespace paddock
