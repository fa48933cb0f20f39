// Shapes of XLA's document: element types, dimensions, layouts and tuples.
#ifndef PADDOCK_CORE_API_XLA_SHAPE_H_
#define PADDOCK_CORE_API_XLA_SHAPE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/api/build/elements.h"
#include "core/api/build/type_spec.h"
#include "core/types/element_type.h"
#include "core/types/type.h"

namespace paddock::xla {

//   Row(name, spelling in shapes, element type of StableHLO)
#define PADDOCK_XLA_TYPES(Row)                                                                    \
  Row(PRED, "pred", I1) Row(S8, "s8", I8) Row(S16, "s16", I16) Row(S32, "s32", I32)               \
      Row(S64, "s64", I64) Row(U8, "u8", UI8) Row(U16, "u16", UI16) Row(U32, "u32", UI32)         \
          Row(U64, "u64", UI64) Row(F16, "f16", F16) Row(BF16, "bf16", BF16) Row(F32, "f32", F32) \
              Row(F64, "f64", F64) Row(C64, "c64", C64) Row(C128, "c128", C128)

enum PrimitiveType : uint8_t {
#define PADDOCK_XLA_ROW(name, spelling, element) name,
  PADDOCK_XLA_TYPES(PADDOCK_XLA_ROW)
#undef PADDOCK_XLA_ROW
      TUPLE
};

// Returns "f32".
std::string_view ToString(PrimitiveType type);
// Returns nothing for TUPLE.
std::optional<ElementType> ElementTypeOf(PrimitiveType type);
// Returns nothing for element types that the document lacks.
std::optional<PrimitiveType> PrimitiveTypeOf(ElementType element);
std::optional<PrimitiveType> FindPrimitiveType(std::string_view spelling);

bool IsFloat(PrimitiveType type);
bool IsUnsigned(PrimitiveType type);
bool IsInteger(PrimitiveType type);

// An array, or a tuple of shapes.
struct Shape {
  PrimitiveType element_type = TUPLE;
  std::vector<int64_t> dimensions = {};
  std::vector<Shape> tuple_shapes = {};
  // Layout: dimensions from the fastest to the slowest varying. It is recorded in the program, and
  // does not affect values. Empty means the usual one.
  std::vector<int64_t> minor_to_major = {};

  bool is_tuple() const { return element_type == TUPLE; }
  bool is_scalar() const { return !is_tuple() && dimensions.empty(); }
  int64_t rank() const { return static_cast<int64_t>(dimensions.size()); }
  // Returns whether the shapes are the same but for layouts.
  bool Matches(const Shape& other) const;
  // Returns the layout of an array, the usual one if none is recorded.
  std::vector<int64_t> Layout() const;
};

// Returns "f32[2,3]", with a layout "f32[2,3]{0,1}", and "(f32[10], s32[])".
std::string ToString(const Shape& shape);
std::string ToString(const std::vector<Shape>& shapes);
// Returns "{0, 2}".
std::string ToString(const std::vector<int64_t>& numbers);

// Returns the type in StableHLO.
build::TypeSpec TypeOf(const Shape& shape);
// Returns nothing for types that the document lacks.
std::optional<Shape> ShapeOf(Type type);

namespace ShapeUtil {

Shape MakeShape(PrimitiveType element_type, std::vector<int64_t> dimensions);
Shape MakeShapeWithLayout(PrimitiveType element_type, std::vector<int64_t> dimensions,
                          std::vector<int64_t> minor_to_major);
Shape MakeTupleShape(std::vector<Shape> shapes);

}  // namespace ShapeUtil

// Elements of a constant.
using Literal = build::Elements;

namespace LiteralUtil {

// Returns the scalar that is the least value of the type: minus infinity for floats.
Literal MinValue(PrimitiveType type);

}  // namespace LiteralUtil

}  // namespace paddock::xla

#endif  // PADDOCK_CORE_API_XLA_SHAPE_H_
