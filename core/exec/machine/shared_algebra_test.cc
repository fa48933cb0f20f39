// Threads that share linear algebra give the bits of one thread, also in slices. The thread
// sanitizer runs these tests.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "core/exec/machine/testing.h"
#include "core/exec/threads/thread_pool.h"

namespace paddock {
namespace {

using namespace testing;

// Defines %x of type T, in which no two columns are alike, and %m, with more on the diagonal.
constexpr const char* kMatrices = R"(  %a = stablehlo.iota dim = 0 : T
  %b = stablehlo.iota dim = ROW : T
  %c = stablehlo.iota dim = COLUMN : T
  %bb = stablehlo.multiply %b, %b : T
  %ab = stablehlo.add %a, %bb : T
  %f = stablehlo.constant dense<0.7> : T
  %fab = stablehlo.multiply %f, %ab : T
  %s = stablehlo.multiply %fab, %c : T
  %x = stablehlo.sine %s : T
  %eye = stablehlo.compare EQ, %b, %c : (T, T) -> B
  %on = stablehlo.constant dense<900.0> : T
  %off = stablehlo.constant dense<0.0> : T
  %d = stablehlo.select %eye, %on, %off : B, T
  %m = stablehlo.add %x, %d : T
)";

// Compares runs of `body`, which defines %r, on matrices of a shape such as 3x200x200xf32.
void CheckShares(const std::string& shape, const std::string& body) {
  const bool is_batch = std::ranges::count(shape, 'x') == 3;
  const std::string type = "tensor<" + shape + ">";
  std::string text = "func.func @main() -> T {\n" + (kMatrices + body) + "  return %r : T\n}";
  text = Replaced(Replaced(text, "ROW", is_batch ? "1" : "0"), "COLUMN", is_batch ? "2" : "1");
  text = Replaced(text, " B", " " + type.substr(0, type.size() - 4) + "i1>");
  for (const char before : {' ', '('}) {
    for (const char* const after : {"\n", ")", ",", " "}) {
      text = Replaced(text, before + std::string("T") + after, before + type + after);
    }
  }
  INFO(text);
  const Program program(text);
  for (const simd::Numerics numerics : {simd::Numerics::kPortable, simd::Numerics::kFast}) {
    PlanOptions plan_options = At(Level::kFast);
    plan_options.numerics = numerics;
    const auto plan = PlanOf(program, plan_options);
    const auto alone = MachineOf(plan);
    REQUIRE(alone->RunToEnd() == StopReason::kFinished);
    for (const size_t threads : {2, 3, 8}) {
      INFO(threads << " threads");
      ThreadPool pool(threads);
      MachineOptions options;
      options.pool = &pool;
      const auto shared = MachineOf(plan, {}, options);
      StopReason reason = StopReason::kBudgetSpent;
      while (reason == StopReason::kBudgetSpent) reason = shared->Run(1);
      REQUIRE(reason == StopReason::kFinished);
      CHECK(IsBitwiseEqual(alone->Results()[0], shared->Results()[0]));
    }
  }
}

constexpr const char* kSolve =
    "  %r = \"stablehlo.triangular_solve\"(%m, %x) <{left_side = true, lower = true, "
    "unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (T, T) -> T\n";

TEST_CASE("threads share triangular systems and Cholesky factors", "[exec]") {
  // Long blocks of right-hand sides, short ones, and small systems in groups.
  CheckShares("360x360xf64", kSolve);
  CheckShares("3x200x200xf32", kSolve);
  CheckShares("50x5x5xf32", kSolve);
  const std::string cholesky = "  %r = stablehlo.cholesky %m, lower = true : T\n";
  CheckShares("300x300xf64", cholesky);
  CheckShares("5x260x260xf64", cholesky);
  CheckShares("50x5x5xf64", cholesky);
}

// The call of a factorization, whose first result is %r. `results` are the types of the others.
std::string Call(const std::string& target, const std::string& options, int count,
                 const std::string& results) {
  return "  %all:" + std::to_string(count) + " = stablehlo.custom_call @" + target +
         "(%m) {mhlo.backend_config = {" + options + "}} : (T) -> (T, " + results +
         ")\n  %z = stablehlo.constant dense<0.0> : T\n  %r = stablehlo.maximum %all#0, %z : T\n";
}

TEST_CASE("threads share factors of one matrix and of batches", "[exec]") {
  const std::string potrf = "uplo = 76 : ui8";
  CheckShares("230x230xf64", Call("lapack_dpotrf_ffi", potrf, 2, "tensor<i32>"));
  CheckShares("300x300xf32", Call("lapack_spotrf_ffi", potrf, 2, "tensor<i32>"));
  CheckShares("5x200x200xf32", Call("lapack_spotrf_ffi", potrf, 2, "tensor<5xi32>"));
  CheckShares("5x200x200xf64", Call("lapack_dgeqrf_ffi", "", 2, "tensor<5x200xf64>"));
  CheckShares("9x40x40xf32", Call("lapack_sgeqrf_ffi", "", 2, "tensor<9x40xf32>"));
  CheckShares("40x7x7xf32", Call("lapack_sgeqrf_ffi", "", 2, "tensor<40x7xf32>"));
}

}  // namespace
}  // namespace paddock
