// A sentence that describes an operation.
#ifndef PADDOCK_CORE_EXPLAIN_SENTENCE_H_
#define PADDOCK_CORE_EXPLAIN_SENTENCE_H_

#include <string>

#include "core/ir/operation.h"

namespace paddock {

// One sentence with the names, sizes and numbers of its program: "Contracts dimension 1 of %x with
// 0 of %w: 64 products a cell." The table has the patterns (core/dialect/README.md). `operation`
// has passed core/check. Empty for an operation that is not in the table.
std::string SentenceOf(const Operation& operation);

}  // namespace paddock

#endif  // PADDOCK_CORE_EXPLAIN_SENTENCE_H_
