#include "core/api/run/grid_inputs.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/api/run/expectations.h"
#include "core/api/run/inputs.h"
#include "core/ir/module.h"

namespace paddock {
namespace {

int64_t ModuleInteger(const Program& program, std::string_view name) {
  const Attribute* attribute = program.module().operation()->Find(name);
  return attribute == nullptr ? 1 : std::max<int64_t>(1, attribute->integer);
}

ProcessCoordinates CoordinatesOf(ProcessId process) { return {process.replica, process.partition}; }

bool IsMissing(const ParameterInfo& leaf, std::span<const Tensor> given) {
  return !leaf.handle.is(TypeKind::kToken) && !given[leaf.first_leaf].has_value();
}

// Fills missing values from the comments. Returns false if a comment cannot be read.
bool TakeComments(const Program& program, const FunctionInfo& entry, ProcessId process,
                  std::vector<Tensor>& given, const std::shared_ptr<MemoryBudget>& memory,
                  DiagnosticSink& sink) {
  bool is_read = true;
  for (size_t i = 0; i < entry.arguments.size(); ++i) {
    const ParameterInfo& argument = entry.arguments[i];
    const auto leaves =
        std::span(entry.argument_leaves).subspan(argument.first_leaf, argument.leaf_count);
    const auto is_missing = [&](const ParameterInfo& leaf) { return IsMissing(leaf, given); };
    if (std::ranges::none_of(leaves, is_missing)) continue;
    const auto commented = CommentedInput(program, entry, i, CoordinatesOf(process), sink, memory);
    is_read = is_read && commented.has_value();
    if (!commented || !*commented) continue;
    // Tokens have no value.
    auto value = (*commented)->begin();
    for (const ParameterInfo& leaf : leaves) {
      if (leaf.handle.is(TypeKind::kToken)) continue;
      if (is_missing(leaf)) given[leaf.first_leaf] = *value;
      ++value;
    }
  }
  return is_read;
}

void ReportMissing(const FunctionInfo& entry, size_t argument, const ParameterInfo& leaf,
                   const ProcessId* process, DiagnosticSink& sink) {
  sink.Error("input", leaf.span,
             "argument " + std::to_string(argument) + " (%" + leaf.name + ": " + leaf.type +
                 ") of @" + entry.name + " has no input" +
                 (process == nullptr ? "" : " for process " + ToString(*process)));
}

}  // namespace

Result<GridSize> ChooseGrid(const Program& program, GridSize asked, DiagnosticSink& sink) {
  const Example& example = program.example();
  GridSize size = {ModuleInteger(program, "mhlo.num_replicas"),
                   ModuleInteger(program, "mhlo.num_partitions")};
  if (asked.replicas > 0 && asked.partitions > 0) size = asked;
  if (example.replica_count > 0 || example.partition_count > 0) {
    size = {std::max<int64_t>(1, example.replica_count),
            std::max<int64_t>(1, example.partition_count)};
  }
  if (size.replicas <= kMaximumProcesses && size.partitions <= kMaximumProcesses &&
      size.process_count() <= kMaximumProcesses) {
    return size;
  }
  sink.Error("limit", Span(),
             "a grid of " + ToString(size) + " has more than " + std::to_string(kMaximumProcesses) +
                 " processes");
  return Failed();
}

std::optional<std::vector<Tensor>> CompleteInputs(const Program& program, const FunctionInfo& entry,
                                                  const SessionOptions& options,
                                                  const SharedInputs& shared, ProcessId process,
                                                  const std::shared_ptr<MemoryBudget>& memory,
                                                  DiagnosticSink& sink) {
  const std::vector<ParameterInfo>& leaves = entry.argument_leaves;
  std::vector<Tensor> given = options.inputs;
  if (given.size() > leaves.size()) {
    sink.Error("input", entry.span,
               "@" + entry.name + " takes " + std::to_string(leaves.size()) + " arguments, but " +
                   std::to_string(given.size()) + " were given");
    return std::nullopt;
  }
  given.resize(leaves.size());
  for (const ProcessInput& own : options.process_inputs) {
    if (own.process == process && own.leaf < given.size()) given[own.leaf] = own.value;
  }
  for (const RandomInput& random : options.random_inputs) {
    if (random.leaf >= given.size() || given[random.leaf].has_value()) continue;
    const ProcessId first = shared.FirstWith(random.leaf, process);
    auto value = MakeRandom(random, leaves[random.leaf], first, sink, memory);
    if (!value) return std::nullopt;
    given[random.leaf] = *std::move(value);
  }
  bool is_complete = TakeComments(program, entry, process, given, memory, sink);
  const bool names_process = !options.process_inputs.empty() || process != ProcessId{};
  std::vector<Tensor> inputs;
  for (size_t i = 0; i < entry.arguments.size(); ++i) {
    for (size_t k = 0; k < entry.arguments[i].leaf_count; ++k) {
      const size_t leaf = entry.arguments[i].first_leaf + k;
      if (given[leaf].has_value()) {
        inputs.push_back(std::move(given[leaf]));
      } else if (!leaves[leaf].handle.is(TypeKind::kToken)) {
        ReportMissing(entry, i, leaves[leaf], names_process ? &process : nullptr, sink);
        is_complete = false;
      }
    }
  }
  return is_complete ? std::optional(std::move(inputs)) : std::nullopt;
}

}  // namespace paddock
