// Say: joins the values of a message to one text.
#ifndef PADDOCK_CORE_CHECK_SAY_H_
#define PADDOCK_CORE_CHECK_SAY_H_

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/check/tensor_type.h"
#include "core/types/type.h"

namespace paddock {

// Part of a message: a text, a number, a list "[1, 2]", a size, a shape "[2, ?]", a type.
class Part {
 public:
  Part(std::string_view text) : text_(text) {}    // NOLINT: converts on purpose
  Part(const char* text) : text_(text) {}         // NOLINT
  Part(const std::string& text) : text_(text) {}  // NOLINT
  // A template covers all widths: which of int64_t, uint64_t and size_t coincide differs by
  // platform.
  template <std::integral Number>
  Part(Number number) : text_(std::to_string(number)) {}                                  // NOLINT
  Part(Type type) : text_(type ? ToString(type) : "none") {}                              // NOLINT
  Part(Dimension dimension);                                                              // NOLINT
  Part(std::span<const int64_t> list);                                                    // NOLINT
  Part(const std::vector<int64_t>& list) : Part(std::span<const int64_t>(list)) {}        // NOLINT
  Part(std::span<const Dimension> shape);                                                 // NOLINT
  Part(const std::vector<Dimension>& shape) : Part(std::span<const Dimension>(shape)) {}  // NOLINT
  Part(std::span<const Type> types);                                                      // NOLINT
  Part(const std::vector<Type>& types) : Part(std::span<const Type>(types)) {}            // NOLINT

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string SayParts(std::initializer_list<Part> parts);

template <class... Parts>
std::string Say(const Parts&... parts) {
  return SayParts({Part(parts)...});
}

}  // namespace paddock

#endif  // PADDOCK_CORE_CHECK_SAY_H_
