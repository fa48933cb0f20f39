#include <cstring>
#include <vector>

#include "core/tensor/element_text.h"
#include "core/tensor/hex_bytes.h"
#include "core/tensor/literal.h"

namespace paddock {
namespace {

bool IsUniform(const Tensor& value) {
  const size_t width = ByteSize(value.element_type());
  // All elements are equal if the value equals itself shifted by one element.
  return value.element_count() > 0 &&
         std::memcmp(value.data(), value.data() + width, value.byte_size() - width) == 0;
}

const std::byte* AppendList(std::string& out, const Tensor& value, size_t dimension,
                            const std::byte* element) {
  if (dimension == value.rank()) {
    AppendElement(out, value.element_type(), element);
    return element + ByteSize(value.element_type());
  }
  out += '[';
  for (int64_t i = 0; i < value.shape()[dimension]; ++i) {
    if (i != 0) out += ", ";
    element = AppendList(out, value, dimension + 1, element);
  }
  out += ']';
  return element;
}

// Appends the bytes with 0 in the bits outside the element's width.
void AppendBytes(std::string& out, const Tensor& value) {
  const int width = BitWidth(value.element_type());
  if (width >= 8 || !IsSigned(value.element_type())) {
    AppendHex(out, {value.data(), value.byte_size()});
    return;
  }
  std::vector<std::byte> bytes(value.data(), value.data() + value.byte_size());
  for (std::byte& byte : bytes) byte &= static_cast<std::byte>((1u << width) - 1);
  AppendHex(out, bytes);
}

}  // namespace

void AppendNestedList(std::string& out, const Tensor& value) {
  AppendList(out, value, 0, value.data());
}

void AppendLiteral(std::string& out, const Tensor& value, bool is_splat,
                   const LiteralFormat& format) {
  const int64_t count = value.element_count();
  if (count == 0) return;
  if (is_splat || IsUniform(value)) {
    AppendElement(out, value.element_type(), value.data());
  } else if (format.maximum_kept != 0 && count > format.maximum_kept) {
    out += "__elided__";
  } else if (count > format.maximum_listed) {
    out += "\"0x";
    AppendBytes(out, value);
    out += '"';
  } else {
    AppendNestedList(out, value);
  }
}

}  // namespace paddock
