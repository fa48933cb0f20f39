// std::ranges::contains, which g++ 12's library lacks.
#ifndef PADDOCK_CORE_BASE_CONTAINS_H_
#define PADDOCK_CORE_BASE_CONTAINS_H_

#include <algorithm>
#include <cstdint>
#include <span>

namespace paddock {

template <class Number>
bool Contains(std::span<const int64_t> list, Number number) {
  return std::ranges::find(list, static_cast<int64_t>(number)) != list.end();
}

}  // namespace paddock

#endif  // PADDOCK_CORE_BASE_CONTAINS_H_
