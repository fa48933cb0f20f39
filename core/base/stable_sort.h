// StableSortBy: a stable sort for all compilers.
#ifndef PADDOCK_CORE_BASE_STABLE_SORT_H_
#define PADDOCK_CORE_BASE_STABLE_SORT_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace paddock {

// Returns the numbers of the keys in their order; equal keys keep theirs. (libstdc++ 12's
// std::stable_sort calls a function that its own standard deprecates.)
std::vector<size_t> StableOrder(std::span<const int64_t> keys);

// Sorts by key(item), an integer; items with equal keys keep their order.
template <class Item, class Key>
void StableSortBy(std::span<Item> items, Key key) {
  std::vector<int64_t> keys;
  for (const Item& item : items) keys.push_back(static_cast<int64_t>(key(item)));
  std::vector<Item> sorted;
  for (const size_t index : StableOrder(keys)) sorted.push_back(std::move(items[index]));
  for (size_t i = 0; i < items.size(); ++i) items[i] = std::move(sorted[i]);
}

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_STABLE_SORT_H_
