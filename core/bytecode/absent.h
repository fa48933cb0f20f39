// Values that a VHLO operation has where an operation of ours has no attribute.
#ifndef PADDOCK_CORE_BYTECODE_ABSENT_H_
#define PADDOCK_CORE_BYTECODE_ABSENT_H_

#include <string_view>

#include "core/ir/module.h"

namespace paddock {

// The value that the column ABSENT of vhlo_operations.def calls `word`, for `operation`; null if
// its size depends on an operand without a rank. Made in `module`.
const Attribute* MakeAbsent(std::string_view word, const Operation& operation, Module& module);

// Whether `value` is that value, without making it. A tensor of ones is one of any size.
bool IsAbsent(std::string_view word, const Attribute& value);

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_ABSENT_H_
