#include "core/ir/attribute.h"

#include <algorithm>
#include <cstring>

namespace paddock {
namespace {

bool SameFields(std::span<const NamedAttribute> a, std::span<const NamedAttribute> b) {
  return std::ranges::equal(a, b, [](const NamedAttribute& x, const NamedAttribute& y) {
    return x.name == y.name && IsEquivalent(*x.value, *y.value);
  });
}

bool SameElements(std::span<const Attribute* const> a, std::span<const Attribute* const> b) {
  return std::ranges::equal(
      a, b, [](const Attribute* x, const Attribute* y) { return IsEquivalent(*x, *y); });
}

// Returns whether all elements of `value` have the same bytes.
bool IsUniform(const Tensor& value) {
  const size_t width = ByteSize(value.element_type());
  for (size_t at = width; at < value.byte_size(); at += width) {
    if (std::memcmp(value.data(), value.data() + at, width) != 0) return false;
  }
  return true;
}

bool SameValue(const Attribute& a, const Attribute& b) {
  if (a.value == nullptr || b.value == nullptr) return a.value == b.value;
  if (a.is_splat == b.is_splat) return IsBitwiseEqual(*a.value, *b.value);
  const Tensor& splat = a.is_splat ? *a.value : *b.value;
  const Tensor& full = a.is_splat ? *b.value : *a.value;
  const size_t width = ByteSize(splat.element_type());
  return splat.element_type() == full.element_type() &&
         (full.element_count() == 0 ||
          (std::memcmp(splat.data(), full.data(), width) == 0 && IsUniform(full)));
}

}  // namespace

const Attribute* Attribute::Find(std::string_view key) const {
  for (const NamedAttribute& field : fields) {
    if (field.name == key) return field.value;
  }
  return nullptr;
}

bool IsEquivalent(const Attribute& a, const Attribute& b) {
  // Types of two modules are compared by content.
  const bool same_type =
      a.type == b.type || (a.type && b.type && ToString(a.type) == ToString(b.type));
  return a.kind == b.kind && same_type && a.integer == b.integer && a.text == b.text &&
         a.name == b.name && std::ranges::equal(a.integers, b.integers) &&
         SameElements(a.elements, b.elements) && SameFields(a.fields, b.fields) && SameValue(a, b);
}

}  // namespace paddock
