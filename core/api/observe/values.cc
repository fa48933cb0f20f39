#include "core/api/observe/values.h"

#include "core/api/parameter.h"
#include "core/api/query/window.h"
#include "core/ir/module.h"
#include "core/ir/value_name.h"
#include "core/tensor/print_value.h"

namespace paddock {
namespace {

uint64_t CountOf(std::span<const int64_t> shape) {
  uint64_t count = 1;
  for (int64_t size : shape) count *= static_cast<uint64_t>(size);
  return count;
}

// Summarizes elements, each of which counts as `times` elements of the value.
void Describe(const Tensor& elements, uint64_t times, ValueSummary& value) {
  const TensorSummary summary = SummarizeTensor(elements, kHistogramBins);
  value.nan_count = summary.nan_count * times;
  value.infinity_count = summary.infinity_count * times;
  value.min = summary.min;
  value.max = summary.max;
  value.mean = summary.mean;
  value.histogram = summary.histogram;
  for (uint64_t& bin : value.histogram) bin *= times;
}

void Add(const Value& value, Span range, std::vector<ValueLeaf>& found) {
  if (!value.span.is_known() || value.span.begin >= range.end || value.span.end <= range.begin) {
    return;
  }
  const ParameterInfo whole = DescribeParameter(value.type, WrittenName(value), value.span, 0);
  for (const ParameterInfo& leaf : LeavesOf({whole})) found.push_back({&value, leaf});
}

void AddRegion(const Region& region, Span range, std::vector<ValueLeaf>& found) {
  for (const Block* block = region.first; block != nullptr; block = block->next) {
    for (const Value* argument : block->arguments) Add(*argument, range, found);
    for (const Operation* operation : *block) {
      if (operation->span.begin >= range.end || operation->span.end <= range.begin) continue;
      for (const Value* result : operation->results) Add(*result, range, found);
      for (const Region* inner : operation->regions) AddRegion(*inner, range, found);
    }
  }
}

}  // namespace

std::vector<ValueLeaf> ValueLeavesIn(const Program& program, Span range) {
  std::vector<ValueLeaf> found;
  AddRegion(*program.module().operation()->regions[0], range, found);
  return found;
}

std::optional<ValueSummary> SummarizeValue(const Session& session, const ValueLeaf& leaf,
                                           ProcessId process) {
  std::optional<ValueSummary> found;
  const auto look = [&](const ValueView& sight) {
    ValueSummary& summary = found.emplace();
    summary.name = leaf.leaf.name;
    summary.index = leaf.value->index;
    summary.part = leaf.leaf.first_leaf;
    summary.definition = leaf.value->span;
    summary.location = LocationOf(*leaf.value);
    summary.type = leaf.leaf.type;
    summary.element_type = sight.elements.element_type();
    summary.shape.assign(sight.shape.begin(), sight.shape.end());
    summary.count = CountOf(sight.shape);
    summary.executions = sight.executions;
    if (summary.count == 0) return;
    Describe(sight.elements, sight.is_splat ? summary.count : 1, summary);
    const bool is_whole = !sight.is_splat || summary.count == 1;
    if (is_whole && summary.count <= kMostShownElements) {
      summary.elements = PrintJson(sight.elements.Reshaped(summary.shape));
    }
  };
  session.LookAt(*leaf.value, leaf.leaf.first_leaf, look, process);
  return found;
}

std::vector<ValueSummary> ValuesIn(const Program& program, const Session& session, Span range,
                                   ProcessId process) {
  std::vector<ValueSummary> found;
  for (const ValueLeaf& leaf : ValueLeavesIn(program, range)) {
    if (auto summary = SummarizeValue(session, leaf, process)) found.push_back(*std::move(summary));
  }
  return found;
}

}  // namespace paddock
