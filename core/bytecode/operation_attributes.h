// From the attributes of a VHLO operation to those of the op table, whatever version it is of.
#ifndef PADDOCK_CORE_BYTECODE_OPERATION_ATTRIBUTES_H_
#define PADDOCK_CORE_BYTECODE_OPERATION_ATTRIBUTES_H_

#include <span>
#include <string>
#include <vector>

#include "core/bytecode/vhlo_table.h"
#include "core/ir/module.h"

namespace paddock {

// Adds to `attributes` what the values of `row.attributes`, one each, say; absent ones are left
// out. False, and a sentence in `problem`, if a value is not of the kind that the table asks for.
bool UpgradeAttributes(const VhloOperation& row, std::span<const Attribute* const> values,
                       Module& module, std::vector<NamedAttribute>& attributes,
                       std::string& problem);

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_OPERATION_ATTRIBUTES_H_
