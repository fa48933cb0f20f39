// Tensor constants. Elements of whole bytes are not copied from the artifact.
#include <algorithm>
#include <cstring>

#include "core/bytecode/decode.h"
#include "core/tensor/narrow_elements.h"

namespace paddock {
namespace {

// Minimum bytes of a constant that refers to the artifact. A counted reference costs as much as a
// copy of a smaller one.
constexpr size_t kSmallestBorrowed = 4096;

// Unpacks one bit an element, the lowest first.
void UnpackBits(std::span<const std::byte> packed, std::byte* elements, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    elements[i] = packed[i / 8] >> (i % 8) & std::byte{1};
  }
}

enum class Layout : uint8_t { kWrong, kFull, kSplat, kPacked };

// A splat of booleans is one byte whose bits all equal the element.
Layout LayoutOf(ElementType type, size_t count, size_t bytes, std::byte first) {
  if (IsBoolean(type)) {
    const bool is_uniform = first == std::byte{0} || first == std::byte{0xFF};
    if (bytes == 1 && is_uniform && count != 0) return Layout::kSplat;
    if (bytes == (count + 7) / 8) return Layout::kPacked;
    return bytes == count ? Layout::kFull : Layout::kWrong;
  }
  const size_t width = ByteSize(type);
  if (bytes % width == 0 && bytes / width == count) return Layout::kFull;
  return bytes == width && count != 0 ? Layout::kSplat : Layout::kWrong;
}

}  // namespace

const Tensor* Decoder::MakeElements(Type type, std::span<const std::byte> bytes, bool& is_splat,
                                    ByteReader& reader) {
  const std::optional<ElementType> element = type.element_type();
  if (!type.is_tensor() || !element || !type.has_static_shape()) {
    reader.Fail("elements of the type " + ToString(type));
    return nullptr;
  }
  const std::optional<int64_t> byte_size = ByteSizeOf(*element, type.shape());
  const size_t count = byte_size ? static_cast<size_t>(*byte_size) / ByteSize(*element) : 0;
  // MLIR's splat of a type without elements has one.
  if (byte_size && count == 0 && bytes.size() == ByteSize(*element)) bytes = {};
  const Layout layout =
      byte_size ? LayoutOf(*element, count, bytes.size(), bytes.empty() ? std::byte{} : bytes[0])
                : Layout::kWrong;
  if (layout == Layout::kWrong) {
    reader.Fail(std::to_string(bytes.size()) + " bytes of elements for the type " + ToString(type));
    return nullptr;
  }
  is_splat = layout == Layout::kSplat;
  const std::span<const int64_t> shape = is_splat ? std::span<const int64_t>() : type.shape();
  const bool is_stored_alike = BitWidth(*element) >= 8;
  if (is_stored_alike && owner_ != nullptr && bytes.size() >= kSmallestBorrowed) {
    return module_.Keep(
        Tensor::FromBuffer(*element, shape, Buffer::Borrow(bytes.data(), bytes.size(), owner_)));
  }
  Tensor tensor = Tensor::Allocate(*element, shape);
  if (!tensor.has_value()) {
    reader.Fail("not enough memory for a constant of the type " + ToString(type));
    return nullptr;
  }
  std::byte* elements = tensor.mutable_data();
  if (layout == Layout::kPacked) {
    UnpackBits(bytes, elements, count);
  } else if (!bytes.empty()) {
    std::memcpy(elements, bytes.data(), bytes.size());
    ExtendElements(*element, std::span(elements, bytes.size()));
  }
  return module_.Keep(std::move(tensor));
}

const Attribute* Decoder::DecodeElements(ByteReader& reader) {
  const Type type = ReadType(reader);
  const std::span<const std::byte> bytes = reader.ReadBlob();
  if (reader.has_failed()) return nullptr;
  Attribute* attribute = Make(AttributeKind::kElements);
  attribute->type = type;
  attribute->value = MakeElements(type, bytes, attribute->is_splat, reader);
  return attribute;
}

}  // namespace paddock
