// What the op table alone says of an operation: how many operands, results and regions,
// which types and attributes.
#ifndef PADDOCK_CORE_CHECK_TABLE_RULES_H_
#define PADDOCK_CORE_CHECK_TABLE_RULES_H_

#include "core/check/context.h"

namespace paddock {

// The numbers of operands, results and regions, and of blocks in regions; each block of a
// region ends in the region's terminator.
bool CheckStructure(CheckContext& context);
// Every attribute of the table is there, unless it need not be, in its form.
bool CheckAttributes(CheckContext& context);
// Every operand and result has a type that the table allows, and no impossible one.
bool CheckTypes(CheckContext& context);

// Whether `type` is of the set.
bool IsAllowed(const TypeSet& set, Type type);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_TABLE_RULES_H_
