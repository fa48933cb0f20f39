#include "core/ir/attribute_values.h"

#include <cstring>
#include <optional>

#include "core/base/overflow.h"

namespace paddock {
namespace {

// Reads a stored little-endian integer.
int64_t ReadInteger(const std::byte* data, ElementType type) {
  uint64_t bits = 0;
  std::memcpy(&bits, data, ByteSize(type));
  if (!IsSigned(type)) return static_cast<int64_t>(bits);
  const size_t unused = 64 - 8 * ByteSize(type);
  return static_cast<int64_t>(bits << unused) >> unused;
}

// Returns the elements of an integer tensor, with a splat repeated to its type's size.
std::vector<int64_t> IntegersOfElements(const Attribute& attribute) {
  const Tensor& value = *attribute.value;
  const ElementType type = value.element_type();
  if (!IsInteger(type) && !IsBoolean(type)) return {};
  size_t count = static_cast<size_t>(value.element_count());
  std::vector<int64_t> integers;
  for (size_t i = 0; i < count; ++i) {
    integers.push_back(ReadInteger(value.data() + i * ByteSize(type), type));
  }
  if (attribute.is_splat && attribute.type.is_tensor() && attribute.type.has_static_shape() &&
      count == 1) {
    const std::optional<int64_t> wanted = CheckedProduct(attribute.type.shape());
    // Lists in attributes are shorter than this.
    if (wanted && *wanted <= 4096) {
      return std::vector<int64_t>(static_cast<size_t>(*wanted), integers[0]);
    }
  }
  return integers;
}

}  // namespace

std::vector<int64_t> IntegersOf(const Attribute* attribute) {
  if (attribute == nullptr) return {};
  switch (attribute->kind) {
    case AttributeKind::kDenseArray:
      return {attribute->integers.begin(), attribute->integers.end()};
    case AttributeKind::kElements:
      return attribute->value == nullptr ? std::vector<int64_t>() : IntegersOfElements(*attribute);
    case AttributeKind::kArray: {
      std::vector<int64_t> integers;
      for (const Attribute* element : attribute->elements) integers.push_back(element->integer);
      return integers;
    }
    case AttributeKind::kInteger:
      return {attribute->integer};
    default:
      return {};
  }
}

std::vector<int64_t> IntegersOf(const Operation& operation, std::string_view name) {
  return IntegersOf(operation.Find(name));
}

std::vector<int64_t> IntegersOf(const Attribute* structure, std::string_view field) {
  return structure == nullptr ? std::vector<int64_t>() : IntegersOf(structure->Find(field));
}

int64_t IntegerOf(const Operation& operation, std::string_view name, int64_t otherwise) {
  const Attribute* attribute = operation.Find(name);
  return attribute == nullptr ? otherwise : attribute->integer;
}

int64_t IntegerOf(const Attribute* structure, std::string_view field, int64_t otherwise) {
  const Attribute* attribute = structure == nullptr ? nullptr : structure->Find(field);
  return attribute == nullptr ? otherwise : attribute->integer;
}

double NumberOf(const Operation& operation, std::string_view name, double otherwise) {
  const Attribute* attribute = operation.Find(name);
  return attribute == nullptr ? otherwise : attribute->number;
}

std::string_view TextOf(const Operation& operation, std::string_view name) {
  const Attribute* attribute = operation.Find(name);
  return attribute == nullptr ? std::string_view() : attribute->text;
}

}  // namespace paddock
