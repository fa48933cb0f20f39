// Names of the builder's methods and types, from the op table.
#ifndef PADDOCK_CORE_API_CODE_METHOD_INFO_H_
#define PADDOCK_CORE_API_CODE_METHOD_INFO_H_

#include <cstdint>
#include <string_view>

#include "core/dialect/op_info.h"

namespace paddock::code {

// Result of a method of FunctionBuilder.
enum class MethodResults : uint8_t { kNone, kOne, kList, kStructure };

// Form in which a method takes the operation's attributes.
enum class MethodOptions : uint8_t {
  kNoOptions,
  kValue,     // the value of a constant, as an argument
  kMayOmit,   // a structure that may be left out
  kRequired,  // a structure
};

struct MethodInfo {
  // "DotGeneral"; empty if the operation has no method.
  std::string_view name;
  MethodResults results;
  MethodOptions options;
  // Fields of the structures of attributes and of results, with blanks between them.
  std::string_view attributes;
  std::string_view result_fields;
};

const MethodInfo& MethodOf(OpKind kind);
// Returns "ComparisonDirection kEq kNe": the type of an enumeration, then its cases in the order of
// the table.
std::string_view EnumNames(std::string_view name);
// Returns "Gather offset_dims": the type of a structure, then its fields.
std::string_view StructNames(std::string_view name);
// Returns word `i` of words with blanks between them.
std::string_view WordAt(std::string_view words, size_t i);

}  // namespace paddock::code

#endif  // PADDOCK_CORE_API_CODE_METHOD_INFO_H_
