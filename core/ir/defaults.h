// Defaults of attributes: an absent attribute means the same as its default.
#ifndef PADDOCK_CORE_IR_DEFAULTS_H_
#define PADDOCK_CORE_IR_DEFAULTS_H_

#include "core/dialect/op_info.h"
#include "core/ir/attribute.h"

namespace paddock {

// Whether `value` is what the table gives for an absent attribute. False where the table
// gives nothing.
bool IsDefault(const AttributeInfo& info, const Attribute& value);

}  // namespace paddock

#endif  // PADDOCK_CORE_IR_DEFAULTS_H_
