// Rules that the op table alone determines: numbers of operands, results and regions, types and
// attributes.
#ifndef PADDOCK_CORE_CHECK_TABLE_RULES_H_
#define PADDOCK_CORE_CHECK_TABLE_RULES_H_

#include <optional>

#include "core/check/context.h"

namespace paddock {

// Returns the terminator of the blocks of the operation's regions; nothing if any operation, or
// none, may end them.
std::optional<OpKind> TerminatorOf(const OpInfo& info);

// Checks the numbers of operands, results, regions and blocks, and the terminator of each block.
bool CheckStructure(CheckContext& context);
// Requires every non-optional attribute of the table, each in its form.
bool CheckAttributes(CheckContext& context);
// Require valid types that the table allows. CheckResultTypes also warns about storage types of all
// values that upstream does not accept.
bool CheckOperandTypes(CheckContext& context);
bool CheckResultTypes(CheckContext& context);

// Returns whether `type` is in the set.
bool IsAllowed(const TypeSet& set, Type type);

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_TABLE_RULES_H_
