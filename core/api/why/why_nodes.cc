#include "core/api/why/why_nodes.h"

#include <algorithm>

#include "core/ir/value_name.h"

namespace paddock {
namespace {

WhyNode::Kind KindOf(ValueSource::Kind kind) {
  switch (kind) {
    case ValueSource::Kind::kOperation:
      return WhyNode::Kind::kOperation;
    case ValueSource::Kind::kConstant:
      return WhyNode::Kind::kConstant;
    case ValueSource::Kind::kInput:
      return WhyNode::Kind::kInput;
    case ValueSource::Kind::kUnknown:
      break;
  }
  return WhyNode::Kind::kUnknown;
}

}  // namespace

std::optional<size_t> WhyNodes::Get(const ValueSource& source, std::span<const int64_t> cell,
                                    size_t depth, size_t most) {
  const bool is_timed =
      source.kind == ValueSource::Kind::kOperation || source.kind == ValueSource::Kind::kUnknown;
  const Key key{source.moment.value,
                source.moment.process,
                is_timed ? source.moment.clock : 0,
                {cell.begin(), cell.end()}};
  const auto found = numbers_.find(key);
  if (found != numbers_.end()) {
    WhyNode& node = chain_.nodes[found->second];
    node.depth = std::min(node.depth, depth);
    return found->second;
  }
  if (chain_.nodes.size() >= most) return std::nullopt;
  const size_t number = chain_.nodes.size();
  numbers_.emplace(key, number);
  WhyNode& node = chain_.nodes.emplace_back();
  Place& place = places_.emplace_back(Place{source.kind, source.moment, {}});
  node.cell.assign(cell.begin(), cell.end());
  node.depth = depth;
  Describe(source, node);
  reader_.Look(source.moment, [&](const ValueView& view) {
    if (auto value = ReadCell(view, cell)) place.value = *std::move(value);
  });
  node.value = place.value.text.empty() ? "?" : place.value.text;
  return number;
}

void WhyNodes::Describe(const ValueSource& source, WhyNode& node) const {
  const Value& value = *source.moment.value;
  node.kind = KindOf(source.kind);
  node.name = CellName(value, node.cell);
  node.process = source.moment.process;
  node.location = LocationOf(value);
  node.reason = source.reason;
  node.span = value.is_block_argument() ? value.span : value.operation->span;
  if (node.span.is_known()) {
    node.line = reader_.program().source().Locate(node.span.begin).line;
  }
  const bool is_tile = value.is_block_argument() && source.kind == ValueSource::Kind::kOperation;
  if (!value.is_block_argument() || is_tile) DescribeTime(source, node);
}

void WhyNodes::DescribeTime(const ValueSource& source, WhyNode& node) const {
  const Value& value = *source.moment.value;
  const Operation& operation = value.is_block_argument() ? ComputedBy(value) : *value.operation;
  node.operation = operation.name;
  if (source.kind != ValueSource::Kind::kOperation) return;
  const RunLog& log = reader_.log();
  const int64_t process = source.moment.process;
  const uint64_t clock = source.moment.clock;
  node.execution = log.ExecutionsAt(process, operation, clock);
  node.executions = log.ExecutionsAt(process, operation, log.last_clock());
  node.iterations = reader_.sources().IterationsAround(operation, process, clock);
}

}  // namespace paddock
