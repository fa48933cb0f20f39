#include "core/api/observe/program_info.h"

#include <algorithm>

#include "core/api/query/walk.h"
#include "core/api/run/grid_inputs.h"
#include "core/ir/module.h"
#include "core/plan/ops/linear_algebra.h"
#include "core/plan/planner/make_plan.h"

namespace paddock {
namespace {

void AddElementType(const Value& value, ProgramInfo& info) {
  if (!value.type.is_tensor() || !value.type.element()) return;
  info.element_types.insert(ToString(value.type.element()));
}

void AddOperation(const Operation& operation, ProgramInfo& info) {
  if (operation.name == "builtin.module") return;
  ++info.operations[std::string(operation.name)];
  if (operation.info != nullptr && operation.info->has(kConstantLike)) {
    ++info.constants;
    const Attribute* value = operation.Find("value");
    if (value != nullptr && value->value != nullptr)
      info.constant_bytes += value->value->byte_size();
  }
  if (const Attribute* target = operation.Find("call_target_name")) {
    ++info.custom_call_targets[std::string(target->text)];
  }
}

bool HasOpenSizes(const FunctionInfo& function) {
  return std::ranges::any_of(function.arguments, [](const ParameterInfo& argument) {
    return std::ranges::any_of(argument.shape, [](int64_t size) { return size < 0; });
  });
}

Result<std::shared_ptr<const Plan>> PlanFor(const Program& program, const FunctionInfo& entry,
                                            const SessionOptions& options, GridSize grid,
                                            DiagnosticSink& sink) {
  PlanOptions plan_options;
  plan_options.level = options.level;
  plan_options.numerics = options.numerics;
  plan_options.grid = grid;
  plan_options.custom_calls = options.custom_calls;
  std::vector<Tensor> inputs;
  if (HasOpenSizes(entry)) {
    const auto memory = std::make_shared<MemoryBudget>(options.memory_bytes);
    auto given = CompleteInputs(program, entry, options, {program, entry, grid}, {}, memory, sink);
    if (!given) return Failed();
    inputs = *std::move(given);
  }
  const Module& module = program.module();
  return MakePlan(module, *module.FindSymbol(entry.name), plan_options, sink, inputs);
}

}  // namespace

bool NeedsFactor(const Program& program) {
  bool is_needed = false;
  ForEachOperation(*program.module().operation()->regions[0],
                   [&](const Operation& operation, uint32_t) {
                     is_needed = is_needed || IsFactorization(operation);
                     return !is_needed;
                   });
  return is_needed;
}

ProgramInfo DescribeProgram(const Program& program) {
  ProgramInfo info;
  ForEachOperation(
      *program.module().operation()->regions[0], [&](const Operation& operation, uint32_t) {
        AddOperation(operation, info);
        for (const Value* result : operation.results) AddElementType(*result, info);
        for (const Region* region : operation.regions) {
          for (const Block* block = region->first; block != nullptr; block = block->next) {
            for (const Value* argument : block->arguments) {
              AddElementType(*argument, info);
            }
          }
        }
        return true;
      });
  return info;
}

RunEstimate EstimateOf(const Plan& plan, GridSize grid) {
  const auto processes = static_cast<uint64_t>(grid.process_count());
  RunEstimate estimate;
  estimate.grid = grid;
  for (const Step& step : plan.steps()) {
    estimate.operations += step.operations;
    estimate.bytes += step.bytes;
  }
  estimate.work = plan.estimated_work();
  estimate.peak_bytes = plan.peak_bytes() * processes;
  for (const PlanValue& argument : plan.arguments()) {
    if (argument.is_token) continue;
    estimate.argument_bytes +=
        ByteSizeOf(argument.element_type, argument.shape).value_or(0) * processes;
  }
  estimate.is_exact = plan.is_straight() && plan.suspension() == nullptr;
  return estimate;
}

std::optional<RunEstimate> EstimateRun(const std::shared_ptr<const Program>& program,
                                       const SessionOptions& options,
                                       std::vector<Diagnostic>& diagnostics) {
  DiagnosticSink sink;
  std::string problem;
  std::optional<RunEstimate> estimate;
  const FunctionInfo* entry = program->FindEntry(options.entry, problem);
  if (program->has_errors()) {
    sink.Error("run", Span(), "a program with errors cannot run");
  } else if (entry == nullptr) {
    sink.Error("run", Span(), problem);
  } else if (const auto grid = ChooseGrid(*program, options.grid, sink)) {
    if (const auto plan = PlanFor(*program, *entry, options, *grid, sink)) {
      estimate = EstimateOf(**plan, *grid);
    }
  }
  for (Diagnostic& diagnostic : sink.Take()) diagnostics.push_back(std::move(diagnostic));
  return estimate;
}

}  // namespace paddock
