// Squares three numbers with an operation of its own, and steps back once.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "paddock/paddock.h"

namespace {

constexpr const char* kText = R"(func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = stablehlo.custom_call @my.square(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %z = stablehlo.negate %y : tensor<3xf32>
  return %z : tensor<3xf32>
}
)";

std::string Square(const paddock::CustomCall& call) {
  const auto* operand = reinterpret_cast<const float*>(call.operands[0].data());
  auto* result = reinterpret_cast<float*>(call.results[0].mutable_data());
  for (int64_t i = 0; i < call.operands[0].element_count(); ++i)
    result[i] = operand[i] * operand[i];
  return {};
}

}  // namespace

int main() {
  auto calls = std::make_shared<paddock::CustomCallRegistry>();
  calls->Add("my.square", Square);
  const auto program =
      paddock::Program::Load("squares.mlir", kText, {.custom_call_targets = {"my.square"}});
  std::vector<paddock::Diagnostic> diagnostics = program->diagnostics();

  paddock::SessionOptions options;
  options.custom_calls = calls;
  const std::vector<int64_t> shape = {3};
  const std::vector<float> elements = {1, 2, 3};
  options.inputs.push_back(
      paddock::Tensor::FromElements<float>(paddock::ElementType::kF32, shape, elements));
  const auto session = paddock::Session::Start(program, options, diagnostics);
  for (const auto& diagnostic : diagnostics)
    std::fputs(RenderText(diagnostic, program->source()).c_str(), stderr);
  if (session == nullptr) return 1;
  while (session->Run(1 << 24) == paddock::StopReason::kBudgetSpent) {
  }
  const paddock::Tensor& result = session->results().front();
  std::puts(paddock::PrintValue(result, session->result_types().front()).c_str());

  const auto debugger = paddock::Debugger::Start(program, options, diagnostics);
  debugger->Step();
  while (debugger->Run(1 << 24) == paddock::Debugger::Stop::kBudgetSpent) {
  }
  std::printf("before %s\n", std::string(debugger->place().operation).c_str());
  return 0;
}
