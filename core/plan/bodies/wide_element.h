// Data of kernels that depend only on the width of an element: the widest element, and a loop's
// counter.
#ifndef PADDOCK_CORE_PLAN_BODIES_WIDE_ELEMENT_H_
#define PADDOCK_CORE_PLAN_BODIES_WIDE_ELEMENT_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "simd/movement/index_value.h"

namespace paddock {

// An element of complex<f64>, the widest.
struct WideElement {
  uint64_t words[2];
};

// Reads the counter that a loop keeps among its values: an i64, at any address.
inline int64_t CounterAt(const std::byte* state) { return simd::LoadUnaligned<int64_t>(state); }
inline void SetCounter(std::byte* state, int64_t value) {
  std::memcpy(state, &value, sizeof(value));
}

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_WIDE_ELEMENT_H_
