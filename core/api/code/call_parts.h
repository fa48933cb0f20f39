// CallParts: what the call of a builder's method for an operation states.
#ifndef PADDOCK_CORE_API_CODE_CALL_PARTS_H_
#define PADDOCK_CORE_API_CODE_CALL_PARTS_H_

#include <span>
#include <vector>

#include "core/api/code/method_info.h"
#include "core/ir/module.h"

namespace paddock::code {

// An attribute of the table whose value is not its default.
struct AttributePart {
  // Row of the operation's attributes.
  size_t row = 0;
  const Attribute* value = nullptr;
  // Whether the value is one that the field of this attribute can have.
  bool is_statable = true;
};

struct CallParts {
  const Operation* operation = nullptr;
  const MethodInfo* method = nullptr;
  // Operands of each row of the table.
  std::vector<std::span<Value* const>> rows;
  std::vector<AttributePart> attributes;
  // Attributes that are not the operation's own.
  std::vector<NamedAttribute> foreign;
  // Whether the method has the result types as a parameter.
  bool takes_types = false;
  // Whether the result types are others than the builder infers.
  bool gives_types = false;
  // For each region: whether its arguments have other types than the builder infers.
  std::vector<bool> gives_arguments;
  // Whether the operation has a method that takes its regions.
  bool has_method = true;
};

// Collects the parts of an operation that the checker accepts and that is no terminator.
CallParts PartsOf(const Operation& operation, const Module& module);

// Returns whether the builder's field for this row can have the value.
bool IsStatable(const AttributeInfo& row, const Attribute& value);

}  // namespace paddock::code

#endif  // PADDOCK_CORE_API_CODE_CALL_PARTS_H_
