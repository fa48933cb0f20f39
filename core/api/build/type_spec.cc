#include "core/api/build/type_spec.h"

namespace paddock::build {

TypeSpec::TypeSpec(Type type) {
  if (!type) return;
  const bool is_plain = type.is_tensor() && type.element_type() && type->bounds.empty() &&
                        type->encoding.empty() &&
                        ToString(type.element()) == Spelling(*type.element_type());
  if (!is_plain) {
    text_ = ToString(type);
    return;
  }
  element_ = type.element_type();
  shape_.assign(type.shape().begin(), type.shape().end());
}

}  // namespace paddock::build
