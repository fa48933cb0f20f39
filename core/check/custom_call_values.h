// Attributes of a custom_call, and the sizes in its signature.
#ifndef PADDOCK_CORE_CHECK_CUSTOM_CALL_VALUES_H_
#define PADDOCK_CORE_CHECK_CUSTOM_CALL_VALUES_H_

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/check/tensor_type.h"
#include "core/dialect/custom_call_info.h"
#include "core/ir/operation.h"

namespace paddock {

// Returns an attribute of the call, in `mhlo.backend_config`, `backend_config` or
// `mhlo.attributes`; `nullptr` if there is none.
const Attribute* FindCallAttribute(const Operation& operation, std::string_view name);

// Returns the code of a letter, 0 or 1 for a boolean, or the number. Returns nothing if the table
// does not allow the value, or it is absent without a default.
std::optional<int64_t> CallAttributeValue(const Operation& operation,
                                          const CallAttributeInfo& attribute);

// Returns the operands that `indices_of_shape_operands` names, which give the sizes of the results,
// one for each. Empty if the call has none.
std::vector<size_t> ShapeOperandsOf(const Operation& call);
// Returns the other operands, which are the target's own.
std::vector<size_t> DataOperandsOf(const Operation& call);

// Sizes of the letters of a signature in one call.
class CallSizes {
 public:
  // Reads the sizes of operands, and those that results declare.
  CallSizes(const CustomCallInfo& info, std::span<const Type> operands,
            std::span<const Type> results);

  Dimension Of(char symbol) const { return sizes_[static_cast<size_t>(symbol - 'a')]; }
  // `attributes` are values in the order of the row.
  Dimension Of(const CallSize& size, const CustomCallInfo& info,
               std::span<const int64_t> attributes) const;
  // Returns the dimensions that all values share.
  const std::vector<Dimension>& batch() const { return batch_; }

 private:
  void Read(const CallValueInfo& value, Type type, bool is_result);

  std::array<Dimension, 26> sizes_{};
  std::vector<Dimension> batch_;
};

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_CUSTOM_CALL_VALUES_H_
