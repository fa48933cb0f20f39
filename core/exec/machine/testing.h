// Runs program texts in tests.
#ifndef PADDOCK_CORE_EXEC_MACHINE_TESTING_H_
#define PADDOCK_CORE_EXEC_MACHINE_TESTING_H_

#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/exec/machine/machine.h"
#include "core/plan/planner/make_plan.h"
#include "core/text/parse/parse.h"

namespace paddock::testing {

struct Program {
  explicit Program(std::string text) {
    DiagnosticSink sink;
    module = Parse(std::make_shared<const Source>("test", std::move(text)), sink);
    for (const Diagnostic& diagnostic : sink.diagnostics()) UNSCOPED_INFO(diagnostic.message);
    REQUIRE(!sink.has_errors());
    main = module->FindSymbol("main");
    REQUIRE(main != nullptr);
  }

  // Finds the value with this name in any region.
  const Value* Find(std::string_view name) const { return FindIn(*module->body(), name); }

  std::unique_ptr<Module> module;
  const Operation* main = nullptr;

 private:
  static const Value* FindIn(const Block& block, std::string_view name) {
    for (const Value* argument : block.arguments) {
      if (argument->name == name) return argument;
    }
    for (const Operation* operation : block) {
      for (const Value* result : operation->results) {
        if (result->name == name) return result;
      }
      for (const Region* region : operation->regions) {
        for (const Block* inner = region->first; inner != nullptr; inner = inner->next) {
          if (const Value* found = FindIn(*inner, name)) return found;
        }
      }
    }
    return nullptr;
  }
};

inline PlanOptions At(Level level) {
  PlanOptions options;
  options.level = level;
  options.numerics = simd::Numerics::kPortable;
  return options;
}

inline std::shared_ptr<const Plan> PlanOf(const Program& program, const PlanOptions& options) {
  DiagnosticSink sink;
  const auto plan = MakePlan(*program.module, *program.main, options, sink);
  for (const Diagnostic& diagnostic : sink.diagnostics()) UNSCOPED_INFO(diagnostic.message);
  REQUIRE(plan.has_value());
  return *plan;
}

inline std::unique_ptr<Machine> MachineOf(std::shared_ptr<const Plan> plan,
                                          std::vector<Tensor> inputs = {},
                                          MachineOptions options = {}) {
  DiagnosticSink sink;
  auto machine = Machine::Create(std::move(plan), std::move(inputs), std::move(options), sink);
  for (const Diagnostic& diagnostic : sink.diagnostics()) UNSCOPED_INFO(diagnostic.message);
  REQUIRE(machine.has_value());
  return std::move(*machine);
}

// Returns the diagnostics of a program that planning refuses.
inline std::vector<Diagnostic> Refusal(const Program& program, const PlanOptions& options) {
  DiagnosticSink sink;
  CHECK(!MakePlan(*program.module, *program.main, options, sink).has_value());
  return sink.Take();
}

template <class T>
Tensor TensorOf(ElementType type, std::vector<int64_t> shape, const std::vector<T>& elements) {
  return Tensor::FromElements<T>(type, shape, std::span<const T>(elements));
}

template <class T>
std::vector<T> ElementsOf(const Tensor& tensor) {
  std::vector<T> elements(static_cast<size_t>(tensor.element_count()));
  REQUIRE(elements.size() * sizeof(T) == tensor.byte_size());
  if (!elements.empty()) std::memcpy(elements.data(), tensor.data(), tensor.byte_size());
  return elements;
}

// Returns the results of a complete run.
inline std::vector<Tensor> Run(const Program& program, const PlanOptions& plan_options,
                               std::vector<Tensor> inputs = {}, MachineOptions options = {}) {
  const auto machine =
      MachineOf(PlanOf(program, plan_options), std::move(inputs), std::move(options));
  const StopReason reason = machine->RunToEnd();
  for (const Diagnostic& diagnostic : machine->diagnostics().diagnostics()) {
    UNSCOPED_INFO(diagnostic.message);
  }
  REQUIRE(reason == StopReason::kFinished);
  return machine->Results();
}

inline std::vector<Tensor> Run(const Program& program, Level level, std::vector<Tensor> inputs = {},
                               MachineOptions options = {}) {
  return Run(program, At(level), std::move(inputs), std::move(options));
}

inline constexpr Level kLevels[] = {Level::kFaithful, Level::kFast};

// Returns the text with `to` for every `from`.
inline std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

}  // namespace paddock::testing

#endif  // PADDOCK_CORE_EXEC_MACHINE_TESTING_H_
