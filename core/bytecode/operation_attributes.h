// Conversion of the attributes of a VHLO operation of any version to those of the op table.
#ifndef PADDOCK_CORE_BYTECODE_OPERATION_ATTRIBUTES_H_
#define PADDOCK_CORE_BYTECODE_OPERATION_ATTRIBUTES_H_

#include <span>
#include <string>
#include <vector>

#include "core/bytecode/vhlo_table.h"
#include "core/ir/module.h"

namespace paddock {

// Adds the attributes for `values`, one for each of `row.attributes`, without absent ones. Returns
// false, with a sentence in `problem`, if a value is not of the kind that the table requires.
bool UpgradeAttributes(const VhloOperation& row, std::span<const Attribute* const> values,
                       Module& module, std::vector<NamedAttribute>& attributes,
                       std::string& problem);

}  // namespace paddock

#endif  // PADDOCK_CORE_BYTECODE_OPERATION_ATTRIBUTES_H_
