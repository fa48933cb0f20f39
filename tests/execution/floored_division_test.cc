// jnp.floor_divide and jnp.remainder by constants: level kFast computes them in another way.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "core/plan/fusion/tile_chain.h"
#include "tests/execution/tapes_testing.h"

namespace paddock {
namespace {

using namespace testing;

// Computes %quotient and %remainder of %x by %d, as JAX does, with constants %nought and %unit.
std::string Divisions(const std::string& type, const std::string& booleans) {
  const auto line = [&](const std::string& name, const std::string& operation,
                        const std::string& of) {
    return "    %" + name + " = stablehlo." + operation + " : " + of + "\n";
  };
  const std::string compared = "(" + type + ", " + type + ") -> " + booleans;
  const std::string joined = "(" + booleans + ", " + booleans + ") -> " + booleans;
  const std::string chosen = booleans + ", " + type;
  return line("q", "divide %x, %d", type) + line("sign", "sign %x", type) +
         line("sign_d", "sign %d", type) + line("signs", "compare NE, %sign, %sign_d", compared) +
         line("r", "remainder %x, %d", type) + line("rest", "compare NE, %r, %nought", compared) +
         line("corrects", "and %signs, %rest", booleans) +
         line("less", "subtract %q, %unit", type) +
         line("quotient", "select %corrects, %less, %q", chosen) +
         line("negative", "compare LT, %r, %nought", compared) +
         line("negative_d", "compare LT, %d, %nought", compared) +
         line("differ", "compare NE, %negative, %negative_d", joined) +
         line("adds", "and %differ, %rest", booleans) + line("sum", "add %r, %d", type) +
         line("remainder", "select %adds, %sum, %r", chosen);
}

std::string Text(ElementType element, int64_t count, int64_t divisor) {
  const std::string shape = std::to_string(count) + "x";
  const std::string type = "tensor<" + shape + std::string(Spelling(element)) + ">";
  const auto constant = [&](const std::string& name, int64_t value) {
    return "    %" + name + " = stablehlo.constant dense<" + std::to_string(value) + "> : " + type +
           "\n";
  };
  return constant("d", divisor) + constant("nought", 0) + constant("unit", 1) +
         Divisions(type, "tensor<" + shape + "i1>");
}

template <class T>
Tensor Extremes(ElementType element, int64_t count) {
  std::vector<T> elements;
  for (int64_t i = 0; i < count; ++i) {
    const auto near = static_cast<T>(i / 3 - 4);
    const auto least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
    elements.push_back(i % 3 == 0   ? near
                       : i % 3 == 1 ? static_cast<T>(least + i / 3)
                                    : static_cast<T>(most - i / 3));
  }
  return TensorOf<T>(element, {count}, elements);
}

// Alone, and in a loop.
template <class T>
void CheckDivisions(ElementType element) {
  const int64_t bits = 8 * sizeof(T);
  for (const int64_t divisor : {int64_t{1}, int64_t{2}, int64_t{3}, int64_t{8}, int64_t{10},
                                int64_t{1} << (bits - 2), int64_t{-1}, int64_t{-2}, int64_t{-7}}) {
    for (const int64_t count : {3, 7, 70}) {
      const std::string spelled = std::to_string(count) + "x" + std::string(Spelling(element));
      const std::string type = "tensor<" + spelled + ">";
      const std::string text = Text(element, count, divisor);
      INFO(type << " by " << divisor);
      const std::vector<Tensor> inputs = {Extremes<T>(element, count)};
      const std::string alone = "func.func @main(%x: " + type + ") -> (" + type + ", " + type +
                                ") {\n" + text + "    return %quotient, %remainder : " + type +
                                ", " + type + "\n}";
      CheckAtBothLevels(Program(alone), inputs);
      const Program loop(
          LoopOver(spelled, 4,
                   text + "    %next = stablehlo.subtract %quotient, %remainder : " + type + "\n"));
      CheckSameResults(Run(loop, Level::kFast, inputs), Run(loop, Level::kFaithful, inputs));
    }
  }
}

TEST_CASE("divisions that round down have the bits of their operations", "[exec]") {
  CheckDivisions<int8_t>(ElementType::kI8);
  CheckDivisions<int16_t>(ElementType::kI16);
  CheckDivisions<int32_t>(ElementType::kI32);
  CheckDivisions<int64_t>(ElementType::kI64);
}

uint64_t OperationsOf(const std::string& result, int64_t count, int64_t divisor) {
  const std::string type = "tensor<" + std::to_string(count) + "xi32>";
  const Program program("func.func @main(%x: " + type + ") -> " + type + " {\n" +
                        Text(ElementType::kI32, count, divisor) + "    return %" + result + " : " +
                        type + "\n}");
  const auto machine =
      MachineOf(PlanOf(program, At(Level::kFast)), {Extremes<int32_t>(ElementType::kI32, count)});
  REQUIRE(machine->Run(int64_t{1} << 60) == StopReason::kFinished);
  return machine->counts().operations / static_cast<uint64_t>(count);
}

TEST_CASE("a division by a power of two that rounds down is one operation", "[exec]") {
  if (kHasChainModules) SKIP("WebAssembly divides");
  for (const int64_t count : {1, 7, 1500}) {
    CHECK(OperationsOf("quotient", count, 8) == 1);
    CHECK(OperationsOf("remainder", count, 8) == 1);
    // Quotient, product, remainder, its sign, difference, selection.
    CHECK(OperationsOf("quotient", count, 10) == 6);
    CHECK(OperationsOf("remainder", count, 10) == 4);
  }
}

}  // namespace
}  // namespace paddock
