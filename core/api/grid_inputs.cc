#include "core/api/grid_inputs.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/api/expectations.h"
#include "core/ir/module.h"

namespace paddock {
namespace {

int64_t ModuleInteger(const Program& program, std::string_view name) {
  const Attribute* attribute = program.module().operation()->Find(name);
  return attribute == nullptr ? 1 : std::max<int64_t>(1, attribute->integer);
}

ProcessCoordinates CoordinatesOf(ProcessId process) { return {process.replica, process.partition}; }

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
                                                  const SessionOptions& options, ProcessId process,
                                                  DiagnosticSink& sink) {
  std::vector<Tensor> given = options.inputs;
  if (given.size() > entry.arguments.size()) {
    sink.Error("input", entry.span,
               "@" + entry.name + " takes " + std::to_string(entry.arguments.size()) +
                   " arguments, but " + std::to_string(given.size()) + " were given");
    return std::nullopt;
  }
  given.resize(entry.arguments.size());
  for (const ProcessInput& own : options.process_inputs) {
    if (own.process == process && own.argument < given.size()) given[own.argument] = own.value;
  }
  bool is_complete = true;
  std::vector<Tensor> leaves;
  for (size_t i = 0; i < given.size(); ++i) {
    const ParameterInfo& parameter = entry.arguments[i];
    if (given[i].has_value()) {
      leaves.push_back(std::move(given[i]));
      continue;
    }
    if (parameter.handle.is(TypeKind::kToken)) continue;
    const auto commented = CommentedInput(program, entry, i, CoordinatesOf(process), sink);
    if (commented && *commented) {
      leaves.insert(leaves.end(), (*commented)->begin(), (*commented)->end());
      continue;
    }
    is_complete = false;
    if (!commented) continue;
    const bool is_for_some = !options.process_inputs.empty() || process != ProcessId{};
    sink.Error("input", parameter.span,
               "argument " + std::to_string(i) + " (%" + parameter.name + ": " + parameter.type +
                   ") of @" + entry.name + " was given no value" +
                   (is_for_some ? " for process " + ToString(process) : ""));
  }
  return is_complete ? std::optional(std::move(leaves)) : std::nullopt;
}

}  // namespace paddock
