#include "core/api/xla/shape.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace paddock::xla {
namespace {

struct TypeRow {
  std::string_view spelling;
  ElementType element;
};

constexpr TypeRow kTypeRows[] = {
#define PADDOCK_XLA_ROW(name, spelling, element) {spelling, ElementType::k##element},
    PADDOCK_XLA_TYPES(PADDOCK_XLA_ROW)
#undef PADDOCK_XLA_ROW
};

template <class Key>
std::optional<PrimitiveType> FindRow(const Key& key, Key TypeRow::* column) {
  const auto* at = std::ranges::find(kTypeRows, key, column);
  if (at == std::end(kTypeRows)) return std::nullopt;
  return static_cast<PrimitiveType>(at - std::begin(kTypeRows));
}

template <class List, class Print>
std::string Joined(const List& list, std::string_view separator, Print print) {
  std::string text;
  for (const auto& one : list) {
    if (&one != &list.front()) text += separator;
    text += print(one);
  }
  return text;
}

std::string Number(int64_t number) { return std::to_string(number); }

std::string TextOf(const Shape& shape) {
  if (shape.is_tuple()) return "tuple<" + Joined(shape.tuple_shapes, ", ", TextOf) + ">";
  std::string text = "tensor<";
  for (const int64_t size : shape.dimensions) text += std::to_string(size) + 'x';
  return text + std::string(Spelling(*ElementTypeOf(shape.element_type))) + ">";
}

}  // namespace

std::string_view ToString(PrimitiveType type) {
  return type == TUPLE ? "tuple" : kTypeRows[type].spelling;
}

std::optional<ElementType> ElementTypeOf(PrimitiveType type) {
  if (type >= TUPLE) return std::nullopt;
  return kTypeRows[type].element;
}

std::optional<PrimitiveType> PrimitiveTypeOf(ElementType element) {
  return FindRow(element, &TypeRow::element);
}

std::optional<PrimitiveType> FindPrimitiveType(std::string_view spelling) {
  return FindRow(spelling, &TypeRow::spelling);
}

bool IsFloat(PrimitiveType type) {
  return type != TUPLE && Kind(kTypeRows[type].element) == ElementKind::kFloat;
}
bool IsUnsigned(PrimitiveType type) {
  return type != TUPLE && Kind(kTypeRows[type].element) == ElementKind::kUnsigned;
}
bool IsInteger(PrimitiveType type) {
  return IsUnsigned(type) ||
         (type != TUPLE && Kind(kTypeRows[type].element) == ElementKind::kSigned);
}

bool Shape::Matches(const Shape& other) const {
  return element_type == other.element_type && dimensions == other.dimensions &&
         std::ranges::equal(tuple_shapes, other.tuple_shapes, &Shape::Matches);
}

std::vector<int64_t> Shape::Layout() const {
  std::vector<int64_t> layout = minor_to_major;
  for (int64_t i = rank() - 1; i >= 0 && minor_to_major.empty(); --i) layout.push_back(i);
  return layout;
}

std::string ToString(const Shape& shape) {
  if (shape.is_tuple()) return ToString(shape.tuple_shapes);
  std::string text(ToString(shape.element_type));
  text += '[' + Joined(shape.dimensions, ",", Number) + ']';
  if (!shape.minor_to_major.empty()) text += '{' + Joined(shape.minor_to_major, ",", Number) + '}';
  return text;
}

std::string ToString(const std::vector<Shape>& shapes) {
  return '(' + Joined(shapes, ", ", [](const Shape& one) { return ToString(one); }) + ')';
}

std::string ToString(const std::vector<int64_t>& numbers) {
  return '{' + Joined(numbers, ", ", Number) + '}';
}

build::TypeSpec TypeOf(const Shape& shape) {
  if (shape.is_tuple()) return TextOf(shape);
  return build::TensorOf(*ElementTypeOf(shape.element_type), shape.dimensions);
}

std::optional<Shape> ShapeOf(Type type) {
  Shape shape;
  if (type.is(TypeKind::kTuple)) {
    for (const Type part : type->elements) {
      auto found = ShapeOf(part);
      if (!found) return std::nullopt;
      shape.tuple_shapes.push_back(std::move(*found));
    }
    return shape;
  }
  if (!type.is_tensor() || !type.element_type() || !type.has_static_shape()) return std::nullopt;
  const auto element = PrimitiveTypeOf(*type.element_type());
  if (!element) return std::nullopt;
  shape.element_type = *element;
  shape.dimensions.assign(type.shape().begin(), type.shape().end());
  return shape;
}

Shape ShapeUtil::MakeShape(PrimitiveType element_type, std::vector<int64_t> dimensions) {
  return {.element_type = element_type, .dimensions = std::move(dimensions)};
}

Shape ShapeUtil::MakeShapeWithLayout(PrimitiveType element_type, std::vector<int64_t> dimensions,
                                     std::vector<int64_t> minor_to_major) {
  return {.element_type = element_type,
          .dimensions = std::move(dimensions),
          .minor_to_major = std::move(minor_to_major)};
}

Shape ShapeUtil::MakeTupleShape(std::vector<Shape> shapes) {
  return {.tuple_shapes = std::move(shapes)};
}

Literal LiteralUtil::MinValue(PrimitiveType type) {
  const auto element = ElementTypeOf(type);
  if (!element) return Literal();
  if (type == PRED) return Literal(false);
  if (IsUnsigned(type)) return Literal(0).As(*element);
  if (IsFloat(type)) return Literal(-std::numeric_limits<double>::infinity()).As(*element);
  // -2^(bits - 1)
  const int64_t least = std::numeric_limits<int64_t>::min() >> (64 - BitWidth(*element));
  return Literal(least).As(*element);
}

}  // namespace paddock::xla
