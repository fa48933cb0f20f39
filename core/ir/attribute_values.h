// Reads attributes in any of their forms.
#ifndef PADDOCK_CORE_IR_ATTRIBUTE_VALUES_H_
#define PADDOCK_CORE_IR_ATTRIBUTE_VALUES_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/ir/operation.h"

namespace paddock {

// Returns the integers of array<i64: ..>, dense<..> : tensor<..xi64> (row-major), [..] or one
// integer; nothing if the attribute is `nullptr` or has none.
std::vector<int64_t> IntegersOf(const Attribute* attribute);

std::vector<int64_t> IntegersOf(const Operation& operation, std::string_view name);
// Reads a field of a structure attribute.
std::vector<int64_t> IntegersOf(const Attribute* structure, std::string_view field);
int64_t IntegerOf(const Operation& operation, std::string_view name, int64_t otherwise);
int64_t IntegerOf(const Attribute* structure, std::string_view field, int64_t otherwise);
double NumberOf(const Operation& operation, std::string_view name, double otherwise);
// Returns the text of a string, symbol or enumeration; empty if absent.
std::string_view TextOf(const Operation& operation, std::string_view name);

}  // namespace paddock

#endif  // PADDOCK_CORE_IR_ATTRIBUTE_VALUES_H_
