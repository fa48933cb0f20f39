// Values in VHLO operations for attributes that are absent in the op table's operations.
#ifndef PADDOCK_CORE_BYTECODE_ABSENT_H_
#define PADDOCK_CORE_BYTECODE_ABSENT_H_

#include <string_view>

#include "core/ir/module.h"

namespace paddock {

// Returns, for `operation`, the value called `word` in the column ABSENT of vhlo_operations.def,
// made in `module`. Returns `nullptr` if its size depends on an unranked operand.
const Attribute* MakeAbsent(std::string_view word, const Operation& operation, Module& module);

// Returns whether `value` equals that value, without making it. A tensor of ones may have any size.
bool IsAbsent(std::string_view word, const Attribute& value);

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_ABSENT_H_
