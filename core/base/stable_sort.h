// StableSortBy: a stable sort for all compilers.
#ifndef PADDOCK_CORE_BASE_STABLE_SORT_H_
#define PADDOCK_CORE_BASE_STABLE_SORT_H_

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace paddock {

// Sorts by key(item), an integer; items with equal keys keep their order. (libstdc++ 12's
// std::stable_sort calls a function that its own standard deprecates.)
template <class Item, class Key>
void StableSortBy(std::span<Item> items, Key key) {
  using Number = decltype(key(items[0]));
  std::vector<std::pair<Number, size_t>> order;
  order.reserve(items.size());
  for (size_t i = 0; i < items.size(); ++i) order.emplace_back(key(items[i]), i);
  std::ranges::sort(order);
  std::vector<Item> sorted;
  sorted.reserve(items.size());
  for (const auto& [number, index] : order) sorted.push_back(std::move(items[index]));
  std::ranges::move(sorted, items.begin());
}

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_STABLE_SORT_H_
