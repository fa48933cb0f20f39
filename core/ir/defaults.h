// Defaults of attributes: an absent attribute means the same as its default.
#ifndef PADDOCK_CORE_IR_DEFAULTS_H_
#define PADDOCK_CORE_IR_DEFAULTS_H_

#include "core/dialect/op_info.h"
#include "core/ir/attribute.h"

namespace paddock {

// Returns whether `value` is the table's default for an absent attribute. False if there is no
// default.
bool IsDefault(const AttributeInfo& info, const Attribute& value);

}  // namespace paddock

#endif  // PADDOCK_CORE_IR_DEFAULTS_H_
