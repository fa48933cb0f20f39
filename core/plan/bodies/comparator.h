// Comparators of sorts that planning recognizes and replaces by kernels.
#ifndef PADDOCK_CORE_PLAN_BODIES_COMPARATOR_H_
#define PADDOCK_CORE_PLAN_BODIES_COMPARATOR_H_

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/ir/operation.h"
#include "simd/sort/key_sort.h"

namespace paddock {

class Lowering;

// lhs[operand] < rhs[operand], or >.
struct KeyComparator {
  size_t operand = 0;
  simd::SortOrder order;
};

// Recognizes one comparison, LT or GT, of two elements of one operand; returns nothing for any
// other body. `types`: the stored types of the operands.
std::optional<KeyComparator> MatchKeyComparator(const Block& body,
                                                std::span<const ElementType> types);

// key(lhs) < key(rhs), or >, with the same computation on both sides. `key` is its result on the
// left of `compare`.
struct ComputedKey {
  const Operation* compare = nullptr;
  const Value* key = nullptr;
  // The left side of `compare` uses the comparator's second element.
  bool is_swapped = false;
};

// Recognizes the comparison of such a key, or of several: of the next where the ones before it are
// equal. Returns nothing for any other body.
std::vector<ComputedKey> MatchComputedKeys(const Block& body);

// Computes the keys of all elements, and sorts with the keys as an additional operand, by the last
// key first.
Result<void> LowerSortByComputedKeys(Lowering& lowering, const Operation& operation,
                                     std::span<const ComputedKey> keys);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_COMPARATOR_H_
