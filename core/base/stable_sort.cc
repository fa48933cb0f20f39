#include "core/base/stable_sort.h"

#include <algorithm>

namespace paddock {

std::vector<size_t> StableOrder(std::span<const int64_t> keys) {
  std::vector<size_t> order;
  for (size_t i = 0; i < keys.size(); ++i) order.push_back(i);
  std::ranges::sort(
      order, [&](size_t a, size_t b) { return keys[a] == keys[b] ? a < b : keys[a] < keys[b]; });
  return order;
}

}  // namespace paddock
