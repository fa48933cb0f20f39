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

}  // namespace
}  // namespace paddock
