// AttributeValue: a value for an attribute that the op table leaves open.
#ifndef PADDOCK_CORE_API_BUILD_ATTRIBUTE_VALUE_H_
#define PADDOCK_CORE_API_BUILD_ATTRIBUTE_VALUE_H_

#include <optional>
#include <string>
#include <utility>

#include "core/api/build/elements.h"

namespace paddock::build {

// Elements, or the text of any attribute in the notation of programs: "2 : i32", "\"a string\"",
// "#sdy.sharding<@mesh, [{\"x\"}]>".
class AttributeValue {
 public:
  AttributeValue() = default;
  AttributeValue(std::string text) : text_(std::move(text)) {}  // NOLINT: converts on purpose
  AttributeValue(const char* text) : text_(text) {}             // NOLINT
  AttributeValue(Elements elements) : elements_(std::move(elements)) {}  // NOLINT

  bool empty() const { return text_.empty() && !elements_; }
  const std::string& text() const { return text_; }
  const std::optional<Elements>& elements() const { return elements_; }

 private:
  std::string text_;
  std::optional<Elements> elements_;
};

struct NamedAttributeValue {
  std::string name;
  AttributeValue value;
};

}  // namespace paddock::build

#endif  // PADDOCK_CORE_API_BUILD_ATTRIBUTE_VALUE_H_
