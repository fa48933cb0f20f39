// TypeSpec: a description of a type, independent of any program.
#ifndef PADDOCK_CORE_API_BUILD_TYPE_SPEC_H_
#define PADDOCK_CORE_API_BUILD_TYPE_SPEC_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/types/element_type.h"
#include "core/types/type.h"

namespace paddock::build {

// A tensor type, or the text of any type in the notation of programs: "tuple<tensor<f32>>",
// "tensor<2x!quant.uniform<i8:f32, 0.5>>".
class TypeSpec {
 public:
  TypeSpec(ElementType element, std::vector<int64_t> shape)
      : element_(element), shape_(std::move(shape)) {}
  TypeSpec(std::string text) : text_(std::move(text)) {}  // NOLINT: converts on purpose
  TypeSpec(const char* text) : text_(text) {}             // NOLINT
  // Copies the description of `type`, which may belong to any program.
  TypeSpec(Type type);  // NOLINT

  // Nothing if the type is a text.
  std::optional<ElementType> element() const { return element_; }
  const std::vector<int64_t>& shape() const { return shape_; }
  const std::string& text() const { return text_; }

 private:
  std::optional<ElementType> element_;
  std::vector<int64_t> shape_;
  std::string text_;
};

// Sizes of kDynamic are known at run time.
inline TypeSpec TensorOf(ElementType element, std::vector<int64_t> shape = {}) {
  return {element, std::move(shape)};
}

}  // namespace paddock::build

#endif  // PADDOCK_CORE_API_BUILD_TYPE_SPEC_H_
