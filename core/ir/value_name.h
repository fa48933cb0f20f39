// The name of a value in the program text.
#ifndef PADDOCK_CORE_IR_VALUE_NAME_H_
#define PADDOCK_CORE_IR_VALUE_NAME_H_

#include <string>

#include "core/ir/operation.h"

namespace paddock {

// Returns "%x". Several results under one name are "%r" and "%r#1".
std::string WrittenName(const Value& value);

}  // namespace paddock

#endif  // PADDOCK_CORE_IR_VALUE_NAME_H_
