// Helpers for tests of the debugger.
#ifndef PADDOCK_CORE_API_DEBUG_DEBUGGER_TESTING_H_
#define PADDOCK_CORE_API_DEBUG_DEBUGGER_TESTING_H_

#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/api/debug/debugger.h"

namespace paddock {

using Stop = Debugger::Stop;

template <class T>
Tensor Scalar(ElementType type, T value) {
  return Tensor::FromElements<T>(type, std::vector<int64_t>{}, std::vector<T>{value});
}

inline std::unique_ptr<Debugger> Debug(const std::shared_ptr<const Program>& program,
                                       SessionOptions options) {
  std::vector<Diagnostic> diagnostics = program->diagnostics();
  auto debugger = Debugger::Start(program, std::move(options), diagnostics);
  for (const Diagnostic& diagnostic : diagnostics) UNSCOPED_INFO(diagnostic.message);
  REQUIRE(debugger != nullptr);
  return debugger;
}

inline std::unique_ptr<Debugger> Debug(std::string_view text, SessionOptions options) {
  return Debug(Program::Load("test.mlir", std::string(text)), std::move(options));
}

inline SessionOptions With(Tensor input) {
  SessionOptions options;
  options.inputs.push_back(std::move(input));
  return options;
}

// Runs in slices of `budget` until the debugger stops.
inline Stop Arrive(Debugger& debugger, int64_t budget = int64_t{1} << 24) {
  Stop stop = Stop::kBudgetSpent;
  while (stop == Stop::kBudgetSpent) stop = debugger.Run(budget);
  return stop;
}

inline Stop StepOnce(Debugger& debugger) {
  debugger.Step();
  return Arrive(debugger);
}

inline Stop GoToClock(Debugger& debugger, uint64_t clock) {
  debugger.GoTo(clock);
  return Arrive(debugger);
}

// Returns the value that is defined at the first occurrence of `name`.
template <class T>
std::optional<T> ValueOf(const Debugger& debugger, std::string_view text, std::string_view name) {
  const auto value = debugger.session().ValueAt(static_cast<uint32_t>(text.find(name)));
  if (!value) return std::nullopt;
  T element;
  std::memcpy(&element, value->value.data(), sizeof(T));
  return element;
}

}  // namespace paddock

#endif  // PADDOCK_CORE_API_DEBUG_DEBUGGER_TESTING_H_
