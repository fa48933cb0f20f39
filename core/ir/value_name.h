// What the text calls a value.
#ifndef PADDOCK_CORE_IR_VALUE_NAME_H_
#define PADDOCK_CORE_IR_VALUE_NAME_H_

#include <string>

#include "core/ir/operation.h"

namespace paddock {

// "%x"; of the results under one name "%r" and "%r#1".
std::string WrittenName(const Value& value);

}  // namespace paddock

#endif  // PADDOCK_CORE_IR_VALUE_NAME_H_
