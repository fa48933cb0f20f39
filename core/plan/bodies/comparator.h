// Comparators of sorts that planning recognizes and replaces by kernels.
#ifndef PADDOCK_CORE_PLAN_BODIES_COMPARATOR_H_
#define PADDOCK_CORE_PLAN_BODIES_COMPARATOR_H_

#include <cstddef>
#include <optional>
#include <span>

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
struct ComputedComparator {
  const Operation* compare = nullptr;
  const Value* key = nullptr;
  // The left side of `compare` uses the comparator's second element.
  bool is_swapped = false;
};

std::optional<ComputedComparator> MatchComputedComparator(const Block& body);

// Computes the keys of all elements, and sorts with the keys as an additional operand.
Result<void> LowerSortByComputedKey(Lowering& lowering, const Operation& operation,
                                    const ComputedComparator& comparator);

}  // namespace paddock

#endif  // PADDOCK_CORE_PLAN_BODIES_COMPARATOR_H_
