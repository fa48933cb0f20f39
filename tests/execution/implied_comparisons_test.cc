// One of two comparisons of the same numbers may imply the other one, in level kFast.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/exec/machine/testing.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

constexpr std::string_view kDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};

// A comparison, and how it orders.
struct Compared {
  std::string_view direction;
  std::string_view kind;
};

Program Joined(std::string_view type, std::string_view operation, const Compared& first,
               const Compared& second) {
  const std::string vector = "tensor<1500x" + std::string(type) + ">";
  const auto compare = [&](const Compared& compared) {
    return "stablehlo.compare " + std::string(compared.direction) + ", %x, %y, " +
           std::string(compared.kind) + " : (" + vector + ", " + vector + ") -> tensor<1500xi1>\n";
  };
  return Program("func.func @main(%x: " + vector + ", %y: " + vector +
                 ") -> tensor<1500xi1> {\n  %a = " + compare(first) + "  %b = " + compare(second) +
                 "  %r = stablehlo." + std::string(operation) +
                 " %a, %b : tensor<1500xi1>\n  return %r : tensor<1500xi1>\n}");
}

template <class T>
void CheckAll(ElementType type, const std::vector<T>& pool,
              const std::vector<std::string_view>& kinds) {
  std::vector<T> x, y;
  for (size_t i = 0; i < 1500; ++i) {
    x.push_back(pool[i % pool.size()]);
    y.push_back(pool[i / pool.size() % pool.size()]);
  }
  const std::vector<Tensor> inputs = {TensorOf<T>(type, {1500}, x), TensorOf<T>(type, {1500}, y)};
  for (const std::string_view operation : {"and", "or"}) {
    for (const std::string_view first : kDirections) {
      for (const std::string_view second : kDirections) {
        for (const std::string_view kind : kinds) {
          INFO(Spelling(type) << ": " << first << " " << operation << " " << kind << " " << second);
          const Program program =
              Joined(Spelling(type), operation, {first, kinds[0]}, {second, kind});
          CheckSameResults(Run(program, At(Level::kFast), inputs),
                           Run(program, At(Level::kFaithful), inputs));
        }
      }
    }
  }
}

TEST_CASE("joined comparisons of the same numbers have their bits") {
  CheckAll<int32_t>(ElementType::kI32, {-7, -1, 0, 3, 2147483647}, {"SIGNED"});
  CheckAll<uint8_t>(ElementType::kUI8, {0, 1, 127, 128, 255}, {"UNSIGNED"});
  const float nan = std::numeric_limits<float>::quiet_NaN();
  CheckAll<float>(ElementType::kF32, {-1.5f, -0.0f, 0.0f, 2.0f, nan, -nan},
                  {"FLOAT", "TOTALORDER"});
}

uint64_t OperationsOf(const Program& program) {
  const std::vector<int32_t> elements(1500, 3);
  const Tensor x = TensorOf<int32_t>(ElementType::kI32, {1500}, elements);
  const auto machine = MachineOf(PlanOf(program, At(Level::kFast)), {x, x});
  REQUIRE(machine->Run(int64_t{1} << 60) == StopReason::kFinished);
  return machine->counts().operations;
}

TEST_CASE("an implied comparison is not computed", "[exec]") {
  const Compared less{"LT", "SIGNED"}, different{"NE", "SIGNED"}, equal{"EQ", "SIGNED"};
  CHECK(OperationsOf(Joined("i32", "and", less, different)) == 1500);
  CHECK(OperationsOf(Joined("i32", "or", different, less)) == 1500);
  CHECK(OperationsOf(Joined("i32", "or", less, equal)) == 3 * 1500);
}

// The modulus as JAX computes it, compared with zero. `adds` says where the divisor is added.
Program Modulus(std::string_view type, std::string_view divisor, std::string_view direction,
                std::string_view results, std::string_view adds = "and %differ, %is_rest : B") {
  std::string text = R"(func.func @main(%x: V) -> (RESULTS) {
  %c = stablehlo.constant dense<DIVISOR> : V
  %zero = stablehlo.constant dense<0> : V
  %r = stablehlo.remainder %x, %c : V
  %is_negative = stablehlo.compare LT, %r, %zero : (V, V) -> B
  %is_other = stablehlo.compare LT, %c, %zero : (V, V) -> B
  %differ = stablehlo.compare NE, %is_negative, %is_other : (B, B) -> B
  %is_rest = stablehlo.compare NE, %r, %zero : (V, V) -> B
  %adds = stablehlo.ADDS
  %sum = stablehlo.add %r, %c : V
  %modulus = stablehlo.select %adds, %sum, %r : B, V
  %divides = stablehlo.compare DIRECTION, %modulus, %zero : (V, V) -> B
  return RETURNS
})";
  const auto replace = [&](std::string_view from, std::string_view to) {
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
      text.replace(at, from.size(), to);
    }
  };
  const bool has_both = results.find(',') != std::string_view::npos;
  replace("ADDS", adds);
  replace("RETURNS", has_both ? "%divides, %modulus : B, V" : "%divides : B");
  replace("RESULTS", results);
  replace("DIVISOR", divisor);
  replace("DIRECTION", direction);
  replace("V", "tensor<1500x" + std::string(type) + ">");
  replace("B", "tensor<1500xi1>");
  return Program(text);
}

template <class T>
void CheckModulus(ElementType type, const std::vector<std::string_view>& divisors) {
  std::vector<T> x;
  for (int i = 0; i < 1500; ++i) x.push_back(static_cast<T>(i < 1490 ? i - 750 : 1 << (i - 1480)));
  x[0] = std::numeric_limits<T>::min();
  const std::vector<Tensor> inputs = {TensorOf<T>(type, {1500}, x)};
  for (const std::string_view divisor : divisors) {
    for (const std::string_view direction : {"EQ", "NE", "GT"}) {
      for (const std::string_view results : {"B", "B, V"}) {
        INFO(Spelling(type) << " % " << divisor << " " << direction);
        CheckAtBothLevels(Modulus(Spelling(type), divisor, direction, results), inputs);
      }
    }
  }
}

TEST_CASE("a modulus that is compared with zero has the bits of its remainder", "[exec]") {
  CheckModulus<int32_t>(ElementType::kI32,
                        {"1", "4", "7", "100", "-3", "-8", "-1", "-2147483648", "0"});
  CheckModulus<int64_t>(ElementType::kI64, {"5", "-16", "0"});
  CheckModulus<uint8_t>(ElementType::kUI8, {"3", "200", "0"});
  // Other conditions hold for remainders of zero, too.
  std::vector<int32_t> numbers;
  for (int32_t i = 0; i < 1500; ++i) numbers.push_back(i - 750);
  for (const std::string_view adds :
       {"not %is_rest : B", "compare GE, %r, %zero : (V, V) -> B", "or %differ, %is_rest : B",
        "compare NE, %x, %zero : (V, V) -> B", "compare LT, %r, %c : (V, V) -> B",
        "compare GT, %zero, %r : (V, V) -> B", "compare LE, %zero, %r : (V, V) -> B"}) {
    INFO(adds);
    for (const std::string_view divisor : {"7", "-5"}) {
      CheckAtBothLevels(Modulus("i32", divisor, "EQ", "B", adds),
                        {TensorOf<int32_t>(ElementType::kI32, {1500}, numbers)});
    }
  }
  const std::vector<int32_t> elements(1500, 3);
  const auto count = [&](std::string_view direction) {
    const Program program = Modulus("i32", "100", direction, "B");
    const auto machine = MachineOf(PlanOf(program, At(Level::kFast)),
                                   {TensorOf<int32_t>(ElementType::kI32, {1500}, elements)});
    REQUIRE(machine->Run(int64_t{1} << 60) == StopReason::kFinished);
    return machine->counts().operations / 1500;
  };
  CHECK(count("EQ") == 2);
  CHECK(count("GT") == 5);
}

}  // namespace
}  // namespace paddock
