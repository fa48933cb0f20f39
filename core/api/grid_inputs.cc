#include "core/api/grid_inputs.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/api/expectations.h"
#include "core/ir/module.h"
#include "core/text/value_text.h"
#include "core/types/type_context.h"

namespace paddock {
namespace {

int64_t ModuleInteger(const Program& program, std::string_view name) {
  const Attribute* attribute = program.module().operation()->Find(name);
  return attribute == nullptr ? 1 : std::max<int64_t>(1, attribute->integer);
}

ProcessCoordinates CoordinatesOf(ProcessId process) { return {process.replica, process.partition}; }

// Why `values` cannot be an entry of these types; empty if they can.
std::string DescribeMisfit(std::span<const Tensor> values, std::span<const Type> types) {
  if (values.size() != types.size()) {
    return "has " + std::to_string(values.size()) + " values, but " + std::to_string(types.size()) +
           " are read";
  }
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i].element_type() == types[i].stored_element_type() &&
        std::ranges::equal(values[i].shape(), types[i].shape())) {
      continue;
    }
    return "is " + TensorTypeText(values[i].element_type(), values[i].shape()) + ", but " +
           ToString(types[i]) + " is read";
  }
  return {};
}

class InfeedReader {
 public:
  InfeedReader(std::shared_ptr<const Program> program, std::vector<InfeedEntry> entries,
               GridSize size)
      : program_(std::move(program)), entries_(std::move(entries)), size_(size) {
    if (!entries_.empty()) return;
    for (const ExampleValue& commented : program_->example().infeed) {
      InfeedEntry& entry = entries_.emplace_back();
      entry.text = commented.text;
      entry.span = commented.span;
      if (commented.process) {
        entry.process = ProcessId{commented.process->replica, commented.process->partition};
      }
    }
  }

  Result<Parcel> Read(int64_t process, int64_t number, const Site& site,
                      std::span<const Type> types, DiagnosticSink& sink) const {
    int64_t left = number;
    for (const InfeedEntry& entry : entries_) {
      if (entry.process && *entry.process != size_.ProcessOf(process)) continue;
      if (left-- == 0) return Convert(entry, number, site, types, sink);
    }
    sink.Error("infeed", site.span,
               "process " + ToString(size_.ProcessOf(process)) + " reads entry " +
                   std::to_string(number) + " of its infeed, which has " + std::to_string(number) +
                   " entries");
    return Failed();
  }

 private:
  static Result<Parcel> Convert(const InfeedEntry& entry, int64_t number, const Site& site,
                                std::span<const Type> types, DiagnosticSink& sink) {
    Parcel values = entry.values;
    if (values.empty() && !types.empty()) {
      TypeContext context;
      const Type whole = types.size() == 1 ? types[0] : context.GetTuple(types);
      auto parsed = ParseValueText(entry.text, whole, sink, entry.span);
      if (!parsed) return Failed();
      values = *std::move(parsed);
    }
    const std::string misfit = DescribeMisfit(values, types);
    if (misfit.empty()) return values;
    sink.Error("infeed", site.span, "entry " + std::to_string(number) + " of the infeed " + misfit);
    return Failed();
  }

  std::shared_ptr<const Program> program_;
  std::vector<InfeedEntry> entries_;
  GridSize size_;
};

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

Infeed MakeInfeed(std::shared_ptr<const Program> program, std::vector<InfeedEntry> entries,
                  GridSize size) {
  return [reader = InfeedReader(std::move(program), std::move(entries), size)](
             int64_t process, int64_t number, const Site& site, std::span<const Type> types,
             DiagnosticSink& sink) { return reader.Read(process, number, site, types, sink); };
}

}  // namespace paddock
