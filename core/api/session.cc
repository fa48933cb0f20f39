#include "core/api/session.h"

#include <algorithm>
#include <utility>

#include "core/api/expectations.h"
#include "core/exec/thread_pool.h"
#include "core/ir/module.h"
#include "core/plan/plan.h"
#include "core/tensor/print_value.h"

namespace paddock {

struct Session::State {
  std::shared_ptr<const Program> program;
  const FunctionInfo* entry = nullptr;
  const Operation* function = nullptr;
  std::shared_ptr<MemoryBudget> memory;
  std::unique_ptr<ThreadPool> pool;
  std::shared_ptr<const Plan> plan;
  // Destroyed first: it uses all of the above.
  std::unique_ptr<Machine> machine;
  std::vector<Tensor> results;
  std::vector<std::string> result_types;
};

namespace {

void AppendTo(std::vector<Diagnostic>& diagnostics, DiagnosticSink& sink) {
  for (Diagnostic& diagnostic : sink.Take()) diagnostics.push_back(std::move(diagnostic));
}

// Fills arguments without a value from the comments; names those that stay empty.
bool CompleteInputs(const Program& program, const FunctionInfo& entry, std::vector<Tensor>& inputs,
                    DiagnosticSink& sink) {
  if (inputs.size() > entry.arguments.size()) {
    sink.Error("input", entry.span,
               "@" + entry.name + " takes " + std::to_string(entry.arguments.size()) +
                   " arguments, but " + std::to_string(inputs.size()) + " were given");
    return false;
  }
  inputs.resize(entry.arguments.size());
  bool is_complete = true;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].has_value()) continue;
    const ParameterInfo& parameter = entry.arguments[i];
    if (parameter.type == "!stablehlo.token") continue;
    if (Result<Tensor> value = CommentedInput(program, parameter, sink)) {
      inputs[i] = *std::move(value);
      if (inputs[i].has_value()) continue;
      sink.Error("input", parameter.span,
                 "argument " + std::to_string(i) + " (%" + parameter.name + ": " + parameter.type +
                     ") of @" + entry.name + " was given no value");
    }
    is_complete = false;
  }
  return is_complete;
}

// The types of results, tuples as their elements.
void AppendFlattened(std::span<const Type> types, std::vector<std::string>& texts) {
  for (Type type : types) {
    if (type.is(TypeKind::kTuple)) {
      AppendFlattened(type->elements, texts);
    } else {
      texts.push_back(ToString(type));
    }
  }
}

// The machine takes no place for tokens.
std::vector<Tensor> WithoutTokens(std::vector<Tensor> inputs, const FunctionInfo& entry) {
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (entry.arguments[i].type != "!stablehlo.token") tensors.push_back(std::move(inputs[i]));
  }
  return tensors;
}

MachineOptions MachineOptionsFor(const SessionOptions& options,
                                 std::shared_ptr<MemoryBudget> memory, ThreadPool* pool) {
  MachineOptions machine;
  machine.memory = std::move(memory);
  machine.pool = pool;
  if (options.on_print) {
    machine.on_print = [print = options.on_print](const Operation&, Type type,
                                                  const Tensor& value) {
      print(PrintValue(value, ToString(type)) + "\n");
    };
  }
  if (options.on_probe) {
    machine.on_probe = [probe = options.on_probe](const Operation&, std::string_view id,
                                                  int64_t iteration, const Tensor& value) {
      probe(id, iteration, value);
    };
  }
  return machine;
}

}  // namespace

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}
Session::~Session() = default;

std::unique_ptr<Session> Session::Start(std::shared_ptr<const Program> program,
                                        SessionOptions options,
                                        std::vector<Diagnostic>& diagnostics) {
  DiagnosticSink sink;
  auto state = std::make_unique<State>();
  std::string problem;
  state->program = std::move(program);
  state->entry = state->program->FindEntry(options.entry, problem);
  const bool is_ready = !state->program->has_errors() && state->entry != nullptr;
  if (state->program->has_errors()) {
    sink.Error("run", Span(), "a program with errors cannot be run");
  } else if (state->entry == nullptr) {
    sink.Error("run", Span(), problem);
  }
  if (!is_ready || !CompleteInputs(*state->program, *state->entry, options.inputs, sink)) {
    AppendTo(diagnostics, sink);
    return nullptr;
  }
  const Module& module = state->program->module();
  state->function = module.FindSymbol(state->entry->name);
  state->memory = std::make_shared<MemoryBudget>(options.memory_bytes);
  if (options.threads > 1) {
    state->pool = std::make_unique<ThreadPool>(static_cast<size_t>(options.threads));
  }
  PlanOptions plan_options;
  plan_options.level = options.level;
  plan_options.numerics = options.numerics;
  plan_options.memory_limit = options.memory_bytes;
  if (auto plan = MakePlan(module, *state->function, plan_options, sink)) {
    state->plan = *std::move(plan);
    auto machine =
        Machine::Create(state->plan, WithoutTokens(std::move(options.inputs), *state->entry),
                        MachineOptionsFor(options, state->memory, state->pool.get()), sink);
    if (machine) state->machine = *std::move(machine);
  }
  AppendTo(diagnostics, sink);
  if (state->machine == nullptr) return nullptr;
  const Type type = FunctionType(*state->function);
  AppendFlattened(type->results, state->result_types);
  return std::unique_ptr<Session>(new Session(std::move(state)));
}

StopReason Session::Run(int64_t work_budget) {
  const StopReason reason = state_->machine->Run(work_budget);
  if (reason == StopReason::kFinished && state_->results.empty()) {
    state_->results = state_->machine->Results();
  }
  return reason;
}

const FunctionInfo& Session::entry() const { return *state_->entry; }
const std::vector<Tensor>& Session::results() const { return state_->results; }
const std::vector<std::string>& Session::result_types() const { return state_->result_types; }
const std::vector<Diagnostic>& Session::diagnostics() const {
  return state_->machine->diagnostics().diagnostics();
}
Progress Session::progress() const { return state_->machine->progress(); }
Counts Session::counts() const { return state_->machine->counts(); }
uint64_t Session::peak_bytes() const { return state_->plan->peak_bytes(); }

Span Session::current_span() const {
  const Operation* operation = state_->machine->current_operation();
  return operation == nullptr ? Span() : operation->span;
}

uint32_t Session::current_line() const {
  const Span span = current_span();
  return span.is_known() ? state_->program->source().Locate(span.begin).line : 0;
}

namespace {

// The value whose name is written around byte `offset`, in a region or any below it.
const Value* FindDefinition(const Region& region, uint32_t offset);

const Value* FindDefinition(std::span<Value* const> values, uint32_t offset) {
  for (const Value* value : values) {
    if (value->span.begin <= offset && offset < value->span.end) return value;
  }
  return nullptr;
}

const Value* FindDefinition(const Operation& operation, uint32_t offset) {
  if (const Value* value = FindDefinition(operation.results, offset)) return value;
  for (const Region* region : operation.regions) {
    if (const Value* value = FindDefinition(*region, offset)) return value;
  }
  return nullptr;
}

const Value* FindDefinition(const Region& region, uint32_t offset) {
  for (const Block* block = region.first; block != nullptr; block = block->next) {
    if (const Value* value = FindDefinition(block->arguments, offset)) return value;
    for (const Operation* operation : *block) {
      const Span span = operation->span;
      if (offset < span.begin || span.end <= offset) continue;
      if (const Value* value = FindDefinition(*operation, offset)) return value;
    }
  }
  return nullptr;
}

}  // namespace

std::optional<Tensor> Session::ValueAt(uint32_t offset) const {
  const Operation* module = state_->program->module().operation();
  const Value* value = FindDefinition(*module->regions[0], offset);
  return value == nullptr ? std::nullopt : state_->machine->ValueOf(*value);
}

std::vector<Diagnostic> Session::CheckExpectations() const {
  return paddock::CheckExpectations(*state_->program, *state_->entry, state_->results);
}

}  // namespace paddock
