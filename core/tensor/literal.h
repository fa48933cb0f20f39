// Literals: the text between the brackets of dense<...>.
#ifndef PADDOCK_CORE_TENSOR_LITERAL_H_
#define PADDOCK_CORE_TENSOR_LITERAL_H_

#include <cstddef>
#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "core/tensor/element_text.h"
#include "core/tensor/tensor.h"

namespace paddock {

struct Literal {
  // Elements; a single one of rank 0 if `is_splat`.
  Tensor value;
  bool is_splat = false;
};

// Error at a byte of the literal's text.
struct LiteralError {
  size_t offset = 0;
  std::string message;
  // Length of the wrong element in bytes.
  size_t length = 1;
  // Text for the same value; empty if there is none.
  std::string replacement;
};

// Reads the text of a literal, with comments and blanks between its parts:
// `[[1, 2], [3, 4]]`, `1.5` (a splat), `(1.0, 2.0)` for a complex type, `"0x0011.."`, or nothing
// for a tensor without elements. Hexadecimal bytes are little-endian and hold all elements or one;
// i1 are bytes or packed bits.
std::expected<Literal, LiteralError> ParseLiteral(std::string_view text, ElementType type,
                                                  std::span<const int64_t> shape,
                                                  NumberSyntax syntax = NumberSyntax::kValue);

struct LiteralFormat {
  // Larger tensors are written as hexadecimal bytes.
  int64_t maximum_listed = 100;
  // Larger tensors are written as `__elided__`, which cannot be read back. 0 means no limit.
  int64_t maximum_kept = 0;
};

// Appends text that ParseLiteral reads back. A value whose elements have equal bits is written as a
// splat.
void AppendLiteral(std::string& out, const Tensor& value, bool is_splat,
                   const LiteralFormat& format = {});

// Appends the elements as nested lists, `[[1, 2], [3, 4]]`.
void AppendNestedList(std::string& out, const Tensor& value);

}  // namespace paddock

#endif  // PADDOCK_CORE_TENSOR_LITERAL_H_
