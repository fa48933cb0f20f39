// Sorts, top-k and products that threads share have the bits of one thread.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "core/exec/machine/testing.h"
#include "core/exec/threads/thread_pool.h"
#include "tests/execution/levels_testing.h"

namespace paddock {
namespace {

using namespace testing;

void CheckShared(const std::string& text) {
  const Program program(text);
  const std::vector<Tensor> expected = Run(program, Level::kFast);
  for (const size_t threads : {2, 3}) {
    ThreadPool pool(threads);
    MachineOptions options;
    options.pool = &pool;
    INFO(threads << " threads: " << text);
    CheckSameResults(Run(program, Level::kFast, {}, options), expected);
  }
}

// Keys in a mixed order, of which some occur twice.
std::string Mixed(const std::string& vector) {
  return "  %i = stablehlo.iota dim = 0 : " + vector +
         "\n  %factor = stablehlo.constant dense<-1640531535> : " + vector +
         "\n  %one = stablehlo.constant dense<1> : " + vector +
         "\n  %j = stablehlo.shift_right_logical %i, %one : " + vector +
         "\n  %keys = stablehlo.multiply %j, %factor : " + vector + "\n";
}

TEST_CASE("sorts of long slices are shared", "[exec]") {
  // Two parts, three levels of parts.
  for (const int64_t size : {100'000, 2'200'000}) {
    const std::string vector = "tensor<" + std::to_string(size) + "xi32>";
    CheckShared("func.func @main() -> (" + vector + ", " + vector + ") {\n" + Mixed(vector) +
                "  %s:2 = \"stablehlo.sort\"(%keys, %i) <{dimension = 0 : i64, is_stable = true}> "
                "({\n  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):\n"
                "    %less = stablehlo.compare LT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> "
                "tensor<i1>\n    stablehlo.return %less : tensor<i1>\n  }) : (" +
                vector + ", " + vector + ") -> (" + vector + ", " + vector +
                ")\n  return %s#0, %s#1 : " + vector + ", " + vector + "\n}");
    CheckShared("func.func @main() -> (" + vector + ") {\n" + Mixed(vector) +
                "  %s = \"stablehlo.sort\"(%keys) <{dimension = 0 : i64}> ({\n"
                "  ^bb0(%a: tensor<i32>, %b: tensor<i32>):\n"
                "    %less = stablehlo.compare GT, %a, %b, SIGNED : (tensor<i32>, tensor<i32>) -> "
                "tensor<i1>\n    stablehlo.return %less : tensor<i1>\n  }) : (" +
                vector + ") -> " + vector + "\n  return %s : " + vector + "\n}");
  }
}

TEST_CASE("top-k of long slices is shared", "[exec]") {
  const std::string vector = "tensor<2200000xi32>", first = "tensor<50xi32>";
  CheckShared("func.func @main() -> (" + first + ", " + first + ") {\n" + Mixed(vector) +
              "  %t:2 = chlo.top_k(%keys, k = 50) : " + vector + " -> (" + first + ", " + first +
              ")\n  return %t#0, %t#1 : " + first + ", " + first + "\n}");
}

TEST_CASE("products of few rows are shared", "[exec]") {
  const std::string lhs = "tensor<256x300xf32>", rhs = "tensor<300x256xf32>",
                    result = "tensor<256x256xf32>";
  CheckShared("func.func @main() -> " + result + " {\n  %a = stablehlo.iota dim = 1 : " + lhs +
              "\n  %x = stablehlo.sine %a : " + lhs + "\n  %b = stablehlo.iota dim = 0 : " + rhs +
              "\n  %y = stablehlo.cosine %b : " + rhs +
              "\n  %p = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (" + lhs +
              ", " + rhs + ") -> " + result + "\n  return %p : " + result + "\n}");
}

}  // namespace
}  // namespace paddock
