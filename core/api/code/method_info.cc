#include "core/api/code/method_info.h"

#include <iterator>

namespace paddock::code {
namespace {

#define PADDOCK_BUILD_METHOD(name, results, options, attributes, fields) \
  {name, MethodResults::results, MethodOptions::options, attributes, fields},
#define PADDOCK_BUILD_ENUM(names)
#define PADDOCK_BUILD_STRUCT(names)
constexpr MethodInfo kMethods[] = {
#include "dialect/build_names.inc"
};
static_assert(std::size(kMethods) == kOpCount);
#undef PADDOCK_BUILD_METHOD
#undef PADDOCK_BUILD_ENUM
#undef PADDOCK_BUILD_STRUCT

#define PADDOCK_BUILD_METHOD(name, results, options, attributes, fields)
#define PADDOCK_BUILD_ENUM(names) names,
#define PADDOCK_BUILD_STRUCT(names)
constexpr std::string_view kEnums[] = {
#include "dialect/build_names.inc"
};
#undef PADDOCK_BUILD_ENUM
#undef PADDOCK_BUILD_STRUCT

#define PADDOCK_BUILD_ENUM(names)
#define PADDOCK_BUILD_STRUCT(names) names,
constexpr std::string_view kStructs[] = {
#include "dialect/build_names.inc"
};
#undef PADDOCK_BUILD_METHOD
#undef PADDOCK_BUILD_ENUM
#undef PADDOCK_BUILD_STRUCT

}  // namespace

const MethodInfo& MethodOf(OpKind kind) { return kMethods[static_cast<size_t>(kind)]; }

std::string_view EnumNames(std::string_view name) {
  return kEnums[FindEnum(name) - EnumTable().data()];
}

std::string_view StructNames(std::string_view name) {
  return kStructs[FindStruct(name) - StructTable().data()];
}

std::string_view WordAt(std::string_view words, size_t i) {
  for (; i > 0; --i) words.remove_prefix(words.find(' ') + 1);
  return words.substr(0, words.find(' '));
}

}  // namespace paddock::code
