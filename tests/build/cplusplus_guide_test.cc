// The program of docs/cplusplus.md, between its #include lines and the test.
// tests/docs/cplusplus.test.mjs compares the two.
#include <cstdio>
#include <cstring>
#include <limits>

#include "paddock/paddock.h"

// Squares three numbers. Returns no values if the program or the run fails.
std::vector<float> Square(const std::vector<float>& numbers) {
  const auto program = paddock::Program::Load("square.mlir", R"(
    func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
      %y = stablehlo.multiply %x, %x : tensor<3xf32>
      return %y : tensor<3xf32>
    })");
  paddock::SessionOptions options;
  const int64_t shape[] = {3};
  options.inputs = {
      paddock::Tensor::FromElements<float>(paddock::ElementType::kF32, shape, numbers)};
  std::vector<paddock::Diagnostic> diagnostics = program->diagnostics();
  const auto session = paddock::Session::Start(program, options, diagnostics);
  if (session == nullptr ||
      session->Run(std::numeric_limits<int64_t>::max()) != paddock::StopReason::kFinished) {
    if (session != nullptr) diagnostics = session->diagnostics();
    for (const paddock::Diagnostic& diagnostic : diagnostics) {
      std::puts(paddock::RenderText(diagnostic, program->source()).c_str());
    }
    return {};
  }
  std::vector<float> squares(3);
  std::memcpy(squares.data(), session->results()[0].data(), sizeof(float) * squares.size());
  return squares;
}

#include <catch2/catch_test_macros.hpp>

TEST_CASE("the program of docs/cplusplus.md squares its input") {
  CHECK(Square({1, 2, 3}) == std::vector<float>{1, 4, 9});
}
