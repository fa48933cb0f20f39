#include "core/bytecode/use_orders.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace paddock {
namespace {

// Smallest hash table of StableHLO's serializer. Values with orders of their own come in the order
// of that table, at most three quarters of which are filled.
constexpr uint32_t kFewestPlaces = 64;
constexpr uint32_t kHashFactor = 37;

uint32_t PlacesFor(size_t count) {
  uint32_t places = kFewestPlaces;
  while (count * 4 >= places * 3) places *= 2;
  return places;
}

}  // namespace

UseOrders::UseOrders(const WireOperation& module, uint32_t value_count)
    : uses_(value_count), is_turned_(value_count) {
  Collect(module);
}

void UseOrders::Collect(const WireOperation& operation) {
  for (const Value* operand : operation.operands) {
    uses_[operand->id].push_back({operation.is_downgraded, next_place_++});
  }
  for (const Value* result : operation.source->results) {
    is_turned_[result->id] = operation.is_downgraded;
  }
  for (const WireRegion& region : operation.regions) {
    for (const WireBlock& block : region.blocks) {
      for (const WireOperation& inner : block.operations) Collect(inner);
    }
  }
}

std::vector<uint32_t> UseOrders::FindOrder(const Value& value) const {
  std::vector<Use> list = uses_[value.id];
  if (list.size() < 2) return {};
  std::ranges::sort(list, [](const Use& a, const Use& b) {
    return std::pair(a.is_downgraded, a.place) > std::pair(b.is_downgraded, b.place);
  });
  if (is_turned_[value.id]) std::ranges::reverse(list);
  const auto is_later = [](const Use& a, const Use& b) { return a.place > b.place; };
  if (std::ranges::is_sorted(list, is_later)) return {};
  std::vector<uint32_t> order(list.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, [&](uint32_t a, uint32_t b) { return is_later(list[a], list[b]); });
  return order;
}

std::vector<uint64_t> UseOrders::Encode(std::span<Value* const> values) const {
  std::vector<std::pair<uint32_t, std::vector<uint32_t>>> found;
  for (const Value* value : values) {
    std::vector<uint32_t> order = FindOrder(*value);
    if (!order.empty()) found.emplace_back(value->index, std::move(order));
  }
  if (found.empty()) return {};
  const uint32_t places = PlacesFor(found.size());
  std::ranges::sort(found, {}, [&](const auto& entry) {
    return std::pair(entry.first * kHashFactor & (places - 1), entry.first);
  });
  std::vector<uint64_t> numbers;
  if (values.size() != 1) numbers.push_back(found.size());
  for (const auto& [index, order] : found) {
    if (values.size() != 1) numbers.push_back(index);
    size_t moved = 0;
    for (size_t i = 0; i < order.size(); ++i) moved += order[i] != i;
    // A few moved uses are written as pairs of source and destination.
    if (moved < order.size() / 2) {
      numbers.push_back(moved * 2 << 1 | 1);
      for (size_t i = 0; i < order.size(); ++i) {
        if (order[i] != i) numbers.insert(numbers.end(), {order[i], i});
      }
    } else {
      numbers.push_back(order.size() << 1);
      numbers.insert(numbers.end(), order.begin(), order.end());
    }
  }
  return numbers;
}

}  // namespace paddock
