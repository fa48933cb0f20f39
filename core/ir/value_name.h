// Names and locations of values in the program's text.
#ifndef PADDOCK_CORE_IR_VALUE_NAME_H_
#define PADDOCK_CORE_IR_VALUE_NAME_H_

#include <string>
#include <string_view>

#include "core/ir/operation.h"

namespace paddock {

// Returns "%x". Several results under one name are "%r" and "%r#1".
std::string WrittenName(const Value& value);

// Returns the text between the brackets of the loc(...) of a block argument, or of the operation
// that defines the value; empty if there is none.
std::string_view LocationOf(const Value& value);

}  // namespace paddock

#endif  // PADDOCK_CORE_IR_VALUE_NAME_H_
