#include "core/bytecode/numbering.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "core/base/stable_sort.h"

namespace paddock {
namespace {

// Groups `items`, which are sorted by frequency, by dialect. Items are grouped within those whose
// numbers take one byte, two bytes and so on. The last dialect of one part is the first of the
// next.
template <class Item, class DialectNumber>
void GroupByDialect(std::vector<Item>& items, DialectNumber dialect_of) {
  uint64_t leading = 0;
  uint64_t part = 0;
  size_t begin = 0;
  for (int bytes = 1; bytes < 9 && begin < items.size(); ++bytes) {
    part = (uint64_t{1} << (7 * bytes)) - part;
    const size_t end = begin + static_cast<size_t>(std::min<uint64_t>(part, items.size() - begin));
    const auto rank = [&](const Item& item) -> uint64_t {
      const uint64_t number = dialect_of(item);
      return number == leading ? 0 : number + 1;
    };
    StableSortBy(std::span<Item>(items).subspan(begin, end - begin), rank);
    leading = dialect_of(items[end - 1]);
    begin = end;
  }
}

const Region* RegionOf(const Value& value) {
  return value.operation != nullptr ? value.operation->parent->parent : value.block->parent;
}

}  // namespace

Numbering::Numbering(const WirePool& pool, WireOperation& module, uint32_t value_count,
                     bool isolates_module_only)
    : pool_(pool), values_(value_count) {
  attributes_.counts.resize(pool.nodes(WireKind::kAttribute).size());
  types_.counts.resize(pool.nodes(WireKind::kType).size());
  module.is_isolated = true;
  if (!isolates_module_only) {
    std::vector<WireOperation*> around;
    FindIsolated(module, around);
  }
  SeeOperation(module);
  NumberRegions(module);
  Finish(WireKind::kAttribute, attributes_);
  Finish(WireKind::kType, types_);
  std::vector<uint32_t> order(names_.size());
  std::iota(order.begin(), order.end(), 0);
  StableSortBy(std::span<uint32_t>(order),
               [&](uint32_t name) { return UINT32_MAX - name_counts_[name]; });
  GroupByDialect(order, [&](uint32_t name) { return NumberOf(names_[name].dialect); });
  std::vector<Name> sorted;
  for (uint32_t name : order) {
    name_numbers_[names_[name].name] = static_cast<uint32_t>(sorted.size());
    sorted.push_back(names_[name]);
  }
  names_ = std::move(sorted);
}

uint32_t Numbering::NumberOf(WireDialect dialect) const {
  return static_cast<uint32_t>(std::ranges::find(dialects_, dialect) - dialects_.begin());
}

uint32_t Numbering::name(const WireOperation& operation) const {
  return name_numbers_.at(operation.name);
}

void Numbering::See(WireDialect dialect) {
  if (std::ranges::find(dialects_, dialect) == dialects_.end()) dialects_.push_back(dialect);
}

// Lists a node before its parts. The parts are visited once, even if the node occurs several times.
void Numbering::SeeNode(WireKind kind, uint32_t node) {
  Nodes& nodes = kind == WireKind::kAttribute ? attributes_ : types_;
  if (nodes.counts[node]++ != 0) return;
  nodes.order.push_back(node);
  const WireNode& content = pool_.nodes(kind)[node];
  See(content.dialect);
  for (const WirePart& part : content.parts) {
    switch (part.kind) {
      case WirePart::Kind::kAttribute:
      case WirePart::Kind::kOptionalAttribute:
        SeeNode(WireKind::kAttribute, static_cast<uint32_t>(part.value));
        break;
      case WirePart::Kind::kType:
        SeeNode(WireKind::kType, static_cast<uint32_t>(part.value));
        break;
      default:
        break;
    }
  }
}

void Numbering::SeeName(const WireOperation& operation) {
  const auto [found, is_new] =
      name_numbers_.emplace(operation.name, static_cast<uint32_t>(names_.size()));
  if (is_new) {
    See(operation.dialect);
    names_.push_back({operation.dialect, operation.name});
    name_counts_.push_back(0);
  }
  ++name_counts_[found->second];
}

void Numbering::SeeOperation(const WireOperation& operation) {
  SeeName(operation);
  for (size_t i = 0; i < operation.result_types.size(); ++i) {
    values_[operation.source->results[i]->id] = next_value_++;
    SeeNode(WireKind::kType, operation.result_types[i]);
  }
  if (operation.dictionary) SeeNode(WireKind::kAttribute, *operation.dictionary);
  for (const auto& property : operation.properties) {
    if (property) SeeNode(WireKind::kAttribute, *property);
  }
  SeeNode(WireKind::kAttribute, operation.place);
}

void Numbering::SeeBlock(const WireBlock& block) {
  for (size_t i = 0; i < block.argument_types.size(); ++i) {
    values_[block.source->arguments[i]->id] = next_value_++;
    SeeNode(WireKind::kAttribute, block.argument_places[i]);
    SeeNode(WireKind::kType, block.argument_types[i]);
  }
  for (const WireOperation& operation : block.operations) SeeOperation(operation);
}

void Numbering::SeeRegion(const WireRegion& region) {
  const uint32_t first = next_value_;
  for (const WireBlock& block : region.blocks) SeeBlock(block);
  region_values_[&region] = next_value_ - first;
}

// The last region is numbered first.
void Numbering::NumberRegions(const WireOperation& module) {
  struct Waiting {
    const WireRegion* region;
    uint32_t first_value;
  };
  std::vector<Waiting> waiting;
  const auto push = [&](const WireOperation& operation) {
    for (const WireRegion& region : operation.regions) {
      waiting.push_back({&region, operation.is_isolated ? 0 : next_value_});
    }
  };
  push(module);
  while (!waiting.empty()) {
    const Waiting next = waiting.back();
    waiting.pop_back();
    next_value_ = next.first_value;
    SeeRegion(*next.region);
    for (const WireBlock& block : next.region->blocks) {
      for (const WireOperation& operation : block.operations) push(operation);
    }
  }
}

// Finds operations whose regions use no values from outside. `around` holds the operations around
// `operation`, the innermost last.
void Numbering::FindIsolated(WireOperation& operation, std::vector<WireOperation*>& around) {
  for (const Value* operand : operation.operands) {
    const Region* home = RegionOf(*operand);
    for (size_t i = around.size(); i-- > 0;) {
      const std::span<Region* const> regions = around[i]->source->regions;
      if (std::ranges::find(regions, home) != regions.end()) break;
      around[i]->is_isolated = false;
    }
  }
  if (operation.regions.empty()) return;
  operation.is_isolated = true;
  around.push_back(&operation);
  for (WireRegion& region : operation.regions) {
    for (WireBlock& block : region.blocks) {
      for (WireOperation& inner : block.operations) FindIsolated(inner, around);
    }
  }
  around.pop_back();
}

void Numbering::Finish(WireKind kind, Nodes& nodes) {
  StableSortBy(std::span<uint32_t>(nodes.order),
               [&](uint32_t node) { return UINT32_MAX - nodes.counts[node]; });
  const std::vector<WireNode>& content = pool_.nodes(kind);
  GroupByDialect(nodes.order, [&](uint32_t node) { return NumberOf(content[node].dialect); });
  nodes.numbers.resize(nodes.counts.size());
  for (size_t i = 0; i < nodes.order.size(); ++i) {
    nodes.numbers[nodes.order[i]] = static_cast<uint32_t>(i);
  }
}

}  // namespace paddock
