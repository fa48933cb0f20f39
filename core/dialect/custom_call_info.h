// The targets of custom_call that run by themselves, as written in core/dialect/custom_calls.def.
#ifndef PADDOCK_CORE_DIALECT_CUSTOM_CALL_INFO_H_
#define PADDOCK_CORE_DIALECT_CUSTOM_CALL_INFO_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "core/dialect/op_info.h"

namespace paddock {

// A dimension size of a signature. `first` and `second` are lower-case letters, 0 if absent.
struct CallSize {
  char first = 0;
  // Without `by`: the smaller of both.
  char second = 0;
  // The attribute whose first code or true means `first`, any other value `second`; -1: none.
  int8_t by = -1;
  // Added; without `first` the size itself.
  int8_t offset = 0;
  // The result declares the size.
  bool is_declared = false;
};

struct CallValueInfo {
  std::string_view name;
  // Either "T", the target's element type; "R", the type of its parts; "C", the complex type of
  // such parts; or the spelling of a type.
  std::string_view element;
  // Trailing sizes, after the dimensions that all values of the call share.
  std::span<const CallSize> sizes;
  // As written: "T[m, n]".
  std::string_view type;
};

struct CallAttributeInfo {
  std::string_view name;
  // The letters it can be, stored as their codes; "?" for a boolean, "#" for any i32.
  std::string_view codes;
  // The value where it is absent; -1: it must be there.
  int default_value = -1;
  // As written: "L U", "bool", "i32".
  std::string_view form;
};

// `small` is at most `large`.
struct CallLimit {
  CallSize small;
  CallSize large;
  std::string_view text;
};

// A row of the table. Without operands and results, the function that plans it checks them.
struct CustomCallInfo {
  size_t row = 0;
  // Its targets as written: "lapack_{sd}orgqr_ffi lapack_{cz}ungqr_ffi".
  std::string_view names;
  std::string_view doc;
  std::span<const CallValueInfo> operands;
  std::span<const CallAttributeInfo> attributes;
  std::span<const CallValueInfo> results;
  std::span<const CallLimit> limits;
  // The call does more than give its results, whatever `has_side_effect` says.
  bool has_effect = false;

  bool has_signature() const { return !operands.empty(); }
};

struct CustomCallTarget {
  std::string_view name;
  // The spelling of what "T" stands for; empty: the element type of the first operand.
  std::string_view element;
  const CustomCallInfo* info = nullptr;
};

std::span<const CustomCallInfo> CustomCallTable();
std::span<const std::string_view> CustomCallNames();
// nullptr if `name` is not among them.
const CustomCallTarget* FindCustomCall(std::string_view name);

// The element-wise operation of one operand that was exported under the name of its old dialect:
// `mhlo.erf`. nullptr for any other target.
const OpInfo* FindOperationOfTarget(std::string_view name);

}  // namespace paddock

#endif  // PADDOCK_CORE_DIALECT_CUSTOM_CALL_INFO_H_
