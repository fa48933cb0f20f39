// Attribute: a compile-time value of an operation. Owned by its Module's arena.
#ifndef PADDOCK_CORE_IR_ATTRIBUTE_H_
#define PADDOCK_CORE_IR_ATTRIBUTE_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "core/diagnostics/span.h"
#include "core/tensor/tensor.h"
#include "core/types/type.h"

namespace paddock {

enum class AttributeKind : uint8_t {
  kUnit,        // unit
  kBool,        // true
  kInteger,     // 1 : i64
  kFloat,       // 0.5 : f64
  kString,      // "text" (: type)
  kSymbol,      // @name, @outer::@inner
  kType,        // tensor<2xf32>
  kArray,       // [a, b]
  kDictionary,  // {a = 1}
  kDenseArray,  // array<i64: 1, 2>
  kElements,    // dense<[1, 2]> : tensor<2xi64>
  kEnum,        // #stablehlo<comparison_direction EQ>: name "comparison_direction", text "EQ"
  kStruct,      // #stablehlo.gather<...>, #stablehlo.conv<...>: name "gather", fields
  kOpaque,      // an attribute of an unknown dialect, kept as its text
};

struct Attribute;

struct NamedAttribute {
  std::string_view name;
  const Attribute* value = nullptr;
  Span name_span;
};

struct Attribute {
  AttributeKind kind = AttributeKind::kUnit;
  // Position in the text.
  Span span;
  // kInteger, kFloat, kElements, typed kString: the type after the value (without one, i64 for an
  // integer, f64 for a float). kType: the type itself. kDenseArray: the element type.
  Type type;
  // kBool (0 or 1); kInteger: the value's bits, sign-extended from its width.
  int64_t integer = 0;
  // kFloat: the exact value rounded to `type`; For every kFloat, the low bits of `integer` have the
  // type's bits, including NaN payloads.
  double number = 0;
  // kString: without quotes, unescaped. kSymbol: the root. kEnum: the case. kOpaque: the whole
  // text.
  std::string_view text;
  // kEnum, kStruct: its name in the specification or dialect, without "#stablehlo.".
  std::string_view name;
  // kArray: the elements. kSymbol: nested references, as kSymbol attributes.
  std::span<const Attribute* const> elements;
  // kDictionary: sorted by name. kStruct: in the order of the definition, every field.
  std::span<const NamedAttribute> fields;
  // kDenseArray of integers or booleans: the values.
  std::span<const int64_t> integers;
  // kElements; kDenseArray of floats (rank 1); the scalar of a #complex.number, which is kOpaque.
  // Has one element if is_splat.
  const Tensor* value = nullptr;
  bool is_splat = false;

  // Returns the field or entry called `key`, or null.
  const Attribute* Find(std::string_view key) const;
};

// Returns whether the attributes are equal. Ignores spans; a splat equals its expansion.
bool IsEquivalent(const Attribute& a, const Attribute& b);

}  // namespace paddock

#endif  // PADDOCK_CORE_IR_ATTRIBUTE_H_
