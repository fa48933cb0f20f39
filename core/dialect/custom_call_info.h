// The built-in targets of custom_call, from core/dialect/custom_calls.def.
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
  // Without `by`, the size is the smaller one of both.
  char second = 0;
  // The attribute whose first code or true means `first`, any other value `second`; -1: none.
  int8_t by = -1;
  // Offset of the size; without `first`, the size itself.
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
  // Source text: "T[m, n]".
  std::string_view type;
};

struct CallAttributeInfo {
  std::string_view name;
  // The allowed letters, stored as their codes; "?" for a boolean, "#" for any i32.
  std::string_view codes;
  // The value if it is absent; -1: it is required.
  int default_value = -1;
  // Source text: "L U", "bool", "i32".
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
  // Source text of its targets: "lapack_{sd}orgqr_ffi lapack_{cz}ungqr_ffi".
  std::string_view names;
  std::string_view doc;
  std::span<const CallValueInfo> operands;
  std::span<const CallAttributeInfo> attributes;
  std::span<const CallValueInfo> results;
  std::span<const CallLimit> limits;
  // The call has an effect besides its results, even if `has_side_effect` is false.
  bool has_effect = false;

  bool has_signature() const { return !operands.empty(); }
};

struct CustomCallTarget {
  std::string_view name;
  // The spelling of the type "T"; empty: the element type of the first operand.
  std::string_view element;
  const CustomCallInfo* info = nullptr;
};

std::span<const CustomCallInfo> CustomCallTable();
std::span<const std::string_view> CustomCallNames();
// Returns nullptr if `name` is not in the table.
const CustomCallTarget* FindCustomCall(std::string_view name);

// Returns the element-wise operation of one operand that is exported under the name of its old
// dialect, such as `mhlo.erf`. nullptr for any other target.
const OpInfo* FindOperationOfTarget(std::string_view name);

}  // namespace paddock

#endif  // PADDOCK_CORE_DIALECT_CUSTOM_CALL_INFO_H_
