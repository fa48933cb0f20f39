// Integers with values that the program depends on. An open program computes them from sources of
// sizes: constants, sizes of values, scalar arguments, and values known only at run time.
#include "tests/generate/writer.h"

namespace paddock::generate {
namespace {

TensorSpec ScalarType() { return {ElementType::kI32, {}}; }

Named ScalarConstant(Writer& writer, int64_t value) {
  return writer.Integers({value}, ScalarType());
}

Named Plus(Writer& writer, const Named& operand, int64_t more) {
  if (more == 0) return operand;
  return writer.Apply("stablehlo.add", {operand, ScalarConstant(writer, more)}, {ScalarType()})[0];
}

// A value in scope and its dimension of this size.
struct SizeOfValue {
  Named value;
  size_t dimension = 0;
};

std::optional<SizeOfValue> FindSize(Writer& writer, int64_t size) {
  std::vector<SizeOfValue> found;
  for (const Named& value : writer.scope()) {
    for (size_t d = 0; d < value.type.rank(); ++d) {
      if (value.type.shape[d] == size) found.push_back({value, d});
    }
  }
  if (found.empty()) return std::nullopt;
  return writer.random.Pick(found);
}

// A number equals itself in the total order, but only a run shows that.
Named ByComparison(Writer& writer, int64_t value) {
  const Named number = writer.Get({ElementType::kF32, {}});
  const Named truth =
      writer.Apply("stablehlo.compare", {number, number}, {TensorSpec{ElementType::kI1, {}}},
                   "comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = "
                   "#stablehlo<comparison_type TOTALORDER>")[0];
  const Named one = writer.Apply("stablehlo.convert", {truth}, {ScalarType()})[0];
  return Plus(writer, one, value - 1);
}

// A loop counts up to it.
Named ByCounting(Writer& writer, int64_t value) {
  const Named first = ScalarConstant(writer, 0), last = ScalarConstant(writer, value);
  const std::string condition =
      writer.Region({ScalarType()}, true, [&](const std::vector<Named>& values) {
        return writer.Apply("stablehlo.compare", {values[0], last},
                            {TensorSpec{ElementType::kI1, {}}},
                            "comparison_direction = #stablehlo<comparison_direction LT>");
      });
  const std::string body = writer.Region(
      {ScalarType()}, true,
      [&](const std::vector<Named>& values) { return std::vector{Plus(writer, values[0], 1)}; });
  return writer.Apply("stablehlo.while", {first}, {ScalarType()}, "", {condition, body})[0];
}

TensorSpec ShapeType(size_t rank) {
  return {ElementType::kIndex, rank == 0 ? Shape() : Shape{static_cast<int64_t>(rank)}};
}

// Writes shape.shape_of of a value of this shape; nothing if none is in scope.
std::optional<Named> ShapeOfValue(Writer& writer, const Shape& shape) {
  const auto like = writer.Find([&](const TensorSpec& type) { return type.shape == shape; });
  if (!like) return std::nullopt;
  const Named result = {writer.NewName(), ShapeType(shape.size())};
  writer.Text("  " + result.name + " = shape.shape_of " + like->name + " : " + like->type_text() +
              " -> " + result.type_text() + "\n");
  return result;
}

// Writes tensor.dim of a value that has this size, or else a constant. Returns its name.
std::string IndexText(Writer& writer, int64_t value) {
  const std::string name = writer.NewName();
  const auto found = FindSize(writer, value);
  if (!found) {
    writer.Text("  " + name + " = arith.constant " + std::to_string(value) + " : index\n");
    return name;
  }
  const std::string dimension = writer.NewName();
  writer.Text("  " + dimension + " = arith.constant " + std::to_string(found->dimension) +
              " : index\n  " + name + " = tensor.dim " + found->value.name + ", " + dimension +
              " : " + found->value.type_text() + "\n");
  return name;
}

Named FromIndices(Writer& writer, const Shape& shape) {
  std::string names;
  for (int64_t size : shape) names += (names.empty() ? "" : ", ") + IndexText(writer, size);
  const Named result = {writer.NewName(), ShapeType(shape.size())};
  writer.Text("  " + result.name + " = tensor.from_elements " + names + " : " + result.type_text() +
              "\n");
  return result;
}

}  // namespace

Named Writer::KnownScalar(int64_t value) {
  constexpr int64_t kMostCounted = 12;
  switch (openness == 0 ? 0 : random.Below(8)) {
    case 1:
    case 2:
      if (const auto found = FindSize(*this, value)) {
        return Apply("stablehlo.get_dimension_size", {found->value}, {ScalarType()},
                     "dimension = " + std::to_string(found->dimension) + " : i64")[0];
      }
      break;
    case 3:
    case 4:
      if (!known.empty()) {
        const KnownArgument argument = random.Pick(known);
        return Plus(*this, {argument.name, ScalarType()}, value - argument.value);
      }
      break;
    case 5:
      return ByComparison(*this, value);
    case 6:
      if (value >= 0 && value <= kMostCounted) return ByCounting(*this, value);
      break;
    default:
      break;
  }
  return ScalarConstant(*this, value);
}

Named Writer::KnownIntegers(const std::vector<int64_t>& elements, const TensorSpec& type) {
  const bool is_constant = openness == 0 || elements.empty() || random.Chance(40);
  if (is_constant) return Integers(elements, type);
  std::vector<Named> parts;
  for (int64_t element : elements) {
    const Named scalar = KnownScalar(element);
    const TensorSpec one = {type.element, {1}};
    const Named part = ApplyAs("stablehlo.convert", {scalar}, {{"", one.With(Shape())}})[0];
    parts.push_back(ApplyAs("stablehlo.reshape", {part}, {{"", one}})[0]);
  }
  const TensorSpec list = {type.element, {static_cast<int64_t>(elements.size())}};
  const Named joined =
      ApplyAs("stablehlo.concatenate", parts, {{"", list}}, "dimension = 0 : i64")[0];
  if (type == list) return joined;
  return ApplyAs("stablehlo.reshape", {joined}, {{"", type}})[0];
}

Named Writer::ShapeOperand(const Shape& shape) {
  const int64_t choice = openness == 0 || shape.empty() ? 2 : random.Below(4);
  if (choice == 0) {
    if (const auto found = ShapeOfValue(*this, shape)) return *found;
  }
  if (choice == 1) return FromIndices(*this, shape);
  const ElementType element = random.Chance(50) ? ElementType::kI64 : ElementType::kI32;
  return KnownIntegers(shape, {element, {static_cast<int64_t>(shape.size())}});
}

}  // namespace paddock::generate
