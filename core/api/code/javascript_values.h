// JavaScript code of attributes and constants.
#ifndef PADDOCK_CORE_API_CODE_JAVASCRIPT_VALUES_H_
#define PADDOCK_CORE_API_CODE_JAVASCRIPT_VALUES_H_

#include <span>
#include <string>
#include <string_view>

#include "core/api/code/call_parts.h"
#include "core/api/code/layout.h"

namespace paddock::code {

// Returns a string literal, with the quotes that need fewer escapes.
std::string JavascriptText(std::string_view text);
// Returns the text of the type as a literal.
std::string JavascriptType(Type type);
Code JavascriptTypes(std::span<const Type> types);
// Returns the name of a property: lhs_contracting_dimensions is lhsContractingDimensions.
std::string CamelCase(std::string_view name);
// Returns `key: ` for an object.
std::string JavascriptKey(std::string_view name);
// Returns { 'mhlo.sharding': '...' }.
Code JavascriptForeign(std::span<const NamedAttribute> attributes);
// Returns the value of an attribute's property.
Code JavascriptProperty(const AttributeInfo& row, const AttributePart& part);
// Returns the arguments of f.constant.
std::vector<Code> JavascriptConstant(const Attribute& value);

}  // namespace paddock::code

#endif  // PADDOCK_CORE_API_CODE_JAVASCRIPT_VALUES_H_
